# SPDX-License-Identifier: GPL-2.0-only
"""
Draws JCT when one, two or all levels of switches sum, and what each level's memory did.

    ./ns3 sweep analysis/sweeps/levels.json
    ./ns3 run esa-scenario -- --config scenarios/topologies/levels.json --system esa \\
        --set placement.policy=random --out out/random --switches random.csv
    /usr/bin/python3 analysis/esa_levels.py out/sweeps/levels/levels.csv --switches random.csv \\
        --out levels.svg

The left panels have the JCT of each system by placement, the right one the aggregators in use per
switch and the collisions of each level, from the table that --switches wrote.
"""

import argparse
import collections
import csv
import statistics
import sys

from esa_runs.read import read
from esa_sweep.errors import BadInput

LEVELS = ("one", "two", "all")
PLACEMENTS = ("spread", "random", "packed")
COLORS = {"one": "#999999", "two": "#56B4E9", "all": "#0072B2"}
MEMORY_BYTES = 5000000

Use = collections.namedtuple("Use", "level switches occupied collisions")
Use.__doc__ = """What the switches of a level did; occupied: aggregators in use per switch, mean."""


def jct_by_cell(rows):
    """JCT in ms by (system, placement, levels), of the runs with 5 MB; a mean over seeds."""
    cells = collections.defaultdict(list)
    for row in rows:
        if row["switch.memory_bytes"] == MEMORY_BYTES:
            key = (row["system"], row["placement.policy"], row["aggregation.levels"])
            cells[key].append(row["jct_ms"])
    return {key: statistics.mean(values) for key, values in cells.items()}


def use_by_level(rows):
    """A Use for each level, the lowest first."""
    levels = collections.defaultdict(list)
    for row in rows:
        levels[int(row["level"])].append(row)
    return [
        Use(
            level,
            len(switches),
            statistics.mean(float(row["mean_occupied"]) for row in switches),
            sum(int(row["preempted"]) + int(row["passed_through"]) for row in switches),
        )
        for level, switches in sorted(levels.items())
    ]


def _draw_jct(panel, system, cells):
    for number, levels in enumerate(LEVELS):
        places = [place + (number - 1) * 0.26 for place in range(len(PLACEMENTS))]
        heights = [cells.get((system, placement, levels), 0) for placement in PLACEMENTS]
        panel.bar(places, heights, 0.24, color=COLORS[levels], label=f"{levels}")
    panel.set_xticks(range(len(PLACEMENTS)), PLACEMENTS)
    panel.set_title(system.upper(), fontsize="medium")
    panel.set_ylabel("JCT [ms]")


def _draw_use(panel, uses):
    names = [f"level {use.level}:\n{use.switches} switches" for use in uses]
    panel.bar(names, [use.occupied for use in uses], 0.5, color=COLORS["all"])
    for place, use in enumerate(uses):
        text = f"{use.collisions:,}\ncollisions"
        panel.text(place, use.occupied, text, ha="center", va="bottom", fontsize="small")
    panel.set_ylim(0, 1.35 * max(use.occupied for use in uses))
    panel.set_title("ESA, random hosts, all levels", fontsize="medium")
    panel.set_ylabel("aggregators in use per switch")


def draw(cells, uses, path):
    """Draws both into an SVG file."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "levels"  # the same file every time
    from matplotlib import pyplot

    systems = sorted({system for system, _, _ in cells}, reverse=True, key=lambda name: name == "esa")
    figure, panels = pyplot.subplots(
        1, len(systems) + 1, figsize=(3.2 * (len(systems) + 1), 2.8), layout="constrained"
    )
    highest = 1.1 * max(cells.values())
    for panel, system in zip(panels, systems):
        _draw_jct(panel, system, cells)
        panel.set_ylim(0, highest)
    panels[0].legend(title="levels that sum", fontsize="small", title_fontsize="small")
    _draw_use(panels[-1], uses)
    for panel in panels:
        panel.grid(True, axis="y", color="0.9")
        panel.set_axisbelow(True)
    figure.savefig(path, format="svg", metadata={"Date": None})


def _switches(path):
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(file))


def main():
    """Reads both tables and draws them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("results", help="the sweep levels")
    parser.add_argument("--switches", required=True, metavar="FILE", help="what --switches wrote")
    parser.add_argument("--out", required=True, metavar="FILE", help="the figure, .svg")
    options = parser.parse_args()
    try:
        cells = jct_by_cell(read(options.results).rows)
        if not cells:
            sys.exit(f"esa_levels: {options.results}: no run with {MEMORY_BYTES} bytes of memory")
        draw(cells, use_by_level(_switches(options.switches)), options.out)
    except (BadInput, OSError) as error:
        sys.exit(f"esa_levels: {error}")


if __name__ == "__main__":
    main()
