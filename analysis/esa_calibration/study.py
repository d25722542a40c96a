# SPDX-License-Identifier: GPL-2.0-only
"""
The study from the design to the fitted set, all with DNN A.

1. The design, which fills the space, is simulated with one seed.
2. Candidates around the best points are simulated in the same way, round by round.
3. The best points that are no readings of the paper's figures, and the shipped one, are simulated with seeds
   that the search has not had, so that a point that was lucky has no advantage. The judge of the paper's
   figures gives its verdicts on them. The best one but the shipped one is the fitted set; Final.rank() is
   the rule.
4. Each of its settings is set back to that of the shipped scenario, alone: what does it carry?

./ns3 figures judges the fitted set with other seeds again, and tests it with DNN B and A to B 1:1, which no
step here has seen.
"""

from esa_figures.verdicts import PARTLY, REPRODUCED

from . import design, search
from .goals import gains, goals, holding, total, verdicts
from .space import SPACE, presets_of

SEED = 101
"""Of the search, in which each run has one seed."""


class Plan:
    """How much is simulated."""

    def __init__(self, points, candidates, rounds, parents, finals, seeds):
        self.points = points  # of the design
        self.candidates = candidates  # of each round
        self.rounds = rounds
        self.parents = parents  # best points around which candidates lie
        self.finals = finals  # best points that are judged
        self.seeds = seeds  # with which they are judged

    def final_seeds(self):
        """Returns the seeds with which the best points are judged."""
        return range(SEED + 1, SEED + 1 + self.seeds)


FULL = Plan(64, 12, 1, 6, 3, 5)
QUICK = Plan(8, 2, 1, 2, 1, 2)


class Final:
    """A point that was judged."""

    def __init__(self, study, name, found):
        """found: Verdicts in the order of the goals"""
        self.name = name
        self.verdicts = found
        self.gains = [verdict.gain for verdict in found]
        self.score = total(study.goals, self.gains)
        point, shipped = study.points[name], study.points[design.SHIPPED]
        self.changed = sum(point[one.path] != shipped[one.path] for one in SPACE)
        self.is_one_scenario = not presets_of(point)

    def count(self, verdict):
        """Returns how many goals have a verdict."""
        return sum(one.verdict == verdict for one in self.verdicts)

    def rank(self):
        """
        Returns what decides which point is the fitted set, the largest one.

        A point that gives a system a preset is no single scenario for all systems, so it comes behind
        all others. Then: claims that are reproduced; claims that are so partly; the score; the fewer
        settings differ from the shipped ones, the better; the name.
        """
        counts = (self.count(REPRODUCED), self.count(PARTLY))
        return (self.is_one_scenario, *counts, round(self.score, 3), -self.changed, self.name)


class Study:
    """What came of it."""

    def __init__(self):
        self.goals = goals()
        self.points = {}  # name -> point: design, candidates
        self.designed = []  # names of the design
        self.rounds = []  # of candidates: list of names
        self.gains = {}  # name -> gains with one seed, in the order of the goals
        self.final_seeds = 0  # with which the best points were judged
        self.finals = {}  # name -> Final
        self.best = None  # name
        self.set_back = {}  # none, or short name of a setting -> gains with one seed

    def rank(self, gains_of_point):
        """Returns what decides in the search: how many claims hold, then the score."""
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

    runner: a Runner; plan: a Plan; points: the design, name -> point
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
    study.final_seeds = plan.seeds
    ranked = [name for name in study.ranked(study.gains) if name not in design.READINGS]
    points = {name: study.points[name] for name in (*ranked[: plan.finals], design.SHIPPED)}
    judged = verdicts(study.goals, runner.runs("calibration-finals", points, plan.final_seeds()))
    study.finals = {name: Final(study, name, found) for name, found in judged.items()}
    found = [final for final in study.finals.values() if final.name != design.SHIPPED]
    study.best = max(found, key=Final.rank).name
    best, shipped = study.points[study.best], study.points[design.SHIPPED]
    points = {"none": best, **search.set_back(best, shipped)}
    study.set_back = gains(study.goals, runner.runs("calibration-set-back", points, [SEED]))
    return study


def _simulate(study, runner, name, points):
    study.points.update(points)
    study.gains.update(gains(study.goals, runner.runs(name, points, [SEED])))
