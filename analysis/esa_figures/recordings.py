# SPDX-License-Identifier: GPL-2.0-only
"""Runs that are recorded over time: what esa-scenario writes with --timeline and --occupancy."""

import os
import subprocess
import tempfile

import pandas
from esa_runs.track_events import Timeline
from esa_sweep.execute import RunFailed
from esa_sweep.files import die_with_parent, write_json

_TIMELINE = "timeline.pftrace"
_OCCUPANCY = "occupancy.csv"


class Recording:
    """A recorded run."""

    def __init__(self, directory):
        """directory: holds its two files"""
        with open(os.path.join(directory, _TIMELINE), "rb") as file:
            self._spans = Timeline(file.read()).spans
        self.occupancy = pandas.read_csv(os.path.join(directory, _OCCUPANCY))

    def spans(self, job):
        """
        Returns the spans of the workers of a job, as a DataFrame with worker, track, category,
        iteration, begin_us and end_us. job: its name, as in "job 0"
        """
        rows = [
            (
                *span.track[2:],
                span.category,
                span.arguments["iteration"],
                span.begin_ns / 1000,
                span.end_ns / 1000,
            )
            for span in self._spans
            if span.track[1] == job and len(span.track) == 4
        ]
        names = ["worker", "track", "category", "iteration", "begin_us", "end_us"]
        return pandas.DataFrame(rows, columns=names).sort_values(["worker", "track", "begin_us"])


def record(runs, program, directory):
    """
    Records the runs that are missing; returns the Recording of each.

    runs: a sweep's plan; program: a Program; directory: where recordings are kept. Raises RunFailed
    if one fails.
    """
    os.makedirs(directory, exist_ok=True)
    places = [os.path.join(directory, run.key) for run in runs]
    for run, place in zip(runs, places):
        if not os.path.isdir(place):
            _record_one(program, run, place)
    return [Recording(place) for place in places]


def _record_one(program, run, place):
    """Records a run; its directory is complete or absent."""
    with tempfile.TemporaryDirectory(dir=os.path.dirname(place)) as scratch:
        scenario = os.path.join(scratch, "scenario.json")
        write_json(scenario, run.config)
        written = os.path.join(scratch, "recording")
        os.mkdir(written)
        command = [program.path, "--config", scenario, "--quiet"]
        command += ["--timeline", os.path.join(written, _TIMELINE)]
        command += ["--occupancy", os.path.join(written, _OCCUPANCY)]
        done = subprocess.run(
            command, capture_output=True, text=True, preexec_fn=die_with_parent, check=False
        )
        if done.returncode != 0:
            said = done.stderr.splitlines() or [f"ended with code {done.returncode}"]
            raise RunFailed(f"{run.label()}: {said[-1]}")
        os.rename(written, place)
