#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""
Runs the sweeps whose tables are too long for the manual, and writes measured.md anew.

usage: analysis/results/measure [CORES]
"""

import json
import pathlib
import sys
import textwrap

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import esa  # noqa: E402  the folder above is not on the path before

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
    "switch-collectives": (["jobs.collective", "system", "size"], "beside"),
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
HEAD = """# Measured tables

`analysis/results/measure` runs the sweeps and writes this file. A number is the mean time of an iteration (JCT) in
ms; +- is the standard deviation over the seeds. All sums of all runs were exact.
"""


def text(values):
    """Returns the mean of a cell's runs, with their deviation if there are several."""
    if values.isna().all():
        return ""
    form = ",.0f" if values.mean() >= 1000 else ".3f"
    deviation = f" +- {values.std():{form}}" if len(values) > 1 else ""
    return f"{values.mean():{form}}{deviation}"


def table(runs, rows, columns):
    """Returns the lines of a table; columns: the name of an axis, or a list of results."""
    isAxis = isinstance(columns, str)
    heads = list(dict.fromkeys(runs[columns])) if isAxis else columns
    yield "| " + " | ".join([*rows, *map(str, heads)]) + " |"
    yield "|" + "---|" * (len(rows) + len(heads))
    for key, part in runs.groupby(rows if len(rows) > 1 else rows[0], sort=False):
        key = key if isinstance(key, tuple) else (key,)
        cells = [part[part[columns] == head]["jct_ms"] if isAxis else part[head] for head in heads]
        if max(map(len, cells)) > runs["seed"].nunique():
            sys.exit(f"{key}: a cell would be the mean of different set-ups")
        yield "| " + " | ".join([*map(str, key), *map(text, cells)]) + " |"


def main():
    """Runs all sweeps, then writes the file."""
    cores = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    lines = [HEAD]
    for name, (rows, columns) in TABLES.items():
        file = HERE.parent / "sweeps" / f"{name}.json"
        runs = esa.sweep(str(file), cores=cores)
        wrong = runs[runs["results_wrong"] > 0]
        if not wrong.empty:
            sys.exit(f"{name}: {len(wrong)} runs with wrong sums")
        about = json.loads(file.read_text(encoding="utf-8"))["description"].split(" quick:")[0]
        lines += [f"## {name}\n", *textwrap.wrap(about, 119), ""]
        lines += [*table(runs, rows, columns), ""]
    (HERE / "measured.md").write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
