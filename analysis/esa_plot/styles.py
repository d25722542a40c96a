# SPDX-License-Identifier: GPL-2.0-only
"""How lines look and how columns are written, the same in pictures and on the page."""

from esa_looks import WORKLOADS, Look, look_of, name_of, value_look
from esa_runs.results import is_number
from esa_runs.text import number, plain

_UNITS = {
    "ms": "ms",
    "us": "us",
    "ns": "ns",
    "s": "s",
    "bytes": "bytes",
    "mb": "MB",
    "gbps": "Gb/s",
    "packets": "packets",
}
_LABELS = {
    "jct_ms": "iteration time [ms]",
    "jct_ms_per_job": "iteration time of a job [ms]",
    "iteration_ms": "time of each iteration [ms]",
    "job_jct_ms": "time of a whole job [ms]",
    "queueing_mean_ms": "mean time of a job in the queue [ms]",
    "job_jct_mean_ms": "mean time of a whole job [ms]",
    "additions_per_aggregator_s": "additions per aggregator and second",
    "jobs.jct_us": "time of a whole job [us]",
    "jobs.queueing_us": "time in the queue of a job [us]",
    "background_gbps": "background [Gb/s]",
    "switch.memory_bytes": "memory of a switch",
    "jobs": "jobs",
    "workers": "workers per job",
    "utilization": "utilisation",
    "wall_s": "wall time [s]",
    "sim_ms": "simulated time [ms]",
}
_WITH_GROUP = ("count", "enabled", "gain", "k", "kind", "load", "max", "min", "mode", "policy", "preset", "rule", "seed")
"""Last words of fields that name nothing without the word before: 'jitter max 10 us'."""


def line_looks(figure):
    """Returns Line -> Look. A system always looks the same; lines of one system are shades in order."""
    lines = [line for panel in figure.panels for line in panel.lines]
    systems = [line.settings.get("system") for line in lines]
    keys = list(dict.fromkeys(line.key for line in lines))
    beside = [{line.settings.get("system") for line in panel.lines} for panel in figure.panels]
    if None in systems or len(keys) > 1 == max(map(len, beside)):
        return {line: value_look(keys.index(line.key), len(keys)) for line in lines}
    variants = {}  # system -> keys of its lines
    for line, system in zip(lines, systems):
        variants.setdefault(system, dict.fromkeys([]))[line.key] = None
    return {
        line: look_of(system, figure.systems).as_variant(list(variants[system]).index(line.key))
        for line, system in zip(lines, systems)
    }


def bars_by_place(figure):
    """Returns whether each place has one bar, which then looks like what its place names."""
    return figure.kind == "bar" and all(len(panel.lines) == 1 for panel in figure.panels)


def looks_of(figure, x):
    """
    Returns a function of a line and a point that gives the Look of the point's mark or bar.

    x: the setting below the axis
    """
    if bars_by_place(figure) and x == "system":
        # its name stands at the axis, so it needs no hatch
        return lambda line, point: Look(look_of(point.settings[x], figure.systems).colour)
    lines = line_looks(figure)
    return lambda line, point: lines[line]


def label(column):
    """
    Returns the text of a column: 'mean occupied', but a field by its name: 'link.delay [us]'. Values of
    bytes have their unit themselves: 'link.queue_bytes'.
    """
    if column in _LABELS:
        return _LABELS[column]
    words, unit = _words(column)
    if unit == "bytes" and "." in column:
        return column
    return f"{words} [{unit}]" if unit else words


def _words(column):
    name, _, last = column.rpartition("_")
    unit = _UNITS.get(last) if name else None
    name = name if unit else column
    return name if "." in name else name.replace("_", " "), unit


def short(value):
    """Returns a value for a tick: 75k instead of 75000."""
    if is_number(value):
        for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
            if abs(value) >= 10 * size or (abs(value) >= size and value % (size / 100) == 0):
                return f"{number(value / size, 4)}{letter}"
        return number(value)
    return plain(value)


def value_text(column, value):
    """Returns the value of a setting in a legend or above a panel: 'ESA', '4 jobs', 'levels all'."""
    if column == "system":
        return name_of(plain(value))
    if column == "workload":
        return WORKLOADS.get(value) or plain(value)
    if column in ("jobs", "workers", "iterations"):
        return f"{plain(value)} {column}" if value != 1 else f"1 {column[:-1]}"
    if isinstance(value, str) and "." not in column:
        return value
    *above, words = _words(column)[0].replace("_", " ").split(".")
    if above and words in _WITH_GROUP:
        words = f"{above[-1]} {words}"
    return f"{words} {amount_text(column, value)}"


def amount_text(column, value):
    """Returns the value of a setting with its unit, without its name: '32 MB', '5 us', '4 jobs'."""
    if column in ("jobs", "workers", "iterations"):
        return value_text(column, value)
    unit = _words(column)[1]
    if unit == "bytes" and is_number(value):
        return _bytes(value)
    return f"{short(value)}{' ' + unit if unit else ''}"


def tick_text(column, value):
    """Returns the value of a setting at an axis or in a column that has the setting's label."""
    if is_number(value) and "." in column and _words(column)[1] == "bytes":
        return _bytes(value)
    return short(value) if is_number(value) or "." in column else value_text(column, value)


def axis_texts(column, values):
    """Returns the text of an axis, and those of its values. Bytes have one unit, that of the shortest texts."""
    if not all(map(is_number, values)) or "." not in column or _words(column)[1] != "bytes":
        return label(column), [tick_text(column, value) for value in values]
    names = {unit: [plain(value / size) for value in values] for size, unit in _BYTES}
    unit = min(names, key=lambda unit: len("".join(names[unit])))
    return f"{label(column)} [{unit}]", names[unit]


_BYTES = ((1, "B"), (10**3, "KB"), (10**6, "MB"), (10**9, "GB"))


def _bytes(value):
    """Returns a number of bytes with its unit: 64 MB. It is exact, so that two numbers never read the same."""
    for size, unit in reversed(_BYTES[1:]):
        if abs(value) >= size and value * 1000 % size == 0:
            return f"{plain(value / size)} {unit}"
    return f"{plain(value)} B"


def joined_text(columns, values):
    """Returns the values of several settings in one text."""
    return ", ".join(value_text(column, value) for column, value in zip(columns, values))
