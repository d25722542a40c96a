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
from esa_claims.expression import Expression

__all__ = ["ratio", "read", "summary"]


def read(path):
    """
    Returns runs as a DataFrame, one row per run; lists, such as jct_ms_per_job, become tuples.

    path: the folder of runs or of a sweep, or their result.json or .csv. Raises BadInput of
    esa_sweep.errors.
    """
    return pandas.DataFrame(esa_runs.read.read(path).rows)


def summary(frame, by, value="jct_ms"):
    """
    Returns n, mean, low and high (95 % confidence, Student's t) of a column in each group.

    frame: what read() returned; by: list of columns that make the groups; value: the column
    """
    names = list(by)
    groups = frame.groupby(names if len(names) > 1 else names[0], sort=False)[value]
    keys = [key if isinstance(key, tuple) else (key,) for key, _ in groups]
    return _table(names, keys, [list(values) for _, values in groups])


def ratio(frame, system, over, by=(), value="jct_ms"):
    """
    Returns the ratio of two systems in each group, with its 95 % confidence interval.

    The ratio is taken seed by seed, then averaged: with one seed, all systems meet the same job
    starts and delays. Seeds that one of the two systems lacks are left out. system: above the line; over:
    below it; by: columns that make groups, in which a system has one row for each seed
    """
    names = list(by)
    expression = Expression(f"{value} {system} / {over}" + (f" by {','.join(names)}" if names else ""))
    found = expression.values(frame.to_dict("records"))
    return _table(names, [[each.point.get(name) for name in names] for each in found], [each.values for each in found])


def _table(names, keys, groups):
    """Returns a row for each group of values. keys: values of the columns `names` in each group"""
    frame = pandas.DataFrame(keys, columns=names, index=range(len(groups)))
    halves = pandas.Series([esa_intervals.half_width(values) for values in groups], dtype=float)
    means = pandas.Series([sum(values) / len(values) for values in groups], dtype=float)
    return frame.assign(n=[len(values) for values in groups], mean=means, low=means - halves, high=means + halves)
