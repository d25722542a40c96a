# SPDX-License-Identifier: GPL-2.0-only
"""
The study from the design to the test.

1. The design, which fills the space, is simulated with DNN A and one seed, everything a tenth.
2. Candidates around the best points are simulated in the same way, round by round.
3. The best points are simulated at full size. The best of these are simulated with further seeds,
   and judged by the rules of the paper's figures. The best one by these verdicts is the fitted set.
4. It is tested with DNN B and A to B 1:1, which no step before has seen.
5. Each of its settings is set back to that of the shipped scenario, alone: what does it carry?
"""

import collections

from esa_figures.verdicts import NOT, PARTLY, REPRODUCED

from . import design, search
from .goals import FIT, STRAWS_OF, TESTS, all_goals, gains, goals, holding, total
from .runner import SIZES, of_workload

ALL = "all"
"""The workloads together."""

_SEED = 1


class Plan:
    """How much is simulated."""

    def __init__(self, points, candidates, rounds, parents, full, judged, seeds, is_small=False):
        self.points = points  # of the design
        self.candidates = candidates  # of each round
        self.rounds = rounds
        self.parents = parents  # best points around which candidates lie
        self.full = full  # points that are simulated at full size
        self.judged = judged  # of these, with all seeds
        self.seeds = seeds
        self.is_small = is_small  # whether full size is a tenth, too


FULL = Plan(128, 24, 4, 8, 6, 2, (1, 2, 3))
QUICK = Plan(8, 2, 1, 2, 2, 2, (1, 2), True)


class Study:
    """What came of it."""

    def __init__(self):
        self.goals = goals(FIT)
        self.points = {}  # name -> point: shipped, design, candidates
        self.designed = []  # names of shipped and design
        self.rounds = []  # of candidates: list of names
        self.gains = {}  # name -> gains with DNN A and one seed, in the order of the goals
        self.full = {}  # name -> gains at full size with one seed
        self.finalists = {}  # name -> list of Verdict
        self.best = None  # name
        self.verdicts = {}  # (name, workload) -> list of (Goal, Verdict); of best and shipped
        self.set_back = {}  # none, or short name of a setting -> list of Verdict, as those of finalists

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
    study.designed = list(points)
    _simulate(study, runner, "calibration-design", points)
    for number in range(1, plan.rounds + 1):
        parents = [study.points[name] for name in study.ranked()[: plan.parents]]
        found = search.candidates(parents, plan.candidates, design.SEED + number)
        points = {f"c{number}-{place:02d}": point for place, point in enumerate(found, 1)}
        study.rounds.append(list(points))
        _simulate(study, runner, f"calibration-search-{number}", points)
    _choose(study, runner, plan)
    _test(study, runner, plan)
    _set_back(study, runner, plan)
    return study


def _simulate(study, runner, name, points):
    runs = runner.runs(name, points, SIZES, [_SEED], True)
    study.points.update(points)
    study.gains.update(gains(study.goals, runs))


def _choose(study, runner, plan):
    """Judges the best points at full size with all seeds, and takes the best of them."""
    names = study.ranked()[: plan.full]
    points = {name: study.points[name] for name in names}
    runs = runner.runs("calibration-full", points, SIZES, [_SEED], plan.is_small)
    study.full = gains(study.goals, runs)
    key = {
        name: (holding(study.goals, found), total(study.goals, found))
        for name, found in study.full.items()
    }
    names = sorted(key, key=key.get, reverse=True)[: plan.judged]
    points = {name: study.points[name] for name in dict.fromkeys([*names, design.SHIPPED])}
    study.finalists = _judged_points(
        study, runner, plan, "calibration-finalists", points, plan.is_small
    )
    study.best = max(study.finalists, key=lambda name: rank(study, study.finalists[name]))


def _judged_points(study, runner, plan, name, points, is_small):
    runs = runner.runs(name, points, SIZES, plan.seeds, is_small)
    return {
        point: [goal.verdict(part) for goal in study.goals]
        for point, part in runs.groupby("point", sort=False)
    }


def rank(study, found):
    """Returns what decides: claims that are reproduced, then partly, then the score."""
    verdicts = [one.verdict for one in found]
    score = total(study.goals, [one.gain for one in found])
    return verdicts.count(REPRODUCED), verdicts.count(PARTLY), score


def _test(study, runner, plan):
    """Judges the best set and the shipped one with every workload."""
    names = list(dict.fromkeys([study.best, design.SHIPPED]))
    points = {name: study.points[name] for name in names}
    sizes = {}
    for workload in (FIT, *TESTS):
        sizes.update(of_workload(SIZES, workload, workload in STRAWS_OF))
    runs = runner.runs("calibration-test", points, sizes, plan.seeds, plan.is_small)
    for name, part in runs.groupby("point", sort=False):
        for workload in (FIT, *TESTS):
            its_runs = part[part["workload"] == workload]
            study.verdicts[name, workload] = _judged(goals(workload), its_runs)
        study.verdicts[name, ALL] = _judged(all_goals(), part)


def _judged(found, runs):
    return [(goal, goal.verdict(runs)) for goal in found]


def _set_back(study, runner, plan):
    """Judges the best set with each of its settings set back alone, everything a tenth."""
    best, shipped = study.points[study.best], study.points[design.SHIPPED]
    points = {"none": best, **search.set_back(best, shipped)}
    study.set_back = _judged_points(study, runner, plan, "calibration-set-back", points, True)
