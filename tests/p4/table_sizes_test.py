#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Tests that the P4 programs say how large their tables are. p4c makes a table without a size one of
1,024 entries, and the switch refuses the next one."""

import pathlib
import re
import tempfile
import unittest

import traces

PROGRAMS = ("esa-v1model.p4", "esa-tna.p4")
# The simulator's limits
JOBS = 65536
WORKERS_OF_A_JOB = 32766
HOSTS = 100000


def tables(program):
    """Returns the bodies of a program's tables by name."""
    with tempfile.TemporaryDirectory() as generated:
        traces.generate(generated)
        folders = (traces.P4, pathlib.Path(generated))
        texts = traces.source_texts(program, folders).values()
    return {name: body for text in texts
            for name, body in re.findall(r"^    table (\S+)\n    \{(.*?)^    \}", text,
                                         re.MULTILINE | re.DOTALL)}


class TableSizes(unittest.TestCase):
    """The sizes of all tables"""

    def test_every_table_with_a_key_has_one(self):
        """A table without a key has one entry."""
        for program in PROGRAMS:
            found = tables(program)
            self.assertGreater(len(found), 8)
            for name, body in found.items():
                self.assertTrue("key =" not in body or re.search(r"size = \w+;", body),
                                f"{program}: {name}")

    def test_they_have_room_for_what_the_simulator_has(self):
        """The constants are at least the simulator's limits."""
        text = (traces.P4 / "esa-table-sizes.p4").read_text()
        sizes = {name: int(n) for name, n in re.findall(r"(kMax\w+) = (\d+);", text)}
        self.assertGreaterEqual(sizes["kMaxJobs"], JOBS)
        self.assertGreaterEqual(sizes["kMaxWorkers"], 2 * WORKERS_OF_A_JOB)
        self.assertGreaterEqual(sizes["kMaxHosts"], HOSTS)


if __name__ == "__main__":
    unittest.main()
