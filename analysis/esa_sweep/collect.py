# SPDX-License-Identifier: GPL-2.0-only
"""The results of a sweep in one CSV file, with one row per run."""

import json

from .columns import ORIGIN, apart


def table(runs, results, program):
    """
    Returns column names and rows of the runs that are finished, in the order of the plan.

    Columns: axes (with system and seed), ORIGIN, then what esa-scenario reports, with the wall
    time last: it is the only one that differs when the sweep is run again. A result whose name is
    that of an axis is left out if the axis is that field, else its column begins with result_.

    runs: the plan; results: key -> row; program: its identity
    """
    axes = list(dict.fromkeys(name for run in runs for name in run.shown))
    cases = {name for run in runs for name in run.cases}
    finished = [run for run in runs if run.key in results]
    reported = dict.fromkeys(name for run in finished for name in results[run.key])
    fields = {name for name in axes} - cases
    taken = {name for name in (*axes, *ORIGIN)}
    rest = {}  # column -> result
    for name in reported:
        if name not in ORIGIN and name != "wall_s" and name not in fields:
            column = apart(name, taken)
            taken.add(column)
            rest[column] = name
    if "wall_s" in reported:
        rest["wall_s"] = "wall_s"
    rows = []
    for run in finished:
        result = dict(results[run.key], program=program)
        row = [run.shown.get(name) for name in axes]
        row += [result.get(name) for name in (*ORIGIN, *rest.values())]
        rows.append([_plain(value) for value in row])
    return axes + ORIGIN + list(rest), rows


def _plain(value):
    """Returns a value that a cell can hold; lists of numbers as in a result.csv."""
    if isinstance(value, list) and not any(isinstance(item, dict) for item in value):
        return ";".join(_spaced(item) for item in value)
    if isinstance(value, (list, dict)):
        return json.dumps(value, sort_keys=True)
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    return int(value) if isinstance(value, bool) else value


def _spaced(item):
    return " ".join(map(str, item)) if isinstance(item, list) else str(item)
