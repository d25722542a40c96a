# SPDX-License-Identifier: GPL-2.0-only
"""
What the paper claims, and what the runs say of it.

A ratio is reproduced if its mean is within 10 % of the published one, partly if both lie on the
same side of 1, else not. 'In all cases' is reproduced if it holds at every point, partly if at
some.
"""

import math

import esa_results

TOLERANCE = 0.1
REPRODUCED = "reproduced"
PARTLY = "partly"
NOT = "not reproduced"


class Verdict:
    """What became of a claim; all texts."""

    def __init__(self, claim, published, measured, where, verdict):
        self.claim = claim
        self.published = published
        self.measured = measured
        self.where = where
        self.verdict = verdict

    def cells(self, quick):
        """Returns all texts in order. quick: of a first look, which allows no verdict"""
        verdict = "" if quick else self.verdict
        return [self.claim, self.published, self.measured, self.where, verdict]


def compare(published, measured):
    """Returns the verdict on a ratio."""
    if abs(measured / published - 1) <= TOLERANCE:
        return REPRODUCED
    return PARTLY if (measured > 1) == (published > 1) else NOT


def _interval(row):
    """Returns a mean with its 95 % confidence interval as a text."""
    if math.isnan(row["low"]):
        return f"{row['mean']:.2f}"
    return f"{row['mean']:.2f} [{row['low']:.2f}, {row['high']:.2f}]"


class Largest:
    """The largest ratio over all workloads and all values of an axis ('up to 1.89x')."""

    def __init__(self, text, system, over, axis, published, value="jct_ms"):
        self._text = text
        self._systems = (system, over)
        self._axis = axis
        self._published = published
        self._value = value

    def judge(self, runs):
        """Returns the Verdict."""
        by = ["workload", self._axis]
        table = esa_results.ratio(runs, *self._systems, by=by, value=self._value)
        row = table.loc[table["mean"].idxmax()]
        return Verdict(
            self._text,
            f"{self._published:.2f}",
            _interval(row),
            f"workload {row['workload']}, {self._axis} {row[self._axis]}",
            compare(self._published, row["mean"]),
        )


class Everywhere:
    """A ratio above 1 at every point."""

    def __init__(self, text, system, over, axis):
        self._text = text
        self._systems = (system, over)
        self._axis = axis

    def judge(self, runs):
        """Returns the Verdict; measured is the smallest ratio."""
        table = esa_results.ratio(runs, *self._systems, by=["workload", self._axis])
        holds = int((table["mean"] > 1).sum())
        row = table.loc[table["mean"].idxmin()]
        verdict = REPRODUCED if holds == len(table) else PARTLY if holds else NOT
        return Verdict(
            self._text,
            "above 1 everywhere",
            f"above 1 at {holds} of {len(table)} points, smallest {_interval(row)}",
            f"smallest: workload {row['workload']}, {self._axis} {row[self._axis]}",
            verdict,
        )


class Single:
    """The ratio of two systems with one workload, with 8 jobs of 8 workers."""

    def __init__(self, text, system, over, workload, published, value="utilization"):
        self._text = text
        self._systems = (system, over)
        self._workload = workload
        self._published = published
        self._value = value

    def judge(self, runs):
        """Returns the Verdict."""
        part = runs[
            (runs["workload"] == self._workload) & (runs["jobs"] == 8) & (runs["workers"] == 8)
        ]
        row = esa_results.ratio(part, *self._systems, value=self._value).iloc[0]
        return Verdict(
            self._text,
            f"{self._published:.2f}",
            _interval(row),
            f"workload {self._workload}, 8 jobs, 8 workers",
            compare(self._published, row["mean"]),
        )
