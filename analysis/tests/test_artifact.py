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
            ("| a | b | jct_ms esa / | 1 | 2 % | 1 |", "figure: expression jct_ms esa /: must be"),
            ("| a | b | jct_ms esa | much | 2 % | 1 |", "expected much: must be a number"),
            ("| a | b | jct_ms esa | 1 | about | 1 |", "within about: must be"),
        ):
            path = self.write("bad.md", HEAD + line + "\n")
            with self.assertRaisesRegex(BadTable, "bad.md:5: .*" + message):
                read_claims(path)
        with self.assertRaisesRegex(BadTable, "has no claims"):
            read_claims(self.write("none.md", HEAD))

    def test_a_figure_is_of_the_one_table_of_a_command(self):
        self.write("r.csv", "system,seed,jobs,jct_ms\nesa,1,1,9\nesa,1,2,1\nesa,2,2,3\natp,1,2,3\natp,2,2,3\n")
        self.assertEqual(2, measured(claim("jct_ms esa where jobs=2"), self.folder))
        self.assertEqual(2, measured(claim("jct_ms atp / esa where jobs=2"), self.folder))
        for figure in ("jct_ms ring", "speed esa"):
            with self.assertRaisesRegex(BadTable, f"0 points of {figure}: must be one"):
                measured(claim(figure), self.folder)
        self.write("more.csv", "system,seed,x\n")
        with self.assertRaisesRegex(BadTable, "has 2 tables"):
            measured(claim(), self.folder)

    def test_expected_figures_are_written_anew(self):
        line = "| c | `mkdir $OUT && printf 'system,seed,x\\nesa,1,2.345\\n' >$OUT/a.csv` | `x esa` | 1.00 | 2 % | 1 |\n"
        path = self.write("t.md", HEAD + line)
        self.command("esa_artifact", "--table", path, "--out", self.path("out"), "--update", code=1)
        self.assertIn("| 2.35 | 2 % |", self.text("t.md").replace("2.34 |", "2.35 |"))
        self.command("esa_artifact", "--table", path, "--out", self.path("out"))

    def test_a_tolerance_ends_where_the_table_says(self):
        self.assertTrue(holds(claim(), 2.039))
        self.assertFalse(holds(claim(), 2.041))
        self.assertFalse(holds(claim(), 1.95))
        self.assertTrue(holds(claim(within="exact"), 2.004))
        self.assertFalse(holds(claim(within="exact"), 2.006))

    def test_a_claim_that_fails_makes_the_command_fail(self):
        table = HEAD + "".join(
            f"| c | `mkdir $OUT && printf 'system,seed,x\\nesa,1,1\\n' >$OUT/a.csv` | x esa | {value} | 2 % | 1 |\n"
            for value in (1, 2)
        )
        arguments = ["--table", self.write("t.md", table), "--out", self.path("out")]
        said, _ = self.command("esa_artifact", *arguments, code=1)
        self.assertIn("pass  c -- x esa: 1, expected 1 (2 %)", said)
        self.assertIn("FAIL  c -- x esa: 1, expected 2 (2 %)", said)
        self.assertIn("1 of 2 claims passed, 1 failed", said)
