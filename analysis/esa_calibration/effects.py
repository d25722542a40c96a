# SPDX-License-Identifier: GPL-2.0-only
"""How much each setting moves each claim: what a regression says when one setting alone changes."""

from .space import SPACE, encode_points, shown

SHOWN = 2.0
"""An effect is told from chance if it is this many standard errors from 0."""


class Effect:
    """What a setting does to a claim between two of its values, all others as in the design."""

    def __init__(self, setting, step, goal, value, error):
        self.setting = setting
        self.step = step  # from, to
        self.goal = goal
        self.percent = 100 * float(goal.unscaled(value))  # change of the ratio
        self.error = 100 * float(error)  # standard error, about in percent of the ratio
        self.is_shown = abs(value) > SHOWN * error

    def name(self):
        """Returns the setting with the values that are compared."""
        low, high = map(shown, self.step)
        return f"{self.setting.short}: {low} to {high}"


def effects(points, regressions, goals, space=SPACE):
    """Returns the Effects, a list per setting and step, in it one per Goal. points: list"""

    def moved(setting, value):
        return encode_points([dict(point, **{setting.path: value}) for point in points], space)

    rows = []
    for setting in space:
        for step in setting.steps():
            low, high = (moved(setting, value) for value in step)
            rows.append(
                [
                    Effect(setting, step, goal, *one.difference(high, low))
                    for goal, one in zip(goals, regressions)
                ]
            )
    return rows


def strongest(rows, place, count=3):
    """Returns the Effects on a Goal that are told from chance, the largest first."""
    of_goal = [row[place] for row in rows if row[place].is_shown]
    return sorted(of_goal, key=lambda effect: -abs(effect.percent))[:count]


def lines(rows):
    """Returns heads and lines of a table."""
    heads = (
        "setting",
        "from",
        "to",
        "claim",
        "change_percent",
        "standard_error",
        "told_from_chance",
    )
    return heads, [
        (one.setting.path, *one.step, one.goal.text)
        + (f"{one.percent:.2f}", f"{one.error:.2f}", int(one.is_shown))
        for row in rows
        for one in row
    ]
