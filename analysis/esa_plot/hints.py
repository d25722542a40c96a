# SPDX-License-Identifier: GPL-2.0-only
"""What a figure hides: axes begin at 0, so that systems that are close look the same."""

import itertools

from .styles import value_text

_CLOSE = 1.05  # the larger value over the smaller one


def close_systems(figure):
    """Returns a sentence on two systems that differ by little at every point, or None."""
    if figure.kind == "cdf" or figure.reference is not None:
        return None
    means = {}  # system -> other settings -> mean
    for panel in figure.panels:
        for line in panel.lines:
            for point in line.points:
                others = {k: v for k, v in point.settings.items() if k != "system"}
                system = point.settings.get("system")
                means.setdefault(system, {})[tuple(others.items())] = point.mean
    for one, other in itertools.combinations(means, 2):
        pairs = [(mean, means[other].get(key)) for key, mean in means[one].items()]
        if all(b and a > 0 and b > 0 and max(a, b) / min(a, b) < _CLOSE for a, b in pairs) and any(
            a != b for a, b in pairs
        ):
            names = f"{value_text('system', one)} and {value_text('system', other)}"
            return (
                f"{figure.name}: {names} differ by less than 5 % at every point; --ratio-to {one} "
                "shows it"
            )
    return None
