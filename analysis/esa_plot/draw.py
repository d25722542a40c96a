# SPDX-License-Identifier: GPL-2.0-only
"""Draws a figure: for the page, for a folder, and for a paper."""

import math
import textwrap

from . import style
from matplotlib import pyplot, ticker

from .axes import LETTERS, axis_label, beside, least, log_axis, shown_ticks, y_limits
from .options import COLUMN_INCHES
from .rows import Spot, draw_rows, errors, height_of_rows, mark, sideways, width_of_rows
from .styles import bars_by_place, looks_of

_MOST_COLUMNS = 3
_BAR_SHARE = 0.8  # of the distance between two places
_MARKED = 12  # points of a curve that have a marker
_LETTERS_OF_INCH = 14  # of a title or a legend in the usual size
_TICK_LETTERS_OF_INCH = 8.5  # of a panel, whose axis is narrower
_LETTERS_OF_MARK = 6  # as wide as a mark in the legend
_HEIGHT_OF_WIDTH = 0.6  # of a panel in a paper


def draw(figure, x, path, columns=None, font=style.FONT_POINTS):
    """
    Writes a picture; the ending of its name says in which format.

    x: the setting below the axis, or None; columns: of a paper that the picture fills, 1 or 2, or
    None: panels have their usual width; font: size of letters in points
    """
    most = _MOST_COLUMNS if columns != 1 else 1
    beside = min(len(figure.panels), most)
    rows = math.ceil(len(figure.panels) / beside)
    panel_width = style.WIDTH_INCHES * (1.5 if beside == 1 else 1)
    panel_height = style.HEIGHT_INCHES
    if columns:
        panel_width = COLUMN_INCHES[columns] / beside
        panel_height = min(style.HEIGHT_INCHES, _HEIGHT_OF_WIDTH * panel_width)
    if sideways(figure):
        panel_height = height_of_rows(figure)
        panel_width = panel_width if columns else width_of_rows(figure)
    size = (panel_width * beside, panel_height * rows)
    picture, grid = style.empty_grid(rows, beside, *size, font=font)
    for axes in grid.flat[len(figure.panels) :]:
        axes.set_axis_off()
    for axes, panel in zip(grid.flat, figure.panels):
        axes.set_title(_wrapped(panel.name, panel_width, font), fontsize="medium")
        draw_panel(axes, figure, panel, x)
    if not sideways(figure):
        for axes in grid[:, 0]:
            axes.set_ylabel(_wrapped(axis_label(figure, "y"), panel_height, font))
        _limits(grid.flat[: len(figure.panels)], figure)
    for axes in grid.flat[: len(figure.panels)]:
        axes.set_xlabel(_wrapped(axes.get_xlabel(), panel_width, font))
    lines = _add_legend(picture, list(grid.flat), figure, font)
    _lay_out(picture, lines, font)
    style.save(picture, path)


def _wrapped(text, inches, font=style.FONT_POINTS):
    """Returns a text in lines of a length."""
    return "\n".join(textwrap.wrap(text, max(1, int(_LETTERS_OF_INCH * inches * style.FONT_POINTS / font))))


def draw_panels(figure, x):
    """
    Returns the legend of all panels as SVG, or "", and (SVG, list of Spot) of each panel.

    One panel alone has its legend below it. x: as of draw()
    """
    width, height = style.NARROW_WIDTH_INCHES, style.HEIGHT_INCHES
    if len(figure.panels) == 1:
        width *= 1.5
    if sideways(figure):
        width, height = width_of_rows(figure), height_of_rows(figure)
    drawn = []
    for panel in figure.panels:
        picture, grid = style.empty_grid(1, 1, width, height)
        drawn.append((picture, grid[0, 0], draw_panel(grid[0, 0], figure, panel, x)))
    if not sideways(figure):
        _limits([axes for _, axes, _ in drawn], figure)
    found = []
    legend = _legend([axes for _, axes, _ in drawn], figure) if len(drawn) > 1 else ""
    for number, (picture, axes, spots) in enumerate(drawn):
        if not sideways(figure):
            axes.set_ylabel(_wrapped(axis_label(figure, "y"), height))
        axes.set_xlabel(_wrapped(axes.get_xlabel(), width))
        lines = 0 if len(drawn) > 1 else _add_legend(picture, [axes], figure, style.FONT_POINTS)
        _lay_out(picture, lines, style.FONT_POINTS)
        scale = style.POINTS_OF_INCH / picture.dpi
        for spot in spots:
            across, up = axes.transData.transform((spot.x, spot.y))
            spot.x = round(across * scale, 1)
            spot.y = round((picture.bbox.height - up) * scale, 1)
        found.append((style.svg(picture, f"{figure.name} {number}"), spots))
    return legend, found


def _entries(grid, figure):
    """Returns what the legend shows; one line alone needs none, but beside a reference."""
    entries = style.legend_entries(grid)
    return entries if len(entries) > 1 or figure.reference is not None else {}


def _add_legend(picture, grid, figure, font):
    """Adds the legend below, in as many columns as fit; returns the number of its lines."""
    entries = _entries(grid, figure)
    if not entries:
        return 0
    longest = max(map(len, entries)) + _LETTERS_OF_MARK
    room = _LETTERS_OF_INCH * picture.get_figwidth() * style.FONT_POINTS / font
    beside = max(1, min(len(entries), int(room / longest)))
    lines = math.ceil(len(entries) / beside)
    beside = math.ceil(len(entries) / lines)
    picture.legend(entries.values(), entries.keys(), loc="lower center", ncol=beside)
    return lines


def _legend(grid, figure):
    """Returns a picture of the legend alone, as SVG."""
    entries = _entries(grid, figure)
    if not entries:
        return ""
    picture, empty = style.empty_grid(1, 1, style.NARROW_WIDTH_INCHES, 0)
    empty[0, 0].set_axis_off()
    lines = _add_legend(picture, grid, figure, style.FONT_POINTS)
    picture.set_figheight(0.1 + 0.21 * lines)
    return style.svg(picture, f"{figure.name} legend")


def _lay_out(picture, lines, font):
    """Lays all out above a legend of some lines."""
    height = picture.get_figheight()
    below = (0.05 + 0.2 * lines) * font / style.FONT_POINTS
    picture.tight_layout(rect=(0, below / height, 1, 1))


def draw_panel(axes, figure, panel, x):
    """Draws a panel and returns its Spots. x: the setting below the axis"""
    look_of = looks_of(figure, x)
    if sideways(figure):
        return draw_rows(axes, figure, panel, look_of, y_limits(figure))
    spots = []
    for place, line in enumerate(panel.lines):
        if figure.kind == "bar":
            spots += _bars(axes, figure, panel, place, look_of)
            continue
        look = look_of(line, line.points[0])
        at = [point.x for point in line.points]
        if figure.kind == "line":
            at = [beside(figure, x, place, len(panel.lines)) for x in at]
            mark(_line(axes, line, at, look), f"mark-{place}")
        else:
            mark(_curve(axes, line, look), f"mark-{place}")
        spots += [Spot(x, p.mean, line, p, f"mark-{place}") for x, p in zip(at, line.points)]
    for spot in spots:
        for value in (value for point, value in figure.published if point is spot.point):
            colour = "black" if figure.kind == "bar" else look_of(spot.line, spot.point).colour
            style.draw_published(axes, spot.x, value, colour)
    if figure.reference is not None:
        axes.axhline(figure.reference, color="0.4", linewidth=1, zorder=1)
        _say_why_empty(axes, figure, panel)
    if figure.below:
        _shade_below(axes, figure)
    if panel.frontier:
        _frontier(axes, figure, panel)
    if figure.kind == "bar":
        axes.grid(False, axis="x")
        axes.set_xticks(figure.x_values, figure.x_names)
    elif figure.kind == "line":
        _number_ticks(axes, figure)
    axes.set_xlabel(axis_label(figure, "x"))
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
    """Shades what is below the reference; the legend names the shade."""
    shade = {"color": "#b35900", "alpha": 0.15, "linewidth": 0, "zorder": 0}
    axes.axhspan(y_limits(figure)[0], figure.reference, label=figure.below, **shade)


def _say_why_empty(axes, figure, panel):
    """Says so where nothing is to be seen but the reference: every point is on it."""
    means = [point.mean for line in panel.lines for point in line.points]
    if figure.kind == "bar" and figure.reference is not None and set(means) == {figure.reference}:
        place = {"transform": axes.transAxes, "ha": "center", "va": "bottom", "color": "0.3"}
        axes.text(0.5, 0.55, f"all are {figure.reference}", **place)


def _line(axes, line, places, look):
    means = [point.mean for point in line.points]
    return style.draw_means(axes, look, line.name, places, means, errors(line.points))


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
        linestyle=look.style(),
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
    picture = axes.get_figure()
    inches = picture.get_figwidth() / axes.get_subplotspec().get_gridspec().ncols
    points = pyplot.rcParams["font.size"]
    letters = max(LETTERS, _TICK_LETTERS_OF_INCH * inches * style.FONT_POINTS / points)
    if log_axis(figure, "x"):
        if figure.x_values[0] > 0:
            axes.set_xscale("log", base=2)
        else:  # which is linear up to the smallest value above 0
            axes.set_xscale("symlog", base=2, linthresh=least(figure))
    places = shown_ticks(figure, letters)
    axes.set_xticks([figure.x_values[p] for p in places], [figure.x_names[p] for p in places])
    axes.set_xticks(figure.x_values, [""] * len(figure.x_values), minor=True)


def _log_tick(value, _):
    """Returns what stands at a tick of a logarithmic axis: nothing where others are near."""
    return f"{value:g}" if f"{value:e}"[0] in "1235" else ""


def _limits(grid, figure):
    """Gives all panels the same axes, so that they compare."""
    low, high = y_limits(figure)
    if log_axis(figure, "y"):
        for axes in grid:
            axes.set_yscale("log")
            for kind in (axes.yaxis.set_major_formatter, axes.yaxis.set_minor_formatter):
                kind(ticker.FuncFormatter(_log_tick))
    sides = [axes.get_xlim() for axes in grid]
    for axes in grid:
        axes.set_xlim(min(side[0] for side in sides), max(side[1] for side in sides))
        axes.set_ylim(low, high)
