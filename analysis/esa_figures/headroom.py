# SPDX-License-Identifier: GPL-2.0-only
"""
What is left to gain: iteration time with memory for every task, and what no policy can avoid.

Both stand in the figures of iteration time as if they were systems.
"""

import pandas

from . import style
from .section import Section, Table
from .verdicts import percent_text

UNSHARED = "unshared"
"""ESA with an aggregator for every task: no collisions."""

FLOOR = "floor"
"""Start, transfer at line rate, round trip and computation, without any waiting."""

_FRAME, _PAYLOAD = 306, 248  # bytes
_GBPS = 100
_JITTER_MS = 0.3
_DNNS = {"A": (4e6, 0.32), "B": (2e6, 0.64)}  # bytes of each of four partitions, ms of each layer

_TEXT = (
    "How much could any policy for the switch's memory still gain? \"Memory for all\" is ESA with an "
    "aggregator for every task, so that no two collide. \"Least possible\" is arithmetic: the mean of "
    "the largest of the workers' first random delays (300 us x n / (n + 1) for n workers), all "
    "fragments at line rate ({frame} bytes for {payload} of values at 100 Gb/s), four times the link "
    "delay between worker and switch's two ends of a round trip, and the computation that no transfer "
    "hides. Each is a mean over the jobs. A seed's own delays can lie below the mean of all delays, and "
    "so can its iteration time."
)


def floor_ms(workload, jobs, workers, delay_us):
    """Returns the least iteration time in ms, the mean over the jobs of a mix. delay_us: of a link"""
    letters = [workload[job % len(workload)] for job in range(jobs)]
    start = _JITTER_MS * workers / (workers + 1)
    times = []
    for letter in letters:
        partition, layer = _DNNS[letter]
        packets = -(-partition // _PAYLOAD)
        transfer = 4 * packets * _FRAME * 8 / _GBPS / 1e6
        # the first layer computes when three of four partitions are there, then the second one
        times.append(max(transfer, 0.75 * transfer + layer) + layer)
    return start + 2 * delay_us / 1000 + sum(times) / len(times)


def named(runs):
    """Returns the runs of the sweep as those of a system of their own, with the floor as another."""
    floor = [
        floor_ms(one.workload, one.jobs, one.workers, float(one.reading.split(" ")[0]))
        for one in runs.itertuples()
    ]
    return pandas.concat(
        [runs.assign(system=UNSHARED), runs.assign(system=FLOOR, jct_ms=floor)], ignore_index=True
    )


def headroom_sections(context):
    """Returns the section; a first look has none."""
    if context.quick:
        return []
    runs = named(context.runs("paper-headroom"))
    esa = pandas.concat([context.runs(name) for name in ("paper-jobs", "paper-workers")])
    runs = pandas.concat([runs, esa[esa["system"] == "esa"]], ignore_index=True)
    points = ["reading", "workload", "jobs", "workers"]
    means = runs.groupby([*points, "system"], sort=False)["jct_ms"].mean().unstack("system")
    rows = []
    for point, row in means.dropna().iterrows():
        reading, workload, jobs, workers = point
        rows.append(
            [reading, style.WORKLOADS[workload], f"{jobs} x {workers}", f"{row['esa']:.3f}"]
            + [f"{row[name]:.3f}" for name in (UNSHARED, FLOOR)]
            + [percent_text(row["esa"] / row[name] - 1) for name in (UNSHARED, FLOOR)]
        )
    heads = ["Interpretation", "Workload", "Jobs x workers", "ESA (ms)", "Memory for all (ms)", "Least possible (ms)"]
    heads += ["ESA over memory for all", "ESA over least possible"]
    text = _TEXT.format(frame=_FRAME, payload=_PAYLOAD)
    source = context.source("paper-headroom")
    title = "Headroom: what is left to gain"
    return [Section("headroom", title, text, [], [Table(heads, rows)], sources=[source])]
