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
            }
        )
        for layer in layers
    ]
    fields.append('  "layers": [\n' + ",\n".join(lines) + "\n  ]")
    return "{\n" + ",\n".join(fields) + "\n}\n"
