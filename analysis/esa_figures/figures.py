# SPDX-License-Identifier: GPL-2.0-only
"""The figures: each a sweep, a drawing and the claims of the paper that it shows."""

import esa_results
import pandas

from . import style
from .claims import Everywhere, Largest, Single


LINK_RATE_GBPS = 100
"""Rate of the links in scenarios/paper, which a utilisation of 1 fills."""


class Figure:
    """A figure of the paper."""

    def __init__(self, name, title, sweep, draw, claims):
        self.name = name  # of its files
        self.title = title
        self.sweep = sweep  # name of a file in analysis/sweeps
        self.draw = draw  # function of the runs and a title, returns a figure
        self.claims = claims


def _lines(x, x_label, y_label="JCT of an iteration (ms)", value="jct_ms"):
    def draw(runs, title):
        workloads = list(dict.fromkeys(runs["workload"]))
        figure, axes = style.panels(len(workloads))
        for panel, workload in zip(axes, workloads):
            part = runs[runs["workload"] == workload]
            table = esa_results.summary(part, ["system", x], value)
            for system in dict.fromkeys(part["system"]):
                style.draw_line(panel, system, table[table["system"] == system], x)
            if len(workloads) > 1:
                panel.set_title(style.WORKLOADS.get(workload, workload), fontsize=9)
            panel.set_xlabel(x_label)
            style.set_ticks(panel, sorted(set(part[x])))
        axes[0].set_ylabel(y_label)
        style.finish(figure, axes, title)
        return figure

    return draw


def _throughput(x, x_label):
    lines = _lines(x, x_label, "throughput (Gb/s)", "throughput_gbps")

    def draw(runs, title):
        return lines(with_throughput(runs), title)

    return draw


def with_throughput(runs):
    """Returns the runs of the microbenchmark with throughput in Gb/s; tensor_mb is a number."""
    runs = runs.assign(throughput_gbps=runs["utilization"] * LINK_RATE_GBPS)
    if "tensor_mb" in runs:
        runs["tensor_mb"] = runs["tensor_mb"].astype(float)
    return runs


def _bars(table_of, workloads, y_label):
    def draw(runs, title):
        figure, axes = style.panels(len(workloads))
        for panel, workload in zip(axes, workloads):
            table = table_of(runs[runs["workload"] == workload])
            for place, system in enumerate(table["system"]):
                style.draw_bar(panel, system, table[table["system"] == system], place)
            panel.set_title(style.WORKLOADS[workload], fontsize=9)
            panel.set_xticks([])
        axes[0].set_ylabel(y_label)
        style.finish(figure, axes, title)
        return figure

    return draw


def eight_jobs(runs):
    """Returns the runs with 8 jobs."""
    return runs[runs["jobs"] == 8]


def _utilization(runs):
    return esa_results.summary(eight_jobs(runs), ["system"], "utilization")


def _speed_up(runs):
    """Returns each system's speed-up over ATP."""
    tables = []
    for system in dict.fromkeys(runs["system"]):
        if system != "atp":
            table = esa_results.ratio(runs, "atp", system)
            tables.append(table.assign(system=system))
    return pandas.concat(tables, ignore_index=True)


FIGURES = [
    Figure(
        "jct-jobs",
        "JCT against the number of jobs, 8 workers each",
        "paper-jobs",
        _lines("jobs", "jobs"),
        [
            Largest("SwitchML's JCT over ESA's, at most", "switchml", "esa", "jobs", 1.89),
            Largest("ATP's JCT over ESA's, at most", "atp", "esa", "jobs", 1.35),
        ],
    ),
    Figure(
        "jct-workers",
        "JCT against the number of workers of each of 8 jobs",
        "paper-workers",
        _lines("workers", "workers of a job"),
        [
            Everywhere("ESA is faster than SwitchML in all cases", "switchml", "esa", "workers"),
            Everywhere("ESA is faster than ATP in all cases", "atp", "esa", "workers"),
        ],
    ),
    Figure(
        "utilization",
        "Switch memory utilisation, 8 jobs of 8 workers",
        "paper-jobs",
        _bars(_utilization, ["A", "B"], "utilisation"),
        [
            Single("ESA's utilisation over SwitchML's, DNN A", "esa", "switchml", "A", 2.27),
            Single("ESA's utilisation over ATP's, DNN A", "esa", "atp", "A", 1.45),
            Single("ESA's utilisation over SwitchML's, DNN B", "esa", "switchml", "B", 1.9),
            Single("ESA's utilisation over ATP's, DNN B", "esa", "atp", "B", 1.28),
        ],
    ),
    Figure(
        "priority",
        "Speed-up of preemption and priorities over ATP, 8 jobs of 8 workers",
        "paper-priority",
        _bars(_speed_up, ["A", "AB"], "JCT of ATP / JCT"),
        [
            Single("ATP's JCT over ESA's, DNN A", "atp", "esa", "A", 1.35, "jct_ms"),
            Single("ATP's JCT over Straw1's, DNN A", "atp", "straw1", "A", 1.19, "jct_ms"),
            Single("ATP's JCT over Straw2's, DNN A", "atp", "straw2", "A", 1.19, "jct_ms"),
            Single("ATP's JCT over ESA's, A to B 1:1", "atp", "esa", "AB", 1.22, "jct_ms"),
            Single("ATP's JCT over Straw1's, A to B 1:1", "atp", "straw1", "AB", 1.05, "jct_ms"),
            Single("ATP's JCT over Straw2's, A to B 1:1", "atp", "straw2", "AB", 1.05, "jct_ms"),
            Everywhere("ESA is faster than Straw1", "straw1", "esa", "jobs"),
            Everywhere("ESA is faster than Straw2", "straw2", "esa", "jobs"),
        ],
    ),
    Figure(
        "throughput-tensor",
        "Aggregation throughput, 4 jobs",
        "paper-tensor",
        _throughput("tensor_mb", "tensor (MB)"),
        [
            Largest(
                "ESA's throughput over SwitchML's, at most",
                *("esa", "switchml", "tensor_mb", 1.39, "utilization"),
            ),
            Largest(
                "ESA's throughput over ATP's, at most",
                *("esa", "atp", "tensor_mb", 1.18, "utilization"),
            ),
        ],
    ),
    Figure(
        "throughput-jobs",
        "Aggregation throughput, large tensors",
        "paper-tensor-jobs",
        _throughput("jobs", "jobs"),
        [
            Largest(
                "ESA's throughput over SwitchML's, at most",
                *("esa", "switchml", "jobs", 1.39, "utilization"),
            ),
            Largest(
                "ESA's throughput over ATP's, at most",
                *("esa", "atp", "jobs", 1.18, "utilization"),
            ),
        ],
    ),
]
