# SPDX-License-Identifier: GPL-2.0-only
"""The kinds of cases, how many there are of each, and how a seed chooses one."""

import json
import subprocess

import draw_arguments
import draw_converter
import draw_sweep
from rng import Rng

# name -> its weight, and what draws a case
_KINDS = {
    "arguments": (7, draw_arguments.draw_arguments),
    "sweep": (2, draw_sweep.draw_sweep),
    "converter": (3, draw_converter.draw_converter),
}
KINDS = tuple(_KINDS)


def read_fields(tool):
    """Returns the fields of scenarios that are no object: (name, part of the schema)."""
    done = subprocess.run([tool.program, "--print-schema"], capture_output=True, check=True)
    named = ((".".join(map(str, path)), part)
             for path, part in draw_sweep.parts(json.loads(done.stdout)))
    return [(name, part) for name, part in named if name != "$schema" and "properties" not in part]


def draw(seed, fields, only=None):
    """Returns the case of a seed: always the same."""
    kind = only or Rng("kind", seed).weighted({name: share for name, (share, _) in _KINDS.items()})
    case = _KINDS[kind][1](Rng(kind, seed), fields)
    case.kind = kind
    return case
