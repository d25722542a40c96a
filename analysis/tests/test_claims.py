# SPDX-License-Identifier: GPL-2.0-only
"""Claims, each counted once, and the sensitivity of ratios, from made-up runs."""

import unittest

from esa_figures import claims, figures, grid, paper, readings, sensitivity
from esa_figures.verdicts import NOT, PARTLY, REPRODUCED

from .figures_support import READINGS, MadeUpReportContext, changed_runs, made_up_runs

POINTS = ["workload", "jobs"]


def set_ratio(runs, system, jobs, ratios):
    """Makes a system's JCT a multiple of ESA's, seed by seed, with workload A and 8 workers."""
    for seed, ratio in zip((1, 2, 3), ratios):
        point = (runs["jobs"] == jobs) & (runs["workers"] == 8) & (runs["workload"] == "A")
        point &= runs["seed"] == seed
        esa = runs.loc[point & (runs["system"] == "esa"), "jct_ms"].iloc[0]
        runs.loc[point & (runs["system"] == system), "jct_ms"] = ratio * esa


class ClaimsTest(unittest.TestCase):
    """Verdicts on claims."""

    def setUp(self):
        self.runs = made_up_runs()
        self.eight = self.runs[self.runs["workers"] == 8]

    def test_largest_ratio_has_the_interval_of_a_picked_point(self):
        named = claims.Named("text", "atp", "esa", {"workload": "A", "jobs": 8}, 1.35)
        largest = claims.Largest("text", "atp", "esa", POINTS, 1.35)
        set_ratio(self.eight, "atp", 8, (1.6, 1.61, 1.62))
        known, picked = named.judge(self.eight).row, largest.judge(self.eight).row
        self.assertEqual(picked["mean"], known["mean"])
        # 9 points: t of 99.44 % with 2 degrees of freedom
        widths = [row["high"] - row["low"] for row in (picked, known)]
        self.assertAlmostEqual(widths[0] / widths[1], 13.36 / 4.303, 2)
        self.assertEqual(largest.judge(self.eight).where, "DNN A, 8 jobs")

    def test_noise_that_is_picked_is_not_reproduced(self):
        # shown for a point that is known before, but not for one that is picked
        set_ratio(self.eight, "atp", 8, (1.45, 1.55, 1.65))
        named = claims.Named("text", "atp", "esa", {"workload": "A", "jobs": 8}, 1.56)
        largest = claims.Largest("text", "atp", "esa", POINTS, 1.56)
        self.assertEqual(named.judge(self.eight).verdict, REPRODUCED)
        self.assertEqual(largest.judge(self.eight).verdict, NOT)

    def test_share_of_the_gain(self):
        set_ratio(self.eight, "atp", 8, (1.5, 1.5, 1.5))
        claim = claims.Named("text", "atp", "esa", {"workload": "A", "jobs": 8}, 1.4)
        verdict = claim.judge(self.eight)
        self.assertEqual(verdict.measured, "1.50 [1.50, 1.50]")
        self.assertAlmostEqual(verdict.gain_share, 1.25)
        self.assertEqual(verdict.verdict, PARTLY)

    def test_single_seed_shows_nothing(self):
        claim = claims.Named("text", "esa", "switchml", {"workload": "A"}, 2.0, "utilization")
        verdict = claim.judge(made_up_runs(seeds=[1], sizes=[(8, 8)]))
        self.assertEqual((verdict.measured, verdict.verdict), ("2.00", NOT))
        claim = claims.Everywhere("text", "atp", ["workload", "workers"])
        verdict = claim.judge(made_up_runs(seeds=[1], sizes=[(8, 8)]))
        self.assertEqual(verdict.measured, "at 3 of 3 points, smallest 1.50")
        self.assertEqual(verdict.verdict, NOT)

    def test_claim_on_all_points(self):
        claim = claims.Everywhere("text", "atp", ["workload", "workers"])
        runs = self.runs[self.runs["jobs"] == 8].copy()
        self.assertEqual(claim.judge(runs).verdict, REPRODUCED)
        runs.loc[(runs["system"] == "atp") & (runs["workers"] == 2), "jct_ms"] = 0.5
        verdict = claim.judge(runs)
        self.assertIn("at 3 of 6 points, smallest 0.49", verdict.measured)
        self.assertEqual(verdict.where, "DNN A, 2 workers")
        self.assertEqual(verdict.verdict, NOT)

    def test_lead_that_grows(self):
        claim = claims.Grows("text", "switchml", "jobs")
        verdict = claim.judge(self.eight)
        self.assertEqual(verdict.verdict, REPRODUCED)
        self.assertEqual(verdict.where, "along a straight line from 1 to 8 jobs")
        self.assertTrue(verdict.measured.startswith("DNN A: +0."), verdict.measured)

    def test_ends_that_differ_by_chance_do_not_grow(self):
        claim = claims.Grows("text", "atp", "jobs")
        for jobs, ratios in ((1, (1.28, 1.29, 1.3)), (4, (1.3, 1.29, 1.28)), (8, (1.3, 1.3, 1.28))):
            set_ratio(self.eight, "atp", jobs, ratios)
        verdict = claim.judge(self.eight[self.eight["workload"] == "A"])
        self.assertIn("DNN A: +0.00", verdict.measured)
        self.assertEqual(verdict.verdict, NOT)

    def test_one_job_is_no_mix(self):
        table = self.runs[["workload", "jobs"]].drop_duplicates()
        mixes = table[claims.is_a_mix(table)]
        self.assertEqual(list(mixes[mixes["workload"] == "AB"]["jobs"]), [4, 8])
        self.assertEqual(list(mixes[mixes["workload"] == "A"]["jobs"]), [1, 4, 8])

    def test_no_claim_is_listed_twice(self):
        listed = [claim for figure in figures.FIGURES for claim in figure.claims]
        listed += figures.MICROBENCHMARK.claims
        self.assertEqual(len(listed), len({claim.text for claim in listed}))


class OutcomeTest(unittest.TestCase):
    """What comes of all readings of a claim."""

    def test_a_claim_counts_once(self):
        for verdicts, wanted in (
            ((REPRODUCED, REPRODUCED), paper.IN_ALL),
            ((REPRODUCED, NOT), paper.IN_SOME),
            ((PARTLY, NOT), paper.AT_BEST_PARTLY),
            ((NOT, NOT), paper.IN_NONE),
        ):
            found = {n: claims.Verdict("", "", v) for n, v in enumerate(verdicts)}
            self.assertEqual(paper.Judged(None, None, found).outcome(), wanted)


class SensitivityTest(unittest.TestCase):
    """Ratios with one setting changed at a time."""

    def test_ratios_and_their_changes(self):
        tables = sensitivity.ratios(changed_runs())
        self.assertEqual(list(tables), ["atp", "switchml"])
        self.assertEqual(list(tables["atp"]["change"])[:2], ["none", "no ECN"])
        self.assertEqual(list(tables["atp"]["mean"]), [1.5, 2.0, 0.75, 1.0, 1.25])
        changes = sensitivity.changes_of(tables["switchml"])
        self.assertEqual(changes, [0, 0.25, -0.375, -0.25, -0.125])


class GridTest(unittest.TestCase):
    """Link delay and rules of windows, each changed alone."""

    def test_words_say_what_each_change_does_alone(self):
        by_reading = readings.runs_by_reading(MadeUpReportContext(None, quick=False))
        atp = by_reading[readings.OTHER_WINDOWS]
        atp.loc[atp["system"] == "atp", "jct_ms"] *= 2
        said = grid.notes(by_reading)[0]
        self.assertIn(
            "ATP takes 1.51 times ESA's time with 5 us links and capped windows. With 2.5 us links "
            "alone this becomes 0.75, with open windows alone 3.01, with both 0.75.",
            said,
        )
        self.assertEqual(grid.notes(dict(list(by_reading.items())[:1])), [])

    def test_each_run_is_there_once(self):
        by_reading = readings.runs_by_reading(MadeUpReportContext(None, quick=False))
        self.assertEqual(list(by_reading), list(READINGS))
        for reading, runs in by_reading.items():
            headroom_runs = 2 * len(made_up_runs()) // 5 if "capped" in reading else 0
            self.assertEqual(len(runs), len(made_up_runs()) + headroom_runs)
