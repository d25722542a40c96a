# SPDX-License-Identifier: GPL-2.0-only
"""Draws a figure as PNG and SVG, in the report's style."""

import math
import textwrap

from esa_figures import style

from .axes import log_axis, shown_ticks, y_limits
from .looks import bars_by_place, line_looks, panel_looks, place_looks
from .rows import draw_rows, errors, height_of_rows, sideways, width_of_rows

_MOST_COLUMNS = 3
_BAR_SHARE = 0.8  # of the distance between two places
_MARKED = 12  # points of a curve that have a marker
_LETTERS_OF_PANEL = 44  # fit above a panel
_LETTERS_OF_LEGEND = 46  # fit below a panel side by side, with their marks


def draw(figure, x, path):
    """Writes path.png and path.svg. x: the setting below the axis, or None"""
    columns = min(len(figure.panels), _MOST_COLUMNS)
    rows = math.ceil(len(figure.panels) / columns)
    width, height = style.WIDTH_INCHES * columns, style.HEIGHT_INCHES * rows
    if columns == 1:
        width *= 1.5
    if sideways(figure):
        width, height = width_of_rows(figure, columns), height_of_rows(figure) * rows
    picture, grid = style.empty_grid(rows, columns, width, height)
    for axes in grid.flat[len(figure.panels) :]:
        axes.set_axis_off()
    for axes, panel in zip(grid.flat, figure.panels):
        axes.set_title("\n".join(textwrap.wrap(panel.name, _LETTERS_OF_PANEL)), fontsize=9)
        if sideways(figure):
            draw_rows(axes, figure, panel, panel_looks(figure, panel, x), y_limits(figure))
        else:
            draw_panel(axes, figure, panel, x)
            axes.set_xlabel(figure.x_label)
    if not sideways(figure):
        for axes in grid[:, 0]:
            axes.set_ylabel(figure.y_label)
        _limits(grid.flat[: len(figure.panels)], figure)
    _finish(picture, list(grid.flat), columns)
    style.save(picture, path)


def _finish(picture, grid, columns):
    """Adds the legend, in as many columns as fit, and lays all out."""
    entries = {}
    for axes in grid:
        for handle, name in zip(*axes.get_legend_handles_labels()):
            entries.setdefault(name, handle)
    lines = 0
    if len(entries) > 1:
        longest = max(map(len, entries)) + 6
        room = _LETTERS_OF_LEGEND * (1.5 if columns == 1 else columns)
        beside = max(1, min(len(entries), int(room / longest)))
        lines = math.ceil(len(entries) / beside)
        beside = math.ceil(len(entries) / lines)
        picture.legend(entries.values(), entries.keys(), loc="lower center", ncol=beside)
    height = picture.get_figheight()
    picture.tight_layout(rect=(0, (0.05 + 0.2 * lines) / height, 1, 1))


def draw_panel(axes, figure, panel, x):
    """Draws a panel whose bars, if it has any, stand side by side. x: the setting below the axis"""
    found = line_looks(figure)
    for place, line in enumerate(panel.lines):
        look = found[line.key]
        if figure.kind == "line":
            _line(axes, line, look)
        elif figure.kind == "cdf":
            _curve(axes, line, look)
        elif bars_by_place(figure):
            for point in line.points:
                _bars(axes, figure, [point], None, place_looks(figure, x)[point.x], 0, 1)
        else:
            _bars(axes, figure, line.points, line.name, look, place, len(panel.lines))
    if figure.reference is not None:
        axes.axhline(figure.reference, color="0.4", linewidth=1, zorder=1)
    if figure.below:
        _shade_below(axes, figure)
    if figure.kind == "bar":
        axes.grid(False, axis="x")
        axes.set_xticks(figure.x_values, figure.x_names)
    elif figure.kind == "line":
        _number_ticks(axes, figure)


def _shade_below(axes, figure):
    """Shades what is below the reference, and says what that means."""
    axes.axhspan(y_limits(figure)[0], figure.reference, color="#b35900", alpha=0.08, zorder=0)
    place = {"transform": axes.transAxes, "ha": "right", "va": "bottom", "fontsize": 8}
    axes.text(0.98, 0.02, figure.below, color="0.3", **place)


def _line(axes, line, look):
    axes.errorbar(
        [point.x for point in line.points],
        [point.mean for point in line.points],
        yerr=errors(line.points),
        label=line.name,
        color=look.colour,
        marker=look.marker,
        linestyle=(0, look.dashes) if look.dashes else "-",
        capsize=2,
        markersize=4,
    )


def _curve(axes, line, look):
    x = [point.x for point in line.points]
    share = [point.mean for point in line.points]
    axes.plot(
        [x[0], *x],
        [0, *share],
        drawstyle="steps-post",
        label=line.name,
        color=look.colour,
        marker=look.marker,
        markevery=max(1, len(x) // _MARKED),
        markersize=4,
        linewidth=1.2,
        linestyle=(0, look.dashes) if look.dashes else "-",
    )


def _bars(axes, figure, points, name, look, place, count):
    """place: of the bar among the count bars that stand side by side"""
    width = _BAR_SHARE / count
    zero = figure.reference or 0  # a gain goes up from what it is compared with, a loss down
    axes.bar(
        [point.x + (place - (count - 1) / 2) * width for point in points],
        [point.mean - zero for point in points],
        bottom=zero,
        yerr=errors(points),
        label=name,
        color=look.colour,
        hatch=look.hatch,
        edgecolor="white",
        capsize=2,
        width=0.9 * width,
    )


def _number_ticks(axes, figure):
    if log_axis(figure):
        axes.set_xscale("log", base=2)
    places = shown_ticks(figure)
    axes.set_xticks([figure.x_values[p] for p in places], [figure.x_names[p] for p in places])
    axes.set_xticks([], minor=True)


def _limits(grid, figure):
    """Gives all panels the same axes, so that they compare."""
    low, high = y_limits(figure)
    sides = [axes.get_xlim() for axes in grid]
    for axes in grid:
        axes.set_xlim(min(side[0] for side in sides), max(side[1] for side in sides))
        axes.set_ylim(low, high)
