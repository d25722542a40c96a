# SPDX-License-Identifier: GPL-2.0-only
"""Every figure of matched runs: its means, its difference, and how sure that is."""

import esa_intervals
from esa_runs.results import figures, is_number, outcome


class Difference:
    """One figure of one configuration, over the seeds that both sides have."""

    def __init__(self, figure, pairs, of_all):
        """pairs: list of (value of A, value of B), a seed each; of_all: seeds, of which some may lack a value"""
        self.figure = figure
        self.count = len(pairs)
        self.of_all = of_all
        self.before = esa_intervals.mean([before for before, _ in pairs])[0]
        self.after = esa_intervals.mean([after for _, after in pairs])[0]
        # seed by seed: both sides meet the same job starts and delays
        self.mean, self.low, self.high = esa_intervals.mean(
            [after - before for before, after in pairs]
        )
        self.same = self.count == of_all and all(before == after for before, after in pairs)

    @property
    def percent(self):
        """The difference in percent of A's mean; None if that is 0."""
        return 100 * self.mean / abs(self.before) if self.before else None

    @property
    def clear(self):
        """Whether the interval excludes 0."""
        return self.low is not None and (self.low > 0 or self.high < 0)


def all_figures(one, other):
    """Returns (figures of both, those of one side only)."""
    mine, others = figures([one]), figures([other])
    both = [name for name in mine if name in others]
    alone = [name for name in mine + others if name not in both]
    # the time that the simulator took differs each time: last
    both.sort(key=lambda name: name == "wall_s")
    return both, alone


def differences(matched, names):
    """Returns values of the axes -> list of Difference, for the figures named."""
    found = {}
    for key, pairs in matched.pairs.items():
        found[key] = []
        # seeds of one outcome are one run
        different = {(outcome(before), outcome(after)): (before, after) for before, after in pairs}.values()
        for name in names:
            values = [(before.get(name), after.get(name)) for before, after in different]
            values = [pair for pair in values if is_number(pair[0]) and is_number(pair[1])]
            if values:
                found[key].append(Difference(name, values, len(different)))
    return found
