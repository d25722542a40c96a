# SPDX-License-Identifier: GPL-2.0-only
"""Runs that are recorded over time: what esa-scenario writes with --timeline and --occupancy."""

import json
import os
import subprocess
import tempfile

import pandas
from esa_sweep.execute import RunFailed
from esa_sweep.files import die_with_parent, write_json

_TIMELINE = "timeline.json"
_OCCUPANCY = "occupancy.csv"


class Recording:
    """A recorded run."""

    def __init__(self, directory):
        """directory: holds its two files"""
        with open(os.path.join(directory, _TIMELINE), encoding="utf-8") as file:
            self._events = json.load(file)["traceEvents"]
        self.occupancy = pandas.read_csv(os.path.join(directory, _OCCUPANCY))

    def spans(self, group, track):
        """
        Returns the spans of the tracks of a group whose names begin with a text, as a DataFrame
        with track (the rest of the name), category, iteration, begin_us and end_us.
        """
        groups = {e["pid"] for e in self._named("process_name") if e["args"]["name"] == group}
        tracks = {
            event["tid"]: event["args"]["name"][len(track) :]
            for event in self._named("thread_name")
            if event["pid"] in groups and event["args"]["name"].startswith(track)
        }
        rows = [
            (
                tracks[event["tid"]],
                event["cat"],
                event["args"]["iteration"],
                event["ts"],
                event["ts"] + event["dur"],
            )
            for event in self._events
            if event["ph"] == "X" and event["tid"] in tracks
        ]
        names = ["track", "category", "iteration", "begin_us", "end_us"]
        return pandas.DataFrame(rows, columns=names).sort_values(["track", "begin_us"])

    def _named(self, kind):
        return (event for event in self._events if event["ph"] == "M" and event["name"] == kind)


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
