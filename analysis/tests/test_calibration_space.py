# SPDX-License-Identifier: GPL-2.0-only
"""The settings of the calibration, and the design that fills their space."""

import os
import random
import tempfile
import unittest

from esa_calibration import design
from esa_calibration.runner import BASE, SIZES, cases, preset_fields, tenth
from esa_calibration.scenario import fitted_scenario, text_of
from esa_calibration.search import candidates, set_back
from esa_calibration.space import CUBES, FACTORS, SPACE, Choice, Range, point_at
from esa_sweep.errors import BadInput
from esa_sweep.program import Program

from .support import REAL_PROGRAM

TWO = (Range("a", "a", 1, 100, scale=FACTORS), Choice("b", "b", ("x", "y", "z")))


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

    def test_cubes_begin_at_0_and_are_dense_there(self):
        one = Range("a", "a", 0, 1000, scale=CUBES)
        self.assertEqual([one.value(place) for place in (0, 0.1, 0.5, 1)], [0, 1, 125, 1000])
        self.assertAlmostEqual(one.coordinate(125), 0.5)
        self.assertEqual(one.text(), "0 to 1,000, by cubes")

    def test_shares_of_a_choice(self):
        one = Choice("b", "b", ("x", "y"), (3, 1))
        self.assertEqual([one.value(place) for place in (0, 0.74, 0.76, 1)], ["x", "x", "y", "y"])

    def test_a_step_stays_in_its_range_and_moves_a_choice(self):
        drawn = random.Random(1)
        found = {TWO[0].moved(100, drawn) for _ in range(50)}
        self.assertTrue(all(10 < value <= 100 for value in found), found)
        self.assertGreater(len(found), 10)
        self.assertEqual({TWO[1].moved("x", drawn) for _ in range(50)}, {"y", "z"})

    def test_a_first_window_is_no_larger_than_its_cap(self):
        for point in design.hypercube(50).values():
            self.assertLessEqual(point["window.initial_packets"], point["window.max_packets"])

    def test_a_tenth_has_every_time_and_size_but_what_is_counted_in_fragments(self):
        scenario = Program(REAL_PROGRAM).effective(BASE)
        fields = tenth({"link.delay_us": 5, "window.switchml_max_packets": 333}, scenario)
        self.assertEqual(fields["link.delay_us"], 0.5)
        self.assertEqual(fields["jobs.start_max_us"], 100)
        self.assertEqual(fields["switch.memory_bytes"], 500000)
        self.assertEqual(fields["window.switchml_max_packets"], 34)
        self.assertEqual(fields["priority.p_max_per_s"], 50000)
        self.assertEqual(fields["dnns"]["A"]["partitions"][0]["bytes"], 400000)
        self.assertNotIn("reminder.overtakes", fields)


class CasesTest(unittest.TestCase):
    """The runs of points, presets among them."""

    PRESETS = {"atp": {"atp.preset": "public", "window.max_packets": 1200}, "switchml": {}}
    ATP = {"atp.preset": "public", "switchml.preset": "paper"}

    def test_a_preset_sets_what_its_system_reads_and_leaves_the_memory(self):
        found = preset_fields(Program(REAL_PROGRAM))
        self.assertEqual(found["atp"]["window.max_packets"], 1200)
        self.assertEqual(found["atp"]["switch.aggregator_index"], "window_slot")
        self.assertEqual(found["switchml"]["switchml.values"], 256)
        self.assertFalse([path for of in found.values() for path in of if "memory" in path])

    def test_a_point_without_presets_has_a_case_of_each_size(self):
        found, of_points = cases({"p": {"window.max_packets": 500}}, self.PRESETS)
        self.assertEqual(of_points, {"p": [f"p, {size}" for size in SIZES]})
        self.assertEqual({case["window.max_packets"] for case in found.values()}, {500})

    def test_a_system_with_a_preset_runs_alone(self):
        found, of_points = cases({"p": {"window.max_packets": 500, **self.ATP}}, self.PRESETS)
        for size, sized in SIZES.items():
            alone, others = found[f"p, {size}, atp"], found[f"p, {size}"]
            self.assertEqual((alone["systems"], alone["window.max_packets"]), (["atp"], 1200))
            self.assertEqual((alone["atp.preset"], others["atp.preset"]), ("public", "paper"))
            self.assertEqual(sorted([*others["systems"], "atp"]), sorted(sized["systems"]))
            self.assertEqual(others["window.max_packets"], 500)
        self.assertEqual(len(of_points["p"]), 2 * len(SIZES))

    def test_cases_that_are_the_same_run_once(self):
        one = {"window.max_packets": 500, **self.ATP}
        other = dict(one, **{"window.max_packets": 600})
        found, of_points = cases({"p": one, "q": other}, self.PRESETS)
        self.assertEqual(len(found), 3 * len(SIZES))
        shared = [name for name in of_points["q"] if name.startswith("p")]
        self.assertEqual(shared, [f"p, {size}, atp" for size in SIZES])


class SearchTest(unittest.TestCase):
    """Candidates around good points."""

    def test_candidates_are_new_and_near(self):
        parents = [{"a": 10, "b": "x"}, {"a": 12, "b": "x"}]
        found = candidates(parents, 20, 1, TWO)
        self.assertEqual(len({tuple(point.values()) for point in found}), 20)
        self.assertFalse([point for point in found if point in parents])
        self.assertEqual(found, candidates(parents, 20, 1, TWO))
        self.assertNotEqual(found, candidates(parents, 20, 2, TWO))

    def test_one_setting_is_set_back_at_a_time(self):
        points = set_back({"a": 10, "b": "x"}, {"a": 12, "b": "x"}, TWO)
        self.assertEqual(points, {"a": {"a": 12, "b": "x"}})


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

    def test_known_points_lie_in_the_space(self):
        points = design.whole_design(2, Program(REAL_PROGRAM).effective(BASE))
        self.assertEqual(list(points), [design.SHIPPED, *design.KNOWN, "p001", "p002"])
        for name, point in points.items():
            for one in SPACE:
                with self.subTest(point=name, setting=one.path):
                    if isinstance(one, Choice):
                        self.assertIn(point[one.path], one.values)
                    else:
                        self.assertTrue(one.low <= point[one.path] <= one.high)

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
