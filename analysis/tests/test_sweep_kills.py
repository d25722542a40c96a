# SPDX-License-Identifier: GPL-2.0-only
"""
Kills a sweep at random moments: rows are whole, none is lost, none is repeated.

ESA_KILLS is the number of kills (5; 100 with ./ns3 test --long).
"""

import json
import os
import random
import shutil
import signal
import subprocess
import time

from .support import SweepTestCase

KILLS = int(os.environ.get("ESA_KILLS", "5"))
RUNS = 12


class KillsTest(SweepTestCase):
    """Sweeps of twelve runs."""

    def finished(self):
        """Returns the keys of the finished runs, each of which has a whole row."""
        folder = os.path.join(self.folder, "out", "runs")
        keys = set()
        for name in os.listdir(folder) if os.path.isdir(folder) else []:
            if name.endswith(".json"):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    result = json.load(file)
                self.assertTrue(result["complete"])
                self.assertEqual(len(result["rows"]), 1)
                keys.add(name[:-5])
        return keys

    def kill(self, sweep, moment):
        """Kills a sweep after a time, or Ninja alone; returns once none of its runs is left."""
        time.sleep(moment)
        victim = sweep.pid
        if moment > 1.5:
            command = ["pgrep", "-P", str(sweep.pid), "-x", "ninja"]
            children = subprocess.run(command, capture_output=True, text=True, check=False)
            victim = int((children.stdout.split() or [victim])[0])
        if sweep.poll() is None:
            os.kill(victim, signal.SIGKILL)
        sweep.communicate(timeout=120)

    def test_random_kills(self):
        self.make_program(pause_s=0.2)
        path = self.sweep_file(axes={"system": ["esa"], "seed": list(range(1, RUNS + 1))})
        self.run_sweep(path, "--cores", "2", "--out", "undisturbed")
        moments = random.Random(1)
        for _ in range(KILLS):
            before = self.finished()
            if len(before) == RUNS:
                self.check_end(path)
                before = set()
            begun = len(self.starts())
            sweep = self.start(path, "--cores", "2", "--out", "out")
            self.kill(sweep, moments.uniform(0, 2))
            after = self.finished()
            time.sleep(0.5)
            self.assertEqual(self.finished(), after, "a run went on after the kill")
            self.assertLessEqual(before, after, "a finished run was lost")
            again = self.starts()[begun:]
            self.assertEqual(before.intersection(again), set(), "a finished run was repeated")
        self.check_end(path)

    def check_end(self, path):
        """Finishes the sweep, compares its rows, and removes it."""
        before = self.finished()
        begun = len(self.starts())
        self.run_sweep(path, "--cores", "2", "--out", "out")
        self.assertEqual(set(self.starts()[begun:]) & before, set(), "a run was repeated")
        self.assertEqual(len(self.starts()[begun:]), RUNS - len(before))
        self.assertEqual(self.rows(), self.rows("undisturbed"))
        runs = os.listdir(os.path.join(self.folder, "out", "runs"))
        self.assertEqual(sorted(runs), sorted(f"{key}.json" for key in self.finished()))
        self.assertEqual(os.listdir(os.path.join(self.folder, "out", "scratch")), [])
        shutil.rmtree(os.path.join(self.folder, "out"))
