# SPDX-License-Identifier: GPL-2.0-only
"""Means, ratios and intervals, against values computed by hand."""

import unittest

import esa_results
import pandas


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
