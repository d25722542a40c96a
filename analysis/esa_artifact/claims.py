# SPDX-License-Identifier: GPL-2.0-only
"""The table of claims, ARTIFACT.md, and what a command's results say to each."""

import re
from dataclasses import dataclass
from pathlib import Path

from esa_claims.expression import Expression
from esa_runs.read import read
from esa_sweep.errors import BadInput

HEADS = ["claim", "command", "figure", "expected", "within", "minutes"]
EXACT = "exact"
PASSES = "exit 0"


class BadTable(BadInput):
    """ARTIFACT.md, or what a command has written, cannot be read."""


@dataclass(frozen=True)
class Claim:
    """A line of the table."""

    tier: int
    text: str
    command: str  # $OUT is a folder for its results
    figure: str  # an Expression, or PASSES
    expected: str  # a number, with as many digits as are compared where within is EXACT
    within: str  # EXACT or a number of percent
    minutes: str


def _cells(line):
    return [cell.strip().strip("`") for cell in line.strip().strip("|").split("|")]


def read_claims(path):
    """Returns the claims of a table: list of Claim."""
    claims, tier, heads = [], 0, None
    for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), 1):
        heading = re.match(r"## Tier (\d)", line)
        if line.startswith("#"):
            tier, heads = (int(heading[1]) if heading else 0), None
        elif tier and line.startswith("|"):
            cells = _cells(line)
            if heads is None:
                heads = cells
                if heads != HEADS:
                    raise BadTable(f"{path}:{number}: the columns must be {', '.join(HEADS)}")
            elif set(line) - set("|-: "):
                if len(cells) != len(HEADS):
                    raise BadTable(f"{path}:{number}: {len(cells)} cells: must be {len(HEADS)}")
                claims.append(Claim(tier, *cells))
                _check(claims[-1], f"{path}:{number}")
    if not claims:
        raise BadTable(f"{path}: has no claims")
    return claims


def _check(claim, place):
    if claim.figure == PASSES:
        return
    try:
        Expression(claim.figure)
    except BadInput as error:
        raise BadTable(f"{place}: figure: {error}; or {PASSES}") from None
    if not re.fullmatch(r"\d+(\.\d+)?", claim.expected):
        raise BadTable(f"{place}: expected {claim.expected}: must be a number")
    if not re.fullmatch(EXACT + r"|\d+(\.\d+)? %", claim.within):
        raise BadTable(f"{place}: within {claim.within}: must be {EXACT} or N %")


def measured(claim, out):
    """Returns the figure of a claim in the table that its command has written to the folder out."""
    paths = sorted(Path(out).glob("*.csv"))
    if len(paths) != 1:
        raise BadTable(f"{out}: has {len(paths)} tables: must be one")
    values = Expression(claim.figure).values(read(str(paths[0])).rows)
    if len(values) != 1:
        raise BadTable(f"{paths[0]}: has {len(values)} points of {claim.figure}: must be one")
    return values[0].mean()


def written(claim, value):
    """Returns a measured value with as many digits as the claim's expected one."""
    return f"{value:.{len(claim.expected.partition('.')[2])}f}"


def holds(claim, value):
    """Returns whether a measured value is what the claim expects."""
    if claim.within == EXACT:
        return written(claim, value) == claim.expected
    expected = float(claim.expected)
    return abs(value - expected) <= float(claim.within.split()[0]) / 100 * expected


def write_expected(path, values):
    """Writes measured values in place of expected ones. values: Claim -> number"""
    lines = Path(path).read_text(encoding="utf-8").splitlines(keepends=True)
    for claim, value in values.items():
        for number, line in enumerate(lines):
            cells = _cells(line)
            if line.startswith("|") and cells[:3] == [claim.text, claim.command, claim.figure]:
                lines[number] = line.replace(f"| {claim.expected} |", f"| {written(claim, value)} |", 1)
    Path(path).write_text("".join(lines), encoding="utf-8")
