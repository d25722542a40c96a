#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Tests which packets are left out of the comparison with the TNA program."""

import unittest

import tna_levels
from frames import Kind
from sequence import Sequence
from tna_comparison import FRAME_END, is_treated_otherwise
from tna_levels import level_sequences


def frame_of(kind=Kind.GRADIENT, **fields):
    """Returns a frame of ESA."""
    s = Sequence("esa", "one")
    s.send(kind=kind, job=1, seq=1, fan_in0=2, **fields)
    return s.steps[0]


class LeftOut(unittest.TestCase):
    """is_treated_otherwise()"""

    def test_frames_of_any_length(self):
        """A frame is left out if it ends in its second half; nothing fails below its headers."""
        frame = frame_of(bitmap0=1)
        out = [n for n in range(len(frame) + 1) if is_treated_otherwise(frame[:n], set())]
        self.assertEqual(out, list(range(182, FRAME_END)))

    def test_copies(self):
        """The second copy of a fragment is left out."""
        seen = set()
        frame = frame_of(bitmap0=1)
        self.assertFalse(is_treated_otherwise(frame, seen))
        self.assertTrue(is_treated_otherwise(frame, seen))

    def test_bits(self):
        """A gradient of several workers is left out, and a resend with a fragment."""
        self.assertTrue(is_treated_otherwise(frame_of(bitmap0=3), set()))
        self.assertTrue(is_treated_otherwise(frame_of(Kind.RESEND, bitmap0=1), set()))
        self.assertFalse(is_treated_otherwise(frame_of(Kind.RESEND), set()))


class Levels(unittest.TestCase):
    """tna_levels"""

    def test_there_and_back(self):
        """A frame of a group is that of the TNA program, translated back."""
        packets = [step for s in level_sequences(random=20) for step in s.steps
                   if tna_levels.is_of_levels(step) and tna_levels.can_be_translated(step)]
        self.assertGreater(len(packets), 500)
        for packet in packets:
            there = tna_levels.to_levels(packet)
            self.assertNotEqual(there, packet)
            self.assertEqual(tna_levels.from_levels(there), packet)


if __name__ == "__main__":
    unittest.main()
