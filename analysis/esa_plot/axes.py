# SPDX-License-Identifier: GPL-2.0-only
"""What the axes of a figure show."""

import math

_LETTERS = 34  # of ticks that fit below a panel
_BETWEEN = 1.5  # letters between two ticks


def log_axis(figure):
    """Returns whether the x axis is logarithmic: if values double rather than grow by steps."""
    values = figure.x_values
    if figure.kind != "line" or not values[-1] > 10 * values[0] > 0:
        return False
    return _closest(list(map(math.log, values))) > _closest(values)


def _closest(places):
    """Returns the smallest distance of two neighbours as a share of the whole."""
    gaps = [after - before for before, after in zip(places, places[1:])]
    return min(gaps) / (places[-1] - places[0])


def shown_ticks(figure):
    """Returns the places among x_values that have a tick: those whose names do not overlap."""
    scale = math.log if log_axis(figure) else float
    values = [scale(value) for value in figure.x_values]
    letter = (values[-1] - values[0]) / _LETTERS
    halves = [(len(name) + _BETWEEN) / 2 * letter for name in figure.x_names]
    last = len(values) - 1
    kept = [0]
    for place in range(1, last):
        begin, end = values[place] - halves[place], values[place] + halves[place]
        if begin >= values[kept[-1]] + halves[kept[-1]] and end <= values[last] - halves[last]:
            kept.append(place)
    return [*kept, last]


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
