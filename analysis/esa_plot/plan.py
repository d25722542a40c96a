# SPDX-License-Identifier: GPL-2.0-only
"""
What becomes x, lines and panels, by what varies in the rows.

Every setting that varies gets a place, because no point may be a mean over different settings.
"""

from esa_runs.results import is_number
from esa_runs.text import listed
from esa_sweep.errors import BadInput

_MOST_PANELS = 24
_MOST_LINES = 12  # as many as there are looks


class Plan:
    """Settings by place."""

    def __init__(self, x, lines, panels):
        self.x = x  # a setting, or None (distributions have measured values there)
        self.lines = lines  # list of settings
        self.panels = panels


def make_plan(table, x=None, lines=None, panels=None, without_x=False, undrawn=()):
    """
    Returns the Plan of a Table.

    x: setting that the user wants, or None; lines, panels: lists of them, or None; without_x: x
    shows measured values; undrawn: systems that are not drawn. Raises BadInput if a setting that
    varies is left without a place.
    """
    named = [name for name in [x, *(lines or []), *(panels or [])] if name]
    for name in named:
        if named.count(name) > 1:
            raise BadInput(f"{name}: is named twice by --x, --lines and --panels; needed is once")
    free = [name for name in table.varying if name not in named]
    if x is None and not without_x:
        x = _default_x(table, free)
        free = [name for name in free if name != x]
    if lines is None:
        lines = ["system"] if "system" in free else free[:1]
        if panels is not None:
            lines = free
        free = [name for name in free if name not in lines]
    if panels is None:
        panels, free = free, []
    if free:
        raise BadInput(
            f"{free[0]} varies, too: {listed(table.values(free[0]))}; choose one value by "
            f"--where {free[0]}=VALUE, or add it to --lines or --panels"
        )
    for option, names, most in (("panels", panels, _MOST_PANELS), ("lines", lines, _MOST_LINES)):
        rows = [i for i, row in enumerate(table.rows) if row["system"] not in undrawn]
        count = len({tuple(table.value(i, n) for n in names) for i in rows})
        if count > most:
            raise BadInput(
                f"{count} {option} ({', '.join(names)}) are more than {most}; choose some by "
                "--where SETTING=VALUE,..., or other --x, --lines and --panels"
            )
    return Plan(x, lines, panels)


def _default_x(table, free):
    """Returns the number with the most values; without numbers, what has the most values."""
    others = [name for name in free if name not in ("system", "workload")]
    numbers = [name for name in others if all(map(is_number, table.values(name)))]
    for names in (numbers, others, [name for name in free if name == "system"], free):
        if names:
            return max(names, key=lambda name: len(table.values(name)))
    return "system"
