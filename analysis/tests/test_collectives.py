# SPDX-License-Identifier: GPL-2.0-only
"""The table of collectives: its formulas and its layout."""

import unittest

import esa_collectives


def _row(what, size, beside, jct_ms, system="ring"):
    return {
        "system": system,
        "jobs.collective": what,
        "size": size,
        "beside": beside,
        "jct_ms": jct_ms,
    }


class Formulas(unittest.TestCase):
    """The formulas give what esa-scenario prints for the same job."""

    def test_operations(self):
        for what, workers, expected in (
            ("reduce_scatter", 8, 372.5),
            ("all_gather", 64, 975.7),
            ("broadcast", 8, 447.1),
            ("reduce", 64, 1325.9),
            ("all_to_all", 8, 311.8),
            ("barrier", 64, 71.5),
            ("send_receive", 8, 353.0),
            ("gather", 8, 311.4),
            ("scatter", 64, 347.9),
            ("ring", 8, 725.0),
            ("halving_doubling", 64, 776.7),
        ):
            with self.subTest(what=what):
                found = esa_collectives.formula_us(what, workers, 4000000)
                self.assertAlmostEqual(found, expected, delta=0.1)

    def test_none_where_there_is_none(self):
        self.assertIsNone(esa_collectives.formula_us("esa", 8))
        self.assertIsNone(esa_collectives.formula_us("double_tree", 8))
        self.assertIsNotNone(esa_collectives.formula_us("double_tree", 8, 40000))


class Table(unittest.TestCase):
    """The table has a line for each operation, or system, and number of workers."""

    def test_means_over_seeds(self):
        rows = [
            _row("barrier", 64, "nothing", 0.07),
            _row("barrier", 64, "tcp", 0.1),
            _row("barrier", 64, "tcp", 0.2),
        ]
        lines = esa_collectives.table(rows)
        self.assertEqual(lines[3].split(), ["barrier", "64", "71.5", "70.0", "-2.03", "%", "150.0"])
        self.assertEqual(lines[0], lines[-1])

    def test_systems_take_the_place_of_operations(self):
        rows = [
            _row("all_reduce", 8, beside, 1, system)
            for system in ("esa", "ring")
            for beside in ("nothing", "tcp")
        ]
        lines = esa_collectives.table(rows)
        self.assertEqual(lines[3].split(), ["esa", "8", "none", "1000.0", "1000.0"])


if __name__ == "__main__":
    unittest.main()
