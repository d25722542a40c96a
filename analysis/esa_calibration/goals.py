# SPDX-License-Identifier: GPL-2.0-only
"""
How far a point is from what the paper claims.

Each claim has one gain at a point, by the functions that also judge the paper's figures. One run
per system has no confidence interval, so a claim *holds* there if its gain is what the verdict
"reproduced" needs, but for the interval.
"""

import numpy
from esa_figures.claims import Grows, Named
from esa_figures.figures import FIGURES
from esa_figures.verdicts import CLOSE, gain_share

FIT = "A"
"""The workload on which settings are fitted."""

TESTS = ("B", "AB")
"""The workloads that the fit does not see."""

STRAWS_OF = ("A", "AB")
"""The workloads with which the paper compares the straw-men."""

_FAR = 1.0
"""From this distance on, as a share of the published gain, a number is worth its side only."""

_NODES = ((-1.732051, 1 / 6), (0.0, 2 / 3), (1.732051, 1 / 6))
"""Places and weights that stand for a normal distribution (Gauss and Hermite, three places)."""

_SURE = 1e-9  # error of what is known


class Goal:
    """A claim of the paper, as the study uses it. Gains may be numbers or arrays."""

    def __init__(self, figure, claim):
        self.figure = figure
        self.claim = claim
        self.text = claim.text
        self.published = claim.published  # text
        self.number = getattr(claim, "number", None)  # the published ratio; None: a side only
        self._is_ratio = not isinstance(claim, Grows)

    def verdict(self, runs):
        """Returns the Verdict on runs."""
        return self.claim.judge(self.figure.select(runs))

    def holds(self, gain):
        """Returns whether a gain is what the claim says."""
        if self.number is None:
            return numpy.asarray(gain) > 0
        return numpy.abs(gain_share(self.number, 1 + numpy.asarray(gain)) - 1) <= CLOSE

    def score(self, gain):
        """
        Returns a number from 0 to 1: 0 on the other side of 1, 1 if the claim holds.

        A number on the right side has a half at least, and the more the closer it is.
        """
        if self.number is None:
            return (numpy.asarray(gain) > 0).astype(float)
        share = gain_share(self.number, 1 + numpy.asarray(gain))
        far = numpy.clip((numpy.abs(share - 1) - CLOSE) / (_FAR - CLOSE), 0, 1)
        return numpy.where(share > 0, 1 - far / 2, 0.0)

    def scaled(self, gain):
        """Returns a gain on the scale of a regression: that of a ratio is its logarithm."""
        return numpy.log1p(gain) if self._is_ratio else numpy.asarray(gain, dtype=float)

    def unscaled(self, value):
        """Returns the gain of a value on the scale of a regression."""
        return numpy.expm1(value) if self._is_ratio else value

    def expected_score(self, value, error):
        """Returns the mean score of a value on that scale with a standard error."""
        return sum(
            weight * self.score(self.unscaled(value + place * (error + _SURE)))
            for place, weight in _NODES
        )


def goals(workload):
    """Returns the Goals of a workload. Those that name no point are judged on its runs alone."""
    return [goal for goal in all_goals() if _concerns(goal, workload)]


def all_goals():
    """Returns every claim on the paper's simulations, on all workloads together."""
    return [Goal(figure, claim) for figure in FIGURES for claim in figure.claims]


def _concerns(goal, workload):
    if isinstance(goal.claim, Named):
        return goal.claim.point["workload"] == workload
    if goal.number is not None:
        # the largest ratio of all points, wherever it is: the fit looks for it here
        return workload == FIT
    if any(system.startswith("straw") for system in goal.claim.systems):
        return workload in STRAWS_OF
    return True


def gains(found, runs):
    """
    Returns the gain of each claim at each point: point -> list in the order of the Goals.

    found: list of Goal; runs: of a Runner, with a column point
    """
    return {
        point: [float(goal.verdict(part).gain) for goal in found]
        for point, part in runs.groupby("point", sort=False)
    }


def total(found, values):
    """Returns the score of all claims together. values: gains in the order of the Goals"""
    return float(sum(goal.score(gain) for goal, gain in zip(found, values)))


def holding(found, values):
    """Returns how many claims hold. values: gains in the order of the Goals"""
    return int(sum(goal.holds(gain) for goal, gain in zip(found, values)))
