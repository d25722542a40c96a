# SPDX-License-Identifier: GPL-2.0-only
"""
Bars that go to the right, one below the other.

Cases of a sweep have names like "window cap 250 packets". Twenty of them do not fit side by side
below an axis, but one below the other beside it.
"""

import math

from . import style
from matplotlib import container

_LETTERS_OF_TICKS = 40  # fit below a panel side by side
_INCHES_OF_BAR = 0.12
_INCHES_OF_GAP = 0.1
_INCHES_OF_AXIS = 0.6
_INCHES_OF_LETTER = 0.065


class Spot:
    """Where a point stands, and which mark it is a part of."""

    def __init__(self, x, y, line, point, mark):
        self.x = x  # in the axes' data; draw_panels() makes points of the drawing of it
        self.y = y
        self.line = line
        self.point = point
        self.mark = mark  # what the identifiers of its parts of the drawing begin with


def mark(drawn, name):
    """Names what is drawn of a line or bar: the identifiers in the SVG begin with the name."""
    parts = list(drawn.get_children() if isinstance(drawn, container.Container) else drawn)
    if getattr(drawn, "errorbar", None):
        parts += drawn.errorbar.get_children()
    for number, part in enumerate(parts):
        part.set_gid(f"{name}-{number}")


def sideways(figure):
    """Returns whether the names of a figure's places are too long to stand side by side."""
    return figure.kind == "bar" and len("  ".join(figure.x_names)) > _LETTERS_OF_TICKS


def _bars_of_place(figure):
    return max(len(panel.lines) for panel in figure.panels)


def height_of_rows(figure):
    """Returns the height of a panel in inches."""
    group = _bars_of_place(figure) * _INCHES_OF_BAR + _INCHES_OF_GAP
    return len(figure.x_names) * group + _INCHES_OF_AXIS


def width_of_rows(figure):
    """Returns the width of a panel in inches."""
    return max(map(len, figure.x_names)) * _INCHES_OF_LETTER + style.WIDTH_INCHES


def errors(points):
    """Returns the halves of the intervals, or None if no point has one; NaN draws nothing."""
    if all(point.low is None for point in points):
        return None
    halves = [
        (math.nan, math.nan) if p.low is None else (p.mean - p.low, p.high - p.mean) for p in points
    ]
    return [list(side) for side in zip(*halves)]


def draw_rows(axes, figure, panel, look_of, limits):
    """
    Draws a panel and returns its Spots.

    look_of: function of a line and a point; limits: of the measured axis
    """
    spots = []
    zero = figure.reference or 0
    group = len(panel.lines) * _INCHES_OF_BAR + _INCHES_OF_GAP
    for row, line in enumerate(panel.lines):
        for place, point in enumerate(line.points):
            look = look_of(line, point)
            middle = (row - (len(panel.lines) - 1) / 2) * _INCHES_OF_BAR
            bar = axes.barh(
                point.x * group + middle,
                point.mean - zero,
                left=zero,
                xerr=errors([point]),
                # one entry of the legend for a line; none if each bar looks in its own way
                label=line.name if place == 0 else None,
                color=look.colour,
                hatch=look.hatch,
                edgecolor="white",
                height=0.92 * _INCHES_OF_BAR,
                error_kw={"capsize": 1.5, "linewidth": 0.8},
            )
            name = f"mark-{row}-{place}"
            spots.append(Spot(point.mean, point.x * group + middle, line, point, name))
            mark(bar, name)
            for value in (value for other, value in figure.published if other is point):
                style.draw_published(axes, value, point.x * group + middle, "black")
    axes.axvline(zero, color="0.4", linewidth=1)
    axes.grid(False, axis="y")
    axes.set_xlim(*limits)
    axes.set_ylim((len(figure.x_names) - 0.5) * group, -0.5 * group)
    axes.set_yticks([place * group for place in figure.x_values], figure.x_names)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel(figure.y_label)
    return spots
