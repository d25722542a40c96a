# SPDX-License-Identifier: GPL-2.0-only
"""Folders and files that are no results are refused by name, by plot and by compare."""

import os
import subprocess
import sys

from esa_plot.link_map import LinkLoads
from esa_runs.read import read
from esa_runs.results import figures, lists

from .folder_support import ANALYSIS
from .results_support import ResultsTestCase, row


class ReadTest(ResultsTestCase):
    """What is read, and what is refused."""

    def refusals(self, path, *parts):
        """Both commands refuse a path; the sentence has the parts."""
        self.runs("good")
        for command in (["esa_compare", path, "good"], ["esa_compare", "good", path]):
            err = self.refused(*command)
            for part in parts:
                self.assertIn(part, err)
        err = self.refused("esa_plot", path)
        for part in parts:
            self.assertIn(part, err)

    def test_folders_without_results(self):
        self.refusals("nowhere", "nowhere: does not exist; needed is a folder of esa-scenario")
        self.write("notes/todo.txt", "")
        self.refusals("notes", "notes: holds no results, only todo.txt; needed is a folder")
        self.write("half/build.ninja", "")
        self.write("half/runs/1.json", "{}")
        self.refusals("half", "half: is of a sweep that has not ended; the same ./ns3 sweep again runs what is missing")
        self.write("out/x/result.json", "{}")
        self.refusals("out", "out: holds no results itself; name what it holds: out/x")
        self.write("two/a.csv", "")
        self.write("two/b.csv", "")
        self.refusals("two", "two: holds 2 tables, name one of them: a.csv, b.csv")

    def test_other_files(self):
        self.refusals(self.write("a.txt", ""), "a.txt: is not a .json or .csv file")
        self.refusals(self.write("a.json", "{"), "a.json: is not JSON")
        self.refusals(self.write("b.json", "[1]"), "b.json: has no object, but no list 'rows'")
        self.refusals(self.write("c.json", '{"name": 1}'), "has name, but no list 'rows' of runs")
        self.refusals(self.write("a.csv", "x,y\n1,2\n"), "columns x, y, but not system, seed")
        self.refusals(self.write("b.csv", "x,y\n1\n"), "b.csv: has lines that are shorter")
        self.refusals(self.write("c.csv", "system,seed\n"), "c.csv: holds no finished run")

    def test_files_without_an_end(self):
        self.write("deep/result.json", "[" * 100000)
        self.refusals("deep", "deep: is nested too deep")
        self.write("row/result.json", '{"rows": [{"a": ' + '{"a": ' * 900 + "1" + "}" * 901 + "]}")
        self.refusals("row", "row: ")
        os.mkdir(self.path("pipe"))
        os.mkfifo(self.path("pipe", "result.json"))
        self.refusals("pipe", "pipe/result.json: is no regular file")
        os.mkdir(self.path("zero"))
        os.symlink("/dev/zero", self.path("zero", "result.csv"))
        self.refusals("zero", "zero/result.csv: is no regular file")
        os.mkdir(self.path("large"))
        with open(self.path("large", "result.csv"), "wb") as file:
            file.truncate(2**30 + 1)
        self.refusals("large", "1073741825 bytes is not allowed: must be at most 1073741824")

    def test_runs_of_a_sweep_that_are_no_files(self):
        self.sweep("sweep")
        os.mkfifo(self.path("sweep", "runs", "a.json"))
        self.write("sweep/runs/b.json", "[" * 100000)
        self.command("esa_compare", "sweep", "sweep", "--all")

    def test_rows_that_are_missing_or_of_another_kind(self):
        self.refusals(self.runs("empty", []), "empty: holds no finished run")
        self.refusals(self.runs("new", module_version="2.0"), "new: rows are of module version 2.0")
        short = row("esa", 1)
        del short["seed"]
        self.refusals(self.runs("short", [short]), "short: a row has the columns", "but not seed")

        self.refusals(self.write("bare.csv", "system,seed\nesa,1\n"), "none of which is a figure")

    def test_table_of_a_sweep(self):
        self.sweep("sweep")
        self.write("sweep/failed/KEY.json", "{}")
        table = read(self.path("sweep"))
        self.assertEqual(table.axes, ["switch.memory_bytes"])
        self.assertEqual(figures([table]), ["jct_ms", "utilization", "packets_lost", "wall_s"])
        self.assertEqual(lists([table]), ["jct_ms_per_job"])
        self.assertIn("1 run of the sweep failed", table.notes[0])

    def test_labels_that_are_nearly_numbers_stay_apart(self):
        labels = ["1.10", "1.1", "1_000", "nan", "2", "0.0001"]
        path = self.table_of(["case"], [(label, "esa", 1, 2) for label in labels])
        cases = [row["case"] for row in read(path).rows]
        self.assertEqual(cases, ["1.10", 1.1, "1_000", "nan", 2, 0.0001])

    def test_runs_that_have_not_all_ended(self):
        self.runs("half", [row("esa", 1), row("esa", 2)], complete=False)
        notes = read(self.path("half")).notes
        self.assertIn("the runs have not all ended; 2 runs used", notes[0])

    def test_parts_of_a_row_that_are_objects(self):
        times = {"p99": 3.5, "values": [1.5, 2.5]}
        self.runs("rich", [row("esa", 1, iteration_ms=times)])
        results = [read(self.path("rich"))]
        self.assertIn("iteration_ms.p99", figures(results))
        self.assertIn("iteration_ms.values", lists(results))

    def test_lists(self):
        times = {"iteration_ms": [[1.5, 2.5], [3.5]], "job_jct_ms": [4.0]}
        self.runs("runs", [row("esa", 1, **times)])
        lines = 'system,seed,jct_ms,iteration_ms,job_jct_ms\nesa,1,2,1.5 2.5;3.5,4.0\n'
        self.write("table.csv", lines)
        for name in ("runs", "table.csv"):
            first = read(self.path(name)).rows[0]
            self.assertEqual(first["iteration_ms"], ((1.5, 2.5), (3.5,)))
            self.assertEqual(first["job_jct_ms"], (4.0,))

    def test_a_list_of_a_million_letters(self):
        """Every command reads what a long run writes."""
        times = ";".join(["1.5 2.5"] * 150000)
        lines = [f"{seed},esa,{seed},x{seed},{seed},{times}" for seed in (1, 2)]
        self.write("long.csv", "\n".join(["memory,system,seed,config_hash,jct_ms,iteration_ms", *lines]) + "\n")
        self.assertEqual(len(read(self.path("long.csv")).rows[0]["iteration_ms"]), 150000)
        self.command("esa_plot", "long.csv", "--cdf", "--out", "p")
        self.command("esa_compare", "long.csv", "long.csv", "--one-seed")
        loads = ";".join(["0.5"] * 300000)
        self.write("links.csv", f"sender,load_from_us,load_us,load\na,0,1,{loads}\n")
        self.assertEqual(len(LinkLoads(self.path("links.csv")).ends[0][1]), 300000)

    def test_a_byte_order_mark(self):
        self.runs("a")
        self.sweep("s")
        for name in ("a/result.json", "s/memory.csv"):
            self.write(name, "\ufeff" + self.text(name))
            self.assertEqual(read(self.path(name)).rows[0]["seed"], 1)
        self.assertEqual(read(self.path("s")).axes, ["switch.memory_bytes"])

    def test_numbers_beyond_all_uses_are_no_figures(self):
        for value in ("1e308", "1" + "0" * 400):
            rows = [row("esa", seed, packets_lost=0) for seed in (1, 2)]
            self.runs("huge", rows)
            text = self.text("huge", "result.json").replace('"packets_lost": 0', f'"packets_lost": {value}')
            self.write("huge/result.json", text)
            self.assertNotIn("packets_lost", figures([read(self.path("huge"))]))
            self.command("esa_compare", "huge", "huge", "--all")
            self.command("esa_plot", "huge", "--y", "all", "--out", "p", "--force")

    def test_values_of_another_kind_give_no_traceback(self):
        for name, value in (("system", [1]), ("seed", "x"), ("seed", None), ("module_version", [1])):
            self.runs("bad", [{**row("esa", 1), name: value}, row("atp", 1)])
            self.refusals("bad", f"bad: {name} ")
        rows = [{**row("esa", 1), "system": "\ud800"}, {**row("esa", 2), "jobs": 10**400, "workers": {}}]
        top = {"notes": [{}, 5, {"field": [], "text": ""}], "config_hash": {}, "derived": 5, "models": [5]}
        self.runs("odd", rows, {"name": [5], "seeds": "x"}, **top)
        for command in (["esa_compare", "odd", "odd", "--one-seed"], ["esa_plot", "odd", "--x", "system", "--lines", "seed"]):
            done = subprocess.run(
                [sys.executable, ANALYSIS, *command], cwd=self.folder, capture_output=True, text=True, check=False
            )
            self.assertIn(done.returncode, (0, 2), done.stderr)
            self.assertNotIn("Traceback", done.stderr)

    def test_jobs_of_a_trace(self):
        self.runs("trace", [row("esa", 1)])
        lines = "system,seed,job,jct_us,queueing_us\nesa,1,1,5,0\nesa,1,2,7,1\n"
        self.write("trace/jobs.csv", lines)
        results = read(self.path("trace"))
        self.assertEqual(results.rows[0]["jobs.jct_us"], (5, 7))
        self.assertEqual([job["job"] for job in results.jobs(results.rows[0])], [1, 2])
