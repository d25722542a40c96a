# SPDX-License-Identifier: GPL-2.0-only
"""What holds at a point, and what it is worth, at the edges."""

import unittest

from esa_calibration import goals
from esa_calibration.labels import GROUPS, places, short

from .figures_support import SYSTEMS, made_up_runs


def goal(text):
    """Returns the Goal whose text begins so."""
    return next(one for one in goals.goals() if one.text.startswith(text))


class GoalTest(unittest.TestCase):
    """Claims as goals."""

    def test_a_number_at_its_edges(self):
        atp = goal("ATP's JCT over ESA's")
        self.assertEqual(atp.number, 1.35)
        inside, outside = (0.28001, 0.35, 0.41999), (0.2799, 0.4201, -0.35, 0)
        self.assertTrue(all(atp.holds(gain) for gain in inside))
        self.assertFalse(any(atp.holds(gain) for gain in outside))
        self.assertEqual([float(atp.score(gain)) for gain in (*inside, 0, -0.1)], [1, 1, 1, 0, 0])
        self.assertAlmostEqual(float(atp.score(1e-9)), 0.5)
        self.assertEqual(float(atp.score(10.0)), 0.5)
        self.assertTrue(0.5 < atp.score(0.2) < atp.score(0.25) < 1)

    def test_a_side_at_its_edge(self):
        for text in ("ESA is faster than ATP", "ESA's lead over ATP grows with the jobs"):
            side = goal(text)
            self.assertEqual([bool(side.holds(gain)) for gain in (-1e-9, 0, 1e-9)], [0, 0, 1])
            self.assertEqual([float(side.score(gain)) for gain in (-0.1, 0, 0.1)], [0, 0, 1])

    def test_only_claims_that_dnn_a_can_be_judged_by(self):
        texts = [one.text for one in goals.goals()]
        self.assertEqual(len(texts), 13)
        self.assertFalse([text for text in texts if "1:1" in text or "DNN B" in text])

    def test_gains_of_runs(self):
        found = goals.goals()
        runs = made_up_runs(seeds=(1,), workloads=("A",)).assign(point="x")
        values = dict(zip([one.text for one in found], goals.gains(found, runs)["x"]))
        atp = SYSTEMS["atp"] * 1.011 / 1.01
        self.assertAlmostEqual(values["ATP's JCT over ESA's, at most (8 jobs, DNN A)"], atp - 1)
        self.assertAlmostEqual(values["ESA is faster than Straw1"], 1.1 * 1.011 / 1.01 - 1)
        # the same size with 2 workers, so the line is level
        self.assertAlmostEqual(values["ESA's lead over ATP grows with the workers"], 0)
        self.assertGreater(values["ESA's lead over ATP grows with the jobs"], 0)

    def test_every_claim_has_a_short_name_of_its_own(self):
        found = goals.goals()
        self.assertEqual(sorted(p for name in GROUPS for p in places(found, name)), list(range(13)))
        for name in GROUPS:
            names = [short(found[place]) for place in places(found, name)]
            self.assertEqual(len(names), len(set(names)))
