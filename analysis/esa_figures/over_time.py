# SPDX-License-Identifier: GPL-2.0-only
"""How spans and states are drawn over time."""

from . import style

_SPANS = {
    "computation": ("#E69F00", "\\\\\\"),
    "communication": ("#56B4E9", ""),
}
_STATES = {
    "waiting": ("finished sum, waiting", "#D55E00", "//"),
    "aggregating": ("partial sum", "#0072B2", ""),
}


def pairs_of_panels(count, narrow):
    """
    Returns a figure and two lists of panels, one list below the other, on a common time axis.

    count: of the pairs; narrow: pairs one below the other, for a phone
    """
    rows, columns = (2 * count, 1) if narrow else (2, count)
    width = style.NARROW_WIDTH_INCHES if narrow else style.WIDTH_INCHES * count + 1
    figure, grid = style.empty_grid(
        rows, columns, width, rows * style.HEIGHT_INCHES * 0.9, sharex=True
    )
    above, below = list(grid[0::2].flat), list(grid[1::2].flat)
    if not narrow:
        for axes in above[1:] + below[1:]:
            axes.tick_params(labelleft=False)
    return figure, above, below


def draw_spans(panel, spans, place):
    """Draws spans as bars in a row. spans: columns category, begin_ms, end_ms; place: its y"""
    for category, (colour, hatch) in _SPANS.items():
        part = spans[spans["category"] == category]
        panel.broken_barh(
            list(zip(part["begin_ms"], part["end_ms"] - part["begin_ms"])),
            (place - 0.35, 0.7),
            label=category if len(part) else None,
            facecolor=colour,
            hatch=hatch,
            edgecolor="white",
        )


def draw_states(panel, occupancy):
    """Draws the aggregators in use by state over time, as areas on top of each other."""
    edges = [*occupancy["begin_ms"], occupancy["end_ms"].iloc[-1]]
    base = [0] * len(edges)
    for state, (label, colour, hatch) in _STATES.items():
        top = [low + n for low, n in zip(base, [*occupancy[state], occupancy[state].iloc[-1]])]
        panel.fill_between(
            edges,
            base,
            top,
            step="post",
            label=label,
            facecolor=colour,
            hatch=hatch,
            edgecolor="white",
            linewidth=0,
        )
        base = top
