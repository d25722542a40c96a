# SPDX-License-Identifier: GPL-2.0-only
"""
Runs scenarios and sweeps from Python, in a notebook for example, and returns their results as tables.

    import esa
    esa.run("scenarios/paper/jct-8x8.json", system="esa", seed=1, **{"link.delay_us": 2.5})
    esa.sweep("analysis/sweeps/memory.json")
    esa.jobs("out/sweeps/memory")

A table is a pandas.DataFrame with a row for each system and seed. It has a column for every axis of a sweep
and every field that is an argument of run(), and the columns of result.json. Lists are tuples; iteration_ms
has a tuple for each job. jobs() has a row for each job of a job trace. Bad input raises BadInput with the error
message of the program, and runs that fail raise RunFailed. Notes of the program on fields are warnings.
"""

import contextlib
import copy
import json
import math
import os
import tempfile
import warnings

from esa_runs.read import read as read_results
from esa_runs.results import hashable
from esa_sweep.errors import BadInput
from esa_sweep.execute import RunFailed
from esa_sweep.plan import DEFAULT_LIMIT, chosen, make_plan
from esa_sweep.program import Program
from esa_sweep.sweep import ANALYSIS, run_sweep
from esa_sweep.sweepfile import Sweep

__all__ = ["BadInput", "RunFailed", "jobs", "program", "read", "run", "run_missing", "sweep"]

ROOT = os.path.dirname(ANALYSIS)


def program(name="esa-scenario"):
    """Returns a Program that ./ns3 build has built, by its name or path."""
    if isinstance(name, Program):
        return name
    if os.path.dirname(name):
        return Program(name)
    build = os.environ.get("ESA_BUILD_DIR", os.path.join(ROOT, "build"))
    paths = [os.path.join(build, folder, name) for folder in ("bin", "scratch", "outside")]
    return Program(next(filter(os.path.exists, paths), paths[0]))


def folder_of(asked):
    """Returns where the results of a Sweep are kept by default."""
    return os.path.join(ROOT, "out", "sweeps", asked.name + ("-quick" if asked.is_quick else ""))


def run_missing(asked, built, directory=None, cores=0, profile=None, quiet=False, limit=DEFAULT_LIMIT,
                where=()):
    """
    Runs what is missing of a sweep; returns the Result of run_sweep().

    asked: a Sweep; built: a Program; directory: where results are kept, by default
    folder_of(asked); cores: runs at a time, 0 for all; profile, quiet: of run_sweep(); limit: largest
    number of runs; where: list of (axis, texts): only these rows are run
    """
    if not isinstance(cores, int) or isinstance(cores, bool) or cores < 0:
        raise BadInput(f"cores: {cores!r} is not allowed: must be a whole number from 0")
    directory = directory or folder_of(asked)
    runs = make_plan(asked, built, limit)
    cores = cores or len(os.sched_getaffinity(0))
    return run_sweep(asked, runs, built, directory, cores, profile, quiet, chosen(runs, where))


def read(*paths):
    """
    Returns the results of runs and sweeps that are there, as one table.

    paths: folders, result.json or .csv. Of several ones the table has a column for each field in which
    their scenarios differ.
    """
    import pandas  # it takes a second, and ./ns3 sweep does without

    found = _rows(paths)
    configs = [one.config(row) or {} if len(paths) > 1 else {} for one, row in found]
    fields = dict.fromkeys(name for config in configs for name in config)
    varied = [name for name in fields if len({hashable(c.get(name)) for c in configs}) > 1]
    return pandas.DataFrame(
        {**{name: config.get(name) for name in varied}, **row}
        for config, (_, row) in zip(configs, found)
    )


def jobs(*paths):
    """
    Returns the jobs of job traces: a row for each, with the axes of its run and the columns of jobs.csv.

    paths: folders, result.json or .csv, as of read(); of a run() the folder `out`
    """
    import pandas

    return pandas.DataFrame(
        {**{name: row[name] for name in (*one.axes, "system", "seed") if name in row}, **job}
        for one, row in _rows(paths)
        for job in one.jobs(row)
    )


def _rows(paths):
    """Returns (Results, row) of all rows at some paths."""
    return [(one, row) for one in map(read_results, paths) for row in one.rows]


def sweep(asked, out=None, of="esa-scenario", quick=False, cores=0, progress=True):
    """
    Runs what is missing of a sweep, and returns the table of all its runs.

    asked: the path of a sweep file, or a dict with what such a file holds, in which paths are relative
    to the current folder, and the base may be a dict, too; out: folder in which results are kept, so that
    nothing runs twice, by default out/sweeps/NAME; of: the program; quick: a first look; cores: runs at a
    time, 0 for all; progress: whether it is shown
    """
    return _sweep("the sweep", asked, out, of, quick, cores, progress)


def _sweep(name, asked, out, of, quick, cores, progress):
    """Is sweep() for a function that users call. name: what errors call the sweep"""
    built = program(of)
    with contextlib.ExitStack() as stack:
        if isinstance(asked, dict) and isinstance(asked.get("base"), dict):
            asked = {**asked, "base": stack.enter_context(_as_file(asked["base"], "the scenario"))}
        path = stack.enter_context(_as_file(asked, name, _whole_paths))
        found = Sweep(path, built, quick)
        result = run_missing(found, built, out, cores, quiet=not progress)
    if result.failures:
        raise RunFailed("\n".join(f"{label}: {_reason(why, log)}" for label, why, log in result.failures))
    for note in result.notes:
        warnings.warn(note, stacklevel=3)  # the line of the user
    return read(result.csv)


def run(scenario=None, out=None, of="esa-scenario", cores=0, progress=True, **fields):
    """
    Runs a scenario with all its systems and seeds, and returns the table of its runs.

    scenario: the path of a file, a dict with what such a file holds, or None for the built-in
    comparison; out, of, cores, progress: as of sweep(), but without `out` nothing is kept; fields:
    values that take the place of the scenario's, each a column of the table. A field is named by its
    short name (system, seed, jobs, workers, workload) or its dotted path; esa.run(x,
    link__delay_us=2.5) is esa.run(x, **{"link.delay_us": 2.5}). system and seed may be lists.
    """
    axes = {name.replace("__", "."): [_as_json(value, name)] for name, value in fields.items()}
    for name in ("system", "seed"):
        if name in axes and isinstance(axes[name][0], list):
            (axes[name],) = axes[name]
    with contextlib.ExitStack() as stack:
        base = stack.enter_context(_as_file(scenario, "the scenario")) if scenario is not None else None
        if not axes:
            axes["iterations"] = [program(of).effective(base)["iterations"]]
        asked = {"name": "run", "axes": axes, **({"base": base} if base else {})}
        out = out or stack.enter_context(tempfile.TemporaryDirectory(prefix="esa-run-"))
        return _sweep("esa.run", asked, out, of, False, cores, progress)


@contextlib.contextmanager
def _as_file(given, name, change=lambda given: given):
    """
    Yields the path of a file that holds a dict, beside what its paths are relative to.

    name: what errors call this file, which is gone by then
    """
    if isinstance(given, (str, bytes, os.PathLike)):
        yield os.fsdecode(given)
        return
    if not isinstance(given, dict):
        raise BadInput(f"{name}: {given!r} is not allowed: must be a path or a dict")
    with tempfile.NamedTemporaryFile("w", suffix=".json", prefix=".esa-", dir=".", encoding="utf-8") as file:
        json.dump(_as_json(change(given), name), file)
        file.flush()
        path = os.path.abspath(file.name)
        try:
            yield path
        except BadInput as error:
            raise BadInput(str(error).replace(path, name)) from None


def _as_json(value, name):
    """
    Returns a value of Python as JSON has it: numbers and arrays of NumPy and pandas as numbers and
    lists, paths as texts. name: what errors call it
    """
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, dict):
        return {str(key): _as_json(each, name) for key, each in value.items()}
    if isinstance(value, (list, tuple, range)):
        return [_as_json(each, name) for each in value]
    if isinstance(value, os.PathLike):
        return os.fsdecode(value)
    if isinstance(value, float) and not math.isfinite(value):
        raise BadInput(f"{name}: {value} is not allowed: must be a finite number")
    if value is None or isinstance(value, (str, int, float)):
        return value
    raise BadInput(
        f"{name}: {value!r} is not allowed: must be a number, a text, a path, a list or a dict"
    )


def _whole_paths(asked):
    """Returns a sweep whose base does not depend on where its file is."""
    asked = copy.copy(asked)
    if isinstance(asked.get("base"), str):
        asked["base"] = os.path.abspath(asked["base"])
    return asked


def _reason(why, log):
    """Returns why a run failed, with the errors in its log."""
    with contextlib.suppress(OSError), open(log, encoding="utf-8", errors="backslashreplace") as file:
        errors = [line for line in file.read().splitlines() if "error" in line.lower()]
        return "\n".join([why, *errors[:5]])
    return why
