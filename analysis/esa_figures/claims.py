# SPDX-License-Identifier: GPL-2.0-only
"""
What the paper claims, and what the runs say of it.

A ratio is reproduced if its mean is within 10 % of the published one. It is partly reproduced if it
lies on the same side of 1, and between half and twice as far from it. Else it is not reproduced. A
claim on many points is reproduced if it holds at all of them, and partly if it holds at some.
"""

import math

import esa_results

TOLERANCE = 0.1
LEAST_SHARE = 0.5
MOST_SHARE = 2
REPRODUCED = "reproduced"
PARTLY = "partly"
NOT = "not reproduced"

_NAMES = {"jobs": ("job", "jobs"), "workers": ("worker", "workers"), "tensor_mb": ("MB", "MB")}
"""What an axis counts, one and many."""


class Verdict:
    """The verdict on a claim; all members are texts."""

    def __init__(self, measured, where, verdict, words):
        self.measured = measured
        self.where = where
        self.verdict = verdict
        self.words = words  # what was found beside what is published; part of a sentence


def compare(published, measured):
    """Returns the verdict on a ratio."""
    if abs(measured / published - 1) <= TOLERANCE:
        return REPRODUCED
    share = (measured - 1) / (published - 1)
    return PARTLY if LEAST_SHARE <= share <= MOST_SHARE else NOT


def interval(row):
    """Returns a mean with its 95 % confidence interval as a text."""
    if math.isnan(row["low"]):
        return f"{row['mean']:.2f}"
    return f"{row['mean']:.2f} [{row['low']:.2f}, {row['high']:.2f}]"


def _of_many(holds, count):
    """Returns the verdict on a claim that holds at some of many points."""
    return REPRODUCED if holds == count else PARTLY if holds else NOT


def _point(row, axis):
    """Returns a point of a figure as a text."""
    return f"workload {row['workload']}, {_count(row[axis], axis)}"


def _count(value, axis):
    """Returns a value of an axis with its unit."""
    return f"{value} {_NAMES[axis][str(value) != '1']}"


def _of_ratio(published, row, where):
    """Returns the Verdict on a ratio."""
    measured = row["mean"]
    percent = round(abs(measured / published - 1) * 100)
    side = "above" if measured > published else "below"
    words = f"{measured:.2f}, {percent}\u00a0% {side} the published {published:.2f}"
    return Verdict(interval(row), where, compare(published, measured), words)


class _OfTwo:
    """What all claims on the ratio of two systems have in common."""

    def __init__(self, text, published, system, over, value):
        self.text = text
        self.published = published  # text
        self._systems = (system, over)
        self._value = value

    def _table(self, runs, by):
        return esa_results.ratio(runs, *self._systems, by=by, value=self._value)


class Largest(_OfTwo):
    """The largest ratio over all workloads and all values of an axis ('up to 1.89x')."""

    def __init__(self, text, system, over, axis, published, value="jct_ms"):
        super().__init__(text, f"{published:.2f}", system, over, value)
        self._axis = axis
        self._number = published

    def judge(self, runs):
        """Returns the Verdict."""
        table = self._table(runs, ["workload", self._axis])
        row = table.loc[table["mean"].idxmax()]
        return _of_ratio(self._number, row, _point(row, self._axis))


class Everywhere(_OfTwo):
    """A ratio above 1 at every point."""

    def __init__(self, text, system, over, axis):
        super().__init__(text, "above 1 everywhere", system, over, "jct_ms")
        self._axis = axis

    def judge(self, runs):
        """Returns the Verdict; where: of the smallest ratio."""
        table = self._table(runs, ["workload", self._axis])
        holds = int((table["mean"] > 1).sum())
        row = table.loc[table["mean"].idxmin()]
        where = _point(row, self._axis)
        measured = f"at {holds} of {len(table)} points, smallest {interval(row)}"
        words = f"so at {holds} of {len(table)} points, the smallest ratio is {row['mean']:.2f}"
        return Verdict(measured, where, _of_many(holds, len(table)), f"{words}, with {where}")


class Grows(_OfTwo):
    """A ratio that is larger at the end of an axis than at its start, with every workload."""

    def __init__(self, text, system, over, axis):
        super().__init__(text, "grows", system, over, "jct_ms")
        self._axis = axis

    def judge(self, runs):
        """Returns the Verdict."""
        table = self._table(runs, ["workload", self._axis])
        changes = []
        holds = 0
        for workload, part in table.groupby("workload", sort=False):
            part = part.sort_values(self._axis)
            first, last = part["mean"].iloc[0], part["mean"].iloc[-1]
            holds += int(last > first)
            changes.append(f"{workload} {first:.2f} to {last:.2f}")
        ends = sorted(table[self._axis])
        where = f"from {ends[0]} to {_count(ends[-1], self._axis)}"
        measured = ", ".join(changes)
        words = f"so with {holds} of {len(changes)} workloads: {measured}"
        return Verdict(measured, where, _of_many(holds, len(changes)), words)


class Single(_OfTwo):
    """The ratio of two systems with one workload, with 8 jobs of 8 workers."""

    def __init__(self, text, system, over, workload, published, value="utilization"):
        super().__init__(text, f"{published:.2f}", system, over, value)
        self._workload = workload
        self._number = published

    def judge(self, runs):
        """Returns the Verdict."""
        part = runs[
            (runs["workload"] == self._workload) & (runs["jobs"] == 8) & (runs["workers"] == 8)
        ]
        where = f"workload {self._workload}, 8 jobs, 8 workers"
        return _of_ratio(self._number, self._table(part, ()).iloc[0], where)
