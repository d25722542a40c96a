# SPDX-License-Identifier: GPL-2.0-only
"""What holds of the paper, in five sentences that are made from the measured numbers."""

import collections

import esa_results

from . import grid, mechanisms, readings, style
from .claims import Grows
from .paper import IN_ALL, IN_NONE, IN_SOME, KINDS, judge_all
from .section import Badge, Table
from .sensitivity import PUBLISHED
from .verdicts import REPRODUCED, VERDICTS, is_apart_from, ratio_text

_STRAWS = {"A": 1.35 / 1.19, "AB": 1.22 / 1.05}
"""Published iteration time of Straw1 over ESA's."""


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
    judged = judge_all(context)
    sentences = [
        _best(judged),
        _lead(simulated),
        _growth(judged),
        _priorities(simulated),
        _never(judged),
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


def _best(judged):
    """Returns the readings in which most claims hold, and how many hold in any one, as a text."""
    held, asked = collections.Counter(), collections.Counter()
    for one in judged:
        for reading, verdict in one.verdicts.items():
            asked[reading] += 1
            held[reading] += verdict.verdict == REPRODUCED
    names = [reading for reading in held if reading not in (readings.MICRO, readings.FITTED)]
    best = max(names, key=lambda reading: held[reading])
    fitted = readings.FITTED
    anywhere = sum(one.outcome() in (IN_ALL, IN_SOME) for one in judged)
    return (
        f"One interpretation for all systems and figures, found by a search with DNN A, reproduces "
        f"{held[fitted]} of the paper's {asked[fitted]} claims; the best one that is not fitted "
        f"({best}) {held[best]} of {asked[best]}; {anywhere} of {len(judged)} hold in one interpretation at "
        "least."
    )


def _lead(by_reading):
    parts = []
    for reading in (readings.FITTED, readings.FIRST):
        _, text = _pair(by_reading, reading)
        parts.append(f"{text} ({readings.in_words(reading)})")
    return (
        f"With 8 jobs of 8 workers and DNN A {'; '.join(parts)}; published are "
        f"{PUBLISHED['atp']:.2f} and at most {PUBLISHED['switchml']:.2f}."
    )


def _growth(judged):
    parts = []
    for one in judged:
        if isinstance(one.claim, Grows):
            holds = [r for r, verdict in one.verdicts.items() if verdict.verdict == REPRODUCED]
            where = f"in {len(holds)} of {len(one.verdicts)} interpretations"
            where += f" ({'; '.join(holds)})" if holds else ""
            parts.append(f"{one.claim.text} {where}")
    return f"{'; '.join(parts)}."


def _priorities(by_reading):
    parts = []
    for reading in (readings.FITTED, readings.FIRST):
        runs = readings.at_full_size(by_reading[reading])
        table = esa_results.ratio(runs, "straw1", "esa", ["workload"])
        rows = {workload: grid.at(table, workload) for workload in _STRAWS}
        found = [
            f"{ratio_text(row)} with {style.WORKLOADS[name]}" for name, row in rows.items()
        ]
        helps = sum(row["low"] > 1 for row in rows.values())
        shown = {0: "no gain", len(rows): "a gain"}.get(helps, "a gain with one workload only")
        parts.append(f"{' and '.join(found)} ({readings.in_words(reading)}: {shown})")
    published = " and ".join(f"{value:.2f}" for value in _STRAWS.values())
    return (
        f"Straw1 has no priorities. Its time over ESA's is {'; '.join(parts)}; published are {published}."
    )


def _never(judged):
    texts = [one.claim.text for one in judged if one.outcome() == IN_NONE]
    return (
        f"In no interpretation: {'; '.join(texts) or 'none'}. The section '{mechanisms.TITLE}' has the "
        "parameters on which each sentence depends."
    )


def _counts(judged):
    """Returns how often each verdict is given in each reading."""
    counts = collections.defaultdict(collections.Counter)
    for one in judged:
        for reading, verdict in one.verdicts.items():
            counts[reading][verdict.verdict] += 1
    rows = [
        [reading, str(sum(of.values()))] + [Badge(str(of[v]), KINDS[v]) for v in VERDICTS]
        for reading, of in counts.items()
    ]
    return Table(["Interpretation: link delay, windows", "Claims", *VERDICTS], rows, kind="small")


def _all_claims(judged):
    outcomes = collections.Counter(one.outcome() for one in judged)
    rest = len(judged) - outcomes[IN_ALL] - outcomes[IN_SOME] - outcomes[IN_NONE]
    holds = "holds" if outcomes[IN_ALL] == 1 else "hold"
    return (
        f"Of {len(judged)} claims of the paper, {outcomes[IN_ALL]} {holds} in every interpretation, "
        f"{outcomes[IN_SOME]} in some, {rest} partly at best, {outcomes[IN_NONE]} in none."
    )
