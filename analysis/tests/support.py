# SPDX-License-Identifier: GPL-2.0-only
"""What the tests share: a program that can be watched and made to fail, and sweeps by it."""

import csv
import json
import os
import shlex
import subprocess
import sys
import time

from .folder_support import ANALYSIS, FolderTestCase

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


class SweepTestCase(FolderTestCase):
    """A test with a folder, a watched program and a small sweep."""

    def setUp(self):
        super().setUp()
        self.starts_path = self.path("starts")
        self.hold_path = self.path("hold")
        self.program = self.path("watched-program")
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
        self.write("watched-program", text)
        os.chmod(self.program, 0o755)

    def hold(self):
        """Lets every run wait after its start, until release()."""
        self.write("hold", "")

    def release(self):
        """Lets the runs go on."""
        os.unlink(self.hold_path)

    def starts(self):
        """Returns the keys of the runs that were started, in order."""
        if not os.path.exists(self.starts_path):
            return []
        return self.text("starts").split()

    def sweep_file(self, **changes):
        """Writes a sweep of 8 small runs, with changes; returns its path."""
        sweep = {
            "name": "small",
            "set": {"dnns": TINY, "iterations": 1},
            "axes": {"jobs": [1, 2], "system": ["esa", "atp"], "seed": [1, 2]},
        }
        sweep.update(changes)
        given = {k: v for k, v in sweep.items() if v is not None}
        return self.write("small.json", json.dumps(given))

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

    def assert_refused(self, path, *parts, options=()):
        """The sweep is refused with one line that has all the parts, and nothing has run."""
        err = self.run_sweep(path, "--out", "out", *options, code=2)
        self.assertEqual(err.count("\n"), 1, err[:2000])
        self.assertLess(len(err), 3000)
        for part in ("ns3 sweep: error: ", *parts):
            self.assertIn(part, err)
        self.assertEqual(self.starts(), [])
        self.assertFalse(os.path.exists(self.path("out")))

    def engine_log(self):
        """Returns what Ninja said."""
        exists = os.path.exists(self.path("out", "ninja.log"))
        return self.text("out", "ninja.log") if exists else ""

    def wait_for(self, condition):
        """Waits until a condition holds."""
        deadline = time.monotonic() + 120
        while not condition():
            self.assertLess(time.monotonic(), deadline, self.engine_log())
            time.sleep(0.05)

    def rows(self, out="out"):
        """Returns the rows of the CSV but for the wall time."""
        with open(self.path(out, "small.csv"), encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        for row in rows:
            del row["wall_s"]
        return rows
