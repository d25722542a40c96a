# SPDX-License-Identifier: GPL-2.0-only
"""The paper's figures. Each has a sweep, panels and the claims that it shows."""

import esa_results
import pandas

from .claims import Everywhere, Grows, Largest, Single
from .style import WORKLOADS, Panel, draw_bar, draw_line, finish_lines

LINK_RATE_GBPS = 100
"""Rate of the links in scenarios/paper, which a utilisation of 1 fills."""

JCT = "JCT of an iteration (ms)"


class Figure:
    """A figure of the paper."""

    def __init__(self, name, title, text, sweep, panels, y_label, claims):
        self.name = name  # of its files
        self.title = title
        self.text = text  # what it shows, for readers who see it for the first time
        self.sweep = sweep  # name of a file in analysis/sweeps
        self.panels = panels  # function of the runs, returns a list of Panel
        self.y_label = y_label
        self.claims = claims


def _lines(x, x_label, value="jct_ms"):
    """Returns the panels' function: a panel per workload, a line per system."""

    def panel(part, title):
        table = esa_results.summary(part, ["system", x], value)

        def draw(axes):
            for system in dict.fromkeys(part["system"]):
                draw_line(axes, system, table[table["system"] == system], x)
            axes.set_xlabel(x_label)
            finish_lines(axes, sorted(set(part[x])))

        return Panel(title, draw)

    def panels(runs):
        workloads = list(dict.fromkeys(runs["workload"]))
        titles = [WORKLOADS[workload] if len(workloads) > 1 else "" for workload in workloads]
        return [panel(runs[runs["workload"] == w], t) for w, t in zip(workloads, titles)]

    return panels


def _throughput(x, x_label):
    lines = _lines(x, x_label, "throughput_gbps")
    return lambda runs: lines(with_throughput(runs))


def with_throughput(runs):
    """Returns the runs of the microbenchmark with throughput in Gb/s; tensor_mb is a number."""
    runs = runs.assign(throughput_gbps=runs["utilization"] * LINK_RATE_GBPS)
    if "tensor_mb" in runs:
        runs["tensor_mb"] = runs["tensor_mb"].astype(float)
    return runs


def _bars(table_of, workloads):
    """Returns the panels' function: a panel per workload, a bar per system."""

    def panel(table, title):
        def draw(axes):
            for place, system in enumerate(table["system"]):
                draw_bar(axes, system, table[table["system"] == system], place)

        return Panel(title, draw)

    return lambda runs: [
        panel(table_of(runs[runs["workload"] == workload]), WORKLOADS[workload])
        for workload in workloads
    ]


def _utilization(runs):
    return esa_results.summary(runs[runs["jobs"] == 8], ["system"], "utilization")


def _speed_up(runs):
    """Returns each system's speed-up over ATP."""
    systems = [system for system in dict.fromkeys(runs["system"]) if system != "atp"]
    tables = [esa_results.ratio(runs, "atp", system).assign(system=system) for system in systems]
    return pandas.concat(tables, ignore_index=True)


FIGURES = [
    Figure(
        "jct-jobs",
        "JCT against the number of jobs, 8 workers each",
        "More and more jobs share one switch. JCT (job completion time) is the time that an "
        "iteration of the training takes, the mean of all jobs; lower is better.",
        "paper-jobs",
        _lines("jobs", "jobs"),
        JCT,
        [
            Largest("SwitchML's JCT over ESA's, at most", "switchml", "esa", "jobs", 1.89),
            Largest("ATP's JCT over ESA's, at most", "atp", "esa", "jobs", 1.35),
            Grows("ESA's lead over SwitchML grows with the jobs", "switchml", "esa", "jobs"),
            Grows("ESA's lead over ATP grows with the jobs", "atp", "esa", "jobs"),
        ],
    ),
    Figure(
        "jct-workers",
        "JCT against the number of workers of each of 8 jobs",
        "The jobs stay eight, each gets more workers. The more workers, the longer the last of "
        "them keeps the others, and the memory of the switch, waiting.",
        "paper-workers",
        _lines("workers", "workers of a job"),
        JCT,
        [
            Everywhere("ESA is faster than SwitchML in all cases", "switchml", "esa", "workers"),
            Everywhere("ESA is faster than ATP in all cases", "atp", "esa", "workers"),
            Grows("ESA's lead over ATP grows with the workers", "atp", "esa", "workers"),
        ],
    ),
    Figure(
        "utilization",
        "Switch memory utilisation, 8 jobs of 8 workers",
        "Utilisation is the paper's measure of how well the memory of the switch is used: "
        "results that the workers get in a second, as a share of what their links could carry. "
        "Higher is better.",
        "paper-jobs",
        _bars(_utilization, ["A", "B"]),
        "utilisation",
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
        "What are priorities good for? ESA lets the more urgent job take memory from the other; "
        "Straw1 always lets the newcomer, Straw2 in half of the cases. Higher is better.",
        "paper-priority",
        _bars(_speed_up, ["A", "AB"]),
        "JCT of ATP / JCT",
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
        "The paper's microbenchmark: jobs of 4 workers send tensors one after another and compute "
        "nothing; two groups of hosts, 1 MB of switch memory. Higher is better. The published "
        "ratios, which are for both of its settings together, were measured on a testbed, whose "
        "hosts are not simulated.",
        "paper-tensor",
        _throughput("tensor_mb", "tensor (MB)"),
        "throughput (Gb/s)",
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
        "The other setting of the microbenchmark: tensors of the same size, more and more jobs.",
        "paper-tensor-jobs",
        _throughput("jobs", "jobs"),
        "throughput (Gb/s)",
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
