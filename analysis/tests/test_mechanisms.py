# SPDX-License-Identifier: GPL-2.0-only
"""What the paper's sentences follow from, and what is left to gain, from made-up runs."""

import unittest

from esa_figures import headroom, mechanisms

from .figures_support import MadeUpReportContext


class HeadroomTest(unittest.TestCase):
    """The least possible JCT, by hand."""

    def test_floor(self):
        # 16,130 fragments of 24.48 ns four times, 267 us of start, 20 us of links, 320 us of layer 2
        wanted = 4 * 16130 * 24.48e-6 + 0.3 * 8 / 9 + 0.01 + 0.32
        self.assertAlmostEqual(headroom.floor_ms("A", 8, 8, 5), wanted)
        # B computes for longer than its last partition needs
        wanted = 3 * 8065 * 24.48e-6 + 0.3 * 2 / 3 + 0.005 + 1.28
        self.assertAlmostEqual(headroom.floor_ms("B", 8, 2, 2.5), wanted)
        # a single job is no mix
        one = [headroom.floor_ms(letter, 1, 8, 5) for letter in ("A", "AB")]
        self.assertEqual(one[0], one[1])
        both = (headroom.floor_ms("A", 2, 8, 5) + headroom.floor_ms("B", 2, 8, 5)) / 2
        self.assertAlmostEqual(headroom.floor_ms("AB", 2, 8, 5), both)

    def test_section(self):
        section = headroom.headroom_sections(MadeUpReportContext(None, False))[0]
        self.assertEqual(section.tables[0].rows[0][:3], ["5 us, capped", "DNN A", "1 x 8"])
        # the made-up runs are the same with memory for all
        self.assertEqual({row[6] for row in section.tables[0].rows}, {"+0.0 %"})
        self.assertEqual(headroom.headroom_sections(MadeUpReportContext(None, True)), [])


class MechanismTest(unittest.TestCase):
    """The table of sentences."""

    def setUp(self):
        self.sections = mechanisms.mechanism_sections(MadeUpReportContext(None, False))

    def test_what_a_sentence_follows_from_is_the_outcome_of_its_claims(self):
        rows = self.sections[0].tables[0].rows
        growth = rows[1]
        self.assertIn("grows with the jobs", growth[0])
        self.assertEqual(growth[1].badge.text, mechanisms.DESIGN)  # in all made-up readings
        self.assertIn("apart: 1.10, 1.42, 2.01", growth[3])
        self.assertIn("alike: 1.00, 1.00, 1.00", growth[3])
        workers = rows[3]
        self.assertEqual(workers[1].badge.text, mechanisms.PARAMETER)
        self.assertIn("with the workers: in no interpretation", workers[1].where)
        self.assertIn("8 x 8, 3 seeds): full, DNN A: 1.11 [", rows[4][3])
        self.assertIn("near: 1.15, 1.20 (ResNet50 with BytePS: 1.00)", rows[-1][3])
        self.assertEqual(rows[-1][1].where, "ATP's ratio, and BytePS behind ATP: near.")

    def test_counts_are_per_thousand_fragments(self):
        row = self.sections[1].tables[0].rows[0]
        self.assertEqual(row[2:], ["ESA", "1.00", "30.0", "20.0", "10.0", "6.0", "30.0"])
