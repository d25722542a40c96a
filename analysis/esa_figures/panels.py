# SPDX-License-Identifier: GPL-2.0-only
"""What stands in the panels of the paper's figures, with the published values beside."""

import esa_results

from . import style
from .claims import Named
from .readings import at_full_size

LINK_RATE_GBPS = 100
"""Rate of the links in scenarios/paper, which a utilisation of 1 fills."""


class Mark:
    """A published value: a ratio to what ESA has at a point."""

    def __init__(self, system, point, value):
        self.system = system
        self.point = point  # of the figure, a row
        self.value = value  # in the unit of the column that the claim is on


def published_marks(claims, runs):
    """Returns the Marks of claims on a ratio to ESA, each at the point where it is judged."""
    marks = []
    for claim in claims:
        number = getattr(claim, "number", None)
        if number is None or "esa" not in claim.systems:
            continue
        above, over = claim.systems
        row = claim.judge(runs).row
        of_esa = runs[runs["system"] == "esa"]
        for name in ("workload", "jobs", "workers", "tensor_mb"):
            if name in row:
                of_esa = of_esa[of_esa[name] == row[name]]
        esa = of_esa[claim.value].mean()
        if over == "esa":
            marks.append(Mark(above, row, esa * number))
        else:
            marks.append(Mark(over, row, esa / number))
    return marks


def lines(x, x_label):
    """Returns the panels' function of JCT: a panel per workload, a line per system."""

    def panel(part, title, marks):
        def draw(axes):
            _draw_lines(axes, part, x, "jct_ms")
            for mark in marks:
                style.draw_published(axes, mark.system, mark.point[x], mark.value)
            axes.set_xlabel(x_label)
            style.finish_lines(axes, sorted(set(part[x])))

        return style.Panel(title, draw)

    def panels(runs, claims):
        marks = published_marks(claims, runs)
        return [
            panel(
                runs[runs["workload"] == workload],
                style.WORKLOADS[workload],
                [mark for mark in marks if mark.point["workload"] == workload],
            )
            for workload in dict.fromkeys(runs["workload"])
        ]

    return panels


def _draw_lines(axes, part, x, value):
    # runs of several sweeps are not in the order of x
    table = esa_results.summary(part, ["system", x], value).sort_values(x, kind="stable")
    for system in dict.fromkeys(part["system"]):
        style.draw_line(axes, system, table[table["system"] == system], x)


def throughput(runs, claims):
    """Returns the panels of the microbenchmark, one per setting."""
    runs = runs.assign(throughput_gbps=runs["utilization"] * LINK_RATE_GBPS)
    marks = published_marks(claims, runs)
    fixed = {"tensor_mb": ("jobs", 4), "jobs": ("tensor_mb", runs["tensor_mb"].max())}
    titles = {"tensor_mb": "4 jobs", "jobs": f"tensors of {runs['tensor_mb'].max():g} MB"}
    labels = {"tensor_mb": "tensor (MB)", "jobs": "jobs"}

    def panel(x):
        name, value = fixed[x]
        part = runs[runs[name] == value]

        def draw(axes):
            _draw_lines(axes, part, x, "throughput_gbps")
            for mark in marks:
                if mark.point[name] == value:
                    gbps = mark.value * LINK_RATE_GBPS
                    style.draw_published(axes, mark.system, mark.point[x], gbps)
            axes.set_xlabel(labels[x])
            style.finish_lines(axes, sorted(set(part[x])))

        return style.Panel(titles[x], draw)

    return [panel("tensor_mb"), panel("jobs")]


def utilization(runs, claims):
    """Returns the panels of utilisation, a bar per system."""
    marks = published_marks(claims, runs)

    def panel(workload):
        part = at_full_size(runs[runs["workload"] == workload])
        table = esa_results.summary(part, ["system"], "utilization")

        def draw(axes):
            for place, system in enumerate(table["system"]):
                style.draw_bar(axes, system, table[table["system"] == system], place)
                for mark in marks:
                    if mark.system == system and mark.point["workload"] == workload:
                        style.draw_published(axes, None, place, mark.value)

        return style.Panel(style.WORKLOADS[workload], draw)

    return [panel("A"), panel("B")]


def priorities(runs, claims):
    """Returns two panels of ratios with every seed: over ATP, and of the straw-men over ESA."""
    published = {
        (*claim.systems, claim.point["workload"]): claim.number
        for claim in claims
        if isinstance(claim, Named)
    }
    for (above, over, workload), number in list(published.items()):
        if above == "atp" and over != "esa":
            published[over, "esa", workload] = published["atp", "esa", workload] / number

    def panel(title, label, pairs):
        rows = [
            (workload, pair, pair[1] if pair[0] == "atp" else pair[0])
            for workload in ("A", "AB")
            for pair in pairs
        ]
        names = [f"{style.NAMES[shown]}, {style.WORKLOADS[mix]}" for mix, _, shown in rows]
        places = range(len(rows), 0, -1)

        def draw(axes):
            axes.axvline(1, color="#666", linestyle="--", linewidth=0.8)
            for place, (workload, (system, over), shown) in zip(places, rows):
                part = runs[runs["workload"] == workload]
                found = esa_results.ratios(part, system, over)["ratio"]
                style.draw_seeds(axes, found, place)
                style.draw_points(axes, shown, esa_results.ratio(part, system, over), [place])
                if (system, over, workload) in published:
                    style.draw_published(axes, shown, published[system, over, workload], place)
            axes.set_yticks(list(places), names)
            axes.set_ylim(0.5, len(rows) + 0.5)
            axes.set_xlabel(label)

        return style.Panel(title, draw, 4.3, 0.3 * len(rows) + 0.7)

    return [
        panel(
            "over ATP, higher is better",
            "JCT of ATP / JCT",
            [("atp", "esa"), ("atp", "straw1"), ("atp", "straw2")],
        ),
        panel(
            "against ESA, below 1 is faster than ESA",
            "JCT / JCT of ESA",
            [("straw1", "esa"), ("straw2", "esa")],
        ),
    ]

