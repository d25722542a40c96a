# SPDX-License-Identifier: GPL-2.0-only
"""
How far a point is from what the paper claims.

Each claim has one gain at a point, by the functions that also judge the paper's figures. One run
per system has no confidence interval, so a claim *holds* there if its gain is what the verdict
"reproduced" needs, but for the interval.
"""

from esa_figures.claims import Named
from esa_figures.figures import FIGURES
from esa_figures.verdicts import CLOSE, gain_share

FIT = "A"
"""The workload on which settings are fitted."""

_FAR = 1.0
"""From this distance on, as a share of the published gain, a number is worth its side only."""


class Goal:
    """A claim of the paper, as the study uses it."""

    def __init__(self, figure, claim):
        self.figure = figure
        self.claim = claim
        self.text = claim.text
        self.published = claim.published  # text
        self.number = getattr(claim, "number", None)  # the published ratio; None: a side only

    def gain(self, runs):
        """Returns the gain that runs give."""
        return float(self.verdict(runs).gain)

    def verdict(self, runs):
        """Returns the Verdict of the judge of the paper's figures."""
        return self.claim.judge(self.figure.select(runs))

    def holds(self, gain):
        """Returns whether a gain is what the claim says."""
        if self.number is None:
            return gain > 0
        return abs(gain_share(self.number, 1 + gain) - 1) <= CLOSE

    def score(self, gain):
        """
        Returns a number from 0 to 1: 0 on the other side of 1, 1 if the claim holds.

        A number on the right side has a half at least, and the more the closer it is.
        """
        if self.number is None:
            return float(gain > 0)
        share = gain_share(self.number, 1 + gain)
        far = min(max((abs(share - 1) - CLOSE) / (_FAR - CLOSE), 0), 1)
        return 1 - far / 2 if share > 0 else 0.0


def goals():
    """Returns the claims on the paper's simulations that DNN A alone can be judged by."""
    found = [Goal(figure, claim) for figure in FIGURES for claim in figure.claims]
    return [
        goal
        for goal in found
        if not isinstance(goal.claim, Named) or goal.claim.point["workload"] == FIT
    ]


def gains(found, runs):
    """
    Returns the gain of each claim at each point: point -> list in the order of the Goals.

    found: list of Goal; runs: of a Runner, with a column point
    """
    return {
        point: [goal.gain(part) for goal in found]
        for point, part in runs.groupby("point", sort=False)
    }


def verdicts(found, runs):
    """Returns the Verdict on each claim at each point: point -> list in the order of the Goals."""
    return {
        point: [goal.verdict(part) for goal in found]
        for point, part in runs.groupby("point", sort=False)
    }


def total(found, values):
    """Returns the score of all claims together. values: gains in the order of the Goals"""
    return sum(goal.score(gain) for goal, gain in zip(found, values))


def holding(found, values):
    """Returns how many claims hold. values: gains in the order of the Goals"""
    return sum(goal.holds(gain) for goal, gain in zip(found, values))
