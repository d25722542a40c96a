# SPDX-License-Identifier: GPL-2.0-only
"""The points of a figure: means over seeds with their intervals, or distributions."""

import math

from esa_runs.interval import mean_with_interval
from esa_runs.results import is_number
from esa_runs.text import listed
from esa_sweep.errors import BadInput

from .looks import joined_text, label, short, value_text

_MOST_STEPS = 400  # points of a distribution's curve; a picture shows no more


class Point:
    """A mean with its interval, or a step of a distribution."""

    def __init__(self, place, x, values, settings):
        self.place = place  # what the user reads: x as a text
        self.x = x  # a number
        self.mean, self.low, self.high = mean_with_interval(values)
        self.count = len(values)
        self.settings = settings  # setting -> value, of those that vary


class Line:
    """Points of the same settings but x."""

    def __init__(self, key, name, settings):
        self.key = key  # by which it gets its look
        self.name = name
        self.settings = settings
        self.points = []


class Panel:
    """Lines that stand in one set of axes."""

    def __init__(self, name):
        self.name = name
        self.lines = []


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
        self.panels = []


def _values(table, place, column, base):
    """Returns the values of one row: none if it lacks the column or what it is compared with."""
    value = table.rows[place].get(column)
    if not is_number(value):
        return []
    if base is None:
        return [value]
    others = tuple(table.value(place, name) for name in table.varying if name != "system")
    below = base.get((others, table.rows[place]["seed"]))
    return [value / below] if below else []


def _base(table, column, system):
    """Returns (other settings, seed) -> value of the system that is compared with."""
    systems = table.values("system")
    if system not in systems or len(systems) < 2:
        raise BadInput(
            f"--ratio-to {system}: the results have {listed(systems)}; needed are "
            f"runs of {system} and of another system"
        )
    base = {}
    for place, row in enumerate(table.rows):
        if row["system"] == system and is_number(row.get(column)):
            others = [table.value(place, name) for name in table.varying if name != "system"]
            base[(tuple(others), row["seed"])] = row[column]
    return base


def _grouped(table, plan, left_out=None):
    """Yields panels with (line, places of its rows). left_out: system that is not drawn"""
    panels = {}
    for place, row in enumerate(table.rows):
        if row["system"] == left_out:
            continue
        panel_key = tuple(table.value(place, name) for name in plan.panels)
        line_key = tuple(table.value(place, name) for name in plan.lines)
        panels.setdefault(panel_key, {}).setdefault(line_key, []).append(place)
    for panel_key in _in_order(table, plan.panels, panels):
        lines = panels[panel_key]
        panel = Panel(joined_text(plan.panels, panel_key))
        for line_key in _in_order(table, plan.lines, lines):
            places = lines[line_key]
            settings = dict(zip([*plan.panels, *plan.lines], [*panel_key, *line_key]))
            key = line_key[0] if len(line_key) == 1 else line_key
            panel.lines.append((Line(key, joined_text(plan.lines, line_key), settings), places))
        yield panel


def _in_order(table, names, keys):
    """Returns keys, values of the settings named, in order: numbers by size, others as found."""
    orders = []
    for name in names:
        values = table.values(name)
        values = sorted(values) if all(map(is_number, values)) else values
        orders.append({value: place for place, value in enumerate(values)})
    return sorted(keys, key=lambda key: [order[value] for order, value in zip(orders, key)])


def points_figure(table, plan, column, ratio_to=None):
    """Returns the Figure of a measured column over plan.x."""
    base = _base(table, column, ratio_to) if ratio_to else None
    values = [
        value
        for value in table.values(plan.x)
        if not (ratio_to and plan.x == "system" and value == ratio_to)
    ]
    numeric = all(map(is_number, values)) and len(values) > 1
    if numeric:
        values.sort()
    y_label = label(column)
    if ratio_to:
        y_label = f"{y_label.split(' [')[0]} / {value_text('system', ratio_to)}"
    figure = Figure(column + (f"-to-{ratio_to}" if ratio_to else ""), y_label, "bar")
    if numeric:
        figure.kind = "line"
    figure.x_label = label(plan.x)
    figure.x_values = values if numeric else list(range(len(values)))
    figure.x_names = [short(v) if is_number(v) else value_text(plan.x, v) for v in values]
    figure.reference = 1 if ratio_to else None
    for panel in _grouped(table, plan, ratio_to):
        lines, panel.lines = panel.lines, []
        for line, places in lines:
            for place, value in enumerate(values):
                here = [each for each in places if table.value(each, plan.x) == value]
                found = [v for each in here for v in _values(table, each, column, base)]
                if found:
                    x = value if numeric else place
                    settings = {**line.settings, plan.x: value}
                    line.points.append(Point(figure.x_names[place], x, found, settings))
            if line.points:
                panel.lines.append(line)
        if panel.lines:
            figure.panels.append(panel)
    if not figure.panels:
        beside = f" with a run of {ratio_to} with the same settings and seed" if ratio_to else ""
        raise BadInput(f"--y {column}: no run has a number for it{beside}; needed is one at least")
    return figure


def cdf_figure(table, plan, column):
    """Returns the Figure of the distribution of a list column; seeds are put together."""
    figure = Figure(f"{column}-cdf", "share of the values", "cdf")
    figure.x_label = label(column)
    for panel in _grouped(table, plan):
        lines, panel.lines = panel.lines, []
        for line, places in lines:
            lists = [table.rows[place].get(column) for place in places]
            values = [v for each in lists if isinstance(each, tuple) for v in each]
            values = sorted(filter(is_number, values))
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


def _steps(count):
    """Returns which of so many sorted values make the curve: all, or a sample with both ends."""
    if count <= _MOST_STEPS:
        return range(count)
    return sorted({round(step * (count - 1) / (_MOST_STEPS - 1)) for step in range(_MOST_STEPS)})


def percentile(values, percent):
    """Returns a percentile of sorted values by nearest rank, as the program's results do."""
    return values[max(0, math.ceil(percent / 100 * len(values)) - 1)]
