# SPDX-License-Identifier: GPL-2.0-only
"""
Reads the results of a sweep, and computes means and ratios with their confidence intervals.

    import esa_results
    runs = esa_results.read("out/sweeps/memory")
    esa_results.summary(runs, ["switch.memory_bytes", "system"])
    esa_results.ratio(runs, "atp", "esa", by=["switch.memory_bytes"])

Columns carry their units: _ms, _us, _s, _bytes; shares and utilization are from 0 to 1.
"""

import esa_intervals
import esa_runs.read
import pandas

__all__ = ["ratio", "ratios", "read", "summary"]


def read(path):
    """
    Returns runs as a DataFrame, one row per run; lists, such as jct_ms_per_job, become tuples.

    path: the folder of runs or of a sweep, or their result.json or .csv. Raises BadInput of
    esa_sweep.errors.
    """
    return pandas.DataFrame(esa_runs.read.read(path).rows)


def _with_interval(groups, confidence):
    rows = [
        (len(values), values.mean(), values.mean() - half, values.mean() + half)
        for values in (values for _, values in groups)
        for half in (esa_intervals.half_width(values, confidence),)
    ]
    keys = [key if isinstance(key, tuple) else (key,) for key, _ in groups]
    return keys, pandas.DataFrame(rows, columns=["n", "mean", "low", "high"])


def summary(frame, by, value="jct_ms", confidence=esa_intervals.CONFIDENCE):
    """
    Returns n, mean, low and high (95 % confidence, Student's t) of a column in each group.

    frame: what read() returned; by: list of columns that make the groups; value: the column;
    confidence: of the intervals
    """
    names = list(by)
    groups = frame.groupby(names if len(names) > 1 else names[0], sort=False)
    groups = [(key, part[value]) for key, part in groups]
    keys, rows = _with_interval(groups, confidence)
    return pandas.concat([pandas.DataFrame(keys, columns=list(by)), rows], axis=1)


def ratios(frame, system, over, by=(), value="jct_ms"):
    """
    Returns the ratio of two systems in each run: columns by, seed, run and ratio.

    system: above the line; over: below it; by: columns that make groups; value: the column. Seeds
    that one of the two systems lacks are left out. Rows are in the order of the frame.
    """
    by = list(by)
    index = by + ["seed", "run"]
    above = frame[frame["system"] == system].set_index(index)[value]
    below = frame[frame["system"] == over].set_index(index)[value]
    found = (above / below).dropna().rename("ratio").reset_index()
    if not by:
        return found
    # in the order of the frame, which that of the axes is
    order = frame[by].drop_duplicates()
    return order.merge(found, on=by, how="inner")


def ratio(frame, system, over, by=(), value="jct_ms", confidence=esa_intervals.CONFIDENCE):
    """
    Returns the ratio of two systems in each group, with its 95 % confidence interval.

    The ratio is taken seed by seed, then averaged: with one seed, all systems meet the same job
    starts and delays. confidence: of the intervals; all else as in ratios()
    """
    found = ratios(frame, system, over, by, value)
    if not len(by):
        _, rows = _with_interval([((), found["ratio"])], confidence)
        return rows
    return summary(found, by, "ratio", confidence)
