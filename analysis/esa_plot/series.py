# SPDX-License-Identifier: GPL-2.0-only
"""The points of a figure: means over seeds with their intervals, or distributions."""

import itertools
import math

import esa_intervals
from esa_runs.results import is_number
from esa_runs.text import plain
from esa_sweep.errors import BadInput

from .ratio import over_system
from .styles import axis_texts, joined_text, label, short, value_text

_MOST_STEPS = 400  # points of a distribution's curve; a picture shows no more
_FEW_SYSTEMS = 5  # so many keep their usual order
CLOSE_PERCENT = 5
"""By so much two systems differ little."""


class Point:
    """A mean with its interval, or a step of a distribution."""

    def __init__(self, place, x, values, settings):
        self.place = place  # what the user reads: x as a text
        self.x = x  # a number
        self.mean, self.low, self.high = esa_intervals.mean(values)
        self.count = len(values)
        self.settings = settings  # setting -> value, of those that vary
        self.is_best = False  # whether it stands on the frontier of its panel


class Line:
    """Points of the same settings but x."""

    def __init__(self, key, name, settings):
        self.key = key  # by which it gets its look, the same in all panels
        self.name = name
        self.settings = settings
        self.points = []


class Panel:
    """Lines that stand in one set of axes."""

    def __init__(self, name):
        self.name = name
        self.lines = []
        self.frontier = []  # (line, point), if it is to be shown


class Figure:
    """One measured column in all panels."""

    def __init__(self, name, y_label, kind):
        self.name = name  # of its files
        self.y_label = y_label
        self.kind = kind  # line, bar or cdf
        self.x_label = ""
        self.x_values = []  # numbers; for bars the places 0, 1, ...
        self.x_names = []
        self.reference = None  # value that all are compared with
        self.below = ""  # what it means to be below it, if that is to be shown
        self.panels = []
        self.log = None  # axes that the user wants logarithmic, or None: by the values
        self.published = []  # (Point, value) of what others have published
        self.systems = ()  # of all rows, also of those that are not drawn
        self.equal = []  # sentences: where the ratios of a line are about 1


def _values(table, place, column, ratio):
    """Returns the values of one row: none if it lacks the column or what it is compared with."""
    if ratio is not None:
        return ratio.value(table, place)
    value = table.rows[place].get(column)
    return [value] if is_number(value) else []


def _grouped(table, plan, left_out=()):
    """Yields panels with (line, places of its rows). left_out: systems that are not drawn"""
    panels = {}
    for place, row in enumerate(table.rows):
        if row["system"] in left_out:
            continue
        panel_key = tuple(table.value(place, name) for name in plan.panels)
        line_key = tuple(table.value(place, name) for name in plan.lines)
        panels.setdefault(panel_key, {}).setdefault(line_key, []).append(place)
    for panel_key in in_order(table, plan.panels, panels):
        lines = panels[panel_key]
        panel = Panel(joined_text(plan.panels, panel_key))
        for line_key in in_order(table, plan.lines, lines):
            places = lines[line_key]
            settings = dict(zip([*plan.panels, *plan.lines], [*panel_key, *line_key]))
            key = line_key[0] if len(line_key) == 1 else line_key
            panel.lines.append((Line(key, joined_text(plan.lines, line_key), settings), places))
        yield panel


def in_order(table, names, keys):
    """Returns keys, values of the settings named, in order: numbers by size, others as found."""
    orders = []
    for name in names:
        values = table.values(name)
        values = sorted(values) if all(map(is_number, values)) else values
        orders.append({value: place for place, value in enumerate(values)})
    return sorted(keys, key=lambda key: [order[value] for order, value in zip(orders, key)])


def drawn(table, plan, columns, options, ratio=None):
    """Returns the figures that the options ask for. ratio: that of the one column, or None"""
    if options.cdf is not None:
        return [cdf_figure(table, plan, column) for column in columns]
    if ratio:
        return [points_figure(table, plan, ratio.column, ratio)]
    base = options.ratio_to
    ratios = [over_system(table, name, base) if base else None for name in columns]
    return [points_figure(table, plan, name, each) for name, each in zip(columns, ratios)]


def points_figure(table, plan, column, ratio=None):
    """Returns the Figure of a measured column over plan.x, or of its Ratio."""
    left_out = ratio.left_out if ratio else ()
    values = [
        value for value in table.values(plan.x) if not (plan.x == "system" and value in left_out)
    ]
    numeric = all(map(is_number, values)) and len(values) > 1
    if numeric:
        values.sort()
    name, y_label = (ratio.name, ratio.y_label) if ratio else (column, label(column))
    figure = Figure(name, y_label, "line" if numeric else "bar")
    figure.systems = table.values("system")
    figure.x_label, figure.x_names = axis_texts(plan.x, values)
    figure.x_values = values if numeric else list(range(len(values)))
    figure.reference = 1 if ratio else None
    figure.below = "does not pay" if ratio and ratio.is_gain else ""
    for panel in _grouped(table, plan, left_out):
        lines, panel.lines = panel.lines, []
        for line, places in lines:
            for place, value in enumerate(values):
                here = [each for each in places if table.value(each, plan.x) == value]
                found = [(v, table.outcome(each)) for each in here for v in _values(table, each, column, ratio)]
                found = [v for v, _ in dict.fromkeys(found)]  # seeds of one outcome are one run
                if found:
                    x = value if numeric else place
                    settings = {**line.settings, plan.x: value}
                    line.points.append(Point(figure.x_names[place], x, found, settings))
            if line.points:
                panel.lines.append(line)
        if panel.lines:
            figure.panels.append(panel)
    if not figure.panels:
        beside = f" with a run of {ratio.needed} with the same settings and seed" if ratio else ""
        raise BadInput(f"--y {column}: no run has a number for it{beside}; needed is one at least")
    if plan.x == "system" and len(values) > _FEW_SYSTEMS and _is_one_line(figure):
        _sort(figure)
    return figure


def _is_one_line(figure):
    return [len(panel.lines) for panel in figure.panels] == [1]


def _sort(figure):
    """Puts the bars of a figure with one line in the order of their lengths, so that groups of systems show."""
    ((line,),) = (panel.lines for panel in figure.panels)
    line.points.sort(key=lambda point: point.mean)
    without = set(range(len(figure.x_names))) - {point.x for point in line.points}
    places = [*(point.x for point in line.points), *sorted(without)]
    figure.x_names = [figure.x_names[place] for place in places]
    for place, point in enumerate(line.points):
        point.x = place


def cdf_figure(table, plan, column):
    """Returns the Figure of the distribution of a list column; seeds are put together."""
    figure = Figure(f"{column}-cdf", "share of the values", "cdf")
    figure.systems = table.values("system")
    figure.x_label = label(column)
    for panel in _grouped(table, plan):
        lines, panel.lines = panel.lines, []
        for line, places in lines:
            lists = [table.rows[place].get(column) for place in places]
            values = sorted(filter(is_number, (v for each in lists for v in _flat(each))))
            if values:
                line.values = values
                line.seeds = len(places)
                panel.lines.append(line)
                for place in _steps(len(values)):
                    share = (place + 1) / len(values)
                    point = Point(short(values[place]), values[place], [share], line.settings)
                    line.points.append(point)
        if panel.lines:
            figure.panels.append(panel)
    if not figure.panels:
        raise BadInput(f"--cdf {column}: no run has a value in its list; needed is one at least")
    return figure


def _flat(value):
    """Yields the numbers of a list, and of lists in it."""
    if isinstance(value, tuple):
        for part in value:
            yield from _flat(part) if isinstance(part, tuple) else (part,)


def _steps(count):
    """Returns which of `count` sorted values make the curve: all, or a sample with both ends."""
    if count <= _MOST_STEPS:
        return range(count)
    return sorted({round(step * (count - 1) / (_MOST_STEPS - 1)) for step in range(_MOST_STEPS)})


def percentile(values, percent):
    """Returns a percentile of sorted values by nearest rank, as the program's results do."""
    return values[max(0, math.ceil(percent / 100 * len(values)) - 1)]


def add_frontier(figure, setting):
    """
    Finds the frontier of each panel: from left to right, each point that is lower than all before.

    Less x (memory) and less y (time) are better, so no other point beats these in both.
    panel.frontier becomes a list of (line, point). Refuses an x, the setting, that is not a number
    that varies.
    """
    if figure.kind != "line":
        raise BadInput(
            f"--pareto {setting}: is not a number with two values or more in these results; needed "
            "is a sweep with such an axis"
        )
    for panel in figure.panels:
        points = [(point.x, point.mean, line, point) for line in panel.lines for point in line.points]
        points.sort(key=lambda each: each[:2])
        for _, mean, line, point in points:
            if not panel.frontier or mean < panel.frontier[-1][1].mean:
                panel.frontier.append((line, point))
                point.is_best = True


def add_published(figure, published):
    """Finds the points beside which published values stand. published: list of (setting -> text, value)"""
    points = [point for panel in figure.panels for line in panel.lines for point in line.points]
    for settings, value in published:
        found = [
            point
            for point in points
            if all(plain(point.settings.get(name)) == text for name, text in settings.items())
        ]
        if not found:
            given = " ".join(f"{name}={text}" for name, text in settings.items())
            raise BadInput(f"--published {value:g}: no point of {figure.name} has {given}")
        figure.published += [(point, value) for point in found]


def frontier_text(figure, setting):
    """Returns the frontiers as lines of text. setting: x"""
    found = [f"Nothing is lower with as little ({figure.y_label}):"]
    for panel in figure.panels:
        if panel.name:
            found.append(f"{panel.name}:")
        found += [
            f"  {value_text(setting, point.x)}: {line.name or 'the only line'}, {point.mean:.5g}"
            for line, point in panel.frontier
        ]
    return found


def close_systems(figure):
    """
    Returns a sentence on two systems that differ by little at every point, or None.

    Axes begin at 0, so that such systems look the same.
    """
    if figure.kind == "cdf" or figure.reference is not None:
        return None
    means = {}  # system -> other settings -> mean
    for panel in figure.panels:
        for line in panel.lines:
            for point in line.points:
                others = {k: v for k, v in point.settings.items() if k != "system"}
                system = point.settings.get("system")
                means.setdefault(system, {})[tuple(others.items())] = point.mean
    for one, other in itertools.combinations(means, 2):
        pairs = [(mean, means[other].get(key)) for key, mean in means[one].items()]
        if all(b and a > 0 and b > 0 and max(a, b) / min(a, b) < 1 + CLOSE_PERCENT / 100 for a, b in pairs) and any(
            a != b for a, b in pairs
        ):
            names = f"{value_text('system', one)} and {value_text('system', other)}"
            return (
                f"{figure.name}: {names} differ by less than {CLOSE_PERCENT} % at every point; --ratio-to {one} "
                "shows it"
            )
    return None
