# SPDX-License-Identifier: GPL-2.0-only
"""Made-up runs for the tests of figures and report."""

import pandas
from esa_figures import readings
from esa_figures.report_context import ReportContext
from esa_figures.section import Source

from .hardware_support import hardware_runs

SYSTEMS = {"esa": 1.0, "atp": 1.5, "switchml": 2.0, "straw1": 1.1, "straw2": 1.2}
"""JCT of each system in the made-up runs, in ms."""

READINGS = (
    readings.FIRST,
    readings.OTHER_WINDOWS,
    readings.OTHER_DELAY,
    readings.OTHER_BOTH,
    readings.FITTED,
)

CHANGES = {
    "none": 0.0,
    "no ECN": 0.5,
    "no window cap": -0.75,
    "SwitchML window all slots": -0.5,
    "memory 1 MB": -0.25,
}
"""Changes of the made-up sensitivity, and what each adds to the JCT of all but ESA, in ms."""

SIZES = [(1, 8), (4, 8), (8, 8), (8, 2)]


def made_up_runs(seeds=(1, 2, 3), workloads=("A", "B", "AB"), sizes=None):
    """
    Returns runs of all points that a figure needs.

    A seed makes JCT longer, with every system alike, and more so that of the others than ESA's.
    """
    rows = []
    for workload in workloads:
        for jobs, workers in sizes or SIZES:
            for system, jct in SYSTEMS.items():
                for seed in seeds:
                    scale = 1 + seed / 100 + (0.001 * seed * seed if system != "esa" else 0)
                    jct_ms = jct ** (jobs / 8) * scale
                    utilization = 0.5 / jct / scale
                    rows.append((workload, jobs, workers, system, seed, 1, jct_ms, utilization))
    names = ["workload", "jobs", "workers", "system", "seed", "run", "jct_ms", "utilization"]
    counts = {"collisions": 30, "preemptions": 20, "passed_through": 10}
    counts.update(reminders_worker=5, reminders_ps=1, results_checked=1000)
    return pandas.DataFrame(rows, columns=names).assign(**counts)


def in_readings(runs, names):
    """Returns runs in readings; with 2.5 us links ATP and SwitchML take half of the time."""
    parts = []
    for name in names:
        part = runs.copy().assign(reading=name)
        if name.startswith("2.5"):
            part.loc[part["system"].isin(["atp", "switchml"]), "jct_ms"] /= 2
        parts.append(part)
    return pandas.concat(parts, ignore_index=True)


def changed_runs():
    """Returns the runs of a sensitivity sweep."""
    rows = [
        (change, system, seed, 1, jct + (more if system != "esa" else 0))
        for change, more in CHANGES.items()
        for system, jct in SYSTEMS.items()
        if not system.startswith("straw")
        for seed in (1, 2, 3)
    ]
    return pandas.DataFrame(rows, columns=["change", "system", "seed", "run", "jct_ms"])


def micro_runs(name):
    """Returns the runs of a sweep of the microbenchmark."""
    if name == "paper-tensor":
        runs = made_up_runs(workloads=("A",), sizes=[(4, 4)])
        return pandas.concat([runs.assign(tensor_mb=size) for size in ("0.5", "4")])
    return made_up_runs(workloads=("A",), sizes=[(1, 4), (4, 4)])


def mechanism_runs(name):
    """Returns the runs of a sweep of the mechanisms: two cases, in the second all are as fast as ESA."""
    runs = made_up_runs()
    if name.endswith("straws"):
        full = runs[(runs["jobs"] == 8) & (runs["workers"] == 8)]
        return full.assign(case="full")
    if name.endswith("vgg"):
        rows = [
            (case, system, 1, 1, [1.0, jct])
            for case, times in (("near", (1, 1.15, 1.2)), ("far", (1, 1, 1)))
            for system, jct in zip(("esa", "atp", "byteps_nton"), times)
        ]
        return pandas.DataFrame(rows, columns=["case", "system", "seed", "run", "jct_ms_per_job"])
    runs = runs.assign(tensor="4 MB, 4 jobs")[runs["workload"] == "A"]
    runs = runs[runs["workers"] == 8]
    alike = runs.assign(jct_ms=1.0)
    return pandas.concat([runs.assign(case="apart"), alike.assign(case="alike")])


class MadeUpReportContext(ReportContext):
    """A context whose runs are made up."""

    def __init__(self, out, quick):
        super().__init__(None, out, None, 1, quick, True)

    def runs(self, name):
        if name == "paper-sensitivity":
            return changed_runs()
        if name.startswith("hardware-"):
            return hardware_runs(name)
        if name == "paper-fitted-tensor":
            runs = micro_runs("paper-tensor")
            return runs.assign(tensor=runs["tensor_mb"] + " MB, 4 jobs")
        if "tensor" in name:
            return micro_runs(name)
        if name.startswith("paper-mechanism"):
            return mechanism_runs(name)
        names = READINGS[:1] if self.quick else READINGS
        if name == "paper-headroom":
            runs = in_readings(made_up_runs(), [readings.FIRST, readings.OTHER_DELAY])
            return runs[runs["system"] == "esa"]
        if name == "paper-fitted":
            return in_readings(made_up_runs(), [readings.FITTED])
        if name == "paper-open":
            names = [reading for reading in names if reading.endswith("open")]
        elif name != "paper-priority":
            names = [reading for reading in names if not reading.endswith("open")]
        names = [reading for reading in names if reading != readings.FITTED]
        runs = in_readings(made_up_runs(), names)
        straws = runs["system"].str.startswith("straw")
        return runs[straws if name == "paper-priority" else ~straws]

    def source(self, name):
        return Source("command", 1, "a < b")
