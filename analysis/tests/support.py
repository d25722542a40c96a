# SPDX-License-Identifier: GPL-2.0-only
"""What the tests share: a program that can be watched and made to fail, and sweeps by it."""

import csv
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

ANALYSIS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
REAL_PROGRAM = os.path.abspath(os.environ["ESA_SCENARIO"])

TINY = {
    "A": {
        "layers": [{"compute_us": 1}],
        "partitions": [{"layer": 1, "bytes": 10000}],
        "comm_comp_ratio": 1,
    }
}
"""A DNN that takes no time to simulate."""

# $2 is the scenario of a run, DIRECTORY/scenarios/KEY.json
WRAPPER = """#!/bin/sh
# {remark}
case $2 in
*/scenarios/*)
    basename "$2" .json >>{starts}
    sleep {pause}
    while [ -e {hold} ]; do sleep 0.1; done
    if grep -A1 '"seeds"' "$2" | grep -qw {bad_seed}; then echo "this seed fails" >&2; exit 1; fi
    ;;
esac
exec {program} "$@"
"""


class SweepTestCase(unittest.TestCase):
    """A test with a folder, a watched program and a small sweep."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="esa-sweep-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.starts_path = os.path.join(self.folder, "starts")
        self.hold_path = os.path.join(self.folder, "hold")
        self.program = os.path.join(self.folder, "watched-program")
        self.make_program()

    def make_program(self, pause_s=0, bad_seed="none", remark="first"):
        """Writes the program: it notes each start, waits, and fails with a certain seed."""
        text = WRAPPER.format(
            remark=remark,
            starts=shlex.quote(self.starts_path),
            pause=pause_s,
            hold=shlex.quote(self.hold_path),
            bad_seed=bad_seed,
            program=shlex.quote(REAL_PROGRAM),
        )
        with open(self.program, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(self.program, 0o755)

    def hold(self):
        """Lets every run wait after its start, until release()."""
        with open(self.hold_path, "w", encoding="utf-8"):
            pass

    def release(self):
        """Lets the runs go on."""
        os.unlink(self.hold_path)

    def starts(self):
        """Returns the keys of the runs that were started, in order."""
        if not os.path.exists(self.starts_path):
            return []
        with open(self.starts_path, encoding="utf-8") as file:
            return file.read().split()

    def sweep_file(self, **changes):
        """Writes a sweep of 8 small runs, with changes; returns its path."""
        sweep = {
            "name": "small",
            "set": {"dnns": TINY, "iterations": 1},
            "axes": {"jobs": [1, 2], "system": ["esa", "atp"], "seed": [1, 2]},
        }
        sweep.update(changes)
        path = os.path.join(self.folder, "small.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({k: v for k, v in sweep.items() if v is not None}, file)
        return path

    def start(self, *arguments):
        """Starts a sweep; returns the process."""
        command = [sys.executable, ANALYSIS, "esa_sweep", "--program", self.program, *arguments]
        return subprocess.Popen(
            command,
            cwd=self.folder,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def run_sweep(self, *arguments, code=0):
        """Runs a sweep, which is to end with the code; returns its standard error."""
        process = self.start(*arguments)
        out, err = process.communicate(timeout=300)
        self.assertEqual(process.returncode, code, f"{out}\n{err}\n{self.engine_log()}")
        return err

    def engine_log(self):
        """Returns what Ninja said."""
        path = os.path.join(self.folder, "out", "ninja.log")
        if not os.path.exists(path):
            return ""
        with open(path, encoding="utf-8") as file:
            return file.read()

    def wait_for(self, condition, timeout_s=120):
        """Waits until a condition holds."""
        deadline = time.monotonic() + timeout_s
        while not condition():
            self.assertLess(time.monotonic(), deadline, self.engine_log())
            time.sleep(0.05)

    def rows(self, out="out", name="small"):
        """Returns the rows of the CSV but for the wall time."""
        with open(os.path.join(self.folder, out, f"{name}.csv"), encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        for row in rows:
            del row["wall_s"]
        return rows
