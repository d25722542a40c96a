# SPDX-License-Identifier: GPL-2.0-only
"""The sections of the paper's figures, with its claims and what was measured."""

import functools
import os

from esa_sweep.collect import write_csv

from . import style
from .claims import NOT, PARTLY, REPRODUCED
from .figures import FIGURES
from .section import Badge, Section, Table

_KINDS = {REPRODUCED: "good", PARTLY: "fair", NOT: "poor"}
_CSV_HEADS = ("figure", "claim", "published", "reading", "measured", "where", "verdict")


def paper_sections(workshop):
    """Returns the sections, and writes all claims to claims.csv."""
    lines = []
    sections = []
    for figure in FIGURES:
        section, cells = _section(figure, workshop)
        sections.append(section)
        lines += cells
    write_csv(os.path.join(workshop.out, "claims.csv"), _CSV_HEADS, lines)
    return sections


def readings_of(runs):
    """
    Returns the readings of the base round-trip time, each with its part of the runs.

    The name is '' where the paper can be read in one way only.
    """
    if "reading" not in runs:
        return {"": runs}
    return {name: part for name, part in runs.groupby("reading", sort=False)}


def _section(figure, workshop):
    """Returns the section of a figure, and its lines of claims.csv."""
    readings = readings_of(workshop.runs(figure.sweep))
    pictures = []
    for place, (reading, runs) in enumerate(readings.items()):
        name = figure.name + (f"-{reading.replace(' ', '')}" if place else "")
        caption = f"{reading} links" if len(readings) > 1 else ""
        title = f"{figure.title}, {caption}" if caption else figure.title
        draw = functools.partial(style.compose, figure.panels(runs), figure.y_label)
        pictures.append(workshop.picture(name, title, draw, caption))

    verdicts = [
        [(reading, claim.judge(runs)) for reading, runs in readings.items()]
        for claim in figure.claims
    ]
    judged = not workshop.quick
    lines = [
        (figure.name, claim.text, claim.published, reading, verdict.measured, verdict.where)
        + (verdict.verdict if judged else "",)
        for claim, of_claim in zip(figure.claims, verdicts)
        for reading, verdict in of_claim
    ]
    table = _table(figure.claims, verdicts, list(readings), judged)
    section = Section(
        figure.name,
        figure.title,
        figure.text,
        pictures,
        table,
        _remarks(figure.claims, verdicts) if judged else [],
        workshop.source(figure.sweep),
    )
    return section, lines


def _table(claims, verdicts, readings, judged):
    """Returns the table of claims, with two columns per reading. judged: with verdicts"""
    heads = ["The paper says", "Published"]
    for reading in readings:
        heads.append(f"Measured, {reading} links" if reading else "Measured")
        if judged:
            heads.append(f"Verdict, {reading} links" if reading else "Verdict")
    rows = []
    for claim, of_claim in zip(claims, verdicts):
        row = [claim.text, claim.published]
        for _, verdict in of_claim:
            row.append(f"{verdict.measured} ({verdict.where})")
            if judged:
                row.append(Badge(verdict.verdict, _KINDS[verdict.verdict]))
        rows.append(row)
    return Table(heads, rows)


def _remarks(claims, verdicts):
    """Returns a sentence for each claim that is not reproduced in every reading."""
    sentences = []
    for claim, of_claim in zip(claims, verdicts):
        found = [
            (f"with {reading} links " if reading else "") + f"{verdict.verdict} ({verdict.words})"
            for reading, verdict in of_claim
            if verdict.verdict != REPRODUCED
        ]
        if found:
            sentences.append(f"{claim.text}: {'; '.join(found)}.")
    return sentences
