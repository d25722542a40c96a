# SPDX-License-Identifier: GPL-2.0-only
"""Fields of scenarios, by name and by value."""

import json
import re
import subprocess
import unittest

from esa_sweep.fields import SHORT_NAMES, changed

from .support import REAL_PROGRAM


def printed(option):
    """Returns what the program prints."""
    return subprocess.run([REAL_PROGRAM, option], check=True, capture_output=True, text=True).stdout


class ShortNamesTest(unittest.TestCase):
    """esa_sweep.fields.SHORT_NAMES."""

    def test_are_options_of_the_program_that_are_columns_too(self):
        columns = re.findall(r"^``(\w+)``", printed("--print-columns"), re.MULTILINE)
        options = {
            field["option"]: field["field"]
            for field in json.loads(printed("--print-fields"))
            if "option" in field and field["option"] != field["field"]
        }
        self.assertGreater(len(columns), 60)
        self.assertEqual(SHORT_NAMES, {name: path for name, path in options.items() if name in columns})


class ChangedTest(unittest.TestCase):
    """esa_sweep.fields.changed()."""

    def test_groups_are_merged_and_all_else_is_replaced(self):
        base = {"hosts": 8, "racks": 2}
        for path, value, wanted in (
            ("topology", {"racks": 4}, {"hosts": 8, "racks": 4}),
            ("topology", {"kind": "fat_tree"}, {"kind": "fat_tree"}),
            ("topology", 5, 5),
            ("topology", None, None),
            ("dnns", {"A": {}}, {"A": {}}),
            ("link", "x", "x"),
        ):
            with self.subTest(path=path, value=value):
                self.assertEqual(changed(path, base, value), wanted)
