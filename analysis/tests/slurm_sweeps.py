# SPDX-License-Identifier: GPL-2.0-only
"""Sweeps through Slurm; tests/slurm.sh starts the cluster, whose arrays have at most 4 tasks."""

import json
import os
import pathlib
import signal
import subprocess
import time

from .support import SweepTestCase

FOUR = {"system": ["esa"], "seed": [1, 2, 3, 4]}
"""Axes of four runs, twice as many as the cluster has processors."""


def _queue():
    """Returns name and index of the tasks in Slurm's queue, those that are just ending included."""
    command = ["squeue", "--noheader", "--array", "--format=%j_%K"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


class SlurmTest(SweepTestCase):
    """A cluster of this machine."""

    def setUp(self):
        super().setUp()
        self.wait_for(lambda: not _queue())

    def key_of_seed(self, seed):
        """Returns the key of the run with a seed."""
        folder = self.path("out", "scenarios")
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                if json.load(file)["seeds"] == [seed]:
                    return name.removesuffix(".json")
        return self.fail(f"no run has seed {seed}")

    def task_of(self, key):
        """Returns the index of the task that is the run with a key."""
        with open(self.path("out", "slurm.keys"), encoding="utf-8") as file:
            return file.read().split().index(key)

    def start_on_slurm(self, path):
        """Starts a sweep on the cluster; returns the process."""
        return self.start(path, "--profile", "slurm", "--cores", "8", "--out", "out")

    def finish_on_slurm(self, path):
        """Runs a sweep on the cluster to the end."""
        self.run_sweep(path, "--profile", "slurm", "--cores", "8", "--out", "out")

    def test_same_rows_as_with_one_and_two_cores(self):
        path = self.sweep_file(axes={"jobs": [1, 2], "system": ["esa", "atp"], "seed": [1]})
        self.finish_on_slurm(path)
        self.assertEqual(len(self.starts()), 4)
        self.run_sweep(path, "--cores", "1", "--out", "one")
        self.run_sweep(path, "--cores", "2", "--out", "two")
        self.assertEqual(len(self.rows()), 4)
        self.assertEqual(self.rows(), self.rows("one"))
        self.assertEqual(self.rows(), self.rows("two"))

    def test_failed_and_cancelled_runs_are_listed(self):
        self.make_program(bad_seed="2")
        self.hold()
        sweep = self.start_on_slurm(self.sweep_file(axes={"system": ["esa"], "seed": [1, 2, 3]}))
        self.wait_for(lambda: len(_queue()) == 3)
        index = self.task_of(self.key_of_seed(3))
        job = pathlib.Path(self.folder, "out", "slurm.job")
        self.wait_for(lambda: job.read_text(encoding="utf-8").strip())  # the queue may be ahead
        number = job.read_text(encoding="utf-8").strip()
        subprocess.run(["scancel", f"{number}_{index}"], check=True)
        self.wait_for(lambda: len(_queue()) == 2)
        self.release()
        _, err = sweep.communicate(timeout=120)
        self.assertEqual(sweep.returncode, 1, err)
        self.assertEqual([row["seed"] for row in self.rows()], ["1"])
        self.assertIn("failed: system=esa seed=2: exit code 1; log: ", err)
        self.assertIn("failed: system=esa seed=3: did not end; log: ", err)

    def test_interrupt_empties_the_queue(self):
        self.hold()
        path = self.sweep_file(axes=FOUR)
        sweep = self.start_on_slurm(path)
        self.wait_for(lambda: len(_queue()) == 4 and len(self.starts()) == 2)
        sweep.send_signal(signal.SIGINT)
        _, err = sweep.communicate(timeout=60)
        self.assertEqual(sweep.returncode, 130, err)
        self.wait_for(lambda: not _queue())
        # the jobs that were cancelled are not waited for
        self.release()
        self.finish_on_slurm(path)
        self.assertEqual(len(self.rows()), 4)

    def test_array_of_a_killed_sweep_is_waited_for(self):
        self.hold()
        path = self.sweep_file(axes=FOUR)
        sweep = self.start_on_slurm(path)
        self.wait_for(lambda: len(_queue()) == 4 and len(self.starts()) == 2)
        sweep.send_signal(signal.SIGKILL)
        sweep.communicate()
        err = self.run_sweep(path, "--out", "out", code=2)
        self.assertIn("runs of this sweep are in Slurm's queue", err)
        again = self.start_on_slurm(path)
        self.wait_for(lambda: len(_queue()) == 8)
        time.sleep(3)
        self.assertEqual(len(self.starts()), 2, "runs began before the older array had ended")
        self.release()
        _, err = again.communicate(timeout=120)
        self.assertEqual(again.returncode, 0, err)
        self.assertEqual(sorted(self.starts()), sorted(set(self.starts())), "a run was repeated")
        self.run_sweep(path, "--out", "here")
        self.assertEqual(self.rows(), self.rows("here"))

    def test_arrays_of_more_runs_than_the_cluster_allows(self):
        """Ten runs are three arrays, one of them after the other."""
        path = self.sweep_file(axes={"system": ["esa"], "seed": list(range(1, 11))})
        self.finish_on_slurm(path)
        self.assertEqual(len(self.starts()), 10)
        self.assertEqual([row["seed"] for row in self.rows()], [str(n) for n in range(1, 11)])
