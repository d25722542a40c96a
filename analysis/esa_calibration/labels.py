# SPDX-License-Identifier: GPL-2.0-only
"""Short names of claims for pictures and narrow tables, in groups by the system that ESA meets."""

from esa_figures.claims import Everywhere, Grows
from esa_figures.style import NAMES

GROUPS = ("SwitchML", "ATP", "straw-men")


def group(goal):
    """Returns which of the GROUPS a claim belongs to."""
    if any(system.startswith("straw") for system in goal.claim.systems):
        return GROUPS[2]
    other = next(system for system in goal.claim.systems if system != "esa")
    return NAMES[other]


def short(goal):
    """Returns what a claim is called in its group."""
    above, over = (NAMES[system] for system in goal.claim.systems)
    if group(goal) == GROUPS[2]:
        return f"{above} / {over}"
    if isinstance(goal.claim, Grows):
        return "grows with " + goal.text.rsplit(" ", 1)[1]
    if isinstance(goal.claim, Everywhere):
        return "in all cases"
    return "utilisation" if goal.claim.value == "utilization" else "JCT"


def places(goals, name):
    """Returns the places of the goals of a group."""
    return [place for place, goal in enumerate(goals) if group(goal) == name]
