# SPDX-License-Identifier: GPL-2.0-only
"""The table of an Answer, for a terminal and for the page."""

import html

from esa_runs.results import is_number
from esa_runs.text import number

from .answer import YES
from .looks import label, short, value_text
from .series import in_order

_HEADS = ("fastest", "pays", "gain", "95 %", "best in switches [ms]", "best in hosts [ms]")
_NUMBERS = ("gain", "95 %")
_PAYS = _HEADS.index("pays")


def _settings(plan):
    return [name for name in [*plan.panels, *plan.lines, plan.x] if name and name != "system"]


def _lines(answer, plan):
    """Yields (case, texts) by the settings in their order."""
    names = _settings(plan)
    table = answer.table
    cases = {tuple(table.value(case.place, name) for name in names): case for case in answer.cases}
    for key in in_order(table, names, cases):
        case = cases[key]
        texts = [short(v) if is_number(v) else value_text(n, v) for n, v in zip(names, key)]
        interval = "-" if case.low is None else f"{case.low:.2f} to {case.high:.2f}"
        yield case, [
            *texts,
            value_text("system", case.fastest),
            case.verdict,
            f"{case.gain:.2f}",
            interval,
            *(
                f"{value_text('system', system)} {number(case.mean(system), 4)}"
                for system in (case.switch, case.host)
            ),
        ]


def text_table(answer, plan):
    """Returns the lines of the table, numbers to the right."""
    heads = [*map(label, _settings(plan)), *_HEADS]
    rows = [texts for _, texts in _lines(answer, plan)]
    widths = [max(map(len, column)) for column in zip(heads, *rows)]
    lines = []
    for row in [heads, *rows]:
        cells = [
            text.rjust(width) if head in _NUMBERS else text.ljust(width)
            for head, text, width in zip(heads, row, widths)
        ]
        lines.append("  ".join(cells).rstrip())
    return lines


def html_answer(answer, plan):
    """Returns the section of the page: the sentences, and the table."""
    heads = [*map(label, _settings(plan)), *_HEADS]
    kinds = [' class="number"' if head in _NUMBERS else "" for head in heads]
    top = "".join(
        f'<th scope="col"{kind}>{html.escape(head)}</th>' for head, kind in zip(heads, kinds)
    )
    rows = []
    for case, texts in _lines(answer, plan):
        verdict = "pays" if case.verdict == YES else "costs"
        kinds[len(_settings(plan)) + _PAYS] = f' class="{verdict}"'
        workload = html.escape(str(answer.table.value(case.place, "workload")))
        cells = "".join(f"<td{kind}>{html.escape(t)}</td>" for t, kind in zip(texts, kinds))
        rows.append(f'<tr data-workload="{workload}">{cells}</tr>')
    said = html.escape(" ".join(answer.sentences()))
    body = "\n".join(rows)
    return f"""<section aria-labelledby="answer">
<h2 id="answer">Does in-network aggregation pay?</h2>
<p>{said}</p>
<div class="table answer" tabindex="0" role="region" aria-label="Table of the answer"><table>
<thead><tr>{top}</tr></thead>
<tbody>
{body}
</tbody></table></div>
<p class="note">Gain: the time of the best system that sums in hosts, over that of the best one that
sums in switches, seed by seed. Its interval is wider than that of a mean, because both were picked
for being fast. Yes: all of it lies above 1. No: all of it lies below.</p>
</section>"""
