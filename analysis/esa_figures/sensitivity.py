# SPDX-License-Identifier: GPL-2.0-only
"""How much the ratios depend on settings that the paper leaves open, one changed at a time."""

import functools

import esa_results

from .section import Section, Table
from .style import Panel, compose, draw_points, draw_published, name_of
from .verdicts import percent_text, ratio_text

SWEEP = "paper-sensitivity"
UNCHANGED = "none"
PUBLISHED = {"atp": 1.35, "switchml": 1.89}
"""Largest iteration time of each system over ESA's, in the paper."""

_TEXT = (
    "The paper leaves settings open: how far a window may grow, from which queue a packet is "
    "marked (ECN), what exactly is random. Here one of them is changed at a time, with 8 jobs of 8 "
    "workers, DNN A and 5 us links. A ratio that moves with a setting "
    "shows as much of the setting as of the systems."
)
_PUBLISHED_TEXT = " Hollow: the paper's largest ratio."
_PANEL_INCHES = 4.5
_ROW_INCHES = 0.19


def ratios(runs):
    """Returns the ratio of each system's iteration time over ESA's for each change: system -> table."""
    return {
        system: esa_results.ratio(runs, system, "esa", by=["change"]) for system in PUBLISHED
    }


def changes_of(table):
    """Returns how far each ratio is from that with nothing changed, as a share of it."""
    unchanged = float(table.loc[table["change"] == UNCHANGED, "mean"].iloc[0])
    return [mean / unchanged - 1 for mean in table["mean"]]


def panels(tables, published=True):
    """
    Returns a panel for each system, with a line per change from top to bottom.

    published: whether the paper's ratios are drawn, too
    """

    def panel(system, table):
        places = range(len(table), 0, -1)

        def draw(axes):
            unchanged = float(table.loc[table["change"] == UNCHANGED, "mean"].iloc[0])
            axes.axvline(
                unchanged, color="#666", linestyle="--", linewidth=0.8, label="nothing changed"
            )
            if published:
                draw_published(axes, None, PUBLISHED[system], len(table))
            draw_points(axes, system, table, places)
            axes.set_yticks(list(places), table["change"], fontsize=7)
            axes.set_xlabel("ratio")

        title = f"Iteration time of {name_of(system)} / of ESA"
        return Panel(title, draw, _PANEL_INCHES, _ROW_INCHES * len(table) + 0.7)

    return [panel(system, table) for system, table in tables.items()]


def _table(tables):
    heads = ["Change"]
    for system in tables:
        heads += [f"{name_of(system)} / ESA", "against no change"]
    columns = [next(iter(tables.values()))["change"]]
    for table in tables.values():
        columns.append([ratio_text(row) for _, row in table.iterrows()])
        columns.append([percent_text(change) for change in changes_of(table)])
    return Table(heads, [list(row) for row in zip(*columns)])


def sensitivity_sections(context):
    """Returns the section."""
    tables = ratios(context.runs(SWEEP))
    text = _TEXT + ("" if context.quick else _PUBLISHED_TEXT)
    title = "Sensitivity to what the paper leaves open"
    draw = functools.partial(compose, panels(tables, not context.quick), "")
    picture = context.picture("sensitivity", title, draw)
    source = context.source(SWEEP)
    table = _table(tables)
    return [Section("sensitivity", title, text, [picture], [table], sources=[source])]
