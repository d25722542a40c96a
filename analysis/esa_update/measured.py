# SPDX-License-Identifier: GPL-2.0-only
"""The sweeps whose tables are too long for the manual, and measured.md, which has them."""

import os
import textwrap

import esa
import esa_intervals
from esa_runs.read import read
from esa_runs.text import plain
from esa_sweep.errors import BadInput
from esa_sweep.execute import RunFailed
from esa_sweep.files import read_json, write_text
from esa_sweep.sweep import ANALYSIS
from esa_sweep.sweepfile import Sweep

LOSS = "faults.every_link.loss_probability"
PARTS = ["jct_ms", *(f"jct_{part}_ms" for part in "payload headers latency window queue repair".split())]
# sweep -> columns of the rows, and what the other columns are: values of an axis, or results
TABLES = {
    "sharing": (["switch.memory_bytes"], "system"),
    "packet-skew": (["workload", "switch.memory_bytes"], "system"),
    "loss-8x8": (["system"], LOSS),
    "window-counts": (["system", "window.counts"], LOSS),
    "loss-switchml": (["system"], LOSS),
    "loss-tree": (["system"], LOSS),
    "queues-8x8": (["link.queue_bytes"], "system"),
    "failures": (["failure"], "system"),
    "lost-worker": (["loss"], "system"),
    "collectives": (["jobs.collective", "size"], "beside"),
    "parts": (["set-up", "system"], PARTS),
    "switch-collectives": (["jobs.collective", "system", "bound"], "where"),
    "all-reduce": (["system", "size"], "beside"),
    "rates": (["network", "system"], "link.rate_gbps"),
    "buckets": (["model", "buckets"], "system"),
    "plans": (["plan"], "system"),
    "levels": (["placement.policy", "switch.memory_bytes", "system"], "aggregation.levels"),
    "trees": (["aggregation.levels", "aggregation.trees"], "system"),
    "first-switch": (["switches"], "system"),
    "servers": (["system"], "cards"),
    "systems": (["system"], "set-up"),
    "end-to-end": (["compute_scale"], "system"),
}
SENDS_ALL = {"broadcast", "reduce"}  # and with switches all that a worker brings to sums
OF_SUMS = {"all_reduce", "reduce_scatter", "reduce"}


def bound(run, settings):
    """Returns what the busiest link of a host carries at least, in ms. settings: of all runs"""
    operation, others = run["jobs.collective"], (run["workers"] - 1) / run["workers"]
    is_ring = run["system"] == "ring"
    times = 2 * others if is_ring and operation == "all_reduce" else 1 if operation in SENDS_ALL else others
    if not is_ring and operation in OF_SUMS:
        times = 1
    if operation == "barrier":
        times = 0
    size = sum(partition["bytes"] for partition in settings["dnns"]["A"]["partitions"])
    return round(times * size * 8 / settings["link.rate_gbps"] / 1e6, 6)


HEAD = """# Measured tables

`./ns3 update measured` runs the sweeps and writes this file, `./ns3 update measured NAME` one table of it. A number is
the mean time of an iteration (JCT) in ms; +- is half of the 95 % confidence interval over the seeds (Student's t),
unless a table has another meaning. All sums of all runs were exact.
"""


def text(values):
    """Returns the mean of a cell's runs, with its interval if there are several."""
    if not values:
        return ""
    mean, low, _ = esa_intervals.mean(values)
    form = ",.0f" if mean >= 1000 else ".3f"
    return f"{mean:{form}}" + (f" +- {mean - low:{form}}" if low is not None else "")


def table(runs, rows, columns):
    """Returns the lines of a table; runs: list of dict; columns: the name of an axis, or a list of results."""
    is_axis = isinstance(columns, str)
    heads = list(dict.fromkeys(run[columns] for run in runs)) if is_axis else columns
    lines = ["| " + " | ".join([*rows, *map(plain, heads)]) + " |", "|" + "---|" * (len(rows) + len(heads))]
    seeds = len({run["seed"] for run in runs})
    for key in dict.fromkeys(tuple(run[name] for name in rows) for run in runs):
        part = [run for run in runs if tuple(run[name] for name in rows) == key]
        cells = []
        for head in heads:
            here = [run for run in part if run[columns] == head] if is_axis else part
            if len(here) > seeds:
                raise BadInput(f"{key}: a cell would be the mean of different set-ups")
            column = "jct_ms" if is_axis else head
            cells.append(text([run[column] for run in here if run.get(column) is not None]))
        lines.append("| " + " | ".join([*map(plain, key), *cells]) + " |")
    return lines


def section(name, program, cores):
    """Runs the sweep of a table; returns the text below its heading."""
    rows, columns = TABLES[name]
    file = os.path.join(ANALYSIS, "sweeps", f"{name}.json")
    result = esa.run_missing(Sweep(file, program), program, cores=cores)
    runs = read(result.csv).rows
    wrong = sum(run["results_wrong"] > 0 for run in runs)
    if result.failures or wrong:
        raise RunFailed(f"{name}: {len(result.failures)} runs failed, {wrong} have wrong sums")
    sweep = read_json(file)
    if "bound" in rows:
        base = read_json(os.path.join(os.path.dirname(file), sweep["base"]))
        for run in runs:
            run["bound"] = bound(run, {**base, **sweep["set"]})
    about = sweep["description"].split(" quick:")[0]
    return "\n".join([*textwrap.wrap(about, 119), "", *table(runs, rows, columns), ""])


def sections(text):
    """Returns heading -> text below it of the file."""
    parts = [part.split("\n\n", 1) for part in text.split("\n## ")[1:]]
    return {heading: below.rstrip("\n") + "\n" for heading, below in parts}


def write(path, cores=0, names=()):
    """Runs the sweeps of some tables, or of all, then writes the file. Other tables stay as they are."""
    program = esa.program()
    anew = {name: section(name, program, cores) for name in names or TABLES}
    with open(path, encoding="utf-8") as file:
        found = {**sections(file.read()), **anew}
    lines = [f"## {name}\n\n{found[name]}" for name in TABLES if name in found]
    write_text(path, "\n".join([HEAD, *lines]))
