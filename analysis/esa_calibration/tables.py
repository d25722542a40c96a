# SPDX-License-Identifier: GPL-2.0-only
"""The numbers of the study as CSV files."""

import os

from esa_figures.verdicts import VERDICTS
from esa_sweep.collect import write_csv

from .space import SPACE
from .study import Final


def write_tables(out, study):
    """Writes points.csv, finals.csv and set-back.csv."""
    write_csv(os.path.join(out, "points.csv"), *_points(study))
    write_csv(os.path.join(out, "finals.csv"), *_finals(study))
    write_csv(os.path.join(out, "set-back.csv"), *_gains(study, "set_back", study.set_back))


def _points(study):
    """Returns heads and lines: every point with its gains and the score, with one seed."""
    heads, lines = _gains(study, "point", study.gains)
    heads = [heads[0], "fitted", *heads[1:], *(one.path for one in SPACE)]
    for line in lines:
        line.insert(1, int(line[0] == study.best))
        line.extend(study.points[line[0]].values())
    return heads, lines


def _finals(study):
    """Returns heads and lines: the points that were judged, the best first, with all verdicts."""
    heads = ["point", "one_scenario", *(verdict.replace(" ", "_") for verdict in VERDICTS)]
    heads += ["score", "settings_changed", *(goal.text for goal in study.goals)]
    lines = [
        [final.name, int(final.is_one_scenario), *map(final.count, VERDICTS)]
        + [f"{final.score:.3f}", final.changed]
        + [f"{one.measured}: {one.verdict}" for one in final.verdicts]
        for final in sorted(study.finals.values(), key=Final.rank, reverse=True)
    ]
    return heads, lines


def _gains(study, what, found):
    """Returns heads and lines. found: name -> gains"""
    heads = [what, "claims_that_hold", "score"] + [f"gain: {goal.text}" for goal in study.goals]
    lines = []
    for name, gains in found.items():
        held, score = study.rank(gains)
        lines.append([name, held, f"{score:.3f}", *(f"{gain:.5f}" for gain in gains)])
    return heads, lines
