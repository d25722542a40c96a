# SPDX-License-Identifier: GPL-2.0-only
"""Draws a figure as SVG, in the report's style."""

import math
import textwrap

from esa_figures import style

from .axes import log_axis, shown_ticks, y_limits
from .rows import draw_rows, errors, height_of_rows, sideways, width_of_rows
from .spots import Spot, mark
from .styles import bars_by_place, panel_looks

_MOST_COLUMNS = 3
_BAR_SHARE = 0.8  # of the distance between two places
_MARKED = 12  # points of a curve that have a marker
_LETTERS_OF_PANEL = 44  # fit above a panel
_LETTERS_OF_LEGEND = 46  # fit below a panel side by side, with their marks


def draw(figure, x, path):
    """Writes path.svg. x: the setting below the axis, or None"""
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
        draw_panel(axes, figure, panel, x)
    if not sideways(figure):
        for axes in grid[:, 0]:
            axes.set_ylabel(figure.y_label)
        _limits(grid.flat[: len(figure.panels)], figure)
    _finish(picture, list(grid.flat))
    style.save(picture, path)


def draw_panels(figure, x):
    """Returns (SVG, list of Spot) of each panel, drawn alone. x: as of draw()"""
    width, height = style.NARROW_WIDTH_INCHES, style.HEIGHT_INCHES
    if sideways(figure):
        width, height = width_of_rows(figure, 1), height_of_rows(figure)
    drawn = []
    for panel in figure.panels:
        picture, grid = style.empty_grid(1, 1, width, height)
        drawn.append((picture, grid[0, 0], draw_panel(grid[0, 0], figure, panel, x)))
    if not sideways(figure):
        _limits([axes for _, axes, _ in drawn], figure)
    found = []
    for number, (picture, axes, spots) in enumerate(drawn):
        if not sideways(figure):
            axes.set_ylabel(figure.y_label)
        _finish(picture, [axes])
        scale = style.POINTS_OF_INCH / picture.dpi
        for spot in spots:
            across, up = axes.transData.transform((spot.x, spot.y))
            spot.x = round(across * scale, 1)
            spot.y = round((picture.bbox.height - up) * scale, 1)
        found.append((style.svg(picture, f"{figure.name} {number}"), spots))
    return found


def _finish(picture, grid):
    """Adds the legend, in as many columns as fit, and lays all out."""
    entries = {}
    for axes in grid:
        for handle, name in zip(*axes.get_legend_handles_labels()):
            entries.setdefault(name, handle)
    lines = 0
    if len(entries) > 1:
        longest = max(map(len, entries)) + 6
        room = _LETTERS_OF_LEGEND * picture.get_figwidth() / style.WIDTH_INCHES
        beside = max(1, min(len(entries), int(room / longest)))
        lines = math.ceil(len(entries) / beside)
        beside = math.ceil(len(entries) / lines)
        picture.legend(entries.values(), entries.keys(), loc="lower center", ncol=beside)
    height = picture.get_figheight()
    picture.tight_layout(rect=(0, (0.05 + 0.2 * lines) / height, 1, 1))


def draw_panel(axes, figure, panel, x):
    """Draws a panel and returns its Spots. x: the setting below the axis"""
    look_of = panel_looks(figure, panel, x)
    if sideways(figure):
        return draw_rows(axes, figure, panel, look_of, y_limits(figure))
    spots = []
    for place, line in enumerate(panel.lines):
        if figure.kind == "bar":
            spots += _bars(axes, figure, panel, place, look_of)
            continue
        curve = _line if figure.kind == "line" else _curve
        mark(curve(axes, line, look_of(line, line.points[0])), f"mark-{place}")
        spots += [Spot(p.x, p.mean, line, p, f"mark-{place}") for p in line.points]
    if figure.reference is not None:
        axes.axhline(figure.reference, color="0.4", linewidth=1, zorder=1)
    if figure.below:
        _shade_below(axes, figure)
    if panel.frontier:
        _frontier(axes, figure, panel)
    if figure.kind == "bar":
        axes.grid(False, axis="x")
        axes.set_xticks(figure.x_values, figure.x_names)
    elif figure.kind == "line":
        _number_ticks(axes, figure)
    axes.set_xlabel(figure.x_label)
    return spots


def _frontier(axes, figure, panel):
    """Draws the frontier as steps: with so much of x, nothing is lower."""
    x = [point.x for _, point in panel.frontier]
    y = [point.mean for _, point in panel.frontier]
    axes.plot(
        [*x, figure.x_values[-1]],
        [*y, y[-1]],
        drawstyle="steps-post",
        color="0.25",
        linewidth=5,
        alpha=0.25,
        zorder=1,
        solid_capstyle="butt",
        label="frontier",
    )


def _shade_below(axes, figure):
    """Shades what is below the reference, and says what that means."""
    axes.axhspan(y_limits(figure)[0], figure.reference, color="#b35900", alpha=0.08, zorder=0)
    place = {"transform": axes.transAxes, "ha": "right", "va": "bottom", "fontsize": 8}
    axes.text(0.98, 0.02, figure.below, color="0.3", **place)


def _line(axes, line, look):
    return axes.errorbar(
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
    return axes.plot(
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


def _bars(axes, figure, panel, place, look_of):
    """Draws the bars of a line, place among those that stand side by side; returns their Spots."""
    line, count = panel.lines[place], len(panel.lines)
    width = _BAR_SHARE / count
    zero = figure.reference or 0  # a gain goes up from what it is compared with, a loss down
    spots = []
    for number, point in enumerate(line.points):
        look = look_of(line, point)
        middle = point.x + (place - (count - 1) / 2) * width
        bar = axes.bar(
            [middle],
            [point.mean - zero],
            bottom=zero,
            yerr=errors([point]),
            # a bar that looks like its place needs no entry in the legend
            label=line.name if number == 0 and not bars_by_place(figure) else None,
            color=look.colour,
            hatch=look.hatch,
            edgecolor="white",
            capsize=2,
            width=0.9 * width,
        )
        spots.append(Spot(middle, point.mean, line, point, f"mark-{place}-{number}"))
        mark(bar, spots[-1].mark)
    return spots


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
