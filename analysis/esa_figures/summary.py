# SPDX-License-Identifier: GPL-2.0-only
"""What holds of the paper, in five sentences that are made from the measured numbers."""

import collections

import esa_results

from . import grid, readings
from .claims import Grows
from .paper import IN_ALL, IN_NONE, IN_SOME, KINDS, judge_all
from .section import Badge, Table
from .sensitivity import PUBLISHED, SWEEP, UNCHANGED
from .verdicts import REPRODUCED, VERDICTS, is_apart_from, ratio_text

NO_CAP = "no window cap"
ALL_SLOTS = "SwitchML window all slots"
"""Changes of the sensitivity sweep that decide most."""

_STRAWS = {"A": 1.35 / 1.19, "AB": 1.22 / 1.05}
"""Published JCT of Straw1 over ESA's."""


class Summary:
    """The first screen of the report."""

    def __init__(self, sentences, counts, claims):
        self.sentences = sentences
        self.counts = counts  # Table of verdicts by reading
        self.claims = claims  # sentence on all claims, each counted once


def summary_of(context):
    """Returns the Summary of a report, or None of a first look."""
    if context.quick:
        return None
    simulated = readings.runs_by_reading(context)
    judged = judge_all(simulated, readings.microbenchmark(context))
    return summarize(simulated, context.runs(SWEEP), judged)


def summarize(by_reading, changes, judged):
    """
    Returns the Summary.

    by_reading: reading -> runs; changes: runs of the sensitivity; judged: list of paper.Judged
    """
    sentences = [
        _lead(by_reading),
        _delay(by_reading),
        _windows(changes),
        _growth(judged),
        _priorities(by_reading),
    ]
    return Summary(sentences, _counts(judged), _all_claims(judged))


def _takes(name, row):
    """Returns how long a system takes beside ESA, with a remark if that may be chance."""
    text = f"{name} {ratio_text(row)}"
    chance = not is_apart_from(1, row["low"], row["high"])
    return f"{text} (no difference is shown)" if chance else text


def _pair(by_reading, reading):
    rows = [grid.at(grid.table_of(by_reading, system)[reading]) for system in grid.SYSTEMS]
    text = f"{_takes('ATP takes', rows[0])} and {_takes('SwitchML', rows[1])}"
    return rows, f"{text} times ESA's time"


def _lead(by_reading):
    rows, text = _pair(by_reading, readings.FIRST)
    shown = "is" if all(row["low"] > 1 for row in rows) else "is not"
    return (
        f"ESA {shown} faster than both ATP and SwitchML in our first reading of the paper (8 jobs "
        f"of 8 workers, DNN A, 5 us links, windows of 500 packets at most): {text}; published are "
        f"{PUBLISHED['atp']:.2f} and at most {PUBLISHED['switchml']:.2f}."
    )


def _delay(by_reading):
    _, text = _pair(by_reading, readings.OTHER_DELAY)
    return (
        f"The paper's round-trip time can also mean 2.5 us links, and with nothing else changed "
        f"{text}."
    )


def _windows(changes):
    rows = {
        (change, system): table[table["change"] == change].iloc[0]["mean"]
        for system in grid.SYSTEMS
        for table in [esa_results.ratio(changes, system, "esa", ["change"])]
        for change in (UNCHANGED, NO_CAP, ALL_SLOTS)
    }
    return (
        f"The leads depend on rules of windows that the paper does not give: without our cap ATP "
        f"takes {rows[NO_CAP, 'atp']:.2f} and SwitchML {rows[NO_CAP, 'switchml']:.2f} of ESA's "
        f"time, and if SwitchML may use all of its slots it takes "
        f"{rows[ALL_SLOTS, 'switchml']:.2f} in place of {rows[UNCHANGED, 'switchml']:.2f}."
    )


def _growth(judged):
    parts = []
    for one in judged:
        if isinstance(one.claim, Grows):
            holds = [r for r, verdict in one.verdicts.items() if verdict.verdict == REPRODUCED]
            where = f"in {len(holds)} of {len(one.verdicts)} readings"
            where += f" ({'; '.join(holds)})" if holds else ""
            lead, axis = one.claim.text.removeprefix("ESA's lead ").split(" grows with the ")
            parts.append(f"{lead} with the {axis} {where}")
    return f"That ESA's lead grows is reproduced as follows: {', '.join(parts)}."


def _priorities(by_reading):
    runs = readings.at_full_size(by_reading[readings.FIRST])
    table = esa_results.ratio(runs, "straw1", "esa", ["workload"])
    rows = {workload: grid.at(table, workload) for workload in _STRAWS}
    helps = sum(row["low"] > 1 for row in rows.values())
    shown = {0: "no gain", len(rows): "a gain"}.get(helps, "a gain with one workload only")
    found = [
        f"{ratio_text(row)} of ESA's with {name} (published: {_STRAWS[workload]:.2f})"
        for (workload, row), name in zip(rows.items(), ("DNN A", "A to B 1:1"))
    ]
    return (
        f"Priorities bring {shown}: the time of Straw1, which always preempts and has none, is "
        f"{' and '.join(found)}."
    )


def _counts(judged):
    """Returns how often each verdict is given in each reading."""
    counts = collections.defaultdict(collections.Counter)
    for one in judged:
        for reading, verdict in one.verdicts.items():
            counts[reading or "testbed (one reading)"][verdict.verdict] += 1
    rows = [
        [reading, str(sum(of.values()))] + [Badge(str(of[v]), KINDS[v]) for v in VERDICTS]
        for reading, of in counts.items()
    ]
    return Table(["Reading: link delay, windows", "Claims", *VERDICTS], rows)


def _all_claims(judged):
    outcomes = collections.Counter(one.outcome() for one in judged)
    rest = len(judged) - outcomes[IN_ALL] - outcomes[IN_SOME] - outcomes[IN_NONE]
    return (
        f"Of {len(judged)} claims, each counted once: {outcomes[IN_ALL]} reproduced in every "
        f"reading, {outcomes[IN_SOME]} in some, {rest} partly at best, {outcomes[IN_NONE]} in none."
    )
