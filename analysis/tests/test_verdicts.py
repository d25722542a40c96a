# SPDX-License-Identifier: GPL-2.0-only
"""The rules of verdicts, at their edges."""

import math
import unittest

from esa_claims import verdicts
from esa_claims.verdicts import NOT, PARTLY, REPRODUCED
from esa_intervals import Slope

NAN = math.nan


class RatioTest(unittest.TestCase):
    """Ratios: gains count, not ratios."""

    def check(self, published, mean, low, high, wanted):
        """Checks one verdict."""
        with self.subTest(published=published, mean=mean, low=low, high=high):
            self.assertEqual(verdicts.of_ratio(published, mean, low, high), wanted)

    def narrow(self, published, mean, wanted):
        """Checks the verdict on a mean with hardly any interval."""
        self.check(published, mean, mean - 1e-6, mean + 1e-6, wanted)

    def test_other_side_of_1_is_not_reproduced(self):
        self.narrow(1.05, 0.95, NOT)
        self.narrow(1.05, 0.999, NOT)
        self.narrow(0.9, 1.1, NOT)
        # even if the published ratio lies in the interval
        self.check(1.05, 0.99, 0.9, 1.08, NOT)
        self.narrow(1.05, 1.0, NOT)

    def test_gain_within_20_percent_is_reproduced(self):
        for published in (1.05, 1.5, 1.89, 2.27):
            gain = published - 1
            self.narrow(published, 1 + 0.8 * gain, REPRODUCED)
            self.narrow(published, 1 + 1.2 * gain, REPRODUCED)
            self.narrow(published, 1 + 0.79 * gain, PARTLY)
            self.narrow(published, 1 + 1.21 * gain, PARTLY)

    def test_gain_within_50_percent_is_partly_reproduced(self):
        for published in (1.05, 1.5, 1.89):
            gain = published - 1
            self.narrow(published, 1 + 0.5 * gain, PARTLY)
            self.narrow(published, 1 + 1.5 * gain, PARTLY)
            self.narrow(published, 1 + 0.49 * gain, NOT)
            self.narrow(published, 1 + 1.51 * gain, NOT)
        # three times the gain, though the ratio is only 10 % larger
        self.narrow(1.05, 1.15, NOT)

    def test_less_than_1_can_be_published(self):
        self.narrow(0.5, 0.6, REPRODUCED)
        self.narrow(0.5, 0.7, PARTLY)
        self.narrow(0.5, 0.8, NOT)

    def test_published_ratio_in_the_interval_is_reproduced(self):
        self.check(1.4, 1.3, 1.25, 1.4, REPRODUCED)
        self.check(1.4, 1.3, 1.25, 1.39, PARTLY)

    def test_interval_has_to_exclude_1(self):
        self.check(1.05, 1.05, 1.03, 1.07, REPRODUCED)
        self.check(1.05, 1.05, 1.0, 1.05, NOT)
        self.check(1.05, 1.05, 0.99, 1.11, NOT)
        self.check(1.5, 1.3, 0.99, 1.6, NOT)

    def test_interval_that_is_wider_than_the_gain_reproduces_nothing(self):
        self.check(1.39, 1.28, 1.03, 1.54, PARTLY)
        self.check(1.4, 1.4, 1.2, 1.6, REPRODUCED)
        self.check(1.4, 1.4, 1.19, 1.61, PARTLY)

    def test_without_an_interval_nothing_is_shown(self):
        self.check(1.5, 1.5, NAN, NAN, NOT)


class ManyTest(unittest.TestCase):
    """Claims on many points or workloads."""

    def test_all_points(self):
        above, chance = (1.2, 1.1, 1.3), (1.2, 0.9, 1.5)
        for ratios, wanted in (
            ([above, above], REPRODUCED),
            ([above, chance], PARTLY),
            ([above, chance, chance], NOT),
            ([above, above, (0.99, 0.9, 1.1)], NOT),
            ([above, (1.1, 1.0, 1.2)], PARTLY),
            ([(1.2, NAN, NAN)], NOT),
        ):
            with self.subTest(ratios=ratios):
                self.assertEqual(verdicts.of_all_points(ratios), wanted)

    def test_slopes(self):
        grows, chance, falls = Slope(0.1, 0.05, 0.15), Slope(0.1, -0.1, 0.3), Slope(-0.1, -0.2, 0.1)
        for slopes, wanted in (
            ([grows, grows, grows], REPRODUCED),
            ([grows, grows, chance], PARTLY),
            ([grows, chance, chance], NOT),
            ([grows, grows, falls], NOT),
            ([Slope(0.1, 0.0, 0.2)], NOT),
        ):
            with self.subTest(slopes=[slope.value for slope in slopes]):
                self.assertEqual(verdicts.of_slopes(slopes), wanted)
