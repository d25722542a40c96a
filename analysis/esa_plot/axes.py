# SPDX-License-Identifier: GPL-2.0-only
"""What the axes of a figure show, the same in pictures and on the page."""

import math


def log_axis(figure):
    """Returns whether x values differ by so much that their axis is logarithmic."""
    values = figure.x_values
    return figure.kind == "line" and values[-1] > 10 * values[0] > 0


def shown_ticks(figure, most=9):
    """Returns the places among x_values that have a tick: not more than fit, both ends included."""
    count = len(figure.x_values)
    if count > most:
        step = math.ceil((count - 1) / (most - 1))
        return sorted({*range(0, count - step // 2, step), count - 1})
    if log_axis(figure):
        return list(range(count))
    # on a linear axis, values that stand close together share a tick
    span = figure.x_values[-1] - figure.x_values[0]
    kept = [0]
    for place in range(1, count):
        if figure.x_values[place] - figure.x_values[kept[-1]] >= 0.07 * span:
            kept.append(place)
    return kept


def y_limits(figure):
    """
    Returns the lowest and highest y.

    Lengths begin at 0, so that they compare. Ratios are shown around 1, and distributions from 0
    to 1.
    """
    if figure.kind == "cdf":
        return 0, 1.02
    points = [point for panel in figure.panels for line in panel.lines for point in line.points]
    lows = [point.mean if point.low is None else point.low for point in points]
    highs = [point.mean if point.high is None else point.high for point in points]
    low, high = min(lows), max(highs)
    if figure.reference is None:
        low, high = min(low, 0), max(high, 0)
        return 1.06 * low, 1.06 * high if high > low else 1
    low, high = min(low, figure.reference), max(high, figure.reference)
    margin = 0.06 * (high - low) or 0.1
    return low - margin, high + margin
