# SPDX-License-Identifier: GPL-2.0-only
"""Runs what is missing of a sweep through Snakemake, and collects the results."""

import contextlib
import fcntl
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys

from .collect import result_path, table, write_csv, write_sqlite
from .errors import BadInput
from .files import die_with_parent, read_json, write_json
from .progress import Progress

ANALYSIS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_POLL_S = 0.5


class Result:
    """The outcome of a sweep."""

    def __init__(self, csv, sqlite, finished, failures):
        self.csv = csv  # path
        self.sqlite = sqlite  # path
        self.finished = finished  # number of runs with a result
        self.failures = failures  # list of (label, reason, log)


@contextlib.contextmanager
def _locked(directory):
    """Keeps a second sweep out of the directory. The kernel unlocks it when the process ends."""
    try:
        for name in ("", "runs", "scenarios", "logs", "failed", "scratch"):
            os.makedirs(os.path.join(directory, name), exist_ok=True)
        # Snakemake removes a folder of results that is empty when a run fails
        with open(os.path.join(directory, "runs", ".keep"), "a", encoding="utf-8"):
            pass
        lock = open(os.path.join(directory, "lock"), "a", encoding="utf-8")
    except OSError as error:
        raise BadInput(f"--out {directory}: cannot be used: {error.strerror}") from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadInput(f"--out {directory}: another sweep is running there") from None
        yield


def _snakemake(directory, program, cores, profile):
    """Starts Snakemake on todo.json; returns the process."""
    command = [sys.executable, "-m", "snakemake"]
    command += ["--snakefile", os.path.join(ANALYSIS, "Snakefile"), "--directory", directory]
    command += ["--keep-going", "--latency-wait", "5" if not profile else "60"]
    # results are atomic files, and the lock is ours. After a kill, Snakemake's own notes on what
    # was under way must not stop the sweep or repeat a run. A result must not be deleted because a
    # note could not be written
    command += ["--nolock", "--ignore-incomplete", "--keep-incomplete"]
    # all runs are alike: no solver has to choose among them
    command += ["--rerun-triggers", "mtime", "--scheduler", "greedy"]
    command += ["--profile", profile, "--jobs", str(cores)] if profile else ["--cores", str(cores)]
    command += ["--config", f"program={program.path}", f"python={sys.executable}"]
    command += [f"analysis={ANALYSIS}"]
    with open(os.path.join(directory, "snakemake.log"), "ab") as log:
        log.write(f"$ {shlex.join(command)}\n".encode())
        log.flush()
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            preexec_fn=die_with_parent,
        )


def _keys(directory, name):
    """Returns the keys of the files in a folder of the sweep."""
    files = os.listdir(os.path.join(directory, name))
    return {file[: -len(".json")] for file in files if file.endswith(".json")}


def _empty(directory, name):
    """Empties a folder of the sweep."""
    shutil.rmtree(os.path.join(directory, name), ignore_errors=True)
    os.makedirs(os.path.join(directory, name), exist_ok=True)


def _run_missing(directory, program, runs, cores, profile, quiet):
    """Runs what has no result yet."""
    wanted = {run.key for run in runs}
    done = _keys(directory, "runs") & wanted
    missing = [run for run in runs if run.key not in done]
    _empty(directory, os.path.join(".snakemake", "incomplete"))
    if not profile:
        # in the queue of a cluster, runs of a sweep that was killed may go on
        _empty(directory, "scratch")
    for key in _keys(directory, "failed"):
        os.unlink(os.path.join(directory, "failed", f"{key}.json"))
    progress = Progress(len(runs), len(done), quiet)
    if missing:
        for run in missing:
            write_json(os.path.join(directory, "scenarios", f"{run.key}.json"), run.config)
        write_json(os.path.join(directory, "todo.json"), [run.key for run in missing])
        process = _snakemake(directory, program, cores, profile)
        try:
            while process.poll() is None:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(_POLL_S)
                finished = len(_keys(directory, "runs") & wanted)
                progress.show(finished, len(_keys(directory, "failed")))
        except BaseException:
            # Ctrl-C: Snakemake ends its runs, and cancels those of a cluster
            process.send_signal(signal.SIGINT)
            process.wait()
            raise
    progress.show(
        len(_keys(directory, "runs") & wanted), len(_keys(directory, "failed")), last=True
    )


def _failures(directory, runs):
    """Returns (label, reason, log) of the runs without a result."""
    failures = []
    for run in runs:
        if os.path.exists(result_path(directory, run)):
            continue
        log = os.path.join(directory, "logs", f"{run.key}.log")
        try:
            reason = read_json(os.path.join(directory, "failed", f"{run.key}.json"))["reason"]
        except (OSError, ValueError, KeyError):
            reason = "did not end"
            by_cluster = os.path.join(directory, "logs", f"{run.key}.cluster.log")
            snakemakes = os.path.join(directory, "snakemake.log")
            log = by_cluster if os.path.exists(by_cluster) else snakemakes
        failures.append((run.label(), reason, log))
    return failures


def run_sweep(sweep, runs, program, directory, cores=1, profile=None, quiet=False):
    """
    Runs what is missing of a sweep, and writes its tables; returns a Result.

    sweep: a Sweep; runs: its plan; program: a Program; directory: where results are kept; cores:
    how many runs at a time; profile: a profile of Snakemake's; quiet: no progress. Raises BadInput
    if the directory cannot be used; OSError or sqlite3.Error if tables cannot be written.
    """
    directory = os.path.abspath(directory)
    with _locked(directory):
        _run_missing(directory, program, runs, cores, profile, quiet)
        failures = _failures(directory, runs)
        columns, rows = table(directory, runs, program.identity)
        csv = os.path.join(directory, f"{sweep.name}.csv")
        sqlite = os.path.join(directory, f"{sweep.name}.sqlite")
        write_csv(csv, columns, rows)
        about = {"name": sweep.name, "file": sweep.text, "fixed": json.dumps(sweep.fixed)}
        write_sqlite(sqlite, columns, rows, failures, about)
    return Result(csv, sqlite, len(rows), failures)
