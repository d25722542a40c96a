# SPDX-License-Identifier: GPL-2.0-only
"""The runs of a sweep: their configurations, and the keys by which they are found."""

import hashlib
import itertools
import json

from .errors import BadInput, short
from .fields import set_field

DEFAULT_LIMIT = 10000
"""Largest number of runs unless the user says otherwise."""


class Run:
    """One run: a system with a seed at one point of the grid."""

    def __init__(self, shown, config, program, cases=()):
        """
        shown: axis -> value; config: the effective configuration; program: its identity; cases:
        names of the axes that are no field, but cases of the user's
        """
        self.shown = shown
        self.cases = cases
        self.config = config
        self.key = run_key(config, program)

    def label(self):
        """Returns what tells this run from the others, for messages."""
        return " ".join(f"{short(name)}={short(value)}" for name, value in self.shown.items())


def decisive(config):
    """Returns what of a configuration has an effect on results."""
    return {k: v for k, v in config.items() if k not in ("name", "description")}


def run_key(config, program):
    """Returns 24 hex digits that stand for a configuration and the program that runs it."""
    text = json.dumps([program, decisive(config)], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def make_plan(sweep, program, limit=DEFAULT_LIMIT):
    """
    Returns the runs of a sweep in the order of its axes, systems and seeds last.

    sweep: a Sweep; program: a Program; limit: largest number of runs. Raises BadInput if a point
    is not a valid scenario, or if there are too many runs.
    """
    _check_limit(sweep, sweep.count_points(), limit)
    base = program.to_change(sweep.base)
    for path, value in sweep.fixed.items():
        _set(sweep, base, path, value)
    # systems and seeds do not make points: one check of a configuration is enough for all of them
    inner = {"systems": base["systems"], "seeds": base["seeds"]}
    grid = []
    for axis in sweep.axes:
        if axis.path in ("systems", "seeds"):
            inner[axis.path] = [case.shown for case in axis.cases]
        else:
            grid.append(axis)
    points = list(itertools.product(*(axis.cases for axis in grid)))
    if all(isinstance(values, list) for values in inner.values()):
        count = len(points) * len(inner["systems"]) * len(inner["seeds"])
        _check_limit(sweep, count, limit)

    base.update(inner, name=sweep.name)
    text = json.dumps(base)
    configs = []
    for cases in points:
        config = json.loads(text)
        for case in cases:
            for path, value in case.fields.items():
                _set(sweep, config, path, value)
        configs.append(config)
    names = [axis.name for axis in grid]
    shown = [dict(zip(names, (case.shown for case in cases))) for cases in points]
    cases = [axis.name for axis in grid if axis.path is None]
    runs = []
    for point, config in zip(shown, _effective(sweep, program, shown, configs)):
        for system, seed in itertools.product(config["systems"], config["seeds"]):
            one = dict(config, systems=[system], seeds=[seed])
            runs.append(Run({**point, "system": system, "seed": seed}, one, program.identity, cases))
    _check_limit(sweep, len(runs), limit)
    _check_distinct(sweep, runs)
    return runs


def _set(sweep, config, path, value):
    try:
        set_field(config, path, value)
    except BadInput as error:
        raise BadInput(f"{sweep.path}: {error}") from None


def _effective(sweep, program, shown, configs):
    """Returns the effective configuration of each point, in order."""

    def where(index):
        point = " ".join(f"{short(name)}={short(value)}" for name, value in shown[index].items())
        return f"{sweep.path}: at {point}" if point else sweep.path

    return program.effective_of_all(configs, where)


def _check_limit(sweep, count, limit):
    if count > limit:
        sizes = " x ".join(f"{short(axis.name)} ({len(axis.cases)})" for axis in sweep.axes)
        raise BadInput(
            f"{sweep.path}: {count} runs are more than the limit of {limit}: {sizes}; "
            f"--limit {count} allows them"
        )


def _check_distinct(sweep, runs):
    seen = {}
    for run in runs:
        other = seen.setdefault(run.key, run)
        if other is not run:
            raise BadInput(
                f"{sweep.path}: axes: {other.label()} and {run.label()} are the same run"
            )
