# SPDX-License-Identifier: GPL-2.0-only
"""The two pictures of the study: which gains the points reach, and what each setting does."""

import numpy
from esa_figures.style import Panel, compose
from esa_figures.verdicts import CLOSE

from . import labels
from .design import SHIPPED

_REACH_INCHES = (3.9, 0.42)  # width of a panel, height of a row
_EFFECT_INCHES = (2.9, 0.24)
_LABEL_INCHES = 2.3
_CLIP_PERCENT = 60.0  # stronger effects have no stronger colour
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
    design = [point for point in study.designed if point != SHIPPED]

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
            (list(study.promised), "#0072B2", "^", _ABOVE / 2, "candidate"),
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


def _rounded(percent):
    return f"{percent:+.0f}" if abs(percent) >= 0.5 else "0"


def moves(study):
    """Returns the function that draws what each setting does to each claim."""

    def draw(title=None, narrow=False):
        panels = [
            _moves_panel(study, name, narrow or number == 0)
            for number, name in enumerate(labels.GROUPS)
        ]
        return compose(panels, "", title, narrow)

    return draw


def _moves_panel(study, name, with_names):
    places = labels.places(study.goals, name)
    rows = [[row[place] for place in places] for row in study.effects]
    percents = numpy.array([[one.percent for one in row] for row in rows])

    def draw(axes):
        axes.imshow(percents, cmap="PuOr_r", vmin=-_CLIP_PERCENT, vmax=_CLIP_PERCENT, aspect="auto")
        for y, row in enumerate(rows):
            for x, one in enumerate(row):
                strong = abs(one.percent) > 0.75 * _CLIP_PERCENT
                colour = "white" if strong else "black" if one.is_shown else "0.6"
                weight = "bold" if one.is_shown else "normal"
                axes.text(
                    *(x, y, _rounded(one.percent)),
                    **{"ha": "center", "va": "center", "fontsize": 6.5},
                    **{"color": colour, "fontweight": weight},
                )
        names = [row[0].name() for row in rows] if with_names else [""] * len(rows)
        axes.set_yticks(range(len(rows)), names, fontsize=7)
        heads = [labels.short(study.goals[place]) for place in places]
        axes.set_xticks(range(len(places)), heads, fontsize=7, rotation=30, ha="right")
        axes.grid(False)

    width, height = _EFFECT_INCHES
    width += _LABEL_INCHES if with_names else 0
    return Panel(_title(name), draw, width, height * len(rows) + 1.0)
