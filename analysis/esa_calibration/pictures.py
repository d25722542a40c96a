# SPDX-License-Identifier: GPL-2.0-only
"""The picture of the study: which gains the points reach."""

from esa_figures.style import Panel, compose
from esa_figures.verdicts import CLOSE

from . import labels
from .design import SHIPPED

_REACH_INCHES = (3.9, 0.42)  # width of a panel, height of a row
_ABOVE = 0.35  # of a row: candidates are above the line, the design is below
_LARGEST_GAIN = 3.0  # of the axis; points beyond stand at its end


def reach(study):
    """Returns the function that draws the gains of all points."""

    def draw(title=None, narrow=False):
        panels = [_reach_panel(study, name) for name in labels.GROUPS]
        return compose(panels, "", title, narrow)

    return draw


def _reach_panel(study, name):
    places = labels.places(study.goals, name)
    goals = [study.goals[place] for place in places]
    design = [point for point in study.gains if point in study.designed and point != SHIPPED]
    candidates = [point for point in study.gains if point not in study.designed]

    def gain(point, place):
        return min(study.gains[point][place], _LARGEST_GAIN)

    def row(axes, place, y):
        goal = study.goals[place]
        low, high = (0, _LARGEST_GAIN)
        if goal.number is not None:
            published = goal.number - 1
            low, high = published * (1 - CLOSE), published * (1 + CLOSE)
        axes.barh([y], [high - low], left=low, height=0.8, color="#d9f0e6", label="claim holds")
        for points, colour, marker, step, label in (
            (design, "0.45", ".", -_ABOVE / 2, "design"),
            (candidates, "#0072B2", "^", _ABOVE / 2, "candidate"),
        ):
            axes.plot(
                *([gain(point, place) for point in points], [y + step] * len(points)),
                **{"color": colour, "marker": marker, "linestyle": "none", "markersize": 4},
                **{"label": label, "alpha": 0.7},
            )
        for point, colour, marker, label in (
            (SHIPPED, "#E69F00", "s", "shipped"),
            (study.best, "#D55E00", "*", "fitted"),
        ):
            axes.plot(
                *([gain(point, place)], [y]),
                **{"color": colour, "marker": marker, "linestyle": "none", "markersize": 8},
                **{"label": label, "markeredgecolor": "black", "markeredgewidth": 0.5},
            )

    def draw(axes):
        rows = range(len(places), 0, -1)
        for y, place in zip(rows, places):
            row(axes, place, y)
        axes.axvline(0, color="#666", linestyle="--", linewidth=0.8)
        axes.set_yticks(list(rows), [labels.short(goal) for goal in goals])
        axes.set_ylim(0.4, len(places) + 0.6)
        drawn = [gain(point, place) for point in study.gains for place in places]
        drawn += [(goal.number - 1) * (1 + CLOSE) for goal in goals if goal.number is not None]
        least, widest = min(drawn), max(drawn)
        margin = 0.05 * (widest - least)
        axes.set_xlim(least - margin, widest + margin)
        axes.set_xlabel("gain")

    width, height = _REACH_INCHES
    return Panel(_title(name), draw, width, height * len(places) + 0.7)


def _title(name):
    return f"ESA and {name}" if name != labels.GROUPS[2] else "straw-men"
