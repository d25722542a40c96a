# SPDX-License-Identifier: GPL-2.0-only
"""The kinds of cases, how many there are of each, and how a seed chooses one."""

import json
import subprocess

import draw_arguments
import draw_converter
import draw_goal
import draw_maker
import draw_runs
import draw_scenario
import draw_sweep
import draw_topology
from rng import Rng

# name -> its weight, and what draws a case
_KINDS = {
    "scenario": (19, draw_scenario.draw_scenario),
    "whole": (3, draw_scenario.draw_whole),
    "input": (3, draw_scenario.draw_input),
    "setting": (14, draw_scenario.draw_setting),
    "model": (8, draw_scenario.draw_model),
    "topology": (5, draw_topology.draw_topology),
    "arguments": (7, draw_arguments.draw_arguments),
    "legal": (8, draw_runs.draw_legal),
    "size": (3, draw_runs.draw_size),
    "trace": (6, draw_runs.draw_trace),
    "profile": (2, draw_runs.draw_profile),
    "sweep": (2, draw_sweep.draw_sweep),
    "converter": (3, draw_converter.draw_converter),
    "maker": (3, draw_maker.draw_maker),
    "goal": (4, draw_goal.draw_goal),
}
KINDS = tuple(_KINDS)


def read_fields(tool):
    """Returns the fields that the program, model files and placement files have."""

    def printed(option):
        done = subprocess.run([tool.program, option], capture_output=True, check=True)
        return json.loads(done.stdout)

    def read(path):
        return json.loads((tool.root / "contrib/esa" / path).read_text())

    return draw_scenario.Fields(
        printed("--print-schema"),
        read("workload/models/model.schema.json"),
        read("scenario/json/esa-placement.schema.json"),
        printed("--print-config"),
    )


def draw(seed, fields, only=None):
    """Returns the case of a seed: always the same."""
    kind = only or Rng("kind", seed).weighted({name: share for name, (share, _) in _KINDS.items()})
    case = _KINDS[kind][1](Rng(kind, seed), fields)
    case.kind = kind
    return case
