# SPDX-License-Identifier: GPL-2.0-only
"""
The study from the design to the test.

1. The design is simulated with DNN A and one seed, and each claim gets a regression.
2. Candidates that the regressions promise most are simulated; then the same again with all points.
3. The points of which most claims hold are simulated with further seeds, and judged by the rules of
   the paper's figures. The best one by these verdicts is the fitted set, whatever was promised.
4. It is tested with DNN B and A to B 1:1, which no step before has seen.
"""

import collections

from esa_figures.verdicts import NOT, PARTLY, REPRODUCED

from . import design, effects
from .goals import FIT, STRAWS_OF, TESTS, all_goals, gains, goals, holding, total
from .runner import FIT_SIZES, FULL_SIZES, of_workload
from .search import Known

ALL = "all"
"""The workloads together."""

_SEED = 1
_SEEDS = (1, 2, 3)


class Plan:
    """How much is simulated."""

    def __init__(self, points, candidates, rounds, finalists, seeds, sizes, full_sizes):
        self.points = points  # of the design
        self.candidates = candidates  # of each round
        self.rounds = rounds
        self.finalists = finalists
        self.seeds = seeds  # of finalists and test
        self.sizes = sizes  # of the fit
        self.full_sizes = full_sizes  # of the test


FULL = Plan(48, 4, 2, 3, _SEEDS, FIT_SIZES, FULL_SIZES)
QUICK = Plan(8, 2, 1, 2, _SEEDS[:2], FIT_SIZES, FIT_SIZES)


class Study:
    """What came of it."""

    def __init__(self):
        self.goals = goals(FIT)
        self.points = {}  # name -> point: shipped, design, candidates
        self.designed = []  # names of shipped and design
        self.gains = {}  # name -> gains with DNN A and one seed, in the order of the goals
        self.promised = {}  # candidate -> score that was expected
        self.regressions = []  # of the design, one per goal
        self.effects = []
        self.finalists = {}  # name -> list of Verdict
        self.best = None  # name
        self.verdicts = {}  # (name, workload) -> list of (Goal, Verdict); of best and shipped

    def score(self, name):
        """Returns the score of a point with one seed."""
        return total(self.goals, self.gains[name])

    def holding(self, name):
        """Returns how many claims hold at a point with one seed."""
        return holding(self.goals, self.gains[name])

    def ranked(self):
        """Returns the names of all points, that of which most claims hold with one seed first."""
        key = {name: (self.holding(name), self.score(name)) for name in self.gains}
        return sorted(key, key=key.get, reverse=True)

    def counts(self, name, workload):
        """Returns how often each verdict is given: verdict -> number."""
        found = collections.Counter(one.verdict for _, one in self.verdicts[name, workload])
        return {verdict: found[verdict] for verdict in (REPRODUCED, PARTLY, NOT)}

    def unreached(self):
        """Returns the places of the goals that hold at no point that was simulated."""
        return [
            place
            for place, goal in enumerate(self.goals)
            if not any(goal.holds(values[place]) for values in self.gains.values())
        ]

    def never_reproduced(self):
        """Returns the places of the goals that no finalist reproduces."""
        return [
            place
            for place in range(len(self.goals))
            if all(found[place].verdict != REPRODUCED for found in self.finalists.values())
        ]

    def closest(self, place):
        """Returns the name of the point at which a goal is closest to holding, or holds best."""
        goal = self.goals[place]
        return max(self.gains, key=lambda name: _closeness(goal, self.gains[name][place]))


def _closeness(goal, gain):
    if goal.number is None:
        return gain
    return -abs(1 + gain - goal.number)


def run_study(runner, plan, points):
    """
    Simulates and returns a Study.

    runner: a Runner; plan: a Plan; points: the design with the shipped point, name -> point
    """
    study = Study()
    study.points = dict(points)
    study.designed = list(points)
    _simulate(study, runner, plan, "calibration-design", points)
    study.regressions = Known(study.points, study.gains, study.goals).regressions
    study.effects = effects.effects(list(points.values()), study.regressions, study.goals)
    for number in range(1, plan.rounds + 1):
        _look_further(study, runner, plan, number)
    _choose(study, runner, plan)
    _test(study, runner, plan)
    return study


def _simulate(study, runner, plan, name, points):
    runs = runner.runs(name, points, plan.sizes, [_SEED])
    study.gains.update(gains(study.goals, runs))


def _look_further(study, runner, plan, number):
    """Simulates the points that look best after all runs so far. number: of the round, from 1"""
    known = Known(dict(study.points), study.gains, study.goals)
    found = known.candidates(plan.candidates, study.ranked(), design.SEED + 100 * number)
    points = {}
    for place, (point, promised) in enumerate(found, 1):
        points[f"c{number}{place}"] = point
        study.promised[f"c{number}{place}"] = promised
    study.points.update(points)
    _simulate(study, runner, plan, f"calibration-search-{number}", points)


def _choose(study, runner, plan):
    """Judges the best points with all seeds, and takes the best of them."""
    names = list(dict.fromkeys([*study.ranked()[: plan.finalists], design.SHIPPED]))
    points = {name: study.points[name] for name in names}
    runs = runner.runs("calibration-finalists", points, plan.sizes, plan.seeds)
    for name, part in runs.groupby("point", sort=False):
        study.finalists[name] = [goal.verdict(part) for goal in study.goals]
    study.best = max(study.finalists, key=lambda name: _rank(study, name))


def _rank(study, name):
    """Returns what decides: claims that are reproduced, then partly, then the score."""
    found = [verdict.verdict for verdict in study.finalists[name]]
    score = total(study.goals, [verdict.gain for verdict in study.finalists[name]])
    return found.count(REPRODUCED), found.count(PARTLY), score


def _test(study, runner, plan):
    """Judges the best set and the shipped one with every workload and all points of the paper."""
    names = list(dict.fromkeys([study.best, design.SHIPPED]))
    points = {name: study.points[name] for name in names}
    sizes = {}
    for workload in (FIT, *TESTS):
        sizes.update(of_workload(plan.full_sizes, workload, workload in STRAWS_OF))
    runs = runner.runs("calibration-test", points, sizes, plan.seeds)
    for name, part in runs.groupby("point", sort=False):
        for workload in (FIT, *TESTS):
            its_runs = part[part["workload"] == workload]
            study.verdicts[name, workload] = _judged(goals(workload), its_runs)
        study.verdicts[name, ALL] = _judged(all_goals(), part)


def _judged(found, runs):
    return [(goal, goal.verdict(runs)) for goal in found]
