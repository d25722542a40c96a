# SPDX-License-Identifier: GPL-2.0-only
"""The table of claims, ARTIFACT.md, and what a command's results say to each."""

import re
from dataclasses import dataclass
from pathlib import Path

from esa_sweep.csv_table import read_csv
from esa_sweep.errors import BadInput

HEADS = ["claim", "command", "figure", "expected", "within", "minutes"]
EXACT = "exact"
PASSES = "exit 0"
_FIGURE = re.compile(r"(?P<column>\w+) (?P<system>\w+)(?: / (?P<other>\w+))?(?P<where>( \w+=\S+)*)")


class BadTable(BadInput):
    """ARTIFACT.md, or what a command has written, cannot be read."""


@dataclass(frozen=True)
class Claim:
    """A line of the table."""

    tier: int
    text: str
    command: str  # $OUT is a folder for its results
    figure: str  # COLUMN SYSTEM [/ SYSTEM] [SETTING=VALUE ...], or PASSES
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
    if not _FIGURE.fullmatch(claim.figure):
        raise BadTable(f"{place}: figure {claim.figure}: must be COLUMN SYSTEM [/ SYSTEM] or {PASSES}")
    if not re.fullmatch(r"\d+(\.\d+)?", claim.expected):
        raise BadTable(f"{place}: expected {claim.expected}: must be a number")
    if not re.fullmatch(EXACT + r"|\d+(\.\d+)? %", claim.within):
        raise BadTable(f"{place}: within {claim.within}: must be {EXACT} or N %")


def _mean(rows, column, system, where, path):
    chosen = [
        float(row[column])
        for row in rows
        if row["system"] == system and all(row.get(name) == value for name, value in where)
    ]
    if not chosen:
        raise BadTable(f"{path}: has no row of {system} {dict(where) or ''}".rstrip())
    return sum(chosen) / len(chosen)


def measured(claim, out):
    """Returns the figure of a claim in the table that its command has written to the folder out."""
    match = _FIGURE.fullmatch(claim.figure)
    where = [tuple(pair.split("=", 1)) for pair in match["where"].split()]
    paths = sorted(Path(out).glob("*.csv"))
    if len(paths) != 1:
        raise BadTable(f"{out}: has {len(paths)} tables: must be one")
    columns, rows = read_csv(paths[0])
    if match["column"] not in columns:
        raise BadTable(f"{paths[0]}: has no column {match['column']}")
    value = _mean(rows, match["column"], match["system"], where, paths[0])
    if match["other"]:
        value /= _mean(rows, match["column"], match["other"], where, paths[0])
    return value


def holds(claim, value):
    """Returns whether a measured value is what the claim expects."""
    if claim.within == EXACT:
        digits = len(claim.expected.partition(".")[2])
        return f"{value:.{digits}f}" == claim.expected
    expected = float(claim.expected)
    return abs(value - expected) <= float(claim.within.split()[0]) / 100 * expected
