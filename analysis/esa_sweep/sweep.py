# SPDX-License-Identifier: GPL-2.0-only
"""Runs what is missing of a sweep, and collects the results."""

import contextlib
import fcntl
import os
import shutil
import time

from .collect import table
from .csv_table import write_csv
from .engine import ANALYSIS, Local
from .errors import BadInput, printable
from .files import read_json, write_json
from .plan import distinct
from .progress import Progress
from .results import MODELS, keys, move_aside, notes_of, read_results, remove, result_path
from .slurm import Slurm, is_queued
from .streams import tell

__all__ = ["ANALYSIS", "Result", "run_sweep"]

_POLL_S = 0.5
_FOLDERS = ("", "runs", "scenarios", "logs", "failed", "scratch")


class Result:
    """The outcome of a sweep."""

    def __init__(self, csv, rows, runs, failures, notes):
        self.csv = csv  # path
        self.rows = rows  # of the table
        self.runs = runs  # with a result: some may fill several rows
        self.failures = failures  # list of (label, reason, log)
        self.notes = notes  # sentences of the program on fields that do not fit


@contextlib.contextmanager
def _locked(directory, table):
    """
    Keeps a second sweep out of the directory. The kernel unlocks it when the process ends.

    table: the file that the sweep will replace there
    """
    if not os.path.lexists(os.path.join(directory, "lock")) and os.path.lexists(table):
        raise BadInput(
            f"--out {printable(directory)}: {printable(os.path.basename(table))} is there and is "
            "of no sweep; name another folder"
        )
    try:
        for name in _FOLDERS:
            os.makedirs(os.path.join(directory, name), exist_ok=True)
        lock = open(os.path.join(directory, "lock"), "a", encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInput(f"--out {printable(directory)}: cannot be used: {reason}") from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadInput(f"--out {printable(directory)}: another sweep is running there") from None
        yield


def _finished(directory, runs):
    """Returns the results that there are; moves aside what is none, and tells of it."""
    results, broken = read_results(directory, runs)
    for key, reason in broken.items():
        path = os.path.join(directory, "runs", f"{key}.json")
        aside = os.path.basename(move_aside(path))
        tell("ns3 sweep", [f"{path}: {reason}; it is now {aside}, and the run is done again"])
    return results


def _tidy(directory):
    """Removes what a sweep left that was killed."""
    if is_queued(directory):
        raise BadInput(
            f"--out {printable(directory)}: runs of this sweep are in Slurm's queue; go on with "
            "--profile slurm, or cancel them"
        )
    shutil.rmtree(os.path.join(directory, "scratch"), ignore_errors=True)
    os.makedirs(os.path.join(directory, "scratch"), exist_ok=True)
    for folder in ("runs", "failed", "scenarios"):
        for name in os.listdir(os.path.join(directory, folder)):
            if name.endswith(".tmp"):
                remove(os.path.join(directory, folder, name))


def _run_missing(directory, engine, runs, results, users_fields, quiet):
    """Runs what has no result yet. runs: distinct ones; users_fields: what the user has set"""
    wanted = {run.key for run in runs}
    missing = [run for run in runs if run.key not in results]
    if missing and not isinstance(engine, Slurm):
        _tidy(directory)  # an array of a killed sweep may still use its files
    for key in keys(directory, "failed"):
        remove(os.path.join(directory, "failed", f"{key}.json"))
    progress = Progress(len(runs), len(results), quiet)
    if not missing:
        progress.show(len(results), 0, last=True)
        return
    # Keys are hashes: in their order, the first runs are like all, and so is the time that is left.
    missing.sort(key=lambda run: run.key)
    for run in missing:
        path = os.path.join(directory, "scenarios", f"{run.key}.json")
        write_json(path, {"$users_fields": users_fields, **run.config}, lasting=False)
    try:
        engine.start([run.key for run in missing])
        failed = set()
        done = set(results)
        while engine.goes_on(done | failed):
            time.sleep(_POLL_S)
            done = keys(directory, "runs") & wanted
            failed = keys(directory, "failed") & wanted - done
            progress.show(len(done), len(failed))
    except BaseException:
        # Ctrl-C, or a cluster that does not answer
        engine.stop()
        raise
    done = keys(directory, "runs") & wanted
    progress.show(len(done), len(keys(directory, "failed") & wanted - done), last=True)


def _failures(directory, engine, runs, results, broken):
    """Returns (label, reason, log) of the runs without a result."""
    failures = []
    for run in runs:
        if run.key in results:
            continue
        log = os.path.join(directory, "logs", f"{run.key}.log")
        try:
            reason = read_json(os.path.join(directory, "failed", f"{run.key}.json"))["reason"]
        except (OSError, ValueError, KeyError, TypeError):
            reason = "did not end"
            log = engine.log_of(run.key)
        if run.key in broken:
            reason, log = broken[run.key], result_path(directory, run)
        failures.append((run.label(), str(reason), log))
    return failures


def run_sweep(sweep, runs, program, directory, cores=1, profile=None, quiet=False, only=None):
    """
    Runs what is missing of a sweep, and writes its table; returns a Result.

    sweep: a Sweep; runs: its plan; program: a Program; directory: where results are kept; cores:
    how many runs at a time; profile: "slurm" or None for this machine; quiet: no progress;
    only: the runs that may be started, None for all; the table has those, too, that ended before.
    Raises BadInput if the directory cannot be used; OSError if the table cannot be written, or the
    cluster does not answer.
    """
    directory = os.path.abspath(directory)
    engine = (Slurm if profile else Local)(directory, program, cores)
    to_run = distinct(runs if only is None else only)
    csv = os.path.join(directory, f"{sweep.name}.csv")
    with _locked(directory, csv):
        write_json(os.path.join(directory, MODELS), {run.key: run.models for run in runs if run.models})
        results = _finished(directory, to_run)
        _run_missing(directory, engine, to_run, results, sweep.users_fields(), quiet)
        results, broken = read_results(directory, distinct(runs), results)
        failures = _failures(directory, engine, to_run, results, broken)
        columns, rows = table(runs, results, program.identity)
        try:
            write_csv(csv, columns, rows)
        except OSError as error:
            reason = error.strerror or error
            raise OSError(f"{directory}: the table cannot be written: {reason}") from None
    return Result(csv, len(rows), len(results), failures, notes_of(list(results.values())))


def run_some(sweep, runs, program, directory, cores, quiet, choose):
    """
    Runs some of what is missing of a sweep on this machine, without a table.

    choose: function of the missing runs that returns those to run; the rest as of run_sweep(). Returns the
    missing runs, those that choose() returned, and key -> row of these as far as they succeeded.
    """
    directory = os.path.abspath(directory)
    with _locked(directory, os.path.join(directory, f"{sweep.name}.csv")):
        results = _finished(directory, runs)
        missing = [run for run in runs if run.key not in results]
        some = choose(missing)
        _run_missing(directory, Local(directory, program, cores), some, {}, sweep.users_fields(), quiet)
        return missing, some, read_results(directory, some)[0]
