# SPDX-License-Identifier: GPL-2.0-only
"""The table of claims: expressions over rows, and the verdict of each rule."""

import json
import os
import unittest

from esa_claims import claims
from esa_claims.claims import Claim, Finding, Judged, judge, read_claims
from esa_claims.expression import Expression
from esa_claims.verdicts import NOT, PARTLY, REPRODUCED
from esa_sweep.errors import BadInput

from .folder_support import FolderTestCase
from .support import ANALYSIS

SEEDS = (1, 2, 3)


def rows_of(times, seeds=SEEDS, **settings):
    """Returns rows. times: system -> a time for each seed, or one for all, in which each seed differs a little"""
    rows = []
    for system, values in times.items():
        for place, seed in enumerate(seeds):
            time = values[place] if isinstance(values, tuple) else values
            rows.append({"system": system, "seed": seed, "run": 1, "jct_ms": time, **settings})
    return rows


def claim(expression, published="", rule="ratio", **more):
    """Returns a Claim."""
    fields = {"figure": "f", "claim": "c", "reading": "", "sweeps": [], "unit": "", "bound": "", "source": "",
              "note": ""}  # fmt: skip
    return Claim(**{**fields, "expression": expression, "published": published, "rule": rule, **more})


def finding(rows, *arguments, **more):
    """Returns the Finding of a claim on rows without interpretations."""
    return judge(claim(*arguments, **more), rows)[""]


class ExpressionTest(unittest.TestCase):
    """What an expression comes to."""

    def setUp(self):
        self.rows = rows_of({"esa": (1, 2, 4), "atp": (2, 4, 16)}, jobs=1)
        self.rows += rows_of({"esa": 5.0, "atp": 10.0, "ring": 1.0}, jobs=8, place="a, b")

    def values(self, text):
        return [(value.point, value.values) for value in Expression(text).values(self.rows)]

    def test_a_ratio_is_taken_seed_by_seed(self):
        self.assertEqual(self.values("jct_ms atp / esa where jobs=1"), [({}, [2, 2, 4])])
        self.assertEqual(
            self.values("jct_ms atp / esa by jobs"), [({"jobs": 1}, [2, 2, 4]), ({"jobs": 8}, [2, 2, 2])]
        )

    def test_rows_are_chosen_by_where_without_and_brackets(self):
        self.assertEqual(self.values("jct_ms esa where place='a, b'"), [({}, [5, 5, 5])])
        self.assertEqual(self.values("jct_ms by system where jobs=8 without system=ring"),
                         [({"system": "esa"}, [5, 5, 5]), ({"system": "atp"}, [10, 10, 10])])  # fmt: skip
        self.assertEqual(self.values("jct_ms[system=esa,jobs=8] / jct_ms[system=esa,jobs=1]"), [({}, [5, 2.5, 1.25])])
        self.assertEqual(self.values("(1 + jct_ms esa) * 1e1 where jobs=1 seed=1,2"), [({}, [20, 30])])
        self.assertEqual(self.values("jct_ms esa where jobs=9"), [])

    def test_seeds_that_a_part_lacks_are_left_out(self):
        self.rows = [row for row in self.rows if (row["system"], row["seed"]) != ("atp", 2)]
        self.assertEqual(self.values("jct_ms atp / esa where jobs=1"), [({}, [2, 4])])

    def test_rows_that_nothing_tells_apart_are_refused(self):
        with self.assertRaisesRegex(BadInput, "jct_ms esa: seed 1 has several rows at the only point: name more"):
            self.values("jct_ms esa")

    def test_a_place_of_a_list(self):
        self.rows = [{"system": "esa", "seed": 1, "jct_ms_per_job": (3.0, 4.0)}]
        self.assertEqual(self.values("jct_ms_per_job.1 esa"), [({}, [4])])

    def test_what_is_no_expression_is_refused(self):
        for text in ("", "jct_ms esa /", "jct_ms esa where jobs", "__import__('os')", "jct_ms esa ** 9", "a; b"):
            with self.subTest(text=text), self.assertRaisesRegex(BadInput, "must be COLUMN SYSTEM"):
                Expression(text).values(self.rows)


class RulesTest(unittest.TestCase):
    """Verdicts on claims."""

    def test_a_ratio_and_its_share_of_the_gain(self):
        found = finding(rows_of({"esa": 1.0, "atp": 1.5}), "jct_ms atp / esa", "1.4")
        self.assertEqual((found.measured, found.short), ("1.50 [1.50, 1.50]", "1.50"))
        self.assertAlmostEqual(found.share, 1.25)
        self.assertEqual(found.verdict, PARTLY)

    def test_a_single_seed_shows_nothing(self):
        rows = rows_of({"esa": 1.0, "atp": 1.5}, seeds=[1], workload="A")
        found = finding(rows, "jct_ms atp / esa", "1.5")
        self.assertEqual((found.measured, found.verdict), ("1.50", NOT))
        found = finding(rows, "jct_ms atp / esa by workload", rule="everywhere")
        self.assertEqual((found.measured, found.verdict), ("at 1 of 1 points, smallest 1.50", NOT))

    def test_the_largest_has_the_interval_of_a_picked_point(self):
        rows = rows_of({"esa": 1.0, "atp": (1.45, 1.55, 1.65)}, jobs=8)
        for jobs in range(8):
            rows += rows_of({"esa": 1.0, "atp": 1.2}, jobs=jobs)
        known = finding(rows, "jct_ms atp / esa by jobs where jobs=8", "1.56")
        picked = finding(rows, "jct_ms atp / esa by jobs", "1.56", "largest")
        self.assertEqual(picked.value.mean(), known.value.mean())
        widths = [high - low for low, high in (picked.interval, known.interval)]
        # 9 points: t of 99.44 % with 2 degrees of freedom
        self.assertAlmostEqual(widths[0] / widths[1], 13.36 / 4.303, 2)
        self.assertEqual(picked.where, "8 jobs")
        # noise shows something at a point that is known before, not at one that is picked
        self.assertEqual((known.verdict, picked.verdict), (REPRODUCED, NOT))

    def test_a_claim_on_all_points(self):
        rows = rows_of({"esa": 1.0, "atp": 1.5}, workload="A", workers=2)
        rows += rows_of({"esa": 1.0, "atp": 1.3}, workload="A", workers=8)
        expression = "jct_ms atp / esa by workload,workers"
        self.assertEqual(finding(rows, expression, rule="everywhere").verdict, REPRODUCED)
        rows += rows_of({"esa": 1.0, "atp": 0.5}, workload="B", workers=1)
        found = finding(rows, expression, rule="everywhere")
        self.assertEqual(found.measured, "at 2 of 3 points, smallest 0.50 [0.50, 0.50]")
        self.assertEqual((found.where, found.verdict), ("DNN B, 1 worker", NOT))

    def test_a_lead_that_grows_with_every_workload(self):
        def rows(workload, ratios):
            return [
                row
                for jobs, ratio in zip((1, 4, 8), ratios)
                for row in rows_of({"esa": 1.0, "atp": ratio}, workload=workload, jobs=jobs)
            ]

        expression = "jct_ms atp / esa by workload,jobs without workload=AB,jobs=1"
        found = finding(rows("A", (1.1, 1.4, 1.8)), expression, rule="grows jobs")
        self.assertEqual((found.verdict, found.short), (REPRODUCED, "+0.70"))
        self.assertEqual(found.where, "along a straight line from 1 to 8 jobs")
        self.assertTrue(found.measured.startswith("DNN A: +0.70 ["), found.measured)
        by_chance = rows("A", ((1.28, 1.29, 1.3), (1.3, 1.29, 1.28), (1.3, 1.3, 1.28)))
        self.assertEqual(finding(by_chance, expression, rule="grows jobs").verdict, NOT)
        found = finding(rows("A", (1.3, 1.298, 1.297)), expression, rule="grows jobs")
        self.assertEqual(found.short, "-0.003", "not -0.00")
        # one job is no mix
        mix = rows("A", (1.1, 1.4, 1.8)) + rows("AB", (9.0, 1.4, 1.8))
        self.assertEqual(finding(mix, expression, rule="grows jobs").verdict, REPRODUCED)

    def test_a_distance_is_from_the_nearest_published_value(self):
        for published, mean, share in (
            *(("0.90 to 0.95", mean, share) for mean, share in ((0.92, 0), (0.9, 0), (0.81, -0.1), (1.045, 0.1))),
            *(("at least 150", mean, share) for mean, share in ((300, 1), (75, -0.5))),
            ("1.38", 1.38, 0),
        ):
            with self.subTest(published=published, mean=mean):
                found = finding(rows_of({"esa": mean}), "jct_ms esa", published, "range")
                self.assertAlmostEqual(found.share, share)
                self.assertEqual(found.verdict, "")

    def test_a_bound_is_arithmetic_or_of_the_point_that_counts(self):
        rows = rows_of({"esa": 3.0, "atp": 6.0}, jobs=1) + rows_of({"esa": 1.0, "atp": 3.0}, jobs=2)
        for bound, value in (("10e9 / 8", 1.25e9), ("jct_ms esa / 2 by jobs", 0.5)):
            found = finding(rows, "jct_ms atp / esa by jobs", rule="largest range", bound=bound)
            self.assertEqual((found.value.mean(), found.bound), (3, value))

    def test_each_interpretation_is_judged_and_a_claim_counts_once(self):
        rows = rows_of({"esa": 1.0, "atp": 1.5}, reading="x") + rows_of({"esa": 1.0, "atp": 1.0}, reading="y")
        runs = {"one": rows, "other": rows_of({"esa": 1.0, "atp": 1.5}, seeds=(4, 5), reading="y")}
        more = {"sweeps": ["one"]}
        asked = [claim("jct_ms atp / esa", "1.5", **more), claim("jct_ms atp / esa", "1.5", reading="z", sweeps=["other"])]
        (judged,) = claims.judge_all(asked, runs.get)
        self.assertEqual([found.verdict for found in judged.findings.values()], [REPRODUCED, NOT, REPRODUCED])
        self.assertEqual(judged.outcome(), claims.IN_SOME)
        self.assertIn("0 hold in every interpretation, 1 in some", claims.summary([judged]))
        for found, wanted in (
            ((REPRODUCED, REPRODUCED), claims.IN_ALL),
            ((PARTLY, NOT), claims.AT_BEST_PARTLY),
            ((NOT, NOT), claims.IN_NONE),
            (("",), ""),
        ):
            one = Judged(None)
            one.findings = {place: Finding("", verdict=verdict) for place, verdict in enumerate(found)}
            self.assertEqual(one.outcome(), wanted)


class TableTest(FolderTestCase):
    """The table itself."""

    def test_every_claim_has_what_its_rule_needs(self):
        found = read_claims()
        for one in found:
            with self.subTest(claim=one.claim):
                self.assertEqual(one.rule in ("ratio", "largest"), one.published.replace(".", "").isdigit()
                                 and "range" not in one.rule)  # fmt: skip
                self.assertTrue(one.sweeps)
                self.assertTrue(one.source or one.note)
                for name in one.sweeps:
                    path = os.path.join(ANALYSIS, "sweeps", f"{name}.json")
                    with open(path, encoding="utf-8") as file:
                        self.assertEqual(json.load(file)["name"], name)
                if "no number at hand" in one.note.lower():
                    self.assertEqual(one.published, "")

    def test_a_line_with_a_wrong_cell_is_named(self):
        head = ",".join(claims.HEADS)
        for line, message in (
            ("f,c,,s,jct_ms esa /,1,ratio,,,,", "bad.csv:2: expression jct_ms esa /: must be"),
            ("f,c,,s,jct_ms esa,1,much,,,,", "bad.csv:2: rule much: must be ratio"),
        ):
            with self.assertRaisesRegex(BadInput, message):
                read_claims(self.write("bad.csv", f"{head}\n{line}\n"))
        with self.assertRaisesRegex(BadInput, "columns: must be figure,claim"):
            read_claims(self.write("bad.csv", "claim\n"))

    def test_a_claim_without_rows_is_named(self):
        with self.assertRaisesRegex(BadInput, "claim 'c': jct_ms atp: s has no such rows"):
            claims.judge_all([claim("jct_ms atp", sweeps=["s"])], lambda name: rows_of({"esa": 1.0}))
