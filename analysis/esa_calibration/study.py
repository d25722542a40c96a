# SPDX-License-Identifier: GPL-2.0-only
"""
The study from the design to the fitted set.

1. The design, which fills the space, is simulated with DNN A and one seed, everything a tenth.
2. Candidates around the best points are simulated in the same way, round by round.
3. The best points, the shipped one and one that was known before are simulated at full size. That of
   which most claims hold is the fitted set.
4. Each of its settings is set back to that of the shipped scenario, alone: what does it carry?

./ns3 figures judges the fitted set with three seeds, and tests it with DNN B and A to B 1:1, which no
step here has seen.
"""

from . import design, search
from .goals import gains, goals, holding, total


class Plan:
    """How much is simulated."""

    def __init__(self, points, candidates, rounds, parents, full, is_small=False):
        self.points = points  # of the design
        self.candidates = candidates  # of each round
        self.rounds = rounds
        self.parents = parents  # best points around which candidates lie
        self.full = full  # best points that are simulated at full size
        self.is_small = is_small  # whether full size is a tenth, too


FULL = Plan(64, 12, 3, 6, 1)
QUICK = Plan(8, 2, 1, 2, 1, True)


class Study:
    """What came of it."""

    def __init__(self):
        self.goals = goals()
        self.points = {}  # name -> point: shipped, design, candidates
        self.designed = []  # names of shipped and design
        self.rounds = []  # of candidates: list of names
        self.gains = {}  # name -> gains, everything a tenth, in the order of the goals
        self.full = {}  # name -> gains at full size
        self.best = None  # name
        self.set_back = {}  # none, or short name of a setting -> gains, everything a tenth

    def rank(self, gains_of_point):
        """Returns what decides: how many claims hold, then the score."""
        return holding(self.goals, gains_of_point), total(self.goals, gains_of_point)

    def ranked(self, found):
        """Returns the names of points, the best first. found: name -> gains"""
        return sorted(found, key=lambda name: self.rank(found[name]), reverse=True)

    def unreached(self):
        """Returns the places of the goals that hold at no point that was simulated."""
        return [
            place
            for place, goal in enumerate(self.goals)
            if not any(goal.holds(values[place]) for values in self.gains.values())
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
        parents = [study.points[name] for name in study.ranked(study.gains)[: plan.parents]]
        found = search.candidates(parents, plan.candidates, design.SEED + number)
        points = {f"c{number}-{place:02d}": point for place, point in enumerate(found, 1)}
        study.rounds.append(list(points))
        _simulate(study, runner, f"calibration-search-{number}", points)
    shipped = study.points[design.SHIPPED]
    study.points.update({name: dict(shipped, **more) for name, more in design.KNOWN.items()})
    names = [*study.ranked(study.gains)[: plan.full], design.SHIPPED, *design.KNOWN]
    points = {name: study.points[name] for name in names}
    study.full = gains(study.goals, runner.runs("calibration-full", points, plan.is_small))
    study.best = study.ranked(study.full)[0]
    best = study.points[study.best]
    points = {"none": best, **search.set_back(best, shipped)}
    study.set_back = gains(study.goals, runner.runs("calibration-set-back", points, True))
    study.gains.setdefault(study.best, study.set_back["none"])
    return study


def _simulate(study, runner, name, points):
    study.points.update(points)
    study.gains.update(gains(study.goals, runner.runs(name, points, True)))
