# SPDX-License-Identifier: GPL-2.0-only
"""Made-up runs for the tests of figures and report."""

import pandas
from esa_figures.section import Source
from esa_figures.workshop import Workshop

SYSTEMS = {"esa": 1.0, "atp": 1.5, "switchml": 2.0, "straw1": 1.1, "straw2": 1.2}
"""JCT of each system in the made-up runs, in ms."""

READINGS = ("5 us", "2.5 us")

CHANGES = {"none": 0.0, "no ECN": 0.5, "memory 1 MB": -0.25}
"""Changes of the made-up sensitivity, and what each adds to the JCT of all but ESA, in ms."""


def made_up_runs(seeds=(1, 2, 3), workloads=("A", "B", "AB")):
    """Returns runs of all points that a figure needs; a seed and a job make JCT longer."""
    rows = []
    for workload in workloads:
        for jobs, workers in [(1, 8), (4, 8), (8, 2), (8, 8)]:
            for system, jct in SYSTEMS.items():
                for seed in seeds:
                    jct_ms = jct ** (jobs / 8) * (1 + seed / 100)
                    rows.append((workload, jobs, workers, system, seed, 1, jct_ms, 0.5 / jct))
    names = ["workload", "jobs", "workers", "system", "seed", "run", "jct_ms", "utilization"]
    return pandas.DataFrame(rows, columns=names).assign(tensor_mb="0.5")


def in_both_readings(runs):
    """Returns runs in each reading; in the second, ATP and SwitchML take half of the time."""
    first, second = runs.copy(), runs.copy()
    second.loc[second["system"].isin(["atp", "switchml"]), "jct_ms"] /= 2
    parts = [part.assign(reading=name) for name, part in zip(READINGS, (first, second))]
    return pandas.concat(parts, ignore_index=True)


def changed_runs(seeds=(1, 2, 3)):
    """Returns the runs of a sensitivity sweep."""
    rows = [
        (change, system, seed, 1, jct + (more if system != "esa" else 0))
        for change, more in CHANGES.items()
        for system, jct in SYSTEMS.items()
        if not system.startswith("straw")
        for seed in seeds
    ]
    return pandas.DataFrame(rows, columns=["change", "system", "seed", "run", "jct_ms"])


class MadeUpWorkshop(Workshop):
    """A workshop whose runs are made up."""

    def __init__(self, out, quick):
        super().__init__(None, out, None, 1, quick, True)

    def runs(self, name):
        if name == "paper-sensitivity":
            return changed_runs()
        runs = made_up_runs(workloads=("A",) if "tensor" in name else ("A", "B", "AB"))
        return runs if "tensor" in name else in_both_readings(runs)

    def source(self, name):
        return Source("command", 1, "a < b")
