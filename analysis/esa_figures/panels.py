# SPDX-License-Identifier: GPL-2.0-only
"""What stands in the panels of the paper's figures, with the published values beside."""

import functools

import esa_results

from . import style
from .claims import Named
from .readings import at_full_size

LINK_RATE_GBPS = 100
"""Rate of the links in scenarios/paper, which a utilisation of 1 fills."""

_RIVALS = ("atp", "switchml")
_LOWEST_RATIO = 0.8


class Mark:
    """A published value: a ratio to ESA."""

    def __init__(self, system, point, value):
        self.system = system
        self.point = point  # of the figure, a row
        self.value = value


def published_marks(claims, runs):
    """Returns the Marks of claims on a ratio to ESA, each at the point where it is judged."""
    marks = []
    for claim in claims:
        number = getattr(claim, "number", None)
        if number is not None and "esa" in claim.systems:
            (system,) = set(claim.systems) - {"esa"}
            marks.append(Mark(system, claim.judge(runs).row, number))
    return marks


def _by_workload(draw, workloads=None):
    """
    Returns a panels' function: a panel per workload.

    draw: function of axes, runs and marks; workloads: those shown, by default all of the runs
    """

    def panels(runs, claims):
        marks = published_marks(claims, runs)
        return [
            style.Panel(
                style.WORKLOADS[workload],
                functools.partial(
                    draw,
                    part=runs[runs["workload"] == workload],
                    marks=[mark for mark in marks if mark.point["workload"] == workload],
                ),
            )
            for workload in workloads or dict.fromkeys(runs["workload"])
        ]

    return panels


def lines(x, x_label):
    """Returns the panels' function of iteration time: a panel per workload, a line per system."""

    def draw(axes, part, marks):  # the published values are ratios, and stand there
        _draw_lines(axes, part, x, "jct_ms")
        style.finish_lines(axes, x_label, sorted(set(part[x])))

    return _by_workload(draw)


def line_ratios(x, x_label):
    """Returns the same of iteration time over ESA's, with published values."""

    def draw(axes, part, marks):
        _draw_ratios(axes, part, x, marks)
        style.finish_lines(axes, x_label, sorted(set(part[x])), _LOWEST_RATIO)

    return _by_workload(draw)


def _draw_ratios(axes, part, x, marks, value="jct_ms"):
    """Draws lines of iteration time over ESA's, or of ESA's throughput over others', and published values."""
    axes.axhline(1, color="#666", linestyle="--", linewidth=0.8)
    for system in _RIVALS:
        pair = (system, "esa") if value == "jct_ms" else ("esa", system)
        table = esa_results.ratio(part, *pair, [x], value)
        style.draw_line(axes, system, table.sort_values(x, kind="stable"), x)
    for mark in marks:
        style.draw_published(axes, mark.system, mark.point[x], mark.value)


def _draw_lines(axes, part, x, value):
    # runs of several sweeps are not in the order of x
    table = esa_results.summary(part, ["system", x], value).sort_values(x, kind="stable")
    for system in dict.fromkeys(part["system"]):
        style.draw_line(axes, system, table[table["system"] == system], x)


def _of_settings(draw):
    """Returns a panels' function of the microbenchmark: a panel per setting."""

    def panels(runs, claims):
        marks = published_marks(claims, runs)
        largest = runs["tensor_mb"].max()
        settings = (
            ("tensor_mb", "tensor (MB)", "4 jobs", ("jobs", 4)),
            ("jobs", "jobs", f"tensors of {largest:g} MB", ("tensor_mb", largest)),
        )

        def panel(x, label, title, fixed):
            name, value = fixed
            part = runs[runs[name] == value]
            here = [mark for mark in marks if mark.point[name] == value]
            return style.Panel(title, lambda axes: draw(axes, part, x, label, here))

        return [panel(*setting) for setting in settings]

    return panels


def _draw_throughput(axes, part, x, label, marks):
    rates = part.assign(throughput_gbps=part["utilization"] * LINK_RATE_GBPS)
    _draw_lines(axes, rates, x, "throughput_gbps")
    style.finish_lines(axes, label, sorted(set(part[x])))


def _draw_throughput_ratios(axes, part, x, label, marks):
    _draw_ratios(axes, part, x, marks, "utilization")
    style.finish_lines(axes, label, sorted(set(part[x])), _LOWEST_RATIO)


throughput = _of_settings(_draw_throughput)
throughput_ratios = _of_settings(_draw_throughput_ratios)


def _draw_utilization(axes, part, marks):  # as above, without the published values
    table = esa_results.summary(at_full_size(part), ["system"], "utilization")
    for place, system in enumerate(table["system"]):
        style.draw_bar(axes, system, table[table["system"] == system], place)


def _draw_utilization_ratios(axes, part, marks):
    axes.axhline(1, color="#666", linestyle="--", linewidth=0.8)
    for place, system in enumerate(_RIVALS):
        table = esa_results.ratio(at_full_size(part), "esa", system, (), "utilization")
        style.draw_line(axes, system, table.assign(place=place), "place")
        for mark in marks:
            if mark.system == system:
                style.draw_published(axes, system, place, mark.value)
    axes.set_xlim(-0.6, len(_RIVALS) - 0.4)
    axes.set_xticks([])
    axes.set_ylim(_LOWEST_RATIO, axes.dataLim.y1 * 1.08)


utilization = _by_workload(_draw_utilization, ("A", "B"))
utilization_ratios = _by_workload(_draw_utilization_ratios, ("A", "B"))


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
        names = [f"{style.name_of(shown)}, {style.WORKLOADS[mix]}" for mix, _, shown in rows]
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
            "iteration time of ATP / of the system",
            [("atp", "esa"), ("atp", "straw1"), ("atp", "straw2")],
        ),
        panel(
            "over ESA, below 1 is faster",
            "iteration time / ESA's",
            [("straw1", "esa"), ("straw2", "esa")],
        ),
    ]

