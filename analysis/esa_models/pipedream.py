# SPDX-License-Identifier: GPL-2.0-only
"""Models that PipeDream's profiler has measured (https://github.com/msr-fiddle/pipedream)."""

import re

from .layers import Layer

COMMIT = "7db6a1c3e64996d5b319faec6ca38cb31bfea1c4"
MEASURED_BATCH = 128
BATCH = 32
BYTES_PER_PARAMETER = 4

# node4 -- Conv2d(64, ...) -- forward_compute_time=46.201, backward_compute_time=113.330,
#   activation_size=1644167168.000, parameter_size=147712.000
NODE = re.compile(
    r"node(?P<number>\d+) -- (?P<operator>.*) -- forward_compute_time=(?P<forward_ms>[\d.]+), "
    r"backward_compute_time=(?P<backward_ms>[\d.]+), activation_size=[\d.]+, "
    r"parameter_size=(?P<parameter_bytes>[\d.]+)$"
)

SOURCE = (
    "derived: operator times and parameter bytes of "
    "profiler/image_classification/profiles/{name}/graph.txt in "
    "https://github.com/msr-fiddle/pipedream at {commit}, measured with PyTorch in fp32 on one GPU "
    "that is not named there, ImageNet, batch 128. Times are a quarter of those, for batch 32; "
    "small-batch inefficiency is ignored. Every convolution or fully connected layer is an entry "
    "with the operators that follow it (batch normalization, ReLU, pooling); the time to load the "
    "input is left out. By analysis/esa_models."
)


def nodes(graph):
    """The operators of a graph.txt, front first."""
    found = [NODE.match(line) for line in graph.splitlines() if not line.startswith("\t")]
    if not found or None in found:
        raise ValueError("this is no graph.txt of PipeDream's profiler")
    return sorted(found, key=lambda node: int(node["number"]))


def begins_layer(operator):
    """Whether an operator has its own weights, and does not belong to another one."""
    return operator.startswith(("Conv2d(", "Linear("))


def layers(graph):
    """The layers of a graph.txt, front first."""
    result = []
    counts = {"Conv2d": 0, "Linear": 0}
    for node in nodes(graph):
        operator = node["operator"]
        if begins_layer(operator):
            kind = operator.partition("(")[0]
            counts[kind] += 1
            name = f"{'conv' if kind == 'Conv2d' else 'fc'}{counts[kind]}"
            result.append(Layer(name, 0, 0.0, 0.0))
        if result:
            scale = 1000 * BATCH / MEASURED_BATCH
            result[-1].parameters += int(float(node["parameter_bytes"])) // BYTES_PER_PARAMETER
            result[-1].forward_us += float(node["forward_ms"]) * scale
            result[-1].backward_us += float(node["backward_ms"]) * scale
    return result


def model(name, graph):
    """What a model file says, and its layers."""
    return {
        "name": name,
        "description": f"{TITLES[name]}, batch 32 of images of 224 x 224",
        "source": SOURCE.format(name=name, commit=COMMIT),
        "licence": "MIT, Copyright (c) 2015 - present Microsoft Corporation (PipeDream)",
        "batch": BATCH,
    }, layers(graph)


TITLES = {"resnet50": "ResNet50", "vgg16": "VGG16"}
