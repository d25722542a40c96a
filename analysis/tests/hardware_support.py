# SPDX-License-Identifier: GPL-2.0-only
"""Made-up runs for the tests of the validation against published figures."""

import itertools

import pandas

SEEDS = (1, 2, 3)
LOSS = "faults.every_link.loss_probability"
MEMORY = "switch.memory_bytes"


def _frame(axes, columns):
    """Returns a run per combination of the axes. columns: function of them, returns a dict"""
    rows = []
    for values in itertools.product(*axes.values(), SEEDS):
        point = dict(zip([*axes, "seed"], values))
        rows.append({**point, "run": 1, **columns(point)})
    return pandas.DataFrame(rows)


def _switchml(point):
    return {"jct_ms": 4.5 / (1 if point["testbed"] == "10 Gb/s" else 10) + point["seed"] / 1e6}


def _loss(point):
    factor = 8 if point["system"] == "switchml" else 1
    return {"jct_ms": (1 + factor * point[LOSS] * 100) * 100}


def _atp(point):
    hashed = point["index"] == "hash"
    lack = {5000000: 0.0, 2500000: 0.05, 21648: 0.5}.get(point[MEMORY], 0.2 if hashed else 0.0)
    slow = 3 if point["control"] == "none" and point[MEMORY] == 21648 else 1
    return {
        "utilization": 0.8 * (1 - (lack if hashed else 0)) / slow,
        "jct_ms": 0.4 * slow,
        "aggregators": point[MEMORY] // 264,
    }


def _sharing(point):
    times = {"atp": 2.0, "switchml": 2.76, "panama": 1.9}
    return {"jct_ms": times[point["system"]] if point[MEMORY] == 50000 else 1.6}


def _panama(point):
    ring = point["system"] == "ring"
    return {"jct_ms": 1.3 if ring else 1.0, "background_flow_us": 60.0 if ring else 20.0}


_TESTBEDS = ["10 Gb/s", "100 Gb/s"]
_RUNS = {
    "hardware-switchml": ({"testbed": _TESTBEDS, "workers": [2, 4, 8, 16]}, _switchml),
    "hardware-loss": (
        {"testbed": _TESTBEDS, LOSS: [0, 0.0001, 0.01], "system": ["atp", "switchml"]},
        _loss,
    ),
    "hardware-atp": (
        {
            "index": ["no collisions within a job", "hash"],
            MEMORY: [5000000, 2500000, 132000, 66000, 33000, 21648],
            "control": ["congestion control", "none"],
        },
        _atp,
    ),
    "hardware-sharing": (
        {MEMORY: [50000, 100000], "system": ["atp", "switchml", "panama"]},
        _sharing,
    ),
    "hardware-racks": ({}, lambda point: {"passed_through": 0}),
    "hardware-panama": ({"system": ["panama", "ring"]}, _panama),
}


def hardware_runs(name):
    """Returns made-up runs of the sweep NAME."""
    return _frame(*_RUNS[name])
