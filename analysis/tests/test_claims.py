# SPDX-License-Identifier: GPL-2.0-only
"""Verdicts on claims and the sensitivity of ratios, from made-up runs."""

import unittest

from esa_figures import claims, sensitivity

from .figures_support import changed_runs, made_up_runs


class ClaimsTest(unittest.TestCase):
    """Verdicts."""

    def test_ratio(self):
        self.assertEqual(claims.compare(1.89, 1.89 * 1.09), claims.REPRODUCED)
        self.assertEqual(claims.compare(1.89, 1.89 * 0.91), claims.REPRODUCED)
        self.assertEqual(claims.compare(1.89, 1.89 * 1.11), claims.PARTLY)
        self.assertEqual(claims.compare(1.89, 1.45), claims.PARTLY)
        self.assertEqual(claims.compare(1.89, 1.44), claims.NOT)
        self.assertEqual(claims.compare(1.89, 2.77), claims.PARTLY)
        self.assertEqual(claims.compare(1.89, 2.79), claims.NOT)
        self.assertEqual(claims.compare(1.89, 0.99), claims.NOT)
        self.assertEqual(claims.compare(1.05, 0.99), claims.REPRODUCED)

    def test_largest_ratio_is_found(self):
        claim = claims.Largest("text", "atp", "esa", "jobs", 1.35)
        verdict = claim.judge(made_up_runs())
        self.assertEqual(verdict.measured, "1.50 [1.50, 1.50]")
        self.assertEqual(verdict.where, "workload A, 8 jobs")
        self.assertEqual(verdict.verdict, claims.PARTLY)
        self.assertEqual(verdict.words, "1.50, 11\u00a0% above the published 1.35")

    def test_claim_that_holds_at_some_points(self):
        runs = made_up_runs()
        claim = claims.Everywhere("text", "atp", "esa", "workers")
        self.assertEqual(claim.judge(runs).verdict, claims.REPRODUCED)
        runs.loc[(runs["system"] == "atp") & (runs["workers"] == 2), "jct_ms"] = 0.5
        verdict = claim.judge(runs)
        self.assertIn("at 3 of 6 points, smallest 0.49", verdict.measured)
        self.assertEqual(verdict.where, "workload A, 2 workers")
        self.assertEqual(verdict.verdict, claims.PARTLY)
        runs.loc[runs["system"] == "atp", "jct_ms"] = 0.5
        self.assertEqual(claim.judge(runs).verdict, claims.NOT)

    def test_lead_that_grows(self):
        runs = made_up_runs()
        claim = claims.Grows("text", "switchml", "esa", "jobs")
        verdict = claim.judge(runs)
        self.assertEqual(verdict.measured, "A 1.09 to 2.00, B 1.09 to 2.00, AB 1.09 to 2.00")
        self.assertEqual(verdict.where, "from 1 to 8 jobs")
        self.assertEqual(verdict.verdict, claims.REPRODUCED)
        runs.loc[(runs["system"] == "esa") & (runs["workload"] == "B"), "jct_ms"] *= runs["jobs"]
        self.assertEqual(claim.judge(runs).verdict, claims.PARTLY)
        runs.loc[runs["system"] == "switchml", "jct_ms"] = 1
        runs.loc[runs["system"] == "esa", "jct_ms"] = 1
        self.assertEqual(claim.judge(runs).verdict, claims.NOT)

    def test_single_ratio_and_single_seed(self):
        claim = claims.Single("text", "esa", "switchml", "A", 2.27)
        verdict = claim.judge(made_up_runs(seeds=[1]))
        self.assertEqual((verdict.measured, verdict.verdict), ("2.00", claims.PARTLY))


class SensitivityTest(unittest.TestCase):
    """Ratios with one setting changed at a time."""

    def test_ratios_and_their_changes(self):
        tables = sensitivity.ratios(changed_runs())
        self.assertEqual(list(tables), ["atp", "switchml"])
        self.assertEqual(list(tables["atp"]["change"]), ["none", "no ECN", "memory 1 MB"])
        self.assertEqual(list(tables["atp"]["mean"]), [1.5, 2.0, 1.25])
        changes = sensitivity.percent_changes(tables["switchml"])
        self.assertEqual(changes, [0, 25, -12.5])
