# SPDX-License-Identifier: GPL-2.0-only
"""The settings of the calibration, and the design that fills their space."""

import os
import tempfile
import unittest

from esa_calibration import design
from esa_calibration.runner import BASE, small
from esa_calibration.scenario import fitted_scenario, text_of
from esa_calibration.space import SPACE, Choice, Range, encode_points, point_at
from esa_sweep.errors import BadInput
from esa_sweep.program import Program

from .support import REAL_PROGRAM

TWO = (Range("a", "a", 1, 100, log=True), Choice("b", "b", ("x", "y", "z")))


class SpaceTest(unittest.TestCase):
    """Values, coordinates and what a regression sees."""

    def test_values_stay_in_their_range(self):
        for coordinate in (0, 1):
            point = point_at([coordinate] * len(SPACE))
            for one in SPACE:
                if isinstance(one, Range):
                    self.assertEqual(point[one.path], (one.low, one.high)[coordinate])
                else:
                    self.assertEqual(point[one.path], one.values[-coordinate])

    def test_factors_and_steps(self):
        self.assertEqual(TWO[0].value(0.5), 10)
        self.assertEqual(Range("a", "a", 1, 100, whole=True).value(0.5), 50)
        self.assertIsInstance(Range("a", "a", 1, 100, whole=True).value(0.5), int)
        self.assertAlmostEqual(TWO[0].coordinate(10), 0.5)

    def test_encoding(self):
        points = [{"a": 1, "b": "x"}, {"a": 10, "b": "y"}, {"a": 100, "b": "z"}]
        rows = encode_points(points, TWO).round(9).tolist()
        self.assertEqual(rows, [[-1, -1, -1], [0, 1, 0], [1, 0, 1]])

    def test_the_shipped_scenario_is_a_point_of_the_space(self):
        point = design.shipped_point(Program(REAL_PROGRAM).effective(BASE))
        for one in SPACE:
            with self.subTest(setting=one.path):
                if isinstance(one, Choice):
                    self.assertIn(point[one.path], one.values)
                else:
                    self.assertTrue(one.low <= point[one.path] <= one.high)

    def test_a_first_look_does_not_set_what_is_searched(self):
        self.assertIn("dnns", small())
        self.assertFalse(set(small()) & {one.path for one in SPACE})


class DesignTest(unittest.TestCase):
    """The Latin hypercube."""

    def test_every_setting_is_spread_over_its_whole_range(self):
        count = 20
        points = design.hypercube(count, TWO).values()
        found = sorted(TWO[0].coordinate(point["a"]) for point in points)
        for place, coordinate in enumerate(found):
            # one in each part of the range, but for what is lost by rounding
            self.assertAlmostEqual(coordinate, (place + 0.5) / count, delta=0.51 / count)
        values = [point["b"] for point in points]
        self.assertTrue(all(values.count(value) in (6, 7) for value in "xyz"))

    def test_it_is_the_same_every_time(self):
        self.assertEqual(design.hypercube(9), design.hypercube(9))
        self.assertNotEqual(design.hypercube(9), design.hypercube(9, seed=1))
        self.assertEqual(list(design.hypercube(3)), ["p001", "p002", "p003"])

    def test_results_of_another_design_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "a\nb")
            os.mkdir(out)
            design.check_folder(out, design.hypercube(4))
            design.write_design(out, design.hypercube(4))
            design.check_folder(out, design.hypercube(4))
            with self.assertRaises(BadInput) as caught:
                design.check_folder(out, design.hypercube(5))
            message = str(caught.exception)
            self.assertIn("holds the results of another design (design.csv)", message)
            self.assertNotIn("\n", message)


class FittedScenarioTest(unittest.TestCase):
    """The scenario file of a point."""

    def test_it_holds_the_point_and_says_that_it_is_fitted(self):
        point = design.hypercube(4)["p002"]
        scenario = fitted_scenario(point, "2026-01-02", "1.2.3")
        self.assertTrue(scenario["description"].startswith("FITTED, not the paper's"))
        self.assertIn("2026-01-02", scenario["description"])
        self.assertEqual(scenario["link"]["delay_us"], point["link.delay_us"])
        self.assertEqual(scenario["jobs"]["count"], 8)
        program = Program(REAL_PROGRAM)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "fitted.json")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text_of(scenario))
            self.assertEqual(design.shipped_point(program.effective(path)), point)
