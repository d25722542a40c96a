# SPDX-License-Identifier: GPL-2.0-only
"""
The table for a planner: which system, what it gains, and under which loss and failure.

What a planner has stands in rows: the model, the cluster, the memory. What may happen to it stands
in columns: losses and failures. A planner buys one system for all columns, so the last column names
the system that loses least over them.
"""

import html

from .answer import NO, TOO_SMALL, YES
from .series import in_order
from .styles import joined_text, label, tick_text, value_text

_FAULTS = "faults"
_SHADES = ((1.5, "gain3"), (1.1, "gain2"), (1.0, "gain1"), (0.9, "loss1"), (0.0, "loss2"))
"""Least gain -> class of a cell."""


def conditions_of(table, names):
    """Returns the settings among names that are what may happen: losses and failures."""
    return [name for name in names if name.split(".")[0] == _FAULTS or _sets_faults(table, name)]


def _sets_faults(table, name):
    """Returns whether the values of a setting differ in fields of faults only."""
    fields = table.fields_behind(name)
    return bool(fields) and all(field.split(".")[0] == _FAULTS for field in fields)


class Cell:
    """What is said of a row under one condition."""

    def __init__(self, answer, case):
        gain = case.gain
        self.gain = gain.mean
        self.verdict = gain.verdict
        self.switch = value_text("system", gain.switch[0])
        self.host = value_text("system", gain.host[0])
        self.choice = answer.choice_text(gain.switch[1])

    def shade(self):
        """Returns the class of the cell."""
        if self.verdict == TOO_SMALL:
            return "open"
        return next(shade for least, shade in _SHADES if self.gain >= least)


class Planner:
    """The cases of an Answer as rows of settings and columns of conditions."""

    def __init__(self, answer, settings, conditions):
        """settings: those that tell rows apart, in order; conditions: those of the columns"""
        self.answer = answer
        self.settings = settings
        self.conditions = conditions
        table = answer.table
        cases = {}
        for case in answer.cases:
            row = tuple(table.value(case.place, name) for name in settings)
            column = tuple(table.value(case.place, name) for name in conditions)
            cases.setdefault(row, {})[column] = case
        columns = dict.fromkeys(column for row in cases.values() for column in row)
        self.columns = in_order(table, conditions, columns)
        self.rows = [(row, cases[row]) for row in in_order(table, settings, cases)]

    def heads(self):
        """Returns the heads of the columns."""
        return [joined_text(self.conditions, column) for column in self.columns]


def steadiest(cases):
    """
    Returns (system, ratio) of the system that loses least in the worst of some cases.

    ratio: its time over that of the fastest system, in its worst case. Systems that lack a case are
    left out; None if all do.
    """
    worst = {}
    for case in cases:
        best = {}
        for way in case.times:
            best[way[0]] = min(case.mean(way), best.get(way[0], float("inf")))
        least = min(best.values())
        for system, time in best.items():
            worst.setdefault(system, []).append(time / least)
    whole = {name: max(ratios) for name, ratios in worst.items() if len(ratios) == len(cases)}
    if not whole:
        return None
    system = min(whole, key=whole.get)
    return system, whole[system]


def _has_small_slices(cases):
    """Returns whether the slice of a case is too small, so that its times do not count."""
    return any(case.gain.verdict == TOO_SMALL for case in cases)


def sentence(answer):
    """Returns what is said of the system that loses least over all cases."""
    found = steadiest(answer.cases)
    if not found or len(answer.cases) < 2 or _has_small_slices(answer.cases):
        return []
    return [f"One system for all points: {_with_ratio(found)}."]


def _with_ratio(found):
    """Returns the system of steadiest() with its ratio as a text."""
    name, ratio = value_text("system", found[0]), found[1]
    if ratio == 1:
        return f"{name} is the fastest everywhere"
    if ratio < 1.01:
        return f"{name} takes at most 1 % longer than the fastest"
    return f"{name} takes at most {ratio:.2f} times as long as the fastest"


def _cell(head, cell):
    if cell is None:
        return f'<td data-head="{html.escape(head)}">-</td>'
    sign = {YES: "", NO: ", does not pay"}.get(cell.verdict, f", {cell.verdict}")
    about = f"{cell.choice}; over {cell.host}{sign}" if cell.choice else f"over {cell.host}{sign}"
    gain = f"{cell.gain:.2f}" if cell.verdict == TOO_SMALL else f"<b>{cell.gain:.2f}</b>"
    return (
        f'<td class="{cell.shade()}" data-head="{html.escape(head)}"><span>{gain} '
        f"{html.escape(cell.switch)}<small>{html.escape(about)}</small></span></td>"
    )


def html_planner(planner):
    """Returns the table as a section of the page."""
    heads = [*map(label, planner.settings), *planner.heads(), "one for all"]
    top = "".join(f'<th scope="col">{html.escape(head)}</th>' for head in heads)
    lines = []
    for row, cases in planner.rows:
        cells = [
            f'<th scope="row" data-head="{html.escape(label(name))}">'
            f"<span>{html.escape(tick_text(name, value))}</span></th>"
            for name, value in zip(planner.settings, row)
        ]
        for head, column in zip(planner.heads(), planner.columns):
            cells.append(_cell(head, Cell(planner.answer, cases[column]) if column in cases else None))
        found = None if _has_small_slices(cases.values()) else steadiest(list(cases.values()))
        text = html.escape(_with_ratio(found)) if found else "-"
        cells.append(f'<td data-head="one for all"><span>{text}</span></td>')
        lines.append(f"<tr>{''.join(cells)}</tr>")
    body = "\n".join(lines)
    return f"""<section aria-labelledby="planner">
<h2 id="planner">Which system, and what it gains</h2>
<div class="table planner" tabindex="0" role="region" aria-label="Table for a planner"><table>
<thead><tr>{top}</tr></thead>
<tbody>
{body}
</tbody></table></div>
<p class="note">A cell has the gain of the best system that needs switches that sum over the best
one that does not: 2 is twice as fast, and below 1 it is slower. Below it stand the choice of the
first system, and the second one. One for all: the system that loses least
against the fastest one in the worst column. Some models rest on the authors' code, others on an
abstract: <code>./ns3 run esa-scenario -- --list-systems</code> prints the source of each.</p>
</section>"""
