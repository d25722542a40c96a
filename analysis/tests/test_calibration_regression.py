# SPDX-License-Identifier: GPL-2.0-only
"""The regression of the calibration: made-up truths, its error, effects and the search."""

import unittest

import numpy
from esa_calibration import effects
from esa_calibration.goals import goals
from esa_calibration.regression import Regression, _cost
from esa_calibration.search import Known
from esa_calibration.space import Choice, Range

SPACE = (Range("a", "a", 0, 10), Range("b", "b", 0, 10), Choice("c", "c", ("x", "y")))


def places(count, columns, seed=1):
    """Returns random places from -1 to 1."""
    return numpy.random.default_rng(seed).uniform(-1, 1, (count, columns))


class RegressionTest(unittest.TestCase):
    """What is found of a truth."""

    def test_a_linear_truth_is_found(self):
        seen, unseen = places(40, 6), places(50, 6, seed=2)
        truth = numpy.array([2.0, -1.0, 0.5, 0, 0, 0])
        found = Regression(seen, 3 + seen @ truth)
        self.assertLess(numpy.abs(found.predict(unseen) - 3 - unseen @ truth).max(), 0.3)
        self.assertGreater(found.explained, 0.99)
        for column, slope in enumerate(truth):
            high, low = seen.copy(), seen.copy()
            high[:, column], low[:, column] = 1, -1
            step, error = found.difference(high, low)
            self.assertAlmostEqual(step, 2 * slope, delta=0.1)
            self.assertLess(abs(step - 2 * slope), 3 * error)

    def test_a_bend_is_found(self):
        seen, unseen = places(60, 3), places(50, 3, seed=2)

        def truth(rows):
            return numpy.maximum(rows[:, 0] + rows[:, 1], 0)

        found = Regression(seen, truth(seen))
        self.assertGreater(found.explained, 0.9)
        wrong = found.predict(unseen) - truth(unseen)
        self.assertLess(float(numpy.sqrt(numpy.mean(wrong**2))), 1.5 * found.error)

    def test_noise_is_not_explained(self):
        noise = numpy.random.default_rng(3).standard_normal(40)
        found = Regression(places(40, 6), noise)
        self.assertLess(found.explained, 0.2)
        self.assertGreater(found.error, 0.7)
        high, low = places(40, 6), places(40, 6)
        high[:, 0], low[:, 0] = 1, -1
        step, error = found.difference(high, low)
        self.assertLess(abs(step), 2 * error + 1e-9)

    def test_a_constant(self):
        found = Regression(places(10, 3), numpy.full(10, 5.0))
        self.assertAlmostEqual(found.error, 0)
        self.assertEqual(found.explained, 0.0)
        self.assertAlmostEqual(found.predict(places(1, 3))[0], 5.0)

    def test_slopes_of_the_cost_are_true(self):
        # a wrong one would leave weights that fit badly, and nothing would tell
        seen = places(20, 3)
        values = seen[:, 0] - seen[:, 0].mean()
        cost, start = _cost(seen, values / values.std()), numpy.array([-1.0, -2.0, -3.0, -2.5])
        _, slopes = cost(start)
        for place, slope in enumerate(slopes):
            step = numpy.zeros(4)
            step[place] = 1e-5
            rise = (cost(start + step)[0] - cost(start - step)[0]) / 2e-5
            self.assertAlmostEqual(slope, rise, places=4)

    def test_draws_scatter_around_the_prediction(self):
        seen = places(30, 3)
        values = seen[:, 0] + 0.3 * numpy.random.default_rng(5).standard_normal(30)
        found = Regression(seen, values)
        random = numpy.random.default_rng(6)
        drawn = [found.draw(random)(seen[:1])[0] for _ in range(300)]
        self.assertAlmostEqual(numpy.mean(drawn), found.predict(seen[:1])[0], delta=0.05)
        self.assertTrue(0.01 < numpy.std(drawn) < 0.3)


class SearchTest(unittest.TestCase):
    """Effects and candidates of a made-up truth with one claim."""

    def setUp(self):
        self.goals = [goal for goal in goals("A") if goal.number == 1.35]
        coordinates = places(30, 3) / 2 + 0.5
        self.points = {
            f"p{number}": {one.path: one.value(place) for one, place in zip(SPACE, row)}
            for number, row in enumerate(coordinates)
        }
        # the logarithm of the ratio is linear: 0 to 0.6 along a, 0.3 more with y
        self.gains = {
            name: [float(numpy.expm1(0.06 * point["a"] + 0.3 * (point["c"] == "y")))]
            for name, point in self.points.items()
        }
        self.known = Known(self.points, self.gains, self.goals, SPACE)
        self.regressions = self.known.regressions

    def test_effects(self):
        rows = effects.effects(list(self.points.values()), self.regressions, self.goals, SPACE)
        found = {row[0].name(): row[0] for row in rows}
        self.assertEqual(list(found), ["a: 0 to 10", "b: 0 to 10", "c: x to y"])
        self.assertAlmostEqual(found["a: 0 to 10"].percent, 100 * numpy.expm1(0.6), delta=6)
        self.assertAlmostEqual(found["c: x to y"].percent, 100 * numpy.expm1(0.3), delta=6)
        self.assertFalse(found["b: 0 to 10"].is_shown)
        strongest = [one.name() for one in effects.strongest(rows, 0)]
        self.assertEqual(strongest, ["a: 0 to 10", "c: x to y"])

    def test_candidates(self):
        names = list(self.points)
        found = self.known.candidates(3, names, 1)
        self.assertEqual(found, self.known.candidates(3, names, 1))
        for number, (point, promised) in enumerate(found):
            ratio = numpy.exp(0.06 * point["a"] + 0.3 * (point["c"] == "y"))
            self.assertGreater(promised, 0.5)
            if number != 1:
                self.assertTrue(self.goals[0].holds(ratio - 1), point)
                self.assertGreater(promised, 0.95)
        # the second one is a small step from a point that was simulated
        first, near = self.points[names[0]], found[1][0]
        self.assertEqual(near["c"], first["c"])
        self.assertTrue(all(abs(near[one] - first[one]) < 2.01 for one in "ab"))
