# SPDX-License-Identifier: GPL-2.0-only
"""The frontier of a figure: the points that no other point beats in both x and y."""

from esa_sweep.errors import BadInput

from .styles import value_text


def check(figure, setting):
    """Refuses a figure whose x is not a number that varies."""
    if figure.kind != "line":
        raise BadInput(
            f"--pareto {setting}: is not a number with two values or more in these results; needed "
            "is a sweep with such an axis"
        )


def add_frontier(figure):
    """
    Finds the frontier of each panel: from left to right, each point that is lower than all before.

    Less x (memory) and less y (time) are better. panel.frontier becomes a list of (line, point).
    """
    for panel in figure.panels:
        points = [(point.x, point.mean, line, point) for line in panel.lines for point in line.points]
        points.sort(key=lambda each: each[:2])
        panel.frontier = []
        for _, mean, line, point in points:
            if not panel.frontier or mean < panel.frontier[-1][1].mean:
                panel.frontier.append((line, point))
                point.is_best = True


def sentences(figure, x):
    """Returns the frontiers as lines of text. x: the setting"""
    found = []
    for panel in figure.panels:
        if panel.name:
            found.append(f"{panel.name}:")
        found += [
            f"  {value_text(x, point.x)}: {line.name or 'the only line'}, {point.mean:.5g}"
            for line, point in panel.frontier
        ]
    return [f"Nothing is lower with as little ({figure.y_label}):", *found]
