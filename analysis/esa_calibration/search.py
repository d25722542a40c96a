# SPDX-License-Identifier: GPL-2.0-only
"""
Where the claims may hold best: what the regressions promise.

The first candidate is the point with the highest expected score. A regression is not certain, and
the points that it promises most are often those where it errs most. So there are two other kinds.
Some candidates are the best ones of functions that are drawn from those that fit about as well.
The others lie near the best points that were simulated: there the regression need only be right
about what a small step changes.
"""

import numpy
from scipy.optimize import differential_evolution

from .regression import Regression
from .space import SPACE, encode, encode_points, point_at

_GENERATIONS = 120
_POPULATION = 8  # times the settings
_NEAR = 0.2  # of each range, to both sides; choices stay


class Known:
    """What was simulated: points, their gains, and a regression per goal."""

    def __init__(self, points, gains, goals, space=SPACE):
        """
        points: name -> point; gains: name -> list of gains in the order of the Goals; goals: list
        """
        self.points = points
        self.goals = goals
        self.space = space
        places = encode_points(list(points.values()), space)
        columns = numpy.array([gains[name] for name in points]).T
        self.scaled = {
            name: [float(goal.scaled(gain)) for goal, gain in zip(goals, gains[name])]
            for name in points
        }
        self.regressions = [
            Regression(places, goal.scaled(column)) for goal, column in zip(goals, columns)
        ]

    def candidates(self, count, best, seed):
        """
        Returns (point, promised score) of the points to be simulated next.

        best: names of points that were simulated, the best first; seed: of the search
        """
        found = []
        for number in range(count):
            near = best[number // 2] if number % 2 else None
            random = numpy.random.default_rng([seed, number]) if number else None
            point = self._best(near, random, seed + number)
            place = encode_points([point], self.space)
            promised = self._score(place, self._functions(near, None))
            found.append((point, float(promised[0])))
        return found

    def _best(self, near, random, seed):
        """Returns the point with the highest expected score. near: name of a point, or None"""
        functions = self._functions(near, random)
        return point_at(
            differential_evolution(
                lambda coordinates: -self._score(encode(coordinates.T, self.space), functions),
                self._bounds(near),
                seed=seed,
                maxiter=_GENERATIONS,
                popsize=_POPULATION,
                polish=False,
                vectorized=True,
                updating="deferred",
            ).x,
            self.space,
        )

    def _functions(self, near, random):
        """
        Returns a function per goal that predicts it.

        near: name of a point at which the functions are what was simulated, or None; random: of
        functions that are drawn, or None for the most probable ones
        """
        functions = [
            one.predict if near or random is None else one.draw(random) for one in self.regressions
        ]
        if not near:
            return functions
        place = encode_points([self.points[near]], self.space)
        rests = [value - one(place)[0] for one, value in zip(functions, self.scaled[near])]
        return [_raised(function, rest) for function, rest in zip(functions, rests)]

    def _bounds(self, near):
        if not near:
            return [(0, 1)] * len(self.space)
        point = self.points[near]
        middles = [one.coordinate(point[one.path]) for one in self.space]
        return [
            (max(middle - one.near(_NEAR), 0), min(middle + one.near(_NEAR), 1))
            for one, middle in zip(self.space, middles)
        ]

    def _score(self, places, functions):
        """Returns the expected score of each row of places."""
        return sum(
            goal.expected_score(function(places), one.error)
            for goal, function, one in zip(self.goals, functions, self.regressions)
        )


def _raised(function, rest):
    return lambda places: function(places) + rest
