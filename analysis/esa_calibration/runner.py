# SPDX-License-Identifier: GPL-2.0-only
"""Simulates points through the sweep runner. A run that is there is not made again."""

import json
import math
import os
import shutil
import sys

import esa_results
import pandas
from esa_sweep.execute import RunFailed
from esa_sweep.files import read_json, replacing, write_json
from esa_sweep.plan import make_plan
from esa_sweep.streams import tell
from esa_sweep.sweep import ANALYSIS, run_sweep
from esa_sweep.sweepfile import Sweep

from .space import PRESETS, presets_of

ITERATIONS = 1
PROG = "ns3 calibrate"
BASE = os.path.join(os.path.dirname(ANALYSIS), "scenarios", "paper", "jct-8x8.json")
"""What every point changes."""

_SMALL = os.path.join(ANALYSIS, "sweeps", "paper-jobs.json")
"""The sweep whose first look has the DNNs at a tenth of their size."""

_SHRUNK = (
    *("link.delay_us", "host.processing_ns", "host.ps_processing_ns"),
    *("jitter.max_us", "jobs.start_max_us"),
    *("rto.min_us", "rto.check_us", "reminder.ps_holdoff_us"),
    *("window.initial_packets", "window.max_packets", "window.min_packets"),
    *("window.ssthresh_packets",),
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

    def __init__(self, program, out, kept, cores, quiet, is_small):
        """
        program: a Program; out: folder of the report; kept: folder of the runs' results; cores:
        runs at a time; quiet: no progress; is_small: whether everything is a tenth
        """
        self.program = program
        self.out = out
        self.is_small = is_small
        self._scenario = program.effective(BASE)
        self._presets = preset_fields(program)
        self._kept = kept
        self._cores = cores
        self._quiet = quiet
        self.version = ""  # of the module
        self._ns3_version = ""
        self.failed = []  # names of points
        self._keys = set()
        self._seconds = 0.0

    def runs(self, name, points, seeds):
        """
        Returns the runs of points with every size, system and seed, a DataFrame.

        A point of which a run fails is left out, and told of: some corners of the space are no
        network that works. name: of the sweep, NAME.csv is left in out; points: name -> point.
        Raises RunFailed if nothing is left.
        """
        shared, of_points = cases(points, self._presets)
        if self.is_small:
            shared = {case: tenth(fields, self._scenario) for case, fields in shared.items()}
        sweep = {
            "name": name,
            "base": os.path.relpath(BASE, self._kept),
            "set": {"iterations": ITERATIONS},
            "axes": {"case": shared, "seed": list(seeds)},
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
        owners = [(case, point) for point, found in of_points.items() for case in found]
        owners = pandas.DataFrame(owners, columns=["case", "point"])
        runs = owners.merge(runs, on="case", sort=False)
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


def preset_fields(program):
    """
    Returns what each preset sets: system -> fields. Raises BadInput.

    What scenarios/paper/jct-8x8.json names itself stays, as the memory.
    """
    configs = [
        {"systems": [system], **extra}
        for system in PRESETS
        for extra in ({}, {system: {"preset": "public"}})
    ]
    found = [_flat(one) for one in program.effective_of_all(configs, str)]
    named = _flat(read_json(BASE))
    return {
        system: {
            path: value
            for path, value in found[2 * place + 1].items()
            if value != found[2 * place][path] and path not in named
        }
        for place, system in enumerate(PRESETS)
    }


def _flat(scenario, before=""):
    """Returns the fields of a scenario: dotted path -> value"""
    fields = {}
    for name, value in scenario.items():
        if isinstance(value, dict):
            fields.update(_flat(value, f"{before}{name}."))
        else:
            fields[before + name] = value
    return fields


def cases(points, presets):
    """
    Returns the cases of a sweep, name -> fields, and those of each point, point -> list of names.

    A system with a preset has a case of its own, as its fields are not those of the others. Points
    that differ in fields of which a case reads none share it. presets: of preset_fields()
    """
    found, names, of_points = {}, {}, {}
    for point, fields in points.items():
        own = presets_of(fields)
        of_points[point] = []
        for size, sized in SIZES.items():
            rest = [system for system in sized["systems"] if system not in own]
            parts = [(f"{point}, {size}", rest, {path: "paper" for path in PRESETS.values()})]
            parts += [
                (f"{point}, {size}, {system}", [system], {**presets[system], **_others_are_papers(system)})
                for system in own
                if system in sized["systems"]
            ]
            for name, systems, extra in parts:
                case = {**fields, **sized, "systems": systems, **extra}
                text = json.dumps(case, sort_keys=True)
                names.setdefault(text, name)
                found.setdefault(names[text], case)
                of_points[point].append(names[text])
    return found, of_points


def _others_are_papers(system):
    return {path: "public" if one == system else "paper" for one, path in PRESETS.items()}


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
