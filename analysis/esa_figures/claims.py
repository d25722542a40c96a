# SPDX-License-Identifier: GPL-2.0-only
"""What the paper claims, and what the runs say of it. The rules of verdicts are in verdicts.py."""

import esa_intervals
import esa_results
from esa_looks import WORKLOADS

from . import verdicts

_NAMES = {"jobs": ("job", "jobs"), "workers": ("worker", "workers"), "tensor_mb": ("MB", "MB")}
"""What an axis counts, one and many."""

_JCT = "jct_ms"


class Verdict:
    """The verdict on a claim."""

    def __init__(self, measured, where, verdict, row=None, gain_share=None, gain=None, short=""):
        self.measured = measured  # text
        self.where = where  # text
        self.verdict = verdict  # one of verdicts.VERDICTS
        self.row = row  # of the ratio that was judged, with its point; None for many ratios
        self.gain_share = gain_share  # measured gain over the published one; None for many ratios
        self._short = short  # text; "" if it is the first word of the other one
        self.gain = gain  # that decides: of many points the smallest; of slopes what a line gains

    def short(self):
        """Returns what was measured without its interval."""
        return self._short or self.measured.split(" ")[0]


def point_text(row):
    """Returns a point of a figure as a text."""
    parts = [WORKLOADS[row["workload"]]] if "workload" in row else []
    parts += [_count(row[axis], axis) for axis in _NAMES if axis in row]
    return ", ".join(parts)


def is_a_mix(table):
    """Returns which rows have the jobs of their workload: a single job is no mix of two DNNs."""
    return (table["workload"].str.len() == 1) | (table["jobs"] > 1)


def _count(value, axis):
    """Returns a value of an axis with its unit."""
    return f"{value:g} {_NAMES[axis][int(value != 1)]}"


class _OfTwo:
    """What all claims on the ratio of two systems have in common."""

    def __init__(self, text, published, system, over, value):
        self.text = text
        self.published = published  # text
        self.systems = (system, over)
        self.value = value  # the column

    def _table(self, runs, by, confidence=esa_intervals.CONFIDENCE):
        return esa_results.ratio(runs, *self.systems, by, self.value, confidence)


class _OfNumber(_OfTwo):
    """A claim that names a number."""

    def __init__(self, text, system, over, number, value):
        super().__init__(text, f"{number:.2f}", system, over, value)
        self.number = number

    def _verdict(self, row):
        verdict = verdicts.of_ratio(self.number, row["mean"], row["low"], row["high"])
        share = verdicts.gain_share(self.number, row["mean"])
        gain = row["mean"] - 1
        return Verdict(verdicts.ratio_text(row), point_text(row), verdict, row, share, gain)


class Largest(_OfNumber):
    """
    The largest ratio over some points ('up to 1.89x'), where the paper does not say which.

    Its interval is wider than that of a point that is known before: it holds whichever is picked.
    """

    def __init__(self, text, system, over, by, number, value=_JCT):
        super().__init__(text, system, over, number, value)
        self._by = by  # columns that make the points

    def judge(self, runs):
        """Returns the Verdict."""
        points = len(self._table(runs, self._by))
        table = self._table(runs, self._by, esa_intervals.of_picked(points))
        return self._verdict(table.loc[table["mean"].idxmax()])


class Named(_OfNumber):
    """The ratio of two systems at a point that the paper names."""

    def __init__(self, text, system, over, point, number, value=_JCT):
        super().__init__(text, system, over, number, value)
        self.point = point  # column -> value

    def judge(self, runs):
        """Returns the Verdict."""
        for name, wanted in self.point.items():
            runs = runs[runs[name] == wanted]
        return self._verdict(self._table(runs, list(self.point)).iloc[0])


class Everywhere(_OfTwo):
    """A ratio to ESA above 1 at every point."""

    def __init__(self, text, system, by):
        super().__init__(text, "above 1 everywhere", system, "esa", _JCT)
        self._by = by

    def judge(self, runs):
        """Returns the Verdict; where: of the smallest ratio."""
        table = self._table(runs, self._by)
        verdict = verdicts.of_all_points(list(zip(table["mean"], table["low"], table["high"])))
        # without intervals nothing is shown, but there are means
        shown = "mean" if table["low"].isna().any() else "low"
        holds = f"{int((table[shown] > 1).sum())} of {len(table)}"
        row = table.loc[table["mean"].idxmin()]
        measured = f"at {holds} points, smallest {verdicts.ratio_text(row)}"
        return Verdict(measured, point_text(row), verdict, gain=row["mean"] - 1, short=holds)


class Grows(_OfTwo):
    """
    A ratio to ESA that grows along an axis, with every workload.

    A straight line is laid through the ratios of all points and seeds by least squares. Its slope
    is judged.
    """

    def __init__(self, text, system, axis):
        super().__init__(text, "grows", system, "esa", _JCT)
        self._axis = axis

    def judge(self, runs):
        """Returns the Verdict; measured: what the line gains from one end to the other."""
        table = esa_results.ratios(runs, *self.systems, ["workload", "jobs", "workers"])
        table = table[is_a_mix(table)]
        ends = (min(table[self._axis]), max(table[self._axis]))
        slopes = {
            workload: esa_intervals.slope(part[self._axis], part["ratio"])
            for workload, part in table.groupby("workload", sort=False)
        }
        changes = [
            f"{WORKLOADS[workload]}: {verdicts.change_text(slope, ends[1] - ends[0])}"
            for workload, slope in slopes.items()
        ]
        gain = min(slope.value for slope in slopes.values()) * (ends[1] - ends[0])
        verdict = verdicts.of_slopes(list(slopes.values()))
        where = f"along a straight line from {ends[0]} to {_count(ends[1], self._axis)}"
        return Verdict("; ".join(changes), where, verdict, gain=gain, short=f"{gain:+.2f}")
