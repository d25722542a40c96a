# SPDX-License-Identifier: GPL-2.0-only
"""
The ways in which the paper's simulation can be read, and the runs of each.

The paper gives a base round-trip time, but not of which way, and no rules of windows. So there are
two link delays and two sets of window rules, and a reading is one of each.
"""

import pandas

OPEN_SWEEPS = ("paper-open",)
SWEEPS = ("paper-jobs", "paper-workers", *OPEN_SWEEPS, "paper-priority")

FIRST = "5 us, capped"
"""The reading of scenarios/paper/jct-8x8.json."""

OTHER_WINDOWS = "5 us, open"
OTHER_DELAY = "2.5 us, capped"
OTHER_BOTH = "2.5 us, open"
"""The reading of scenarios/paper/jct-8x8-2.5us.json."""

DRAWN = {FIRST: "", OTHER_DELAY: "-2.5us"}
"""The readings that have all points, with what their files' names end in."""

_POINT = ["reading", "workload", "jobs", "workers", "system", "seed", "run"]


def in_words(reading):
    """Returns a reading as a text that needs no heading."""
    return reading.replace(" us", " us links") + " windows"


def sweeps_of(names, quick):
    """Returns which sweeps there are for a figure. quick: whether this is a first look"""
    return [name for name in names if not quick or name not in OPEN_SWEEPS]


def runs_by_reading(context):
    """Returns the runs of the simulation: reading -> DataFrame, each run once."""
    names = sweeps_of(SWEEPS, context.quick)
    runs = pandas.concat([context.runs(name) for name in names], ignore_index=True)
    runs = runs.drop_duplicates(_POINT)
    found = set(runs["reading"])
    order = [r for r in (FIRST, OTHER_WINDOWS, OTHER_DELAY, OTHER_BOTH) if r in found]
    return {reading: runs[runs["reading"] == reading] for reading in order}


def at_full_size(runs):
    """Returns the runs of 8 jobs of 8 workers."""
    return runs[(runs["jobs"] == 8) & (runs["workers"] == 8)]


def microbenchmark(context):
    """Returns the runs of both settings of the microbenchmark, with tensor_mb, each run once."""
    tensors = context.runs("paper-tensor")
    tensors = tensors.assign(tensor_mb=tensors["tensor_mb"].astype(float), setting="tensor")
    jobs = context.runs("paper-tensor-jobs")
    jobs = jobs.assign(tensor_mb=tensors["tensor_mb"].max(), setting="jobs")
    runs = pandas.concat([tensors, jobs], ignore_index=True)
    return {"": runs.drop_duplicates(["tensor_mb", "jobs", "system", "seed", "run"])}
