# SPDX-License-Identifier: GPL-2.0-only
"""The numbers of the study as CSV files."""

import os

from esa_sweep.collect import write_csv

from .design import SHIPPED
from .goals import FIT
from .space import SPACE
from .study import ALL

ROLES = {FIT: "fit", ALL: "fit and test"}


def write_tables(out, study):
    """Writes points.csv, set-back.csv and claims.csv."""
    write_csv(os.path.join(out, "points.csv"), *_points(study))
    write_csv(os.path.join(out, "set-back.csv"), *_set_back(study))
    write_csv(os.path.join(out, "claims.csv"), *claims(study))


def _points(study):
    """Returns heads and lines: every point with its gains and the score, with one seed."""
    heads = ["point", "fitted", "score", "claims_that_hold"]
    heads += [one.path for one in SPACE] + [f"gain: {goal.text}" for goal in study.goals]
    lines = []
    for name, gains in study.gains.items():
        line = [name, int(name == study.best), f"{study.score(name):.3f}", study.holding(name)]
        lines.append(line + [*study.points[name].values()] + [f"{gain:.5f}" for gain in gains])
    return heads, lines


def _verdict(goal, verdict):
    share = "" if verdict.gain_share is None else f"{verdict.gain_share:.2f}"
    return (goal.text, goal.published, verdict.measured, share, verdict.where, verdict.verdict)


_VERDICT_HEADS = ("claim", "published", "measured", "gain_share", "where", "verdict")


def _set_back(study):
    """Returns heads and lines: what is judged with DNN A if one setting is that of the shipped set."""
    lines = [
        (name, *_verdict(goal, verdict))
        for name, found in study.set_back.items()
        for goal, verdict in zip(study.goals, found)
    ]
    return ("set_back", *_VERDICT_HEADS), lines


def claims(study):
    """Returns heads and lines: what is judged of the fitted set and of the shipped one."""
    lines = []
    for (name, workload), found in study.verdicts.items():
        label = "fitted" if name == study.best else SHIPPED
        role = ROLES.get(workload, "test") if name == study.best else "compared"
        lines += [(label, workload, role, *_verdict(goal, verdict)) for goal, verdict in found]
    return ("set", "workload", "role", *_VERDICT_HEADS), lines
