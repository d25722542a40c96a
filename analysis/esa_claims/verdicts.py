# SPDX-License-Identifier: GPL-2.0-only
"""
The rules by which a claim of the paper is judged.

The distance of a ratio from 1, the gain, is how far one system leads: 1.15 is three times
the gain of 1.05, although it is only 10 % larger. So gains are compared. A gain that may be chance
shows nothing: the 95 % confidence interval has to exclude 1.
"""

import math

CLOSE = 0.2
"""A gain is close to the published one if it differs by this share of it at most."""

FAIR = 0.5
"""The same for a claim that is partly reproduced."""

REPRODUCED = "reproduced"
PARTLY = "partly"
NOT = "not reproduced"
VERDICTS = (REPRODUCED, PARTLY, NOT)

_ROUNDING = 1e-9


def gain_share(published, mean):
    """Returns a measured gain as a share of the published one; negative on the other side of 1."""
    return (mean - 1) / (published - 1)


def is_apart_from(value, low, high):
    """Returns whether an interval lies on one side of a value. One that is unknown does not."""
    return low > value or high < value


def of_ratio(published, mean, low, high):
    """
    Returns the verdict on a ratio.

    published: not 1; mean, low, high: measured, with its confidence interval; NaN if unknown
    """
    share = gain_share(published, mean)
    if share <= 0 or not is_apart_from(1, low, high):
        return NOT
    distance = abs(share - 1) - _ROUNDING
    fits = low <= published <= high or distance <= CLOSE
    # an interval that is wider than the gain itself shows too little
    if fits and high - low <= abs(published - 1) + _ROUNDING:
        return REPRODUCED
    return PARTLY if distance <= FAIR else NOT


def of_all_points(ratios):
    """
    Returns the verdict on ratios that are all to be above 1.

    ratios: list of (mean, low, high). Reproduced: every interval is above 1. Partly: every mean
    is, and at least half of the intervals.
    """
    shown = sum(low > 1 for _, low, _ in ratios)
    if shown == len(ratios):
        return REPRODUCED
    return PARTLY if 2 * shown >= len(ratios) and all(mean > 1 for mean, _, _ in ratios) else NOT


def of_slopes(slopes):
    """
    Returns the verdict on slopes (esa_intervals.Slope) that are all to be above 0.

    Reproduced: every interval is above 0. Partly: every slope is, and at least half of the
    intervals.
    """
    return of_all_points([(slope.value + 1, slope.low + 1, slope.high + 1) for slope in slopes])


def percent_text(share):
    """Returns a share of change in percent, with its sign, as a text."""
    return f"{round(share * 100, 1) + 0.0:+.1f} %"  # + 0.0: no sign of a zero that was negative


def change_text(slope, span):
    """Returns what a straight line gains over a span, with its confidence interval, as a text."""
    low, high = slope.low * span, slope.high * span
    text = f"{slope.value * span:+.2f}"
    return text if math.isnan(low) else f"{text} [{low:+.2f}, {high:+.2f}]"
