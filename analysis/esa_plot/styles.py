# SPDX-License-Identifier: GPL-2.0-only
"""How systems look and how columns are written, the same in pictures and on the page."""

from esa_figures import style
from esa_figures.style import NAMES, WORKLOADS
from esa_runs.text import number, plain

_DASHES = ((), (6, 3), (2, 2), (6, 2, 1, 2), (4, 2, 1, 2, 1, 2))  # of the report's systems, in turn
_LOOKS = (
    *(
        (colour, marker, dashes, hatch)
        for (colour, marker, _, hatch), dashes in zip(style.LOOKS.values(), _DASHES)
    ),
    ("#56B4E9", "P", (8, 2), "++"),
    ("#000000", "X", (1, 1), "--"),
    ("#8C510A", "<", (5, 1), "||"),
    ("#6A51A3", ">", (3, 3), "oo"),
    ("#7F7F7F", "*", (8, 2, 2, 2), "OO"),
    ("#B2DF8A", "h", (10, 2), "**"),
    ("#FB9A99", "p", (10, 2, 1, 2), "/."),
)
"""Colour, marker, lengths of dash and gap, hatch; the first five are those of the report."""

_SYSTEMS = (
    *("esa", "atp", "switchml", "straw1", "straw2"),
    *("panama", "iswitch", "hire", "byteps", "ring"),
    *("halving_doubling", "double_tree"),
)
_OTHER_NAMES = {
    "a2tp": "A2TP",
    "panama": "PANAMA",
    "iswitch": "iSwitch",
    "hire": "HIRE",
    "byteps": "BytePS",
    "byteps_nton": "BytePS NtoN",
    "ring": "Ring",
    "sharp": "SHARP",
    "rina": "Rina",
    "mina": "MINA",
    "canary": "Canary",
    "trio": "Trio",
    "halving_doubling": "Halving and doubling",
    "double_tree": "Double tree",
}
_UNITS = {
    "ms": "ms",
    "us": "us",
    "ns": "ns",
    "s": "s",
    "bytes": "bytes",
    "gbps": "Gb/s",
    "packets": "packets",
}
_LABELS = {
    "jct_ms": "JCT [ms]",
    "jct_ms_per_job": "JCT of a job [ms]",
    "iteration_ms": "time of an iteration [ms]",
    "job_jct_ms": "JCT of a job [ms]",
    "queueing_mean_ms": "mean time of a job in the queue [ms]",
    "job_jct_mean_ms": "mean JCT of a job [ms]",
    "additions_per_aggregator_s": "additions per aggregator and second",
    "jobs.jct_us": "JCT of a job [us]",
    "jobs.queueing_us": "time in the queue of a job [us]",
    "background_gbps": "background [Gb/s]",
    "jobs": "jobs",
    "workers": "workers per job",
    "wall_s": "wall time [s]",
    "sim_ms": "simulated time [ms]",
}


class Look:
    """Colour, marker, dashes and hatch of a line."""

    def __init__(self, colour, marker, dashes, hatch):
        self.colour = colour
        self.marker = marker  # as of matplotlib
        self.dashes = dashes  # lengths of dash and gap in turn; none: solid
        self.hatch = hatch


def looks(keys):
    """
    Returns key -> Look. keys: what the lines show, systems or other values, in their order

    A system always looks the same; the others share what is left.
    """
    found = {key: Look(*_LOOKS[_SYSTEMS.index(key)]) for key in keys if key in _SYSTEMS}
    used = {look.colour for look in found.values()}
    free = [look for look in _LOOKS if look[0] not in used] or list(_LOOKS)
    others = [key for key in keys if key not in found]
    found.update((key, Look(*free[place % len(free)])) for place, key in enumerate(others))
    return found


def line_looks(figure):
    """Returns key -> Look of all lines of a figure."""
    keys = dict.fromkeys(line.key for panel in figure.panels for line in panel.lines)
    return looks(list(keys))


def bars_by_place(figure):
    """Returns whether each place has one bar, which then looks like what its place names."""
    return figure.kind == "bar" and all(len(panel.lines) == 1 for panel in figure.panels)


def place_looks(figure, x):
    """Returns x as a number -> Look, for bars_by_place(). x: the setting below the axis"""
    values = {}
    for panel in figure.panels:
        for point in panel.lines[0].points:
            values[point.x] = point.settings[x]
    # only systems are known by their colours
    if x != "system":
        return {place: line_looks(figure)[figure.panels[0].lines[0].key] for place in values}
    found = looks(list(values.values()))
    return {place: found[value] for place, value in values.items()}


def panel_looks(figure, panel, x):
    """Returns a function of a line and a point that gives the Look of the point's bar."""
    lines = line_looks(figure)
    places = place_looks(figure, x) if bars_by_place(figure) else {}
    return lambda line, point: places.get(point.x, lines[line.key])


def label(column):
    """Returns what an axis says: 'switch memory [bytes]' for switch.memory_bytes."""
    if column in _LABELS:
        return _LABELS[column]
    words, unit = _words(column)
    return f"{words} [{unit}]" if unit else words


def _words(column):
    words = column.replace(".", " ").replace("_", " ").split(" ")
    unit = _UNITS.get(words[-1]) if len(words) > 1 else None
    return " ".join(words[:-1] if unit else words), unit


def short(value):
    """Returns a value for a tick: 75k instead of 75000."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
            if abs(value) >= 10 * size or (abs(value) >= size and value % (size / 100) == 0):
                return f"{number(value / size, 4)}{letter}"
        return number(value)
    return plain(value)


def value_text(column, value):
    """Returns the value of a setting in a legend or above a panel: 'ESA', '4 jobs'."""
    if column == "system":
        return NAMES.get(value) or _OTHER_NAMES.get(value) or plain(value)
    if column == "workload":
        return WORKLOADS.get(value) or plain(value)
    if column in ("jobs", "workers", "iterations"):
        return f"{plain(value)} {column}" if value != 1 else f"1 {column[:-1]}"
    if isinstance(value, str):
        return value
    words, unit = _words(column)
    if unit == "bytes" and short(value)[-1] in "kMG":
        return f"{words} {short(value)[:-1]} {short(value)[-1].upper()}B"
    return f"{words} {short(value)}{' ' + unit if unit else ''}"


def joined_text(columns, values):
    """Returns the values of several settings in one text."""
    return ", ".join(value_text(column, value) for column, value in zip(columns, values))
