# SPDX-License-Identifier: GPL-2.0-only
"""The sections of the paper's figures, with its claims and what was measured."""

import functools
import os

from esa_sweep.csv_table import write_csv

from . import readings, style
from .claims import Grows, is_a_mix
from .figures import FIGURES, MICROBENCHMARK
from .section import Badge, Finding, Section, Table
from .verdicts import NOT, PARTLY, REPRODUCED

KINDS = {REPRODUCED: "good", PARTLY: "fair", NOT: "poor"}
CSV_HEADS = (
    *("figure", "claim", "published", "reading"),
    *("measured", "gain_share", "where", "verdict"),
)

IN_ALL = "reproduced"
IN_SOME = "in some interpretations"
AT_BEST_PARTLY = "partly at best"
IN_NONE = "not reproduced"
_OUTCOMES = {IN_ALL: "good", IN_SOME: "fair", AT_BEST_PARTLY: "fair", IN_NONE: "poor"}


class Judged:
    """A claim with its verdict in each reading."""

    def __init__(self, figure, claim, verdicts):
        self.figure = figure
        self.claim = claim
        self.verdicts = verdicts  # reading -> Verdict

    def outcome(self):
        """Returns what comes of all readings together; a claim counts once."""
        found = [verdict.verdict for verdict in self.verdicts.values()]
        if all(verdict == REPRODUCED for verdict in found):
            return IN_ALL
        if REPRODUCED in found:
            return IN_SOME
        return AT_BEST_PARTLY if PARTLY in found else IN_NONE


def _runs_of_figures(context):
    """Returns (figure, reading -> runs) of each figure, in the order of the paper."""
    simulated = readings.runs_by_reading(context)
    micro = readings.microbenchmark(context)
    return [(MICROBENCHMARK, micro), *((figure, simulated) for figure in FIGURES)]


@functools.lru_cache(maxsize=1)
def judge_all(context):
    """Returns a Judged for each claim, those of the microbenchmark last."""
    first, *others = _runs_of_figures(context)
    return [
        Judged(figure, claim, {r: claim.judge(figure.select(runs)) for r, runs in of.items()})
        for figure, of in [*others, first]
        for claim in figure.claims
    ]


def _share(verdict):
    """Returns a measured gain as a share of the published one, as a text; '' without one."""
    return "" if verdict.gain_share is None else f"{verdict.gain_share:.2f}"


def csv_lines(judged, with_verdicts=True):
    """Returns the lines of claims.csv."""
    return [
        (one.figure.name, one.claim.text, one.claim.published, reading)
        + (verdict.measured, _share(verdict), verdict.where)
        + (verdict.verdict if with_verdicts else "",)
        for one in judged
        for reading, verdict in one.verdicts.items()
    ]


def paper_sections(context):
    """Returns the sections, and writes all claims to claims.csv."""
    judged = judge_all(context)
    lines = csv_lines(judged, not context.quick)
    write_csv(os.path.join(context.out, "claims.csv"), CSV_HEADS, lines)
    return [
        _section(figure, of, [one for one in judged if one.figure is figure], context)
        for figure, of in _runs_of_figures(context)
    ]


def _section(figure, by_reading, judged, context):
    """Returns the section of a figure. by_reading: reading -> runs"""
    drawn = [r for r in by_reading if r in readings.DRAWN]
    pictures = []
    for reading in drawn:
        runs = figure.select(by_reading[reading])
        name = figure.name + readings.DRAWN[reading]
        caption = readings.in_words(reading) if len(drawn) > 1 else ""
        title = f"{figure.title}, {caption}" if caption else figure.title
        claims = [] if context.quick else [*figure.claims, *figure.quoted]
        kinds = [("", figure.panels, figure.y_label), ("-ratio", figure.ratios, figure.ratios_label)]
        for ending, panels, label in kinds:
            if panels:
                found = panels(runs, claims)
                draw = functools.partial(style.compose, found, label, same_y=bool(label))
                pictures.append(context.picture(name + ending, title, draw, caption))
                pictures[-1].is_folded = reading != drawn[0]
                caption = ""  # once for both
    names = readings.sweeps_of(figure.sweeps, context.quick)
    tables = [_table(judged, list(by_reading), context.quick)]
    if not context.quick:
        tables.insert(0, _short_table(judged, list(by_reading)))
    return Section(
        figure.name,
        figure.title,
        figure.text,
        pictures,
        tables,
        [context.source(name) for name in names],
        [] if context.quick else [_outcome(one) for one in judged],
        notes(figure, by_reading) + ([] if context.quick else _on_claims(figure)),
        figure.number,
    )


def _short_table(judged, names):
    """Returns the table of claims: what was measured in each reading, without intervals."""
    rows = [
        [one.claim.text, one.claim.published]
        + [Badge(verdict.short(), KINDS[verdict.verdict]) for verdict in one.verdicts.values()]
        for one in judged
    ]
    return Table(["The paper says", "Published", *names], rows)


def _on_claims(figure):
    """Returns paragraphs on the values in the table of claims."""
    found = [figure.note] if figure.note else []
    if any(isinstance(claim, Grows) for claim in figure.claims):
        found.append("Grows: the change of the ratio along the axis, with the workload that gains least.")
    return found


def _outcome(judged):
    outcome = judged.outcome()
    return Badge(outcome, _OUTCOMES[outcome])


def notes(figure, by_reading):
    """Returns paragraphs on what a reader of the pictures may wonder about."""
    runs = figure.select(next(iter(by_reading.values())))
    if "workload" not in runs or is_a_mix(runs).all():
        return []
    single = runs[~is_a_mix(runs)]
    index = ["jobs", "workers", "system", "seed"]
    alike = runs[runs["workload"] == "A"].set_index(index)["jct_ms"]
    differences = (single.set_index(index)["jct_ms"] - alike).dropna().abs()
    if differences.empty or differences.max() > 0:
        return []
    return [
        "The bend of A to B 1:1 between one job and two is no effect of sharing: a single job "
        "cannot be a mix. It is a DNN A, and its iteration time is that of the left panel to the last digit. "
        "From two jobs on, every other job is a DNN B. The slopes in the table leave that point "
        "out."
    ]


def _table(judged, names, quick):
    """Returns the table of claims, with a column per reading; a first look has what it measured."""
    heads = ["Compared"] if quick else ["The paper says", "Published"]
    heads += ["Measured"] if quick else names
    rows = []
    for one in judged:
        row = [one.claim.text] + ([] if quick else [one.claim.published])
        for verdict in one.verdicts.values():
            if quick:
                row.append(Finding(verdict.measured, verdict.where))
                continue
            badge = Badge(verdict.verdict, KINDS[verdict.verdict])
            row.append(Finding(verdict.measured, verdict.where, badge))
        rows.append(row)
    if quick:
        return Table(heads, rows)
    # five readings do not fit side by side
    return Table(heads, rows, "The same with 95 % intervals and verdicts", kind="cards")
