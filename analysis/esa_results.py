# SPDX-License-Identifier: GPL-2.0-only
"""
Reads the results of a sweep, and computes means and ratios with their confidence intervals.

    import esa_results
    runs = esa_results.read("out/sweeps/memory")
    esa_results.summary(runs, ["switch.memory_bytes", "system"])
    esa_results.ratio(runs, "atp", "esa", by=["switch.memory_bytes"])

Columns carry their units: _ms, _us, _s, _bytes; shares and utilization are from 0 to 1.
"""

import contextlib
import math
import os
import sqlite3

import pandas

_TEXTS = ("config_hash", "module_version", "ns3_version", "program")
"""Columns of texts that may look like numbers."""

_T_95 = (
    12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281,
    2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860,
    2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423,
)  # fmt: skip
"""Student's t, two-sided 95 %, for 1 to 30 degrees of freedom."""


def read(path):
    """
    Returns the runs of a sweep as a DataFrame, one row per run.

    path: the sweep's directory, its .sqlite or its .csv. jct_ms_per_job becomes a tuple.
    """
    if os.path.isdir(path):
        names = sorted(name for name in os.listdir(path) if name.endswith(".sqlite"))
        if len(names) != 1:
            raise ValueError(f"{path}: holds {len(names)} SQLite files, name one of them")
        path = os.path.join(path, names[0])
    if not os.path.isfile(path):
        raise FileNotFoundError(f"{path}: there are no results")
    if path.endswith(".csv"):
        types = dict.fromkeys(_TEXTS, str)
        frame = pandas.read_csv(path, dtype=types, float_precision="round_trip")
    else:
        with contextlib.closing(sqlite3.connect(path)) as database:
            frame = pandas.read_sql("SELECT * FROM runs", database)
    if "jct_ms_per_job" in frame:
        frame["jct_ms_per_job"] = [
            tuple(map(float, str(text).split(";"))) for text in frame["jct_ms_per_job"]
        ]
    return frame


def half_width_95(values):
    """Returns half the width of the mean's 95 % confidence interval; NaN for a single value."""
    count = len(values)
    if count < 2:
        return math.nan
    freedom = count - 1
    # beyond the table: Student's t by its expansion around the quantile of the normal distribution
    z = 1.959964
    t = _T_95[freedom - 1] if freedom <= len(_T_95) else z + (z**3 + z) / (4 * freedom)
    return t * float(pandas.Series(values).std(ddof=1)) / math.sqrt(count)


def _with_interval(groups):
    rows = [
        (len(values), values.mean(), values.mean() - half, values.mean() + half)
        for values in (values for _, values in groups)
        for half in (half_width_95(values),)
    ]
    keys = [key if isinstance(key, tuple) else (key,) for key, _ in groups]
    return keys, pandas.DataFrame(rows, columns=["n", "mean", "low", "high"])


def summary(frame, by, value="jct_ms"):
    """
    Returns n, mean, low and high (95 % confidence, Student's t) of a column in each group.

    frame: what read() returned; by: list of columns that make the groups; value: the column
    """
    names = list(by)
    groups = frame.groupby(names if len(names) > 1 else names[0], sort=False)
    groups = [(key, part[value]) for key, part in groups]
    keys, rows = _with_interval(groups)
    return pandas.concat([pandas.DataFrame(keys, columns=list(by)), rows], axis=1)


def ratio(frame, system, over, by=(), value="jct_ms"):
    """
    Returns the ratio of two systems in each group, with its 95 % confidence interval.

    The ratio is taken seed by seed, then averaged: with one seed, all systems meet the same job
    starts and delays. system: above the line; over: below it; by: columns that make the groups;
    value: the column. Seeds that one of the two systems lacks are left out.
    """
    by = list(by)
    index = by + ["seed", "run"]
    above = frame[frame["system"] == system].set_index(index)[value]
    below = frame[frame["system"] == over].set_index(index)[value]
    ratios = (above / below).dropna().rename("ratio").reset_index()
    if not by:
        keys, rows = _with_interval([((), ratios["ratio"])])
        return rows
    # in the order of the frame, which that of the axes is
    order = frame[by].drop_duplicates()
    ratios = order.merge(ratios, on=by, how="inner")
    return summary(ratios, by, "ratio")
