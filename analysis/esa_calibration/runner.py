# SPDX-License-Identifier: GPL-2.0-only
"""Simulates points through the sweep runner. A run that is there is not made again."""

import json
import os
import shutil
import sys

import esa_results
from esa_sweep.execute import RunFailed
from esa_sweep.files import replacing, write_json
from esa_sweep.plan import make_plan
from esa_sweep.streams import tell
from esa_sweep.sweep import ANALYSIS, run_sweep
from esa_sweep.sweepfile import Sweep

from .space import SPACE

PROG = "ns3 calibrate"
BASE = os.path.join(os.path.dirname(ANALYSIS), "scenarios", "paper", "jct-8x8.json")
"""What every point changes."""

_QUICK = os.path.join(ANALYSIS, "sweeps", "paper-jobs.json")
"""The sweep whose first look says how a simulation becomes small."""

_THREE = ("esa", "atp", "switchml")
_ALL = (*_THREE, "straw1", "straw2")


def size(jobs, workers, straws=False):
    """Returns a size with its systems: name -> fields. straws: whether the straw-men are run"""
    fields = {"jobs": jobs, "workers": workers, "systems": list(_ALL if straws else _THREE)}
    return {f"{jobs} x {workers}": fields}


SIZES = {**size(8, 8, straws=True), **size(1, 8), **size(4, 8), **size(8, 2)}
"""Both ends of the paper's axes, and a point between: one job alone may have the largest lead."""


def of_workload(sizes, workload, straws):
    """Returns sizes with a workload. straws: whether the straw-men are run where sizes say so"""
    systems = _ALL if straws else _THREE
    return {
        f"{workload}, {name}": {
            **fields,
            "workload": workload,
            "systems": [system for system in fields["systems"] if system in systems],
        }
        for name, fields in sizes.items()
    }


class Runner:
    """Simulates points, each of them once."""

    def __init__(self, program, out, kept, cores, quick, quiet):
        """
        program: a Program; out: folder of the report; kept: folder of the runs' results; cores:
        runs at a time; quick: whether this is a first look; quiet: no progress
        """
        self.program = program
        self.out = out
        self.quick = quick
        self._kept = kept
        self._cores = cores
        self._quiet = quiet
        self.version = ""  # of the module
        self._ns3_version = ""
        self.failed = []  # names of points
        self._keys = set()
        self._seconds = 0.0

    def runs(self, name, points, sizes, seeds, iterations):
        """
        Returns the runs of points with every size, system and seed, a DataFrame.

        A point of which a run fails is left out, and told of: some corners of the space are no
        network that works. name: of the sweep, NAME.csv is left in out; points: name -> point;
        sizes: as size(). Raises RunFailed if nothing is left.
        """
        sweep = {
            "name": name,
            "base": os.path.relpath(BASE, self._kept),
            "set": {"iterations": iterations, **(small() if self.quick else {})},
            "axes": {
                "point": points,
                "size": sizes,
                "seed": list(seeds),
            },
        }
        path = os.path.join(self._kept, f"{name}.json")
        write_json(path, sweep)
        if not self._quiet:
            print(f"{name}:", file=sys.stderr)
        sweep = Sweep(path, self.program)
        plan = make_plan(sweep, self.program)
        result = run_sweep(sweep, plan, self.program, self._kept, self._cores, None, self._quiet)
        lines = [f"{name}: {run}: {why}; log: {log}" for run, why, log in result.failures]
        if result.runs == 0:
            raise RunFailed("\n".join(lines))
        tell(PROG, lines)
        with replacing(os.path.join(self.out, f"{name}.csv")) as temporary:
            shutil.copyfile(result.csv, temporary)
        runs = esa_results.read(result.sqlite)
        self._count(runs)
        counts = runs["point"].value_counts()
        whole = counts[counts == max(counts)].index
        self.failed += [point for point in points if point not in whole]
        return runs[runs["point"].isin(whole)]

    def versions(self):
        """Returns what the runs were made with, as a text."""
        return f"esa {self.version}, ns-3 {self._ns3_version}"

    def told(self):
        """Returns how many runs there were and how long they took, as a text."""
        minutes = self._seconds / 60
        return f"{len(self._keys)} runs, {minutes:.0f} minutes on one core in all."

    def _count(self, runs):
        self.version, self._ns3_version = runs["module_version"][0], runs["ns3_version"][0]
        for run, seconds in zip(zip(runs["config_hash"], runs["system"], runs["seed"]), runs["wall_s"]):
            self._seconds += 0 if run in self._keys else seconds
            self._keys.add(run)


def small():
    """Returns the fields that make a first look small, but for the settings of the study."""
    with open(_QUICK, encoding="utf-8") as file:
        fields = json.load(file)["quick"]["set"]
    searched = {one.path for one in SPACE}
    return {path: value for path, value in fields.items() if path not in searched}
