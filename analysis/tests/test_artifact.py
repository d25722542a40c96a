# SPDX-License-Identifier: GPL-2.0-only
"""The table of ARTIFACT.md, and how its claims are judged."""

import os

from esa_artifact.claims import BadTable, Claim, holds, measured, read_claims

from .folder_support import ANALYSIS, FolderTestCase

ROOT = os.path.dirname(ANALYSIS)
HEAD = "## Tier 1: 2 minutes\n\n| claim | command | figure | expected | within | minutes |\n|---|---|---|---|---|---|\n"


def claim(figure="jct_ms esa", within="2 %"):
    return Claim(1, "text", "true", figure, "2.00", within, "1")


class ArtifactTest(FolderTestCase):
    def test_every_claim_of_the_repository_can_be_judged(self):
        claims = read_claims(os.path.join(ROOT, "ARTIFACT.md"))
        self.assertEqual({1, 2, 3}, {claim.tier for claim in claims})

    def test_a_line_with_a_wrong_cell_is_named(self):
        for line, message in (
            ("| a | b | jct_ms esa | 1 | 2 % |", "5 cells: must be 6"),
            ("| a | b | jct_ms | 1 | 2 % | 1 |", "figure jct_ms: must be"),
            ("| a | b | jct_ms esa | much | 2 % | 1 |", "expected much: must be a number"),
            ("| a | b | jct_ms esa | 1 | about | 1 |", "within about: must be"),
        ):
            path = self.write("bad.md", HEAD + line + "\n")
            with self.assertRaisesRegex(BadTable, "bad.md:5: .*" + message):
                read_claims(path)
        with self.assertRaisesRegex(BadTable, "has no claims"):
            read_claims(self.write("none.md", HEAD))

    def test_a_figure_is_a_mean_or_a_ratio_of_chosen_rows(self):
        self.write("r.csv", "system,jobs,jct_ms\nesa,1,9\nesa,2,1\nesa,2,3\natp,2,3\n")
        self.assertEqual(2, measured(claim("jct_ms esa jobs=2"), self.folder))
        self.assertEqual(1.5, measured(claim("jct_ms atp / esa jobs=2"), self.folder))
        with self.assertRaisesRegex(BadTable, "no row of ring"):
            measured(claim("jct_ms ring"), self.folder)
        with self.assertRaisesRegex(BadTable, "no column speed"):
            measured(claim("speed esa"), self.folder)

    def test_a_tolerance_ends_where_the_table_says(self):
        self.assertTrue(holds(claim(), 2.039))
        self.assertFalse(holds(claim(), 2.041))
        self.assertFalse(holds(claim(), 1.95))
        self.assertTrue(holds(claim(within="exact"), 2.004))
        self.assertFalse(holds(claim(within="exact"), 2.006))

    def test_a_claim_that_fails_makes_the_command_fail(self):
        table = HEAD + "".join(
            f"| c | `mkdir $OUT && printf 'system,x\\nesa,1\\n' >$OUT/a.csv` | x esa | {value} | 2 % | 1 |\n"
            for value in (1, 2)
        )
        arguments = ["--table", self.write("t.md", table), "--out", self.path("out")]
        said, _ = self.command("esa_artifact", *arguments, code=1)
        self.assertIn("pass  c -- x esa: 1, expected 1 (2 %)", said)
        self.assertIn("FAIL  c -- x esa: 1, expected 2 (2 %)", said)
        self.assertIn("1 of 2 claims passed, 1 failed", said)
