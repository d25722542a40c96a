# SPDX-License-Identifier: GPL-2.0-only
"""Cells that a spreadsheet would run."""

import unittest

from esa_cells import harmless


class CellsTest(unittest.TestCase):
    def test_texts_that_begin_like_a_formula_get_a_quote(self):
        for text in ("=1+1", "+a", "-a", "@a", "\tx", "\rx", "\nx"):
            self.assertEqual(harmless(text), "'" + text)

    def test_all_else_stays(self):
        for cell in ("a=1", "", "-1.5", "+3", "-1e-9", 5, -2.5, None, "1;-2"):
            self.assertEqual(harmless(cell), cell)
