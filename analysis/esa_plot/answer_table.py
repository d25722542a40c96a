# SPDX-License-Identifier: GPL-2.0-only
"""The table of an Answer, for a terminal and for the page."""

import html

from esa_runs.text import aligned

from .answer import NO, TOO_SMALL, UNSUMMED, YES
from .series import in_order
from .styles import label, tick_text, value_text

_HEADS = ("fastest", "pays", "gain", "95 %")
_OF_PARTS = ("saved of the time in hosts",)
_OF_CHOICES = ("with", "otherwise")
_BEST = ("best in switches [ms]", "best in hosts [ms]")
_WITHOUT = ("without latencies",)
_NUMBERS = ("gain", "95 %", *_WITHOUT)
_NOTE_ON_CHOICES = """
With: what was chosen for the best system that sums in switches. Otherwise: each choice with which
the answer is another one."""
_NOTE_ON_PARTS = """
Saved of the time in hosts: bandwidth, what links send for less long; steps, latencies that no longer
follow each other; waiting, for windows, queues and repairs; computation, that hides more (below 0) or
less communication."""
_CLASSES = {YES: "pays", NO: "costs", UNSUMMED: "unanswered", TOO_SMALL: "unanswered"}
"""Verdict -> class of its cell; others are open."""
_PAYS = _HEADS.index("pays")


def _settings(plan):
    return [name for name in [*plan.panels, *plan.lines, plan.x] if name and name != "system"]


def _heads(answer, plan):
    of_parts = _OF_PARTS if _has_parts(answer) else ()
    of_choices = _OF_CHOICES if answer.choices else ()
    of_slices = _WITHOUT if _has_slices(answer) else ()
    return [*map(label, _settings(plan)), *_HEADS, *of_slices, *of_parts, *of_choices, *_BEST]


def _has_parts(answer):
    return any(case.gain.parts for case in answer.cases)


def _has_slices(answer):
    return any(case.gain.without_latency is not None for case in answer.cases)


def _without(answer, gain):
    """Returns the gain without latencies, which a slice does not shorten."""
    if not _has_slices(answer):
        return []
    return ["the same" if gain.without_latency is None else f"{gain.without_latency:.2f}"]


def _interval(gain):
    # a dash would be a list in the manual
    if gain.low is None:
        return "exact" if gain.is_exact else "none"
    return f"{gain.low:.2f} to {gain.high:.2f}"


def _parts(answer, case):
    """Returns what the gain is made of, largest first."""
    if not _has_parts(answer):
        return []
    ordered = sorted(case.gain.parts.items(), key=lambda part: -abs(part[1]))
    shown = [f"{kind} {100 * share:.0f} %" for kind, share in ordered if abs(share) >= 0.005]
    return [", ".join(shown) or "nothing"]


def _choices(answer, case):
    """Returns the choice of the best system, and what other choices turn over."""
    if not answer.choices:
        return []
    others = [f"{answer.choice_text(choice)}: {each}" for choice, each in case.otherwise.items()]
    return [answer.choice_text(case.gain.switch[1]), "; ".join(others) or "the same"]


def _lines(answer, plan):
    """Yields (case, texts) by the settings in their order."""
    names = _settings(plan)
    table = answer.table
    cases = {tuple(table.value(case.place, name) for name in names): case for case in answer.cases}
    keys = list(in_order(table, names, cases))
    times = zip(
        aligned([cases[key].mean(cases[key].gain.switch) for key in keys]),
        aligned([cases[key].mean(cases[key].gain.host) for key in keys]),
    )
    for key, both in zip(keys, times):
        case = cases[key]
        gain = case.gain
        texts = list(map(tick_text, names, key))
        yield case, [
            *texts,
            value_text("system", case.fastest()),
            gain.verdict,
            f"{gain.mean:.2f}",
            _interval(gain),
            *_without(answer, gain),
            *_parts(answer, case),
            *_choices(answer, case),
            *(
                f"{value_text('system', way[0])} {time}"
                for way, time in zip((gain.switch, gain.host), both)
            ),
        ]


def text_table(answer, plan):
    """Returns the lines of the table, which the manual can include as they are."""
    heads = _heads(answer, plan)
    rows = [texts for _, texts in _lines(answer, plan)]
    widths = [max(map(len, column)) for column in zip(heads, *rows)]
    rule = "  ".join("=" * width for width in widths)
    lines = []
    for row in [heads, *rows]:
        cells = [
            text.rjust(width) if head in _NUMBERS else text.ljust(width)
            for head, text, width in zip(heads, row, widths)
        ]
        lines.append("  ".join(cells).rstrip())
    return [rule, lines[0], rule, *lines[1:], rule]


def html_answer(answer, plan, more=(), planner=None):
    """
    Returns the part of the page: the sentences, and the table.

    more: further sentences; planner: HTML of the table for a planner, which stands before the other
    one
    """
    heads = _heads(answer, plan)
    kinds = [' class="number"' if head in _NUMBERS else "" for head in heads]
    top = "".join(
        f'<th scope="col"{kind}>{html.escape(head)}</th>' for head, kind in zip(heads, kinds)
    )
    rows = []
    for case, texts in _lines(answer, plan):
        verdict = _CLASSES.get(case.gain.verdict, "open")
        verdict += " exact" if case.gain.is_exact else ""
        kinds[len(_settings(plan)) + _PAYS] = f' class="{verdict}"'
        workload = html.escape(str(answer.table.value(case.place, "workload")))
        cells = "".join(
            f'<td{kind} data-head="{html.escape(head)}">{html.escape(text)}</td>'
            for head, text, kind in zip(heads, texts, kinds)
        )
        rows.append(f'<tr data-workload="{workload}">{cells}</tr>')
    said = html.escape(" ".join([*answer.sentences(), *more]))
    choices = _NOTE_ON_CHOICES if answer.choices else ""
    choices += _NOTE_ON_PARTS if _has_parts(answer) else ""
    body = "\n".join(rows)
    # a planner sees the short table first
    before, after = ("<details><summary>All points</summary>", "</details>") if planner else ("", "")
    return f"""<section aria-labelledby="answer">
<h2 id="answer">Does in-network aggregation pay?</h2>
<p>{said}</p>
</section>
{planner or ""}
<section aria-label="All points">
{before}<div class="table answer" tabindex="0" role="region" aria-label="Table of the answer"><table>
<thead><tr>{top}</tr></thead>
<tbody>
{body}
</tbody></table></div>
<p class="note">Gain: the time of the best system that sums in hosts, over that of the best one that
sums in switches, seed by seed. Its interval is wider than that of a mean, because both were picked
for being fast. Yes: all of it lies above 1. No: all of it lies below. Exact: nothing in the runs is
random; it is yes from 1.005 on. No sums: no switch summed anything. Slice too small: latencies, which a
slice does not shorten, are too much of these times.{choices}</p>{after}
</section>"""
