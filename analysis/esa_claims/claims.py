# SPDX-License-Identifier: GPL-2.0-only
"""
The table of claims, analysis/claims.csv, and what runs say of each.

A line has what a publication says of its system, the sweeps and the expression that measure it, the published
number or range, and the rule of the verdict:

ratio            the ratio of one point
largest          the largest of all points, where the publication does not say which
everywhere       above 1 at every point
grows SETTING    with SETTING, for every workload
range            a number: its distance from the published range in percent, or from the bound; no verdict
largest range    the same for the largest of all points
"""

import collections
import csv
import math
import os
import re
from dataclasses import dataclass

import esa_intervals
from esa_looks import WORKLOADS
from esa_runs.text import plain
from esa_sweep.errors import BadInput
from esa_sweep.sweep import ANALYSIS

from . import verdicts
from .expression import Expression

TABLE = os.path.join(ANALYSIS, "claims.csv")
HEADS = ("figure", "claim", "reading", "sweeps", "expression", "published", "rule", "unit", "bound", "source", "note")
VERDICT_HEADS = ("figure", "claim", "reading", "published", "measured", "mean", "low", "high", "bound", "share",
                 "where", "verdict")  # fmt: skip
READING = "reading"  # the setting whose values are interpretations of a publication
_COUNTED = {"jobs": "job", "workers": "worker", "tensor_mb": "MB"}

IN_ALL = "reproduced"
IN_SOME = "in some interpretations"
AT_BEST_PARTLY = "partly at best"
IN_NONE = "not reproduced"


@dataclass(frozen=True)
class Claim:
    """A line of the table."""

    figure: str  # of the paper, or what else the claim belongs to
    claim: str
    reading: str  # of all rows; empty: the rows have it as a setting, or it is the only one
    sweeps: list
    expression: str
    published: str  # N, N to N, at least N, or empty where the rule needs no number
    rule: str
    unit: str
    bound: str  # an expression for what is derived on paper; may be empty
    source: str  # where it was read, and how
    note: str  # what is not modelled or not known

    def numbers(self):
        """Returns the lowest and the highest published number, None without one or without a limit."""
        found = [float(each) for each in re.findall(r"\d+(?:\.\d+)?", self.published)]
        if not found:
            return None, None
        return found[0], None if self.published.startswith("at least") else found[-1]


@dataclass
class Finding:
    """What the runs of one interpretation say of a claim."""

    measured: str
    where: str = ""  # the point
    verdict: str = ""  # one of verdicts.VERDICTS; empty: the rule has none
    value: object = None  # the Value that counts; None: there are many
    interval: tuple = (math.nan, math.nan)
    bound: float = math.nan
    share: float = math.nan  # of the published gain; of a range the distance from it
    short: str = ""  # measured, without its interval


class Judged:
    """A claim with what was found in each interpretation."""

    def __init__(self, claim):
        self.claim = claim
        self.findings = {}  # reading -> Finding

    def outcome(self):
        """Returns what comes of all interpretations together, in which a claim counts once; "" without verdicts."""
        found = [finding.verdict for finding in self.findings.values()]
        if not all(found):
            return ""
        if all(verdict == verdicts.REPRODUCED for verdict in found):
            return IN_ALL
        if verdicts.REPRODUCED in found:
            return IN_SOME
        return AT_BEST_PARTLY if verdicts.PARTLY in found else IN_NONE


def read_claims(path=TABLE):
    """Returns the claims of a table, a list of Claim. Raises BadInput that names the line."""
    with open(path, encoding="utf-8", newline="") as file:
        lines = csv.DictReader(file)
        if tuple(lines.fieldnames or ()) != HEADS:
            raise BadInput(f"{path}: columns: must be {','.join(HEADS)}")
        claims = []
        for line in lines:
            try:
                claim = Claim(**{**line, "sweeps": line["sweeps"].split()})
                Expression(claim.expression)
                if claim.rule.split()[0] not in ("ratio", "largest", "everywhere", "grows", "range"):
                    raise BadInput(f"rule {claim.rule}: must be ratio, largest, everywhere, grows or range")
            except (BadInput, TypeError, IndexError, AttributeError) as error:
                raise BadInput(f"{path}:{lines.line_num}: {error}") from None
            claims.append(claim)
    return claims


def judge_all(claims, runs, among=None):
    """
    Returns a Judged for each claim, in order; lines of one claim and figure are one.

    runs: function of a sweep's name that returns its rows; among: sweeps that are there, or None: all. A
    claim of which these have no point is left out.
    """
    judged = {}
    for claim in claims:
        names = [name for name in claim.sweeps if among is None or name in among]
        rows = [{**row, "sweep": name} for name in names for row in runs(name)]
        found = judge(claim, rows)
        if not found and among is None:
            raise BadInput(f"claim '{claim.claim}': {claim.expression}: {' '.join(claim.sweeps)} has no such rows")
        if found:
            one = judged.setdefault((claim.figure, claim.claim), Judged(claim))
            one.findings.update(found)
    return list(judged.values())


def judge(claim, rows):
    """Returns reading -> Finding of a claim. rows: of its sweeps"""
    expression, found = Expression(claim.expression), {}
    if claim.reading:
        readings = {claim.reading: rows}
    else:
        readings = collections.defaultdict(list)
        for row in rows:
            readings[row.get(READING, "")].append(row)
    for reading, part in readings.items():
        if points := expression.values(part):
            found[reading] = _RULES[claim.rule.split()[0]](claim, points)
            if claim.bound:
                found[reading].bound = _bound(claim, found[reading], part)
    return found


def _bound(claim, finding, rows):
    """Returns the bound, of the point that counts if it depends on points."""
    values = Expression(claim.bound).values(rows)
    at = finding.value.point if finding.value else {}
    return next((value.mean() for value in values if value.point == at), values[0].mean())


def _ratio(claim, points, picked_of=1):
    value = max(points, key=_mean_of) if "largest" in claim.rule else points[0]
    low, high = value.interval(picked_of)
    mean, published = value.mean(), float(claim.published)
    text = interval_text(mean, low, high)
    verdict = verdicts.of_ratio(published, mean, low, high)
    share = verdicts.gain_share(published, mean)
    return Finding(text, point_text(value.point), verdict, value, (low, high), share=share, short=f"{mean:.2f}")


def _mean_of(value):
    return value.mean()


def _largest(claim, points):
    return (_range if "range" in claim.rule else _ratio)(claim, points, len(points))


def _range(claim, points, picked_of=1):
    value = max(points, key=_mean_of) if "largest" in claim.rule else points[0]
    low, high = value.interval(picked_of)
    mean = value.mean()
    text = interval_text(mean, low, high, f" {claim.unit}".rstrip())
    share = distance(claim, mean)
    return Finding(text, point_text(value.point), "", value, (low, high), share=share, short=text.split(" [")[0])


def distance(claim, mean):
    """
    Returns how far a value is from the published range, as a share of its nearer end: 0 within it; NaN
    without a published number. Beyond a lower limit it is the distance from this limit.
    """
    low, high = claim.numbers()
    if low is None:
        return math.nan
    high = low if high is None else high
    if mean > high:
        return mean / high - 1
    return mean / low - 1 if mean < low else 0.0


def _everywhere(claim, points):
    found = [(value.mean(), *value.interval()) for value in points]
    # without intervals nothing is shown, but there are means
    place = 0 if any(math.isnan(low) for _, low, _ in found) else 1
    holds = f"{sum(each[place] > 1 for each in found)} of {len(found)}"
    least = min(points, key=_mean_of)
    text = f"at {holds} points, smallest {interval_text(least.mean(), *least.interval())}"
    return Finding(text, point_text(least.point), verdicts.of_all_points(found), short=holds)


def _grows(claim, points):
    """Lays a straight line through the ratios of all points and seeds, for each workload; judges its slope."""
    axis = claim.rule.split()[1]
    places = [value.point[axis] for value in points]
    ends = min(places), max(places)
    of_workload = collections.defaultdict(lambda: ([], []))
    for value in points:
        x, y = of_workload[value.point["workload"]]
        x += [value.point[axis]] * len(value.values)
        y += value.values
    slopes = {workload: esa_intervals.slope(x, y) for workload, (x, y) in of_workload.items()}
    span = ends[1] - ends[0]
    text = "; ".join(f"{WORKLOADS[name]}: {verdicts.change_text(slope, span)}" for name, slope in slopes.items())
    gain = min(slope.value for slope in slopes.values()) * span
    where = f"along a straight line from {plain(ends[0])} to {_counted(axis, ends[1])}"
    short = f"{gain:+.2f}" if round(gain, 2) else f"{gain:+.1g}"
    return Finding(text, where, verdicts.of_slopes(list(slopes.values())), short=short)


_RULES = {"ratio": _ratio, "largest": _largest, "everywhere": _everywhere, "grows": _grows, "range": _range}


def interval_text(mean, low, high, unit=""):
    """Returns a mean with its interval: 1.48 [1.46, 1.50]; as many decimals as its size needs."""
    digits = 2 if abs(mean) < 100 else 0
    if unit == "" and abs(mean - 1) < 0.005:
        digits = 4  # of a ratio that is hardly one
    text = f"{mean:.{digits}f}{unit}"
    return text if math.isnan(low) else f"{text} [{low:.{digits}f}, {high:.{digits}f}]"


def point_text(point):
    """Returns a point as a text: DNN A, 8 jobs."""
    return ", ".join(_counted(name, value) for name, value in point.items())


def _counted(name, value):
    if name == "workload":
        return WORKLOADS.get(value, value)
    if name not in _COUNTED:
        return plain(value)
    noun = _COUNTED[name]
    return f"{plain(value)} {noun}" + ("" if value == 1 or noun.isupper() else "s")


def verdict_lines(judged, quick=False):
    """Returns the lines of verdicts.csv; lines of a first look have no published values."""
    lines = []
    for one in judged:
        for reading, found in one.findings.items():
            numbers = (found.value.mean() if found.value else math.nan, *found.interval, found.bound)
            share = f"{found.share:.2f}" if found.verdict else f"{round(found.share, 3) + 0.0:.3f}"
            judgement = ("", "") if quick else ("" if math.isnan(found.share) else share, found.verdict)
            lines.append(
                (one.claim.figure, one.claim.claim, reading, "" if quick else one.claim.published, found.measured)
                + tuple("" if math.isnan(number) else f"{number:.6g}" for number in numbers)
                + (judgement[0], found.where, judgement[1])
            )
    return lines


def summary(judged):
    """Returns how many claims hold, in a sentence; claims without a verdict do not count."""
    outcomes = collections.Counter(one.outcome() for one in judged if one.outcome())
    holds = "holds" if outcomes[IN_ALL] == 1 else "hold"
    return (
        f"Of {sum(outcomes.values())} claims of the paper, {outcomes[IN_ALL]} {holds} in every interpretation, "
        f"{outcomes[IN_SOME]} in some, {outcomes[AT_BEST_PARTLY]} partly at best, {outcomes[IN_NONE]} in none."
    )


def counts(judged):
    """Returns reading -> Counter of the verdicts."""
    found = collections.defaultdict(collections.Counter)
    for one in judged:
        for reading, finding in one.findings.items():
            if finding.verdict:
                found[reading][finding.verdict] += 1
    return found
