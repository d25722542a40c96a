# SPDX-License-Identifier: GPL-2.0-only
"""One style for all figures: readable in print, on a phone, and without colour."""

import io
import os
import re

import matplotlib

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

_EXTRA_INCHES = 0.55  # for title and legend

# Coordinates have six decimals, of which nobody sees four. Texts keep theirs: they may be ticks.
_ATTRIBUTE = re.compile(r'="[^"]*"')
_LONG = re.compile(r"-?\d+\.\d{3,}")
_METADATA = ("Creator", "Date", "Format", "Type")  # that matplotlib adds


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


def draw_published(axes, x, y, colour):
    """Draws what others have published: a hollow mark."""
    look = {"marker": "D", "markersize": 6, "markerfacecolor": "none", "linestyle": "none"}
    axes.plot([], [], label="published", color="black", **look)  # in the legend it belongs to no line
    axes.plot([x], [y], color=colour, markeredgewidth=1.5, zorder=3, **look)


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
