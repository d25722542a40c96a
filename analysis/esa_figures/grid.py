# SPDX-License-Identifier: GPL-2.0-only
"""Link delay and rules of windows, each changed alone: what each of the two does to the ratios."""

import functools

import esa_results

from . import readings, style
from .section import Section, Table
from .verdicts import ratio_text

TITLE = "Link delay and rules of windows, one changed at a time"
NAME = "readings"
SYSTEMS = ("atp", "switchml")

_TEXT = (
    "The paper's base round-trip time of 10 us can be that from worker to switch to worker, which "
    "makes 5 us per link, or that from host to host and back, 2.5 us per link. How far windows "
    "may grow it does not say. Here are all four combinations, with 8 jobs of 8 workers. Capped: "
    "windows stop at 500 packets, SwitchML's at 60 KB, and queues are marked (ECN) from 1 MB. "
    "Open: windows have no cap and slow start ends at 200 packets, SwitchML's window is all of a "
    "job's slots, and queues are marked from 100 KB."
)
_PUBLISHED = {"atp": {"A": 1.35, "AB": 1.22}, "switchml": {"A": 1.89}}
"""iteration time over ESA's; SwitchML's is the largest of all points."""

_PANEL_INCHES = 4.5
_ROW_INCHES = 0.5
_APART = 0.22  # of the workloads in a row


def table_of(by_reading, system):
    """Returns the ratios of a system's iteration time over ESA's with 8 jobs of 8 workers."""
    parts = {r: readings.at_full_size(runs) for r, runs in by_reading.items()}
    return {r: esa_results.ratio(runs, system, "esa", ["workload"]) for r, runs in parts.items()}


def at(table, workload="A"):
    """Returns the row of a workload."""
    return table[table["workload"] == workload].iloc[0]


def panels(by_reading):
    """Returns a panel per system, a row per reading."""

    def panel(system):
        tables = table_of(by_reading, system)
        places = range(len(tables), 0, -1)

        def draw(axes):
            axes.axvline(1, color="#666", linestyle="--", linewidth=0.8)
            for place, table in zip(places, tables.values()):
                for step, workload in enumerate(style.WORKLOADS):
                    y = place + _APART * (1 - step)
                    style.draw_workload(axes, at(table, workload), y)
                    published = _PUBLISHED[system].get(workload)
                    if published:
                        style.draw_published(axes, None, published, y)
            axes.set_yticks(list(places), list(tables))
            axes.set_xlabel("ratio")

        title = f"Iteration time of {style.name_of(system)} / of ESA"
        return style.Panel(title, draw, _PANEL_INCHES, _ROW_INCHES * len(tables) + 0.7)

    return [panel(system) for system in SYSTEMS]


def notes(by_reading):
    """Returns what each change does alone, in words and numbers, with DNN A."""
    if len(by_reading) < 4:
        return []
    parts = []
    for system in SYSTEMS:
        found = {r: at(table) for r, table in table_of(by_reading, system).items()}
        parts.append(
            f"{style.name_of(system)} takes {found[readings.FIRST]['mean']:.2f} times ESA's time "
            f"with 5 us links and capped windows. With 2.5 us links alone this becomes "
            f"{found[readings.OTHER_DELAY]['mean']:.2f}, with open windows alone "
            f"{found[readings.OTHER_WINDOWS]['mean']:.2f}, with both "
            f"{found[readings.OTHER_BOTH]['mean']:.2f}."
        )
    return ["With DNN A: " + " ".join(parts)]


def _table(by_reading):
    tables = {system: table_of(by_reading, system) for system in SYSTEMS}
    workloads = list(style.WORKLOADS)
    heads = ["Interpretation"] + [
        f"{style.name_of(system)} / ESA, {style.WORKLOADS[workload]}"
        for system in SYSTEMS
        for workload in workloads
    ]
    rows = [
        [reading] + [ratio_text(at(tables[s][reading], w)) for s in SYSTEMS for w in workloads]
        for reading in by_reading
    ]
    return Table(heads, rows)


def grid_sections(context):
    """Returns the section; a first look has one reading, so it has none."""
    if context.quick:
        return []
    by_reading = readings.runs_by_reading(context)
    draw = functools.partial(style.compose, panels(by_reading), "")
    picture = context.picture(NAME, TITLE, draw)
    sources = [context.source(name) for name in ("paper-jobs", "paper-open")]
    table = _table(by_reading)
    return [
        Section(NAME, TITLE, _TEXT, [picture], [table], sources=sources, notes=notes(by_reading))
    ]
