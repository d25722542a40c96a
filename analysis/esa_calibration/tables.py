# SPDX-License-Identifier: GPL-2.0-only
"""The numbers of the study as CSV files."""

import os

from esa_sweep.collect import write_csv

from .design import SHIPPED
from .effects import lines as effect_lines
from .goals import FIT
from .space import SPACE
from .study import ALL

ROLES = {FIT: "fit", ALL: "fit and test"}


def write_tables(out, study):
    """Writes points.csv, effects.csv and claims.csv."""
    write_csv(os.path.join(out, "points.csv"), *_points(study))
    write_csv(os.path.join(out, "effects.csv"), *effect_lines(study.effects))
    write_csv(os.path.join(out, "claims.csv"), *claims(study))


def _points(study):
    """Returns heads and lines: every point with its gains and the score, with one seed."""
    heads = ["point", "fitted", "promised_score", "score", "claims_that_hold"]
    heads += [one.path for one in SPACE] + [f"gain: {goal.text}" for goal in study.goals]
    lines = []
    for name, point in study.points.items():
        promised = study.promised.get(name)
        line = [name, int(name == study.best), "" if promised is None else f"{promised:.3f}"]
        line += [f"{study.score(name):.3f}", study.holding(name), *point.values()]
        lines.append(line + [f"{gain:.5f}" for gain in study.gains[name]])
    return heads, lines


def claims(study):
    """Returns heads and lines: what is judged of the fitted set and of the shipped one."""
    heads = ("set", "workload", "role", "claim", "published")
    heads += ("measured", "gain_share", "where", "verdict")
    lines = []
    for (name, workload), found in study.verdicts.items():
        label = "fitted" if name == study.best else SHIPPED
        role = ROLES.get(workload, "test") if name == study.best else "compared"
        for goal, verdict in found:
            share = "" if verdict.gain_share is None else f"{verdict.gain_share:.2f}"
            lines.append(
                (label, workload, role, goal.text, goal.published)
                + (verdict.measured, share, verdict.where, verdict.verdict)
            )
    return heads, lines
