# SPDX-License-Identifier: GPL-2.0-only
"""Makes a scenario with a finding smaller: what it does not need is left out."""

import copy
import time

KEPT = ("name", "seeds", "systems")


def smaller_values(value):
    """Yields simpler values for a field."""
    if isinstance(value, list) and len(value) > 1:
        for i in range(len(value)):
            yield value[:i] + value[i + 1 :]
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return
    for simpler in (0, 1, value // 2 if isinstance(value, int) else round(value / 2, 6)):
        if 0 <= simpler < value:
            yield simpler


def steps(part, path=()):
    """Yields changes of a scenario, the large ones first: (path, new value), None removes it."""
    if isinstance(part, dict):
        items = part.items()
    else:
        items = enumerate(part) if isinstance(part, list) else ()
    items = [(key, value) for key, value in items if path or key not in KEPT]
    if isinstance(part, dict):
        for key, _ in items:
            yield (*path, key), None
    for key, value in items:
        for simpler in smaller_values(value):
            yield (*path, key), simpler
        yield from steps(value, (*path, key))


def changed(scenario, path, value):
    """Returns a scenario with a change; None if an earlier change has removed the place."""
    made = copy.deepcopy(scenario)
    part = made
    for key in path[:-1]:
        part = part[key]
    if value is None:
        del part[path[-1]]
    else:
        part[path[-1]] = value
    return made


def shrink(scenario, still_fails, seconds):
    """Returns a smaller scenario for which still_fails() holds, as small as the time allows."""
    end = time.monotonic() + seconds
    again = True
    while again:
        again = False
        for path, value in list(steps(scenario)):
            if time.monotonic() > end:
                return scenario
            try:
                made = changed(scenario, path, value)
            except (KeyError, IndexError, TypeError):
                continue
            if still_fails(made):
                scenario = made
                again = True
    return scenario
