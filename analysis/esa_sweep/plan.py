# SPDX-License-Identifier: GPL-2.0-only
"""
The runs of a sweep: their configurations, and the keys by which they are found.

A row of the results is a system with a seed at one point of the grid. Some fields are read by one
system only. Rows of other systems that differ in these fields alone are one run, with one key.
"""

import functools
import glob
import hashlib
import itertools
import json
import os

from esa_runs.text import listed, plain

from .errors import BadInput, short
from .fields import fields_of_systems, make_room, set_field

DEFAULT_LIMIT = 10000
"""Largest number of runs unless the user says otherwise."""


class Run:
    """What fills one row: a system with a seed at one point of the grid."""

    def __init__(self, shown, config, program, cases=(), models=None):
        """
        shown: axis -> value; config: what the system reads of the effective configuration, with
        defaults for the rest; program: its identity; cases: names of the axes that are no field,
        but cases of the user's; models: letter -> model of the DNNs that name one
        """
        self.shown = shown
        self.cases = cases
        self.models = models or {}
        self.config = config
        self.key = run_key(config, program)

    def label(self):
        """Returns what tells this run from the others, for messages."""
        return " ".join(f"{short(name)}={short(value)}" for name, value in self.shown.items())


def decisive(config):
    """
    Returns what of a configuration has an effect on results.

    Execution traces stay in files that a user may write anew, so their contents count, and not their paths.
    """
    found = {k: v for k, v in config.items() if k not in ("name", "description")}
    execution = found.get("execution") or {}
    if execution.get("traces"):
        found["execution"] = dict(execution, traces=list(map(_contents, execution["traces"])))
    return found


def _contents(trace):
    """Returns what stands for the contents of the files of an execution trace. trace: their prefix"""
    paths = glob.glob(f"{glob.escape(trace)}.*.*")
    return [(path[len(trace) :], _hash_of(path, os.stat(path).st_mtime_ns)) for path in sorted(paths)]


@functools.lru_cache(maxsize=None)
def _hash_of(path, written):  # a large trace is read once, although many runs have it
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


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
    # systems and seeds do not make points: one check of a configuration is enough for all of them
    inner = {name: sweep.fixed.get(name, base[name]) for name in ("systems", "seeds")}
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

    text = json.dumps(dict(base, name=sweep.name))
    configs = []
    for cases in points:
        config = json.loads(text)
        given = (sweep.fixed, inner, *(case.fields for case in cases))
        fields = [field for some in given for field in some.items()]
        # Groups that the sweep sets come first: an axis may replace a part of them.
        groups = {path: value for path, value in sweep.fixed.items() if isinstance(value, dict)}
        for path, value in groups.items():
            _set(sweep, config, path, value)
        for path, _ in fields:
            if path not in groups:
                make_room(config, path)
        for path, value in fields:
            if path not in groups or value is not groups[path]:
                _set(sweep, config, path, value)
        configs.append(config)
    names = [axis.name for axis in grid]
    shown = [dict(zip(names, (case.shown for case in cases))) for cases in points]
    cases = [axis.name for axis in grid if axis.path is None]
    own = fields_of_systems(program.schema)
    runs = []
    labels = {}  # key of the whole configuration -> label
    for point, asked, config in zip(shown, configs, _effective(sweep, program, shown, configs)):
        models = _models(asked)
        for system, seed in itertools.product(config["systems"], config["seeds"]):
            one = dict(config, systems=[system], seeds=[seed])
            row = {**point, "system": system, "seed": seed}
            runs.append(Run(row, _as_read(one, system, own), program.identity, cases, models))
            label = runs[-1].label()
            other = labels.setdefault(run_key(one, program.identity), label)
            if other is not label:
                raise BadInput(f"{sweep.path}: axes: {other} and {label} are the same run")
    _check_limit(sweep, len(runs), limit)
    return runs


def distinct(runs):
    """Returns the runs without those that have the key of an earlier one."""
    first = {}
    for run in runs:
        first.setdefault(run.key, run)
    return list(first.values())


def chosen(runs, where):
    """
    Returns the runs that have the values wanted.

    where: list of (axis, texts). Raises BadInput if no run has them
    """
    axes = dict.fromkeys(name for run in runs for name in run.shown)
    for name, texts in where:
        values = dict.fromkeys(plain(run.shown[name]) for run in runs if name in run.shown)
        runs = [run for run in runs if name in run.shown and plain(run.shown[name]) in texts]
        if not runs and not values:
            raise BadInput(f"--where {short(name)}: the sweep has no such axis; there are: {listed(axes)}")
        if not runs:
            raise BadInput(f"--where {short(name)}={short(texts[-1])}: no run has it; {name} is: {listed(values)}")
    return runs


def _as_read(config, system, own):
    """Returns a configuration with defaults in the fields that other systems alone read."""
    read = dict(config)
    for path, (systems, default) in own.items():
        group, name = path.split(".")
        if system not in systems and group in read:
            read[group] = dict(read[group], **{name: default})
    return read


def _models(config):
    """Returns letter -> model of the DNNs that name one; of a file its name alone."""
    return {
        letter: os.path.basename(dnn["model"]) for letter, dnn in config["dnns"].items() if dnn.get("model")
    }


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

    return program.effective_of_all(configs, where, sweep.folder)


def _check_limit(sweep, count, limit):
    if count > limit:
        sizes = " x ".join(f"{short(axis.name)} ({len(axis.cases)})" for axis in sweep.axes)
        raise BadInput(
            f"{sweep.path}: {count} runs are more than the limit of {limit}: {sizes}; "
            f"--limit {count} allows them"
        )
