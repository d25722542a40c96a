# SPDX-License-Identifier: GPL-2.0-only
"""The comparison as text and as CSV."""

from esa_runs.results import VERSIONS
from esa_runs.text import counted, listed, number, plain
from esa_sweep.csv_table import write_csv

from .matching import describe

_HEADS = ("figure", "A", "B", "B - A", "95 % interval", "change")


def _origin(letter, results):
    first = results.rows[0]
    names = ("module", "ns-3", "program")
    known = [f"{name} {first[key]}" for name, key in zip(names, VERSIONS) if key in first]
    return f"{letter}: {results.path} ({', '.join([counted(len(results.rows), 'run'), *known])})"


def _block(title, lines):
    if not lines:
        return [f"{title}: none"]
    return [f"{title}:"] + [f"  {line}" for line in lines]


def head(one, other, matched, alone):
    """Returns the lines above the tables. alone: figures that only one side has"""
    total = sum(map(len, matched.pairs.values()))
    lines = [_origin("A", one), _origin("B", other), ""]
    changed = [change for change in matched.changes if change.name not in VERSIONS]
    settings = [change for change in changed if not change.is_derived]
    derived = [change for change in changed if change.is_derived]
    versions = [change for change in matched.changes if change.name in VERSIONS]
    lines += _block("changed settings", [describe(each, total) for each in settings])
    if derived:
        names = dict.fromkeys(change.name for change in derived)
        lines.append(f"what follows from them: {listed(names)}")
    lines += _block("changed versions", [describe(each, total) for each in versions])
    for letter, only in zip("AB", matched.only):
        if only:
            lines.append(f"only in {letter}: {counted(len(only), 'run')}, such as {only[0]}")
    if alone:
        lines.append(f"figures of one side only: {listed(alone)}")
    matching = ", ".join(matched.axes + ["seed"])
    lines.append(
        f"matched by {matching}: {counted(total, 'run')} "
        f"of {counted(len(matched.pairs), 'configuration')}"
    )
    return lines


def _cells(difference):
    interval = "-"
    if difference.low is not None:
        interval = f"[{number(difference.low, 4)}, {number(difference.high, 4)}]"
    percent = difference.percent
    change = "-" if percent is None else f"{percent:+.2f} %"
    seeds = "" if difference.count == difference.of_all else f" ({difference.count} of {difference.of_all} seeds)"
    return (
        difference.figure + seeds,
        number(difference.before),
        number(difference.after),
        number(difference.mean, 4),
        interval,
        change + (" *" if difference.clear else "  "),
    )


def _aligned(rows):
    widths = [max(map(len, column)) for column in zip(*rows)]
    return [
        "  ".join(
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths))
        ).rstrip()
        for row in rows
    ]


def tables(matched, found, show_same):
    """Returns the lines of the tables, one table for each configuration."""
    lines = []
    for key, all_differences in found.items():
        count = len(matched.pairs[key])
        seeds = listed([before["seed"] for before, _ in matched.pairs[key]])
        label = " ".join(f"{name}={plain(value)}" for name, value in zip(matched.axes, key))
        lines += ["", f"{label} ({counted(count, 'seed')}: {seeds})"]
        shown = [each for each in all_differences if show_same or not each.same]
        same = len(all_differences) - len(shown)
        if shown:
            lines += [f"  {line}" for line in _aligned([_HEADS] + [_cells(each) for each in shown])]
        if same:
            noun = "other figure" if shown else "figure"
            verb = "is" if same == 1 else "are"
            lines.append(f"  {counted(same, noun)} {verb} the same in every run")
    return lines


_LEGEND = """
A, B: means over the seeds. The interval is that of B - A, taken seed by seed (Student's t).
*: the interval excludes 0. -: one seed, or seeds that came to the same. change: B - A as a share of A."""


def text(one, other, matched, alone, found, show_same):
    """Returns the whole comparison as text."""
    lines = head(one, other, matched, alone) + tables(matched, found, show_same)
    return "\n".join(lines) + "\n" + _LEGEND + "\n"


def write_table(path, matched, found):
    """Writes a row for each configuration and figure, those that are the same, too."""
    rows = []
    for key, all_differences in found.items():
        for each in all_differences:
            numbers = (each.before, each.after, each.mean, each.low, each.high, each.percent)
            rows.append([*map(plain, key), each.figure, each.count, *numbers])
    measured = ["n", "a", "b", "difference", "low", "high", "change_percent"]
    write_csv(path, [*matched.axes, "figure", *measured], rows)
