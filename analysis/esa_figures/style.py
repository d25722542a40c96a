# SPDX-License-Identifier: GPL-2.0-only
"""One style for all figures: readable in print, on a phone, and without colour."""

import io
import math
import os
import re

import matplotlib
from esa_looks import WORKLOAD_LOOKS, WORKLOADS, look_of, name_of

matplotlib.use("Agg")

from esa_sweep.files import replacing, write_text  # noqa: E402  (the backend comes first)
from matplotlib import pyplot  # noqa: E402


FONT_POINTS = 9
"""Usual size of letters."""

_SETTINGS = {
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.alpha": 0.3,
    "hatch.linewidth": 0.6,
    "legend.frameon": False,
    # SVG text stays text, so the readers' fonts draw it
    "font.sans-serif": ["DejaVu Sans", "Verdana"],
    "svg.fonttype": "none",
    # outlines of letters, which journals refuse, are type 3
    "pdf.fonttype": 42,
}
_DOTS_OF_INCH = 300  # of a PNG
POINTS_OF_INCH = 72
"""Units of an SVG."""

WIDTH_INCHES = 3.2
HEIGHT_INCHES = 2.6
"""Size of a panel."""

NARROW_WIDTH_INCHES = 3.8
"""Width of a panel that fills a phone."""

_ROOM_ABOVE = 1.08  # the highest point, so that its mark is not cut off
_EXTRA_INCHES = 0.55  # for title and legend
_LEGEND_INCHES = 0.22  # a line of it
_SHORT_LEGEND = 3  # entries that fit side by side on a phone
_LEGEND_OF_PHONE = 2  # columns of a longer one

# Coordinates have six decimals, of which nobody sees four. Texts keep theirs: they may be ticks.
_ATTRIBUTE = re.compile(r'="[^"]*"')
_LONG = re.compile(r"-?\d+\.\d{3,}")
_METADATA = ("Creator", "Date", "Format", "Type")  # that matplotlib adds


class Panel:
    """One set of axes of a picture."""

    def __init__(self, title, draw, width_inches=WIDTH_INCHES, height_inches=HEIGHT_INCHES):
        self.title = title
        self.draw = draw  # function of matplotlib's axes
        self.width_inches = width_inches  # beside others; on a phone it fills the width
        self.height_inches = height_inches


def compose(panels, y_label, title=None, narrow=False, same_y=False):
    """
    Returns a figure of panels side by side, or one below the other.

    panels: list of Panel; y_label: of all of them; title: text above, or None; narrow: one below
    the other, for a phone; same_y: all panels have the same y axis, so that they compare
    """
    rows, columns = (len(panels), 1) if narrow else (1, len(panels))
    width = NARROW_WIDTH_INCHES if narrow else sum(panel.width_inches for panel in panels)
    heights = [panel.height_inches for panel in panels]
    height = sum(heights) if narrow else max(heights)
    figure, grid = empty_grid(rows, columns, width, height)
    for place, (axes, panel) in enumerate(zip(grid.flat, panels)):
        panel.draw(axes)
        axes.set_title(panel.title, fontsize=9)
        if narrow or place == 0:
            axes.set_ylabel(y_label)
    if same_y:
        ends = [axes.get_ylim() for axes in grid.flat]
        for axes in grid.flat:
            axes.set_ylim(min(low for low, _ in ends), max(high for _, high in ends))
    finish(figure, grid.flat, title, narrow)
    return figure


def empty_grid(rows, columns, width_inches, height_inches, font=FONT_POINTS, **shared):
    """
    Returns a figure and its axes in rows.

    font: size of letters in points; shared: which axes have x or y in common, as matplotlib
    """
    matplotlib.rcParams.update({**_SETTINGS, "font.size": font})
    size = (width_inches, height_inches + _EXTRA_INCHES)
    return pyplot.subplots(rows, columns, figsize=size, squeeze=False, **shared)


def legend_entries(grid):
    """Returns name -> handle of what the legend of axes shows."""
    entries = {}
    for axes in grid:
        for handle, name in zip(*axes.get_legend_handles_labels()):
            entries.setdefault(name, handle)
    return entries


def finish(figure, axes, title, narrow):
    """Adds the legend of axes, and a title above, if there is one."""
    entries = legend_entries(axes)
    columns = _LEGEND_OF_PHONE if narrow and len(entries) > _SHORT_LEGEND else len(entries)
    lines = math.ceil(len(entries) / columns) if entries else 0
    if entries:
        figure.legend(entries.values(), entries.keys(), loc="lower center", ncol=columns)
    if title:
        figure.suptitle(title, y=0.99, fontsize=9)
    figure.tight_layout(rect=(0, _LEGEND_INCHES * lines / figure.get_figheight(), 1, 1))


def draw_line(axes, system, table, x):
    """Draws a system's means and intervals. table: columns x, mean, low, high"""
    looks = (look_of(system), name_of(system))
    draw_means(axes, *looks, table[x], table["mean"], _errors(table))


def draw_means(axes, look, name, x, means, errors):
    """Draws means and intervals as a line; returns what is drawn. errors: as yerr of matplotlib"""
    return axes.errorbar(
        x,
        means,
        yerr=errors,
        label=name,
        color=look.colour,
        marker=look.marker,
        linestyle=look.style(),
        capsize=2,
        markersize=4,
    )


def draw_curve(axes, system, x, y):
    """Draws a curve of a system, with a marker at every fourth point."""
    look = look_of(system)
    axes.plot(
        x,
        y,
        label=name_of(system),
        color=look.colour,
        marker=look.marker,
        linestyle=look.style(),
        markersize=4,
        markevery=4,
        linewidth=1,
    )


def draw_reference(axes, x, y, label):
    """Draws what a system is compared with: broad and grey, so that a curve on it is visible."""
    axes.plot(x, y, label=label, color="0.75", linewidth=5)


def finish_lines(axes, x_label, values, lowest=0):
    """
    Lets the axes of lines begin at 0, so that lengths compare, and puts a tick at each value of x.

    If the values of x differ by large factors, the axis is logarithmic, and its label says so.
    x_label: text; values: of x; lowest: y at which the axis begins instead of 0
    """
    axes.set_ylim(lowest, axes.dataLim.y1 * _ROOM_ABOVE)
    if values[-1] > 10 * values[0] > 0:
        axes.set_xscale("log", base=2)
        x_label += ", log scale"
    axes.set_xlabel(x_label)
    axes.set_xticks(values, [f"{value:g}" for value in values])
    axes.set_xticks([], minor=True)


def draw_bar(axes, system, table, place):
    """Draws a system's mean and interval as a bar. table: one row; place: its x"""
    look = look_of(system)
    axes.bar(
        [place],
        table["mean"],
        yerr=_errors(table),
        label=name_of(system),
        color=look.colour,
        hatch=look.hatch,
        edgecolor="white",
        capsize=2,
        width=0.7,
    )
    axes.set_xticks([])


def draw_points(axes, system, table, places):
    """Draws means and intervals from left to right. places: the y of each row of the table"""
    look = look_of(system)
    axes.errorbar(
        table["mean"],
        places,
        xerr=_errors(table),
        color=look.colour,
        marker=look.marker,
        linestyle="none",
        capsize=3,
        markersize=5,
    )


def draw_published(axes, system, x, y):
    """Draws what the paper publishes: a hollow mark in the colour of a system, or in black."""
    look = {"marker": "D", "markersize": 6, "markerfacecolor": "none", "linestyle": "none"}
    # in the legend it is that of no system
    axes.plot([], [], label="published", color="black", **look)
    colour = look_of(system).colour if system else "black"
    axes.plot([x], [y], color=colour, markeredgewidth=1.5, zorder=3, **look)


def draw_workload(axes, row, y):
    """Draws a ratio and its interval with the look of its workload. row: mean, low, high"""
    look = WORKLOAD_LOOKS[row["workload"]]
    unknown = math.isnan(row["low"])
    axes.errorbar(
        [row["mean"]],
        [y],
        xerr=None if unknown else [[row["mean"] - row["low"]], [row["high"] - row["mean"]]],
        label=WORKLOADS[row["workload"]],
        color=look.colour,
        marker=look.marker,
        linestyle="none",
        capsize=2,
        markersize=4,
    )


def draw_seeds(axes, values, y):
    """Draws the values of single seeds in a row. y: of the row"""
    axes.plot(
        values,
        [y] * len(values),
        label="single seed",
        color="0.3",
        marker=".",
        markersize=3,
        linestyle="none",
        zorder=4,
    )


def _errors(table):
    """Returns the intervals' two halves, or None if there is a single run per point."""
    errors = [table["mean"] - table["low"], table["high"] - table["mean"]]
    return None if errors[0].isna().any() else errors


def save(figure, path):
    """Writes a figure in the format that the ending of its name says, and closes it."""
    kind = os.path.splitext(path)[1]
    if kind == ".svg":
        write_text(path, svg(figure))
        return
    metadata = {"CreationDate": None} if kind == ".pdf" else {}
    with replacing(path) as temporary:
        figure.savefig(temporary, format=kind[1:], dpi=_DOTS_OF_INCH, metadata=metadata)
    pyplot.close(figure)


def svg(figure, salt="esa"):
    """
    Returns a figure as SVG and closes it. The same numbers make the same text.

    salt: drawings of another salt have other identifiers, so that one page can hold both
    """
    text = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": salt}):
        figure.savefig(text, format="svg", metadata=dict.fromkeys(_METADATA))
    pyplot.close(figure)
    return _ATTRIBUTE.sub(lambda found: _LONG.sub(_rounded, found[0]), text.getvalue())


def _rounded(number):
    return f"{float(number[0]):.2f}".rstrip("0").rstrip(".")
