# SPDX-License-Identifier: GPL-2.0-only
"""The runs of a sweep: their configurations, and the keys by which they are found."""

import concurrent.futures
import copy
import hashlib
import itertools
import json
import os
import tempfile

from .errors import BadInput
from .fields import set_field

DEFAULT_LIMIT = 10000
"""Largest number of runs unless the user says otherwise."""


class Run:
    """One run: a system with a seed at one point of the grid."""

    def __init__(self, shown, config, program):
        """shown: axis -> value; config: the effective configuration; program: its identity"""
        self.shown = shown
        self.config = config
        self.key = run_key(config, program)

    def label(self):
        """Returns what tells this run from the others, for messages."""
        return " ".join(f"{name}={_text(value)}" for name, value in self.shown.items())


def run_key(config, program):
    """Returns 24 hex digits that stand for a configuration and the program that runs it."""
    decisive = {k: v for k, v in config.items() if k not in ("name", "description")}
    text = json.dumps([program, decisive], sort_keys=True)
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
        set_field(base, path, value)
    # systems and seeds do not make points: one check of a configuration is enough for all of them
    inner = {"systems": base["systems"], "seeds": base["seeds"]}
    grid = []
    for axis in sweep.axes:
        fields = {path for case in axis.cases for path in case.fields}
        if fields == {"systems"} or fields == {"seeds"}:
            inner[fields.pop()] = [case.shown for case in axis.cases]
        else:
            grid.append(axis)
    points = list(itertools.product(*(axis.cases for axis in grid)))
    if all(isinstance(values, list) for values in inner.values()):
        count = len(points) * len(inner["systems"]) * len(inner["seeds"])
        _check_limit(sweep, count, limit)

    configs = []
    for cases in points:
        config = copy.deepcopy(base)
        config.update(copy.deepcopy(inner))
        config["name"] = sweep.name
        for case in cases:
            for path, value in case.fields.items():
                set_field(config, path, value)
        configs.append(config)
    names = [axis.name for axis in grid]
    shown = [dict(zip(names, (case.shown for case in cases))) for cases in points]
    runs = []
    for point, config in zip(shown, _effective(sweep, program, shown, configs)):
        for system, seed in itertools.product(config["systems"], config["seeds"]):
            one = dict(config, systems=[system], seeds=[seed])
            runs.append(Run({**point, "system": system, "seed": seed}, one, program.identity))
    _check_limit(sweep, len(runs), limit)
    _check_distinct(sweep, runs)
    return runs


def _effective(sweep, program, shown, configs):
    """Returns the effective configuration of each point, in order."""

    def effective(point, config):
        path = os.path.join(directory, f"{id(config)}.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(config, file)
        try:
            return program.effective(path)
        except BadInput as error:
            where = " ".join(f"{name}={_text(value)}" for name, value in point.items())
            where = f"{sweep.path}: at {where}" if where else sweep.path
            lines = str(error).replace(path, where)
            raise BadInput(lines) from None

    with tempfile.TemporaryDirectory() as directory:
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            futures = [pool.submit(effective, *pair) for pair in zip(shown, configs)]
            try:
                return [future.result() for future in futures]
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise


def _check_limit(sweep, count, limit):
    if count > limit:
        sizes = " x ".join(f"{axis.name} ({len(axis.cases)})" for axis in sweep.axes)
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


def _text(value):
    return value if isinstance(value, str) else json.dumps(value)
