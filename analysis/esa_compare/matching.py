# SPDX-License-Identifier: GPL-2.0-only
"""
Which run of A belongs to which run of B, and what changed between them.

Runs belong together if they have the same system, seed and settings. But the settings that were
changed on purpose differ, and must not keep them apart. So only the axes count: settings that vary
within A or within B. A setting with one value in A and another one in B is a change.
"""

from esa_runs.results import VERSIONS, hashable
from esa_runs.text import counted, listed, plain
from esa_sweep.errors import BadInput
from esa_sweep.fields import short_name

ABSENT = "(absent)"
_LONGEST_VALUE = 60  # letters of a value in a message


class Matched:
    """The pairs of runs, and the rest."""

    def __init__(self):
        self.axes = []  # columns that tell the configurations apart, system first
        self.pairs = {}  # values of the axes -> list of (row of A, row of B), a seed each
        self.only = [[], []]  # labels of the runs that A alone and B alone have
        self.changes = []  # list of Change


class Change:
    """A setting or a version that differs in pairs."""

    def __init__(self, name, before, after, is_derived, pairs):
        self.name = name
        self.before = before
        self.after = after
        self.is_derived = is_derived  # whether it follows from other settings on both sides
        self.pairs = pairs  # in how many pairs


def keep(both, where):
    """
    Drops the rows that do not have the values wanted, from the sides that have the setting at all.

    both: the two Results; where: list of (setting, texts). Raises BadInput if no row is left.
    """
    for name, texts in where:
        having = [r for r in both if any(r.setting(row, name) is not None for row in r.rows)]
        if not having:
            raise BadInput(f"--where {name}: neither side has this setting")
        for results in having:
            values = list(dict.fromkeys(plain(results.setting(row, name)) for row in results.rows))
            results.rows = [r for r in results.rows if plain(results.setting(r, name)) in texts]
            if not results.rows:
                raise BadInput(
                    f"{results.path}: --where {name}={texts[-1]}: no run has it; {name} is: "
                    f"{listed(values)}"
                )


def match(one, other):
    """
    Returns the Matched of two Results.

    Raises BadInput if either has rows of several versions or two rows of one run, or if no run of
    one belongs to any of the other.
    """
    for results in (one, other):
        _check_version(results)
    matched = Matched()
    matched.axes = ["system"] + _axes(one, other)
    runs = [_by_key(results, matched.axes) for results in (one, other)]
    for key, row in runs[0].items():
        if key in runs[1]:
            matched.pairs.setdefault(key[:-1], []).append((row, runs[1][key]))
    for only, mine, others in zip(matched.only, runs, reversed(runs)):
        only += [_label(matched.axes, key) for key in mine if key not in others]
    if not matched.pairs:
        raise BadInput(
            f"{one.path} and {other.path}: no run of one belongs to a run of the other: "
            f"{matched.only[0][0]} is only in the first, {matched.only[1][0]} only in the second; "
            "needed are runs with the same system and seed"
        )
    matched.changes = _changes(one, other, matched)
    return matched


def _check_version(results):
    for name in VERSIONS:
        values = dict.fromkeys(row[name] for row in results.rows if name in row)
        if len(values) > 1:
            raise BadInput(
                f"{results.path}: its rows have several values of {name}: {listed(values)}; needed "
                "is one on each side"
            )


def _axes(one, other):
    """Returns the axes whose values differ within one of the two results."""
    axes = [
        name
        for name in dict.fromkeys(one.axes + other.axes)
        if _varies(one, name) or _varies(other, name)
    ]
    for results, has in ((one, other), (other, one)):
        for name in axes:
            if all(results.setting(row, name) is None for row in results.rows):
                values = dict.fromkeys(has.setting(row, name) for row in has.rows)
                raise BadInput(
                    f"{results.path}: has no column '{name}', which is an axis of {has.path}; "
                    f"--where {name}=VALUE chooses one of its values: {listed(values)}"
                )
    return axes


def _varies(results, name):
    return len({hashable(results.setting(row, name)) for row in results.rows}) > 1


def _by_key(results, axes):
    runs = {}
    for row in results.rows:
        key = tuple(hashable(results.setting(row, name)) for name in axes) + (row["seed"],)
        if key in runs:
            raise BadInput(f"{results.path}: has two runs of {_label(axes, key)}; needed is one")
        runs[key] = row
    return runs


def _label(axes, key):
    return " ".join(f"{name}={plain(value)}" for name, value in zip([*axes, "seed"], key))


def _changes(one, other, matched):
    """Returns what differs in the pairs: settings first, then versions."""
    found = {}
    for pairs in matched.pairs.values():
        for before, after in pairs:
            for name, values in _differences(one, before, other, after):
                sides = ((one, before), (other, after))
                is_derived = all(each.is_derived(row, name) for each, row in sides)
                key = (short_name(name), *values, is_derived)
                found[key] = found.get(key, 0) + 1
    return [Change(*key, count) for key, count in found.items()]


def _differences(one, before, other, after):
    configs = one.config(before), other.config(after)
    if None in configs:
        # the table alone: its axes and the columns that repeat settings
        names = list(dict.fromkeys(one.axes + other.axes + ["jobs", "workers", "workload"]))
        names += ["run", "iterations"]
        configs = [
            {name: v for name in names if (v := results.setting(row, name)) is not None}
            for results, row in ((one, before), (other, after))
        ]
        hashes = [row.get("config_hash") for row in (before, after)]
        if None not in hashes and hashes[0] != hashes[1] and _hashes_runs(one) == _hashes_runs(other):
            for config, value in zip(configs, ("one", "another")):
                config["config_hash"] = value
    names = dict.fromkeys([*configs[0], *configs[1]])
    for name in names:
        values = [config.get(name, ABSENT) for config in configs]
        if values[0] != values[1]:
            yield name, [hashable(value) for value in values]
    for name in VERSIONS:
        # a folder of runs has no hash of the program
        if name in before and name in after and before[name] != after[name]:
            yield name, [before[name], after[name]]


def _hashes_runs(results):
    """Returns whether each run has a hash of its own, as in a sweep; a folder of runs has one for all."""
    return len({row.get("config_hash") for row in results.rows}) == len(results.rows)


def describe(change, total):
    """Returns a change as a line. total: number of pairs"""
    share = "" if change.pairs == total else f" (in {change.pairs} of {counted(total, 'run')})"
    return f"{change.name}: {_short(change.before)} -> {_short(change.after)}{share}"


def _short(value):
    text = plain(list(value) if isinstance(value, tuple) else value)
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 3] + "..."
