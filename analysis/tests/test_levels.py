# SPDX-License-Identifier: GPL-2.0-only
"""The figure of levels of switches."""

import os
import tempfile
import unittest

import esa_levels


def _run(system, placement, levels, jct_ms, memory=5000000):
    return {
        "system": system,
        "placement.policy": placement,
        "aggregation.levels": levels,
        "switch.memory_bytes": memory,
        "jct_ms": jct_ms,
    }


def _switch(level, occupied, preempted, passed):
    return {
        "level": str(level),
        "mean_occupied": str(occupied),
        "preempted": str(preempted),
        "passed_through": str(passed),
    }


RUNS = [
    _run("esa", "packed", "one", 1),
    _run("esa", "packed", "one", 3),
    _run("esa", "packed", "one", 9, 1000000),
    _run("atp", "spread", "all", 4),
]
SWITCHES = [_switch(2, 5, 1, 2), _switch(1, 1, 0, 0), _switch(1, 3, 4, 0)]


class Tables(unittest.TestCase):
    """Both tables are read as they are meant."""

    def test_jct_is_a_mean_over_seeds_of_one_memory(self):
        cells = esa_levels.jct_by_cell(RUNS)
        self.assertEqual(cells, {("esa", "packed", "one"): 2, ("atp", "spread", "all"): 4})

    def test_use_of_each_level(self):
        self.assertEqual(
            esa_levels.use_by_level(SWITCHES),
            [esa_levels.Use(1, 2, 2, 4), esa_levels.Use(2, 1, 5, 3)],
        )


class Figure(unittest.TestCase):
    """The file is there, and the same each time."""

    def test_draws_the_same_file_twice(self):
        with tempfile.TemporaryDirectory() as folder:
            texts = []
            for name in ("a.svg", "b.svg"):
                path = os.path.join(folder, name)
                esa_levels.draw(
                    esa_levels.jct_by_cell(RUNS), esa_levels.use_by_level(SWITCHES), path
                )
                with open(path, encoding="utf-8") as file:
                    texts.append(file.read())
            self.assertEqual(texts[0], texts[1])
            self.assertIn("<svg", texts[0])


if __name__ == "__main__":
    unittest.main()
