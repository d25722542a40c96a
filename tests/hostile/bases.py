# SPDX-License-Identifier: GPL-2.0-only
"""Inputs without a fault, so small that a run of them takes milliseconds."""

import json

LAYERS = [{"compute_us": 1}]
PARTITIONS = [{"layer": 1, "bytes": 1000}]

SCENARIO = {
    "name": "tiny",
    "systems": ["esa"],
    "seeds": [1],
    "iterations": 1,
    "topology": {"hosts": 2},
    "jobs": {"count": 1, "workers": 2, "workload": "A", "start_max_us": 0},
    "dnns": {"A": {"layers": LAYERS, "partitions": PARTITIONS, "comm_comp_ratio": 1}},
    "jitter": {"mode": "none"},
}

SWEEP = {
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


def text(document):
    """Returns a document as bytes."""
    return json.dumps(document).encode()
