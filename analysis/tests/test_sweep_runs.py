# SPDX-License-Identifier: GPL-2.0-only
"""Runs of sweeps: any number of cores, resuming after a kill, failing runs, changed programs."""

import contextlib
import json
import os
import signal
import subprocess
import time

import esa_results
from esa_sweep.estimate import seconds_of
from esa_sweep.results import Row, notes_of

from .support import ANALYSIS, TINY, SweepTestCase

TWELVE = {"system": ["esa"], "seed": list(range(1, 13))}
"""Axes of twelve runs."""


class RunsTest(SweepTestCase):
    """Whole sweeps, with the program itself."""

    def results(self):
        """Returns the keys of the finished runs."""
        folder = self.path("out", "runs")
        names = os.listdir(folder) if os.path.isdir(folder) else []
        return {name[:-5] for name in names if name.endswith(".json")}

    def check_resumed(self, path, finished):
        """No finished run of TWELVE is repeated, and rows are those of a sweep that nothing disturbs."""
        before = len(self.starts())
        self.run_sweep(path, "--cores", "2", "--out", "out")
        again = self.starts()[before:]
        self.assertEqual(set(again) & finished, set(), "finished runs were repeated")
        self.assertEqual(len(again), 12 - len(finished))
        self.run_sweep(path, "--cores", "2", "--out", "undisturbed")
        self.assertEqual(self.rows(), self.rows("undisturbed"))

    def test_relative_paths_begin_in_the_folder_of_the_base(self):
        self.write("base/base.json", json.dumps({"jobs": {"count": 1, "workers": 2}}))
        trace = os.path.join(os.path.dirname(ANALYSIS), "traces", "goal", "stencil8")
        for rank in range(8):
            os.symlink(f"{trace}.{rank}.et", self.path("base", f"t.{rank}.et"))
        path = self.sweep_file(
            base="base/base.json",
            set={"iterations": 1},
            axes={"trace": {"t": {"execution.traces": ["t"]}}, "system": ["ring"], "seed": [1]},
        )
        self.run_sweep(path, "--out", "out")
        self.assertEqual([row["trace"] for row in self.rows()], ["t"])

    def test_a_trace_that_is_written_anew_is_run_anew(self):
        tool = os.path.join(os.path.dirname(ANALYSIS), "contrib", "esa", "tools", "esa-trace-make")

        def make(prefix, size):
            arguments = ["--data", "4", "--layers", "1", "--layer-bytes", size, "--force"]
            subprocess.run(["python3", tool, self.path(prefix), *arguments], check=True, stdout=subprocess.DEVNULL)

        def hashes(prefix="job"):
            trace = {"execution.traces": [self.path(prefix)]}
            path = self.sweep_file(base=None, set={}, axes={"trace": {"t": trace}, "system": ["ring"], "seed": [1]})
            self.run_sweep(path, "--out", "out")
            return [(row["config_hash"], row["jct_ms"]) for row in self.rows()]

        make("job", "40000")
        first = hashes()
        self.assertEqual(hashes(), first)
        self.assertEqual(len(self.results()), 1)
        make("job", "80000")
        second = hashes()
        self.assertEqual(len(self.results()), 2)
        self.assertNotEqual(second[0][0], first[0][0])
        self.assertNotEqual(second[0][1], first[0][1])
        # wherever the files are, the same contents are the same run
        make("moved", "80000")
        self.assertEqual(hashes("moved"), second)
        self.assertEqual(len(self.results()), 2)

    def test_one_and_two_cores_give_the_same_rows(self):
        path = self.sweep_file()
        self.run_sweep(path, "--cores", "1", "--out", "one")
        self.run_sweep(path, "--cores", "2", "--out", "two")
        rows = self.rows("one")
        self.assertEqual(rows, self.rows("two"))
        self.assertEqual(
            [(row["jobs"], row["system"], row["seed"]) for row in rows],
            [(j, s, n) for j in "12" for s in ("esa", "atp") for n in "12"],
        )
        self.assertEqual(len({row["config_hash"] for row in rows}), 8)
        self.assertTrue(all(row["results_wrong"] == "0" for row in rows))
        self.assertTrue(all(row["ns3_version"] and row["module_version"] for row in rows))

    def test_a_part_of_a_sweep(self):
        path = self.sweep_file()
        self.run_sweep(path, "--out", "out", "--where", "jobs=2", "--where", "system=esa,ring")
        self.assertEqual(len(self.starts()), 2)
        self.assertEqual([(r["jobs"], r["system"]) for r in self.rows()], [("2", "esa")] * 2)
        self.run_sweep(path, "--out", "out", "--where", "jobs=1", "--where", "seed=2")
        self.assertEqual([r["jobs"] for r in self.rows()], ["1", "1", "2", "2"], "others stay in the table")
        for where, words in (
            ("jobs=3", "--where jobs=3: no run has it; jobs is: 1, 2"),
            ("delay=1", "--where delay: the sweep has no such axis; there are: "),
        ):
            self.assertIn(words, self.run_sweep(path, "--out", "out", "--where", where, code=2))
        self.run_sweep(path, "--out", "out")
        self.assertEqual(len(self.starts()), 8)

    def test_a_byte_order_mark(self):
        path = self.sweep_file()
        self.write("small.json", "\ufeff" + self.text("small.json"))
        self.run_sweep(path, "--dry-run")

    def test_folder_and_table_hold_the_same(self):
        self.run_sweep(self.sweep_file(), "--out", "out")
        out = self.path("out")
        by_folder = esa_results.read(out)
        by_csv = esa_results.read(os.path.join(out, "small.csv"))
        self.assertEqual(list(by_folder.columns), list(by_csv.columns))
        self.assertEqual(by_folder.values.tolist(), by_csv.values.tolist())
        self.assertEqual({len(jct) for jct in by_csv["jct_ms_per_job"]}, {1, 2})

    def test_kill_loses_and_repeats_no_finished_run(self):
        # one program for both sweeps, since the runs' keys depend on it
        self.make_program(pause_s=0.4)
        path = self.sweep_file(axes=TWELVE)
        sweep = self.start(path, "--cores", "2", "--out", "out")
        self.wait_for(lambda: len(self.results()) >= 3)
        sweep.send_signal(signal.SIGKILL)
        sweep.communicate()
        # no run goes on in the background
        time.sleep(1)
        finished = self.results()
        time.sleep(2)
        self.assertEqual(self.results(), finished)
        self.assertGreaterEqual(len(finished), 3)
        self.assertLess(len(finished), 12)
        self.check_resumed(path, finished)

    def test_full_disk_loses_and_repeats_no_finished_run(self):
        disk = self.path("out")
        os.mkdir(disk)
        command = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk]
        if subprocess.run(command, capture_output=True, check=False).returncode != 0:
            self.skipTest("no small disk can be mounted here")
        self.addCleanup(subprocess.run, ["umount", "--lazy", disk], check=False)
        self.make_program(pause_s=0.4)
        path = self.sweep_file(axes=TWELVE)
        sweep = self.start(path, "--cores", "2", "--out", "out")
        self.wait_for(lambda: len(self.results()) >= 3)
        before_full = self.results()
        ballast = os.path.join(disk, "ballast")
        with contextlib.suppress(OSError), open(ballast, "wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
        _, err = sweep.communicate(timeout=120)
        self.assertEqual(sweep.returncode, 1, err)
        self.assertIn("No space left on device", err)
        finished = self.results()
        self.assertLessEqual(before_full, finished, "a finished run was lost")
        self.assertLess(len(finished), 12)
        os.unlink(ballast)
        self.check_resumed(path, finished)

    def test_interrupt_keeps_finished_runs(self):
        self.make_program(pause_s=0.4)
        path = self.sweep_file(axes=TWELVE)
        sweep = self.start(path, "--cores", "1", "--out", "out")
        self.wait_for(self.results)
        sweep.send_signal(signal.SIGINT)
        _, err = sweep.communicate(timeout=60)
        self.assertEqual(sweep.returncode, 130, err)
        self.check_resumed(path, self.results())
        self.assertEqual(len(self.rows()), 12)

    def test_only_what_changed_runs_again(self):
        self.run_sweep(self.sweep_file(), "--out", "out")
        axes = {"jobs": [1, 2], "system": ["esa", "atp"], "seed": [2, 3]}
        self.run_sweep(self.sweep_file(axes=axes), "--out", "out")
        self.assertEqual(len(self.starts()), 8 + 4)
        self.assertEqual({row["seed"] for row in self.rows()}, {"2", "3"})
        # the description has no effect on results
        self.run_sweep(self.sweep_file(axes=axes, description="other words"), "--out", "out")
        self.assertEqual(len(self.starts()), 8 + 4)
        self.make_program(remark="another program")
        self.run_sweep(self.sweep_file(axes=axes), "--out", "out")
        self.assertEqual(len(self.starts()), 8 + 4 + 8)

    def test_field_of_one_system_does_not_multiply_the_others(self):
        axes = {"straw2.preempt_probability": [0.25, 0.5, 1], "system": ["esa", "straw2"], "seed": [1]}
        path = self.sweep_file(axes=axes)
        self.run_sweep(path, "--out", "out")
        self.assertEqual(len(self.starts()), 1 + 3)
        rows = self.rows()
        self.assertEqual([row["system"] for row in rows], ["esa", "straw2"] * 3)
        own = [{k: v for k, v in row.items() if k not in axes} for row in rows[::2]]
        self.assertEqual(own[0], own[1])
        self.assertEqual(own[0], own[2])
        # rows that are there are not run again
        self.run_sweep(path, "--out", "out")
        self.assertEqual(len(self.starts()), 4)

    def test_an_estimate_runs_three_of_each_system_and_keeps_them(self):
        path = self.sweep_file(axes=TWELVE)

        def estimate():
            process = self.start(path, "--out", "out", "--cores", "2", "--estimate")
            said, err = process.communicate(timeout=300)
            self.assertEqual(process.returncode, 0, err)
            return said

        self.assertRegex(
            estimate(),
            r"3 of 12 runs took \d:\d\d of a processor; the other 9 take about \d:\d\d, \d:\d\d on 2 cores\n",
        )
        self.assertEqual(len(self.starts()), 3)
        self.assertFalse(os.path.exists(self.path("out", "small.csv")), "a table has all runs")
        self.run_sweep(path, "--out", "out")
        self.assertEqual(len(self.starts()), 12)
        self.assertIn("nothing is missing", estimate())

    def test_an_estimate_has_the_mean_of_each_system_and_of_the_start(self):
        ran = [("esa", 1.0), ("esa", 3.0), ("atp", 5.0)]
        self.assertEqual(seconds_of(["esa", "atp", "atp"], ran, 12.0), 2 + 5 + 5 + 3 * 1)
        self.assertEqual(seconds_of(["esa", "atp"], ran, 4.5), 1 + 2.5, "others used the machine")
        self.assertEqual(seconds_of(["ring"], ran, 9.0), 5, "no run of it has succeeded: as the slowest one")

    def test_a_field_is_unused_only_if_no_run_uses_it(self):
        unused = ("flow.swift.hop_us", "is not used: flow.congestion_control is window", [])
        small = ("flow.swift.hop_us", "is 1", ["ring"])
        rows = [Row(), Row()]
        rows[0].notes = [unused]
        self.assertEqual(notes_of(rows), [])
        rows[1].notes = [small]
        self.assertEqual(notes_of(rows), ["flow.swift.hop_us (ring) is 1 (1 of 2 runs)"])
        rows[1].notes = [unused]
        self.assertEqual(notes_of(rows), [" ".join(unused[:2]) + " (2 of 2 runs)"])
        rows[1].notes = [("flow.swift.hop_us", "is not used: systems is esa", [])]
        self.assertEqual(notes_of(rows), [" ".join(unused[:2]) + " or systems is esa (2 of 2 runs)"])
        rows = [Row(), Row(), Row()]
        for row, system in zip(rows, ("ring", "esa", "ring")):
            row.notes = [("systems", "left 7 of 8 cards of server0 idle", [system])]
        self.assertEqual(
            notes_of(rows),
            ["systems (ring, esa) left 7 of 8 cards of server0 idle (3 of 3 runs)"],
        )

    def test_only_fields_that_the_user_has_set_are_noted_as_unused(self):
        note = "jitter.max_us is not used"
        fixed = {"dnns": TINY, "iterations": 1, "jitter.mode": "none"}
        axes = {"system": ["esa"], "seed": [1]}
        # the built-in comparison has a largest jitter, too
        path = self.sweep_file(set=fixed, axes=axes)
        self.assertNotIn(note, self.run_sweep(path, "--out", "none"))
        path = self.sweep_file(set={**fixed, "jitter.max_us": 20}, axes=axes)
        self.assertIn(note, self.run_sweep(path, "--out", "set"))
        path = self.sweep_file(set=fixed, axes={**axes, "jitter.max_us": [20]})
        self.assertIn(note, self.run_sweep(path, "--out", "axis"))
        base = self.write("base.json", json.dumps({"jitter": {"max_us": 20}}))
        path = self.sweep_file(set=fixed, axes=axes, base=os.path.basename(base))
        self.assertIn(note, self.run_sweep(path, "--out", "base"))

    def test_failing_run_leaves_the_others_alone(self):
        self.make_program(bad_seed="2")
        path = self.sweep_file()
        err = self.run_sweep(path, "--out", "out", code=1)
        self.assertEqual([row["seed"] for row in self.rows()], ["1"] * 4)
        failed = [line for line in err.splitlines() if "failed: " in line]
        self.assertEqual(len(failed), 4, err)
        self.assertIn("jobs=1 system=esa seed=2: exit code 1; log: ", failed[0])
        with open(failed[0].split("log: ")[1], encoding="utf-8") as log:
            self.assertEqual(log.read(), "this seed fails\n")
        # the next time, only these are tried again
        before = len(self.starts())
        self.run_sweep(path, "--out", "out", code=1)
        self.assertEqual(len(self.starts()) - before, 4)

    def test_all_runs_fail(self):
        self.make_program(bad_seed="2")
        path = self.sweep_file(axes={"system": ["esa", "atp"], "seed": [2]})
        err = self.run_sweep(path, "--cores", "1", "--out", "out", code=1)
        self.assertEqual(err.count("failed: system="), 2, err)
        self.make_program()
        self.run_sweep(path, "--out", "out")
        self.assertEqual(len(self.rows()), 2)

    def test_cases_and_quick(self):
        axes = {
            "reading": {
                "far": {"link.delay_us": 5, "window.max_packets": 500},
                "near": {"link.delay_us": 2.5, "window.max_packets": 0},
            },
            "seed": [1, 2],
        }
        fixed = {"systems": ["esa"], "dnns": TINY, "iterations": 1}
        quick = {"axes": {"seed": [7]}, "set": {"iterations": 2}}
        path = self.sweep_file(axes=axes, quick=quick, set=fixed)
        self.run_sweep(path, "--quick", "--out", "out")
        rows = self.rows()
        self.assertEqual(
            [(row["reading"], row["system"], row["seed"], row["iterations"]) for row in rows],
            [("far", "esa", "7", "2"), ("near", "esa", "7", "2")],
        )
        self.assertGreater(float(rows[0]["jct_ms"]), float(rows[1]["jct_ms"]))

    def test_groups_are_merged_with_those_of_the_base(self):
        self.write("base.json", json.dumps({"link": {"rate_gbps": 200}, "topology": {"racks": 2}, "dnns": TINY}))
        fixed = {"link": {"delay_us": 2}, "jobs": {"count": 1, "workers": 2}, "iterations": 1}
        axes = {
            "change": {"jobs": {"jobs": {"count": 2}}, "kind": {"topology": {"kind": "fat_tree", "k": 4}}},
            "system": ["esa"],
            "seed": [1],
        }
        path = self.sweep_file(base="base.json", set=fixed, axes=axes, quick={"set": {"link": {"rate_gbps": 40}}})
        for options, rate in (([], 200), (["--quick"], 40)):
            out = f"out{rate}"
            self.run_sweep(path, "--out", out, *options)
            self.assertEqual([(row["change"], row["workers"]) for row in self.rows(out)], [("jobs", "2"), ("kind", "2")])
            found = {}
            for name in os.listdir(self.path(out, "scenarios")):
                config = json.loads(self.text(out, "scenarios", name))
                link, topology = config["link"], config["topology"]
                about = (link["rate_gbps"], link["delay_us"], topology["kind"], topology["racks"])
                found[config["jobs"]["count"]] = about
            self.assertEqual(found, {2: (rate, 2, "leaf_spine", 2), 1: (rate, 2, "fat_tree", 1)})

    def test_tables_of_somebody_else_are_not_replaced(self):
        path = self.sweep_file(axes={"system": ["esa"], "seed": [1]})
        table = self.write("out/small.csv", "mine\n")
        err = self.run_sweep(path, "--out", "out", code=2)
        self.assertIn("small.csv is there and is of no sweep", err)
        self.assertEqual(self.text("out", "small.csv"), "mine\n")
        self.assertEqual(os.listdir(self.path("out")), ["small.csv"])
        os.unlink(table)
        self.run_sweep(path, "--out", "out")
        self.run_sweep(path, "--out", "out")

    def test_second_sweep_in_the_same_place_is_refused(self):
        self.make_program(pause_s=1)
        path = self.sweep_file()
        sweep = self.start(path, "--cores", "1", "--out", "out")
        self.wait_for(self.starts)
        err = self.run_sweep(path, "--out", "out", code=2)
        sweep.terminate()
        sweep.communicate(timeout=60)
        self.assertIn("another sweep is running there", err)
