# SPDX-License-Identifier: GPL-2.0-only
"""Means with their confidence intervals (Student's t), 95 % if nothing else is said."""

import math

import esa_intervals


def mean_with_interval(values, confidence=esa_intervals.CONFIDENCE):
    """Returns (mean, low, high); low and high are None for a single value."""
    values = [float(value) for value in values]
    mean = math.fsum(values) / len(values)
    if len(values) < 2:
        return mean, None, None
    half = esa_intervals.half_width(values, confidence)
    return mean, mean - half, mean + half
