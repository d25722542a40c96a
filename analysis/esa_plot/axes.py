# SPDX-License-Identifier: GPL-2.0-only
"""What the axes of a figure show."""

import math

from esa_sweep.errors import BadInput

LETTERS = 34
"""Of ticks that fit below the narrowest panel."""
_BETWEEN = 1.5  # letters between two ticks
_SIDE_BY_SIDE = 0.3  # of the distance of two x, which the lines share
_EVEN = 0.9  # of the mean distance of two x: so far apart are at least all neighbours that are spread evenly
_MOST_ROOM = 8  # of the axis: no more than two of so many x would have


def log_axis(figure, axis):
    """
    Returns whether an axis, "x" or "y", is logarithmic: as the user wants, else if the values of x
    double rather than grow by steps.
    """
    if figure.log is not None:
        return axis in figure.log
    values = figure.x_values
    if axis == "y" or figure.kind != "line" or values[0] < 0 or not values[-1] > 10 * least(figure):
        return False
    return _closest(_log_places(figure)) > _closest(values)


def least(figure):
    """Returns the smallest x above 0."""
    return next(value for value in figure.x_values if value > 0)


def _log_places(figure):
    """Returns where x_values stand on a logarithmic axis; 0 stands two doublings before the next one."""
    return [math.log(value or least(figure) / 4) for value in figure.x_values]


def axis_label(figure, axis):
    """Returns what stands at an axis, "x" or "y": a logarithmic one is marked as such."""
    text = figure.x_label if axis == "x" else figure.y_label
    return f"{text}, log scale" if log_axis(figure, axis) else text


def check_log(figure):
    """Refuses logarithmic axes that the user wants and that cannot be."""
    for axis in figure.log or ():
        if figure.kind == "cdf" or (axis == "x" and figure.kind != "line"):
            raise BadInput(f"--log {axis}: is not for this axis, which shows no numbers to be spread")
        if axis == "x" and figure.x_values[0] < 0:
            raise BadInput(f"--log x: {figure.name} has values below 0 there")
        if axis == "y" and _ends(figure)[0] <= 0:
            raise BadInput(f"--log y: {figure.name} has values of 0 or less there")


def _closest(places):
    """Returns the smallest distance of two neighbours as a share of the whole."""
    gaps = [after - before for before, after in zip(places, places[1:])]
    return min(gaps) / (places[-1] - places[0])


def shown_ticks(figure, letters=LETTERS):
    """
    Returns the places among x_values that have a tick with a name: each, or each second one and so
    on, so that names do not overlap. Where values are not spread evenly: both ends, and those between that find
    room. letters: that fit below the panel
    """
    values = _log_places(figure) if log_axis(figure, "x") else list(map(float, figure.x_values))
    letter = (values[-1] - values[0]) / letters
    halves = [(len(name) + _BETWEEN) / 2 * letter for name in figure.x_names]
    last = len(values) - 1

    def fits(places):
        return all(
            values[one] + halves[one] <= values[next_one] - halves[next_one]
            for one, next_one in zip(places, places[1:])
        )

    steps = [step for step in range(1, last // 2 + 1) if fits(range(0, last + 1, step))]
    is_even = _closest(values) * last > _EVEN
    if steps and (is_even or steps[0] == 1):
        both_ends = [step for step in steps if last % step == 0 and step <= 2 * steps[0]]
        return list(range(0, last + 1, (both_ends or steps)[0]))
    kept = [0]
    for place in range(1, last):
        begin, end = values[place] - halves[place], values[place] + halves[place]
        if begin >= values[kept[-1]] + halves[kept[-1]] and end <= values[last] - halves[last]:
            kept.append(place)
    return [*kept, last]


def beside(figure, x, place, count):
    """
    Returns the x at which a line has its mark, place among count lines: with intervals, lines stand
    side by side, so that none hides another's.
    """
    points = [point for panel in figure.panels for line in panel.lines for point in line.points]
    if count < 2 or len(figure.x_values) < 2 or all(point.low is None for point in points):
        return x
    is_log = log_axis(figure, "x")
    places = _log_places(figure) if is_log else figure.x_values
    gaps = [after - before for before, after in zip(places, places[1:])]
    room = _SIDE_BY_SIDE * min(*gaps, (places[-1] - places[0]) / _MOST_ROOM)
    away = (place - (count - 1) / 2) / count * room
    return x * math.exp(away) if is_log else x + away


def y_limits(figure):
    """
    Returns the lowest and highest y.

    Lengths begin at 0, so that they compare, but on a logarithmic axis. Ratios are shown around 1,
    and distributions from 0 to 1.
    """
    if figure.kind == "cdf":
        return 0, 1.02
    low, high = _ends(figure)
    if log_axis(figure, "y"):
        return low / 1.15, high * 1.15
    if figure.reference is None:
        low, high = min(low, 0), max(high, 0)
        return 1.06 * low, 1.06 * high if high > low else 1
    low, high = min(low, figure.reference), max(high, figure.reference)
    margin = 0.06 * (high - low) or 0.1
    return low - margin, high + margin


def _ends(figure):
    """Returns the lowest and the highest end of all points with their intervals."""
    points = [point for panel in figure.panels for line in panel.lines for point in line.points]
    lows = [point.mean if point.low is None else point.low for point in points]
    highs = [point.mean if point.high is None else point.high for point in points]
    published = [value for _, value in figure.published]
    return min(lows + published), max(highs + published)
