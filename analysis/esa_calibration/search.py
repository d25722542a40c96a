# SPDX-License-Identifier: GPL-2.0-only
"""
Where to look next: around the best points that were simulated.

A candidate has a parent, one of the best points. It takes some settings from another one of these,
and some of its settings move: a number by a small step, a choice to another value.
"""

import random

from .space import SPACE, allowed

_CROSSED = 0.3  # share of the settings that come from the other point
_MOVED = 3  # settings that move, on average


def candidates(parents, count, seed, space=SPACE):
    """
    Returns the points to be simulated next, none of them twice.

    parents: points, the best first, at least one; seed: of the search
    """
    drawn = random.Random(seed)
    found = []
    while len(found) < count:
        parent = parents[len(found) % len(parents)]
        other = drawn.choice(parents)
        point = {}
        for one in space:
            value = (other if drawn.random() < _CROSSED else parent)[one.path]
            is_moved = drawn.random() < _MOVED / len(space)
            point[one.path] = one.moved(value, drawn) if is_moved else value
        point = allowed(point)
        if point not in found and point not in parents:
            found.append(point)
    return found


def set_back(point, to, space=SPACE):
    """Returns points that differ from a point in one setting, which is that of to: short -> point"""
    return {
        one.short: allowed(dict(point, **{one.path: to[one.path]}))
        for one in space
        if point[one.path] != to[one.path]
    }
