# SPDX-License-Identifier: GPL-2.0-only
"""Simulates points through the sweep runner. A run that is there is not made again."""

import json
import math
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

ITERATIONS = 1
PROG = "ns3 calibrate"
BASE = os.path.join(os.path.dirname(ANALYSIS), "scenarios", "paper", "jct-8x8.json")
"""What every point changes."""

_SMALL = os.path.join(ANALYSIS, "sweeps", "paper-jobs.json")
"""The sweep whose first look has the DNNs at a tenth of their size."""

_SHRUNK = (
    *("link.delay_us", "host.processing_ns", "jitter.max_us", "jobs.start_max_us"),
    *("rto.min_us", "rto.check_us", "reminder.ps_holdoff_us"),
    *("window.initial_packets", "window.max_packets", "window.ssthresh_packets"),
    *("window.switchml_max_packets", "ecn.threshold_bytes", "switch.memory_bytes"),
)
"""Times, windows, queues and memory: what becomes a tenth if the DNNs do."""

_THREE = ["esa", "atp", "switchml"]
SIZES = {
    f"{jobs} x {workers}": {"jobs": jobs, "workers": workers, "systems": _THREE + straws}
    for jobs, workers, straws in (
        (8, 8, ["straw1", "straw2"]),
        (4, 8, []),
        (1, 8, []),
        (8, 2, []),
    )
}
"""Both ends of the paper's axes, and a point between: one job alone may have the largest lead."""


class Runner:
    """Simulates points, each of them once."""

    def __init__(self, program, out, kept, cores, quiet):
        """
        program: a Program; out: folder of the report; kept: folder of the runs' results; cores:
        runs at a time; quiet: no progress
        """
        self.program = program
        self.out = out
        self._scenario = program.effective(BASE)
        self._kept = kept
        self._cores = cores
        self._quiet = quiet
        self.version = ""  # of the module
        self._ns3_version = ""
        self.failed = []  # names of points
        self._keys = set()
        self._seconds = 0.0

    def runs(self, name, points, is_small):
        """
        Returns the runs of points with every size and system, a DataFrame.

        A point of which a run fails is left out, and told of: some corners of the space are no
        network that works. name: of the sweep, NAME.csv is left in out; points: name -> point;
        is_small: whether everything is a tenth. Raises RunFailed if nothing is left.
        """
        sweep = {
            "name": name,
            "base": os.path.relpath(BASE, self._kept),
            "set": {"iterations": ITERATIONS},
            "axes": {
                "point": {
                    name: tenth(point, self._scenario) if is_small else point
                    for name, point in points.items()
                },
                "size": SIZES,
                "seed": [1],
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


def tenth(point, scenario):
    """
    Returns the fields that make everything a tenth: DNNs, times, windows, queues and memory.

    Ratios of systems stay, but for chance and for what counts packets. It takes a tenth of the time.
    point: fields; scenario: effective configuration that has the others
    """
    with open(_SMALL, encoding="utf-8") as file:
        fields = {"dnns": json.load(file)["quick"]["set"]["dnns"], **point}
    for path in _SHRUNK:
        value = fields[path] if path in fields else get_field(scenario, path)
        counted = path.endswith(("_packets", "_bytes"))
        fields[path] = math.ceil(value / 10) if counted else value / 10
    scale = "priority.p_max_per_s"
    fields[scale] = 10 * (fields[scale] if scale in fields else get_field(scenario, scale))
    return fields


def get_field(scenario, path):
    """Returns the value of a dotted path."""
    for step in path.split("."):
        scenario = scenario[step]
    return scenario
