# SPDX-License-Identifier: GPL-2.0-only
"""./ns3 compare: what changed, and differences with intervals against values computed by hand."""

import csv
import os
import tempfile
import unittest

from esa_sweep.csv_table import harmless, read_csv, write_csv

from .results_support import ResultsTestCase, row


class CompareTest(ResultsTestCase):
    """Comparisons of made-up results."""

    def compare(self, *arguments):
        """Returns the comparison as text."""
        return self.command("esa_compare", *arguments)[0]

    def test_a_setting_that_changed(self):
        # atp + 0.1, + 0.2, + 0.3 ms: mean 0.2, standard deviation 0.1, t = 4.3027
        rows = [row("esa", seed) for seed in (1, 2, 3)]
        rows += [row("atp", seed) for seed in (1, 2, 3)]
        for one in rows[3:]:
            one["jct_ms"] += one["seed"] / 10
        self.runs("a")
        self.runs("b", rows, {"link.delay_us": 2.5})
        out = self.compare("a", "b", "--csv", "difference.csv")
        self.assertIn("changed settings:\n  link.delay_us: 5 -> 2.5\n", out)
        self.assertIn("changed versions: none", out)
        self.assertIn("matched by system, seed: 6 runs of 2 configurations", out)
        self.assertRegex(out, r"jct_ms +1\.53 +1\.73 +0\.2 +\[-0\.04841, 0\.4484\] +\+13\.07 %\n")
        self.assertRegex(out, r"system=esa \(3 seeds: 1, 2, 3\)\n  3 figures are the same")
        lines = list(csv.DictReader(self.text("difference.csv").splitlines()))
        self.assertEqual(len(lines), 6)
        line = next(l for l in lines if l["system"] == "atp" and l["figure"] == "jct_ms")
        self.assertEqual(line["n"], "3")
        self.assertAlmostEqual(float(line["difference"]), 0.2)
        self.assertAlmostEqual(float(line["low"]), 0.2 - 4.3027 * 0.1 / 3**0.5, 4)

    def test_what_follows_from_a_setting_stands_apart(self):
        self.runs("a", derived=["link.delay_us", "switch.memory_bytes"])
        changes = {"link.delay_us": 2.5, "switch.memory_bytes": 7}
        self.runs("b", changes=changes, derived=["switch.memory_bytes"])
        out = self.compare("a", "b")
        self.assertIn(
            "changed settings:\n  link.delay_us: 5 -> 2.5\n"
            "what follows from them: switch.memory_bytes\n",
            out,
        )

    def test_an_interval_without_0_is_marked(self):
        self.runs("a")
        rows = [row(system, seed, 0.5) for system in ("esa", "atp") for seed in (1, 2, 3)]
        self.runs("b", rows)
        out = self.compare("a", "b")
        self.assertRegex(out, r"jct_ms .*-50\.00 % \*\n")

    def test_seeds_of_one_outcome_have_no_interval(self):
        for name, factor in (("a", 1), ("b", 2)):
            self.runs(name, [dict(row("esa", 1, factor), seed=seed, sim_ms=seed, events=seed) for seed in (1, 2, 3)])
        self.assertRegex(self.compare("a", "b"), r"\(3 seeds: 1, 2, 3\)(.|\n)*jct_ms +1\.01 +2\.02 +1\.01 +- +\+100\.00 %\n")

    def test_seeds_without_a_value_are_counted(self):
        self.runs("a")
        rows = [row("esa", seed) for seed in (1, 2, 3)]
        rows[1]["jct_ms"] = None
        self.runs("b", rows)
        self.assertRegex(self.compare("a", "b"), r"jct_ms \(2 of 3 seeds\) +1\.02 +1\.02 +0 ")

    def test_all_figures_and_some(self):
        self.runs("a")
        self.runs("b")
        self.assertNotIn("packets_lost", self.compare("a", "b"))
        self.assertRegex(self.compare("a", "b", "--all"), r"packets_lost (.|\n)* wall_s ")
        out = self.compare("a", "b", "--all", "--figures", "jct_ms")
        self.assertNotIn("packets_lost", out)
        err = self.refused("esa_compare", "a", "b", "--figures", "jct")
        self.assertIn("do not both have jct; did you mean jct_ms?", err)

    def test_versions_and_missing_runs(self):
        self.runs("a")
        rows = [row("esa", seed) for seed in (2, 3, 4)]
        self.runs("b", rows, module_version="1.1.0")
        out = self.compare("a", "b")
        self.assertIn("changed versions:\n  module_version: 1.0.0 -> 1.1.0", out)
        self.assertIn("only in A: 4 runs, such as system=esa seed=1", out)
        self.assertIn("only in B: 1 run, such as system=esa seed=4", out)
        self.assertIn("(2 seeds: 2, 3)", out)

    def test_sweeps_are_matched_by_their_axes(self):
        self.sweep("a")
        self.sweep("b", memories=(2000, 4000), factor=2, program="ef01")
        for names in (("a", "b"), ("a/memory.csv", "b/memory.csv")):
            out = self.compare(*names)
            self.assertIn("program: abcd -> ef01", out)
            self.assertIn("matched by system, switch.memory_bytes, seed: 12 runs of 4", out)
            block = r"system=atp switch.memory_bytes=2000 .*\n.*\n +jct_ms .*\+100.00 %"
            self.assertRegex(out, block)
            self.assertIn("only in A: 6 runs, such as system=esa switch.memory_bytes=1000", out)

    def test_an_axis_with_another_value_on_each_side_is_a_change(self):
        self.sweep("a", memories=(1000,))
        self.sweep("b", memories=(2000,))
        out = self.compare("a", "b")
        self.assertIn("switch.memory_bytes: 1000 -> 2000", out)
        self.assertIn("matched by system, seed: 6 runs", out)

    def test_a_sweep_and_a_run(self):
        self.sweep("a", memories=(600000, 1000))
        self.runs("b")
        out = self.compare("a", "b")
        self.assertIn("6 runs of 2 configurations", out)
        self.assertIn("system=esa switch.memory_bytes=600000", out)

    def test_one_seed(self):
        self.runs("a")
        self.runs("b", [row("esa", 2)])
        err = self.refused("esa_compare", "a", "b")
        self.assertIn("a has the seeds 1, 2, 3 and b the seeds 2", err)
        self.assertIn("needed for an interval are two seeds", err)
        self.assertRegex(self.compare("a", "b", "--one-seed", "--all"), r"jct_ms .* 0 +- ")

    def test_nothing_is_overwritten(self):
        self.runs("a")
        self.write("kept.csv", "mine")
        err = self.refused("esa_compare", "a", "a", "--csv", "kept.csv")
        self.assertIn("--csv kept.csv: exists already", err)
        self.compare("a", "a", "--csv", "kept.csv", "--force")
        err = self.refused("esa_compare", "a", "a", "--csv", "none/x.csv")
        self.assertIn("--csv none/x.csv: the folder none does not exist", err)

    def test_no_run_belongs_to_another(self):
        self.runs("a", [row("esa", 1)])
        self.runs("b", [row("atp", 2)])
        err = self.refused("esa_compare", "a", "b")
        self.assertIn("system=esa seed=1 is only in the first, system=atp seed=2 only", err)

    def test_several_versions_on_one_side(self):
        rows = [row("esa", 1), row("esa", 2, module_version="1.1.0")]
        self.runs("a", rows)
        self.runs("b")
        err = self.refused("esa_compare", "a", "b")
        self.assertIn("a: its rows have several values of module_version: 1.0.0, 1.1.0", err)

    def test_an_axis_that_the_other_side_lacks(self):
        self.sweep("a")
        lines = "jobs,system,seed,config_hash,jct_ms\n1,esa,1,x,2\n2,esa,1,y,3\n"
        self.write("b.csv", lines)
        err = self.refused("esa_compare", "a", "b.csv")
        self.assertIn("b.csv: has no column 'switch.memory_bytes', which is an axis of a", err)
        self.assertIn("--where switch.memory_bytes=VALUE chooses one of its values: 1000, 20", err)

    def test_where_chooses_a_value_that_the_other_side_does_not_have(self):
        """A row of committed results is compared with a run that was made again."""
        lines = ["reading,system,seed,config_hash,jobs,jct_ms"]
        for reading, time in (("near", 1), ("far, open", 2)):
            lines += [f'"{reading}",esa,{seed},x{time},2,{time + seed}' for seed in (1, 2)]
        self.write("paper.csv", "\n".join(lines) + "\n")
        self.runs("again", [row("esa", seed, jct_ms=2 + seed) for seed in (1, 2)])
        out = self.compare("paper.csv", "again", "--where", "reading=far, open", "--all")
        self.assertRegex(out, r"jct_ms +3\.5 +3\.5 +0 ")
        for where, words in (
            ("reading=none", "paper.csv: --where reading=none: no run has it; reading is: near, far, open"),
            ("delay=1", "--where delay: neither side has this setting"),
        ):
            err = self.refused("esa_compare", "paper.csv", "again", "--where", where)
            self.assertIn(words, err)

    def test_what_is_compared_is_not_overwritten(self):
        self.runs("g")
        self.write("g/result.csv", "mine")
        self.sweep("s")
        for table in ("g/result.csv", "g/result.json", "s/memory.csv"):
            side = table[0]
            err = self.refused("esa_compare", side, side, "--csv", table, "--force")
            self.assertIn(f"--csv {table}: holds results of {side}; name another file", err)
        self.compare("g", "g", "--csv", "g/difference.csv")
        self.compare("g", "g", "--csv", "g/difference.csv", "--force")


class CellsTest(unittest.TestCase):
    """Cells that a spreadsheet would run."""

    def test_texts_that_begin_like_a_formula_get_a_quote(self):
        for text in ("=1+1", "+a", "-a", "@a", "\tx", "\rx", "\nx"):
            self.assertEqual(harmless(text), "'" + text)

    def test_what_is_written_is_read_as_it_was(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "t.csv")
            texts = ["=x", "'=x", "''=x", "'x", "-1;-2", "-5", "a,b", 'a"b', "x" * 10**6, "a\nb"]
            write_csv(path, texts, [texts])
            columns, (line,) = read_csv(path)
        self.assertEqual(columns, texts)
        self.assertEqual(list(line.values()), texts)

    def test_all_else_stays(self):
        for cell in ("a=1", "", "-1.5", "+3", "-1e-9", 5, -2.5, None, "1;-2"):
            self.assertEqual(harmless(cell), cell)
