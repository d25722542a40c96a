# SPDX-License-Identifier: GPL-2.0-only
"""
Confidence intervals of means and slopes, by Student's t.

    import esa_intervals
    esa_intervals.mean([2.0, 4.0, 6.0])                   # (4.0, low, high), 95 %
    esa_intervals.half_width([2.0, 4.0, 6.0])
    esa_intervals.half_width([2.0, 4.0, 6.0], 1 - 0.05 / 15)
    esa_intervals.slope([1, 1, 8, 8], [1.4, 1.5, 1.6, 1.5])

Python's standard library is enough for all of it. SciPy has the same quantiles, but would add 250 MB
to what ./ns3 compare needs, and half a second to each start. A table of them is no help, since
Bonferroni's intervals need any confidence.
"""

import functools
import math

CONFIDENCE = 0.95
_STEPS = 60  # halvings of an interval of angles: more than a float can tell apart


def half_width(values, confidence=CONFIDENCE):
    """Returns half the width of the mean's confidence interval; NaN for a single value."""
    values = list(values)
    count = len(values)
    if count < 2:
        return math.nan
    middle = math.fsum(values) / count
    deviation = math.sqrt(math.fsum((value - middle) ** 2 for value in values) / (count - 1))
    return student_t(confidence, count - 1) * deviation / math.sqrt(count)


def mean(values, confidence=CONFIDENCE):
    """Returns (mean, low, high); low and high are None for a single value."""
    values = [float(value) for value in values]
    middle = math.fsum(values) / len(values)
    if len(values) < 2:
        return middle, None, None
    half = half_width(values, confidence)
    return middle, middle - half, middle + half


def of_picked(count):
    """
    Returns the confidence of each of some intervals that all hold together (Bonferroni).

    The one that is picked of count noisy points, the largest for example, has an interval of this
    confidence: it holds whichever point is picked.
    """
    return 1 - (1 - CONFIDENCE) / count


class Slope:
    """A slope with its confidence interval."""

    def __init__(self, value, low, high):
        self.value = value
        self.low = low  # NaN without an interval
        self.high = high


def slope(places, values):
    """
    Returns the Slope of the straight line through points by least squares.

    places, values: x and y of the points; several y at one x are repeats. The interval has n - 2
    degrees of freedom. What the points leave the line by is taken for noise, so that points on a
    curve make the interval wider. It is NaN with less than 3 points. Raises ValueError if all x
    are the same.
    """
    places, values = list(places), list(values)
    count = len(places)
    x_mean, y_mean = math.fsum(places) / count, math.fsum(values) / count
    spread = math.fsum((x - x_mean) ** 2 for x in places)
    if spread == 0:
        raise ValueError("a slope needs points at two places")
    rise = math.fsum((x - x_mean) * (y - y_mean) for x, y in zip(places, values)) / spread
    if count < 3:
        return Slope(rise, math.nan, math.nan)
    rest = math.fsum((y - y_mean - rise * (x - x_mean)) ** 2 for x, y in zip(places, values))
    error = math.sqrt(rest / (count - 2) / spread)
    half = student_t(CONFIDENCE, count - 2) * error
    return Slope(rise, rise - half, rise + half)


@functools.lru_cache(maxsize=None)
def student_t(confidence, freedom):
    """Returns the two-sided quantile of Student's t with whole degrees of freedom."""
    low, high = 0.0, math.pi / 2
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if _share_within(middle, freedom) < confidence:
            low = middle
        else:
            high = middle
    return math.sqrt(freedom) * math.tan((low + high) / 2)


def _share_within(angle, freedom):
    """
    Returns how probable |t| <= sqrt(freedom) tan(angle) is.

    The finite series of Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and
    26.7.4.
    """
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = freedom % 2
    term = cosine if odd else 1.0
    total = 0.0
    for factor in range(2 if odd else 1, freedom, 2):
        total += term
        term *= cosine**2 * factor / (factor + 1)
    return 2 / math.pi * (angle + sine * total) if odd else sine * total
