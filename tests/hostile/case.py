# SPDX-License-Identifier: GPL-2.0-only
"""A case: what is given to a program, and what it may do with it; and inputs without a fault."""

import dataclasses
import json

SCENARIO, SWEEP, CONVERTER = "scenario", "sweep", "converter"
OK, FAILED, REFUSED = 0, 1, 2
MEMORY_BYTES = 1000000000  # of a program


class Folder:
    """An empty folder."""


@dataclasses.dataclass
class Case:
    """One start of a program."""

    arguments: list
    program: str = SCENARIO
    files: dict = dataclasses.field(default_factory=dict)
    """Path -> bytes, str or Folder: what is there before, in the folder in which it starts."""
    codes: tuple = (OK, REFUSED)
    """Exit codes that are right."""
    outputs: tuple = ()
    """Patterns of the files that the program may make, or replace."""
    checks: tuple = ()
    """Further checks of the folder."""
    parsed: object = None
    """The bytes of a JSON document that must be refused unless it is well formed."""
    cpu_seconds: int = 10
    kind: str = ""


# Files without a fault, so small that a run of them takes milliseconds
LAYERS = [{"compute_us": 1}]
PARTITIONS = [{"layer": 1, "bytes": 1000}]

SCENARIO_FILE = {
    "name": "tiny",
    "systems": ["esa"],
    "seeds": [1],
    "iterations": 1,
    "topology": {"hosts": 2},
    "jobs": {"count": 1, "workers": 2, "workload": "A", "start_max_us": 0},
    "dnns": {"A": {"layers": LAYERS, "partitions": PARTITIONS, "comm_comp_ratio": 1}},
    "jitter": {"mode": "none"},
}

SWEEP_FILE = {
    "name": "tiny",
    "base": "scenario.json",
    "set": {"run": 1},
    "axes": {"link.delay_us": [1, 2], "system": ["esa"], "seed": [1]},
    "quick": {"axes": {"seed": [2]}},
}


def philly_job(number):
    """Returns a job of a Philly log."""
    return {
        "status": "Pass",
        "vc": "v",
        "jobid": f"application_{number}",
        "user": "u",
        "submitted_time": f"2017-10-09 07:0{number}:00",
        "attempts": [
            {
                "start_time": "2017-10-09 08:00:00",
                "end_time": "2017-10-09 08:01:00",
                "detail": [{"ip": "m1", "gpus": ["gpu0", "gpu1"]}],
            }
        ],
    }


def text_of(document):
    """Returns a document as bytes."""
    return json.dumps(document).encode()
