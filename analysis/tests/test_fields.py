# SPDX-License-Identifier: GPL-2.0-only
"""The short names of fields are those of the program."""

import json
import re
import subprocess
import unittest

from esa_sweep.fields import SHORT_NAMES

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
