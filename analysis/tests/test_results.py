# SPDX-License-Identifier: GPL-2.0-only
"""Quantiles, means, ratios, slopes and intervals, against SciPy and values computed by hand."""

import math
import unittest

import esa_intervals
import esa_results
import pandas
from scipy.special import stdtrit


class ResultsTest(unittest.TestCase):
    """esa_results on small tables."""

    def setUp(self):
        rows = [("esa", 1, 2.0), ("esa", 2, 4.0), ("esa", 3, 6.0)]
        rows += [("atp", 1, 3.0), ("atp", 2, 8.0), ("atp", 3, 15.0), ("atp", 4, 99.0)]
        self.frame = pandas.DataFrame(rows, columns=["system", "seed", "jct_ms"])
        self.frame["run"] = 1
        self.frame["jobs"] = 8

    def test_summary(self):
        table = esa_results.summary(self.frame, ["jobs", "system"])
        self.assertEqual(list(table["system"]), ["esa", "atp"])
        self.assertEqual(list(table["n"]), [3, 4])
        self.assertEqual(table["mean"][0], 4.0)
        self.assertAlmostEqual(table["high"][0] - table["mean"][0], 4.30265 * 2 / 3**0.5, 4)

    def test_ratio_goes_seed_by_seed(self):
        # 1.5, 2, 2.5; seed 4 has no partner
        for table in (
            esa_results.ratio(self.frame, "atp", "esa"),
            esa_results.ratio(self.frame, "atp", "esa", by=["jobs"]),
        ):
            self.assertEqual(list(table["n"]), [3])
            self.assertAlmostEqual(table["mean"][0], 2.0)
            self.assertAlmostEqual(table["low"][0], 2 - 4.30265 * 0.5 / 3**0.5, 4)


class IntervalsTest(unittest.TestCase):
    """esa_intervals."""

    def test_quantiles_are_those_of_scipy(self):
        for confidence in (0.5, 0.95, 1 - 0.05 / 15, 0.9999):
            for freedom in (1, 2, 3, 4, 7, 20, 99, 1000):
                with self.subTest(confidence=confidence, freedom=freedom):
                    ratio = esa_intervals.student_t(confidence, freedom) / stdtrit(
                        freedom, (1 + confidence) / 2
                    )
                    self.assertAlmostEqual(ratio, 1, 7)

    def test_mean_with_its_interval(self):
        # standard deviation 2, t = 4.3027 with 2 degrees of freedom
        middle, low, high = esa_intervals.mean([2, 4, 6])
        self.assertEqual(middle, 4)
        for distance in (high - middle, middle - low):
            self.assertAlmostEqual(distance, 4.30265 * 2 / 3**0.5, 4)
        self.assertEqual(esa_intervals.mean(["2.5"]), (2.5, None, None))

    def test_interval_of_a_mean(self):
        # standard deviation 2, t = 9.9248 with 2 degrees of freedom and 99 %
        self.assertAlmostEqual(esa_intervals.half_width([2, 4, 6], 0.99), 9.92484 * 2 / 3**0.5, 3)
        self.assertTrue(math.isnan(esa_intervals.half_width([2])))
        self.assertEqual(esa_intervals.half_width([2, 2]), 0)

    def test_slope_of_points_with_repeats(self):
        # y = x, off by 1 up and down at each of two places: residuals 1, 4 points, x spread 16
        slope = esa_intervals.slope([0, 0, 4, 4], [-1, 1, 3, 5])
        self.assertAlmostEqual(slope.value, 1)
        half = 4.30265 * math.sqrt(4 / 2 / 16)
        self.assertAlmostEqual(slope.low, 1 - half, 4)
        self.assertAlmostEqual(slope.high, 1 + half, 4)

    def test_slope_without_an_interval(self):
        slope = esa_intervals.slope([1, 2], [3, 5])
        self.assertEqual(slope.value, 2)
        self.assertTrue(math.isnan(slope.low) and math.isnan(slope.high))
        with self.assertRaisesRegex(ValueError, "two places"):
            esa_intervals.slope([1, 1, 1], [1, 2, 3])
