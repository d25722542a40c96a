# SPDX-License-Identifier: GPL-2.0-only
"""Layers, and the model files in which they are written."""

import json
from dataclasses import dataclass, field


@dataclass
class Layer:
    """One layer: its parameters, its times in an iteration, and its tensors if they are known."""

    name: str
    parameters: int
    forward_us: float
    backward_us: float
    tensors: list = field(default_factory=list)
    activations: int = 0  # values that it passes on
    tensor_values: int = 0  # values that the ranks of a tensor group sum
    experts: dict = field(default_factory=dict)  # count, parameters, values


def shared(layer):
    """What ranks that share the model pass on, if it is known."""
    if not layer.activations:
        return {}
    experts = {"experts": layer.experts} if layer.experts else {}
    return {"activations": layer.activations, "tensor_values": layer.tensor_values, **experts}


def text(header, layers):
    """The text of a model file. Each layer is one line, so that changes are easy to read."""
    fields = [f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in header.items()]
    lines = [
        "    "
        + json.dumps(
            {
                "name": layer.name,
                "parameters": layer.parameters,
                **({"tensors": layer.tensors} if len(layer.tensors) > 1 else {}),
                "forward_us": round(layer.forward_us, 3),
                "backward_us": round(layer.backward_us, 3),
                **shared(layer),
            }
        )
        for layer in layers
    ]
    fields.append('  "layers": [\n' + ",\n".join(lines) + "\n  ]")
    return "{\n" + ",\n".join(fields) + "\n}\n"
