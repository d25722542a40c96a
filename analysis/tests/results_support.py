# SPDX-License-Identifier: GPL-2.0-only
"""Made-up results of runs and sweeps, in the files that esa-scenario and ./ns3 sweep write."""

import copy
import csv
import hashlib
import json
import os

from .folder_support import FolderTestCase

CONFIG = {
    "name": "made up",
    "systems": ["esa", "atp"],
    "seeds": [1, 2, 3],
    "run": 1,
    "iterations": 2,
    "jobs": {"count": 2, "workers": 4, "workload": "A"},
    "link": {"delay_us": 5},
    "switch": {"memory_bytes": 600000},
}
"""A configuration with a few fields."""

HOST_SYSTEMS = ["byteps", "ring", "halving_doubling", "double_tree"]
"""Systems that sum in hosts."""

JCT_MS = {"esa": 1.0, "atp": 1.5}
"""JCT of a system with seed 0; each seed makes it a hundredth longer."""


def row(system, seed, factor=1.0, **more):
    """Returns a row of results; factor: of its JCT."""
    jct = JCT_MS[system] * (1 + seed / 100) * factor
    fields = {"system": system, "jobs": 2, "workers": 4, "workload": "A", "seed": seed, "run": 1}
    figures = {"iterations": 2, "jct_ms": jct, "jct_ms_per_job": [jct, 2 * jct]}
    return {**fields, **figures, "utilization": 0.5, "packets_lost": 0, "wall_s": 0.1, **more}


class ResultsTestCase(FolderTestCase):
    """A test with a folder, in which it makes results."""

    def runs(self, name, rows=None, changes=None, **top):
        """Writes the folder of esa-scenario --out. changes: dotted path -> value"""
        config = copy.deepcopy(CONFIG)
        for path, value in (changes or {}).items():
            *parents, last = path.split(".")
            part = config
            for parent in parents:
                part = part[parent]
            part[last] = value
        if rows is None:
            rows = [row(system, seed) for system in JCT_MS for seed in (1, 2, 3)]
        result = {
            "module_version": "1.0.0",
            "ns3_version": "3.37",
            "config_hash": hashlib.sha256(json.dumps(config).encode()).hexdigest()[:16],
            "config": config,
            "ns3_arguments": [],
            "complete": True,
            "rows": rows,
            **top,
        }
        self.write(os.path.join(name, "result.json"), json.dumps(result))
        return name

    def sweep(self, name, memories=(1000, 2000, 4000), factor=1.0, program="abcd"):
        """Writes the table of a sweep over memory, systems and seeds."""
        columns, rows = None, []
        for memory in memories:
            for system in JCT_MS:
                for seed in (1, 2, 3):
                    one = row(system, seed, factor * (1 + 1000 / memory))
                    one["jct_ms_per_job"] = ";".join(map(repr, one["jct_ms_per_job"]))
                    origin = {"config_hash": f"{memory}{system}{seed}", "module_version": "1.0.0"}
                    origin.update(ns3_version="3.37", program=program)
                    axes = {"switch.memory_bytes": memory, "system": system, "seed": seed}
                    one = {**axes, **origin, **{k: v for k, v in one.items() if k not in axes}}
                    columns = list(one)
                    rows.append(list(one.values()))
        os.makedirs(self.path(name), exist_ok=True)
        with open(self.path(name, "memory.csv"), "w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([columns, *rows])
        os.makedirs(self.path(name, "runs"), exist_ok=True)
        return name

    def table_of(self, axes, runs):
        """
        Writes sweep.csv, the table of a sweep; returns its path.

        axes: their names; runs: the values of the axes, system, seed and time of each
        """
        lines = [[*axes, "system", "seed", "config_hash", "workload", "jct_ms"]]
        for *values, seed, time in runs:
            lines.append([*values, seed, "".join(map(str, values)), "A", time])
        with open(self.path("sweep.csv"), "w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(lines)
        return self.path("sweep.csv")

    def pays(self, *options, rivals="ring,double_tree"):
        """Returns what ./ns3 plot says of sweep.csv, whether summing in switches pays."""
        out = () if "--out" in options else ("--out", "p")
        return self.command("esa_plot", "sweep.csv", "--does-ina-pay", rivals, *out, *options)[0]
