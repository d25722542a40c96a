# SPDX-License-Identifier: GPL-2.0-only
"""Iterations of data-parallel training that MINA's authors recorded.

A recording has the time at which each all-reduce of PyTorch's DDP could begin, its bytes, and the
time of the iteration without communication (https://github.com/ClubieDong/MinaSimulator).
"""

import json

from .layers import Layer

COMMIT = "46c02f473f9eb65ecb3c93fc6722a8fb628a80c5"
BYTES_PER_PARAMETER = 4

TITLES = {
    "bert-base": "BERT-base",
    "bert-large": "BERT-large",
    "opt-125m": "OPT 125M",
    "opt-350m": "OPT 350M",
    "opt-1.3b": "OPT 1.3B",
    "vit-base": "ViT-base",
    "vit-large": "ViT-large",
}

SOURCE = (
    "derived: traces/{file} of https://github.com/ClubieDong/MinaSimulator at {commit} (MINA, INFOCOM "
    "2025): DDP in fp32 on {gpus} GPUs; neither they nor the batch are named there. An entry is an "
    "all-reduce, the last one first, as buckets are sent back to front (buckets: layers). Its "
    "backward part is the time from the begin of the all-reduce before it to its own. The first "
    "entry, with one parameter of the last all-reduce, has the rest of the iteration: what follows "
    "the begin of the last all-reduce as its backward part, which hides communication as in MINA's "
    "simulator, and what precedes the first all-reduce as its forward part. By analysis/esa_models."
)


def layers(recording):
    """The layers of a recording, front first: the rest, and one for each all-reduce."""
    operations = recording["allreduces"]
    starts_us = [operation["start"] * 1e6 for operation in operations]
    made = []
    for number, operation in enumerate(operations):
        backward_us = starts_us[number] - starts_us[max(number - 1, 0)]
        parameters = operation["size"] // BYTES_PER_PARAMETER
        made.append(Layer(f"bucket{number + 1}", parameters, 0.0, backward_us))
    made[-1].parameters -= 1
    made.append(Layer("rest", 1, starts_us[0], recording["duration"] * 1e6 - starts_us[-1]))
    return made[::-1]


def models(folder):
    """Name, header and layers of each recording in a folder."""
    for file in sorted(folder.glob("*.json")):
        name, gpus = file.stem.rsplit("-", 1)
        recording = json.loads(file.read_text(encoding="ascii"))
        yield f"ddp-{file.stem.replace('.', '-')}", {
            "name": f"ddp-{file.stem.replace('.', '-')}",
            "description": f"{TITLES[name]}, an iteration of DDP recorded on {gpus} GPUs",
            "source": SOURCE.format(file=file.name, gpus=gpus, commit=COMMIT),
            "licence": "MIT, Copyright (c) 2024 Shichen Dong (MinaSimulator)",
        }, layers(recording)
