# SPDX-License-Identifier: GPL-2.0-only
"""The kinds of cases, how many there are of each, and how a seed chooses one."""

import json
import subprocess

import draw_arguments
import draw_converter
import draw_outputs
import draw_runs
import draw_scenario
import draw_sweep
import draw_topology
from dice import Dice

# name -> its weight, and what draws a case
_KINDS = {
    "scenario": (19, draw_scenario.draw_scenario),
    "whole": (3, draw_scenario.draw_whole),
    "input": (3, draw_scenario.draw_input),
    "setting": (14, draw_scenario.draw_setting),
    "model": (8, draw_scenario.draw_model),
    "topology": (5, draw_topology.draw_topology),
    "arguments": (7, draw_arguments.draw_arguments),
    "attribute": (2, draw_arguments.draw_attribute),
    "descriptors": (3, draw_arguments.draw_descriptors),
    "environment": (3, draw_arguments.draw_environment),
    "legal": (8, draw_runs.draw_legal),
    "size": (3, draw_runs.draw_size),
    "trace": (6, draw_runs.draw_trace),
    "profile": (2, draw_runs.draw_profile),
    "data-set": (4, draw_runs.draw_data_set),
    "signal": (1, draw_runs.draw_signal),
    "there": (3, draw_outputs.draw_there),
    "captures": (1, draw_outputs.draw_captures),
    "collision": (2, draw_outputs.draw_collision),
    "temporary": (1, draw_outputs.draw_temporary),
    "full": (2, draw_outputs.draw_full),
    "names": (2, draw_outputs.draw_names),
    "sweep": (2, draw_sweep.draw_sweep),
    "foreign": (0.2, draw_sweep.draw_foreign),
    "converter": (3, draw_converter.draw_converter),
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
    kind = only or Dice("kind", seed).weighted({name: share for name, (share, _) in _KINDS.items()})
    case = _KINDS[kind][1](Dice(kind, seed), fields)
    case.kind = kind
    return case
