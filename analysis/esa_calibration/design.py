# SPDX-License-Identifier: GPL-2.0-only
"""The points that are simulated first: a Latin hypercube, the shipped scenario, and known ones."""

import csv
import os
import random

from esa_sweep.collect import write_csv
from esa_sweep.errors import BadInput, printable

from .runner import get_field
from .space import SPACE, point_at

SEED = 20261124
"""Of the design and the search. Another seed is another design."""

FILE = "design.csv"
SHIPPED = "shipped"
"""The name of the point that changes nothing."""

_OPEN = {
    "window.initial_packets": 200,
    "window.max_packets": 16000,
    "window.ssthresh_packets": 200,
    "window.switchml_max_packets": 20000,
    "ecn.threshold_bytes": 100000,
}
_INDEPENDENT = {
    "jitter.mode": "packet",
    "window.initial_packets": 10000,
    "window.max_packets": 10000,
    "window.switchml_max_packets": 20000,
    "ecn.threshold_bytes": 64000000,
}
_CLOSER = {"link.delay_us": 2.5}

KNOWN = {
    "capped-2.5us": _CLOSER,
    "open-5us": _OPEN,
    "open-2.5us": {**_OPEN, **_CLOSER},
    "independent-5us": _INDEPENDENT,
    "independent-2.5us": {**_INDEPENDENT, **_CLOSER},
}
"""
Points that were known before the search, as changes of the shipped one. They are part of the design.

capped, open: the readings of ./ns3 figures. independent: an independent simulator of the paper, which
draws jitter for each packet, and has a fixed window that is larger than all delays, no marks, and all
slots for SwitchML.
"""


READINGS = (SHIPPED, "capped-2.5us", "open-5us", "open-2.5us")
"""Points that ./ns3 figures judges as readings in any case, so that none of them is called fitted."""


def hypercube(count, space=SPACE, seed=SEED):
    """
    Returns points that fill the space, p001 and so on: name -> point.

    Each setting takes count values that are spread over its whole range, each in a part of it of
    its own; which of them meet is random.
    """
    drawn = random.Random(seed)
    columns = []
    for _ in space:
        parts = list(range(count))
        drawn.shuffle(parts)
        columns.append([(part + drawn.random()) / count for part in parts])
    return {
        f"p{number:03d}": point_at(row, space) for number, row in enumerate(zip(*columns), 1)
    }


def shipped_point(scenario, space=SPACE):
    """Returns the point of a scenario. scenario: its effective configuration"""
    return {one.path: get_field(scenario, one.path) for one in space}


def whole_design(count, scenario):
    """Returns all points that are simulated first: name -> point. scenario: the shipped one"""
    shipped = shipped_point(scenario)
    known = {name: dict(shipped, **changes) for name, changes in KNOWN.items()}
    return {SHIPPED: shipped, **known, **hypercube(count)}


def lines(points, space=SPACE):
    """Returns heads and lines of a table of points."""
    heads = ("point", *(one.path for one in space))
    return heads, [(name, *point.values()) for name, point in points.items()]


def check_folder(out, points):
    """
    Refuses a folder that holds the results of another design, which would be overwritten.

    points: the design. Raises BadInput.
    """
    path = os.path.join(out, FILE)
    if not os.path.lexists(path):
        return
    heads, wanted = lines(points)
    try:
        with open(path, encoding="utf-8", newline="") as file:
            found = list(csv.reader(file))
    except (OSError, UnicodeDecodeError, csv.Error):
        found = []
    if found != [list(heads)] + [list(map(str, line)) for line in wanted]:
        raise BadInput(
            f"--out {printable(out)}: holds the results of another design ({FILE}); name another "
            "folder, or move them away"
        )


def write_design(out, points):
    """Writes the points as a table."""
    write_csv(os.path.join(out, FILE), *lines(points))
