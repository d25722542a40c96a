# SPDX-License-Identifier: GPL-2.0-only
"""Layers, and the model files in which they are written."""

import json
from dataclasses import dataclass


@dataclass
class Layer:
    """One layer: its parameters and its times in an iteration."""

    name: str
    parameters: int
    forward_us: float
    backward_us: float


def text(header, layers):
    """The text of a model file. Each layer is one line, so that changes are easy to read."""
    fields = [f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in header.items()]
    lines = [
        "    "
        + json.dumps(
            {
                "name": layer.name,
                "parameters": layer.parameters,
                "forward_us": round(layer.forward_us, 3),
                "backward_us": round(layer.backward_us, 3),
            }
        )
        for layer in layers
    ]
    fields.append('  "layers": [\n' + ",\n".join(lines) + "\n  ]")
    return "{\n" + ",\n".join(fields) + "\n}\n"
