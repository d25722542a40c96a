# SPDX-License-Identifier: GPL-2.0-only
"""Means with their 95 % confidence intervals (Student's t)."""

import math
import statistics

_T_95 = (
    12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281,
    2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860,
    2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423,
)  # fmt: skip
"""Student's t, two-sided 95 %, for 1 to 30 degrees of freedom."""


def student_t_95(freedom):
    """Returns Student's t, two-sided 95 %, for degrees of freedom from 1."""
    if freedom <= len(_T_95):
        return _T_95[freedom - 1]
    # beyond the table: its expansion around the quantile of the normal distribution
    z = 1.959964
    return z + (z**3 + z) / (4 * freedom)


def mean_with_interval(values):
    """Returns (mean, low, high); low and high are None for a single value."""
    values = [float(value) for value in values]
    mean = math.fsum(values) / len(values)
    if len(values) < 2:
        return mean, None, None
    half = student_t_95(len(values) - 1) * statistics.stdev(values) / math.sqrt(len(values))
    return mean, mean - half, mean + half
