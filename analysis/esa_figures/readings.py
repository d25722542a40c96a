# SPDX-License-Identifier: GPL-2.0-only
"""
The ways in which the paper's simulation can be read, and the runs of each.

The paper gives a base round-trip time, but not of which way, and no rules of windows. So there are
two link delays and two sets of window rules, and a reading is one of each. One more reading is fitted:
the settings that a search found with DNN A, the same for all systems and figures.
"""

import pandas

from . import headroom

_NOT_QUICK = ("paper-open", "paper-fitted", "paper-fitted-tensor", "paper-headroom")
SWEEPS = ("paper-jobs", "paper-workers", "paper-open", "paper-priority", "paper-fitted")

FIRST = "5 us, capped"
"""The reading of scenarios/paper/jct-8x8.json."""

OTHER_WINDOWS = "5 us, open"
OTHER_DELAY = "2.5 us, capped"
OTHER_BOTH = "2.5 us, open"
"""The reading of scenarios/paper/jct-8x8-2.5us.json."""

FITTED = "fitted"
"""The reading of scenarios/paper/calibrated.json."""

MICRO = "Figure 7, not fitted"
"""The reading of scenarios/paper/microbenchmark.json."""

DRAWN = {FIRST: "", OTHER_DELAY: "-2.5us", MICRO: "", FITTED: "-fitted"}
"""The readings that have all points, with what their files' names end in."""

_POINT = ["reading", "workload", "jobs", "workers", "system", "seed", "run"]


def in_words(reading):
    """Returns a reading as a text that needs no heading."""
    if reading == FITTED:
        return "fitted to DNN A"
    if reading == MICRO:
        return "not fitted"
    return reading.replace(" us", " us links") + " windows"


def sweeps_of(names, quick):
    """Returns which sweeps there are for a figure. quick: whether this is a first look"""
    return [name for name in names if not quick or name not in _NOT_QUICK]


def runs_by_reading(context):
    """Returns the runs of the simulation: reading -> DataFrame, each run once."""
    names = sweeps_of((*SWEEPS, "paper-headroom"), context.quick)
    parts = [context.runs(name) for name in names]
    if not context.quick:
        parts[-1] = headroom.named(parts[-1])
    runs = pandas.concat(parts, ignore_index=True).drop_duplicates(_POINT)
    found = set(runs["reading"])
    order = [r for r in (FIRST, OTHER_WINDOWS, OTHER_DELAY, OTHER_BOTH, FITTED) if r in found]
    return {reading: runs[runs["reading"] == reading] for reading in order}


def at_full_size(runs):
    """Returns the runs of 8 jobs of 8 workers."""
    return runs[(runs["jobs"] == 8) & (runs["workers"] == 8)]


def microbenchmark(context):
    """Returns the runs of the microbenchmark, with tensor_mb: reading -> DataFrame, each run once."""
    tensors = context.runs("paper-tensor")
    tensors = tensors.assign(tensor_mb=tensors["tensor_mb"].astype(float))
    jobs = context.runs("paper-tensor-jobs")
    jobs = jobs.assign(tensor_mb=tensors["tensor_mb"].max())
    runs = pandas.concat([tensors, jobs], ignore_index=True)
    runs = {MICRO: runs.drop_duplicates(["tensor_mb", "jobs", "system", "seed", "run"])}
    if not context.quick:
        fitted = context.runs("paper-fitted-tensor")
        sizes = fitted["tensor"].str.split(" ").str[0].astype(float)
        runs[FITTED] = fitted.assign(tensor_mb=sizes)
    return runs
