# SPDX-License-Identifier: GPL-2.0-only
"""One style for all figures: readable in print, and without colour."""

import matplotlib

matplotlib.use("Agg")

from matplotlib import pyplot  # noqa: E402  (the backend comes first)

NAMES = {
    "esa": "ESA",
    "atp": "ATP",
    "switchml": "SwitchML",
    "straw1": "Straw1",
    "straw2": "Straw2",
}
"""Systems as the paper writes them."""

WORKLOADS = {"A": "DNN A", "B": "DNN B", "AB": "A to B 1:1"}

# colours of Okabe and Ito, apart for every kind of colour vision; markers, dashes and hatches tell
# the systems apart in grey
_LOOKS = {
    "esa": ("#0072B2", "o", "-", ""),
    "atp": ("#D55E00", "s", "--", "//"),
    "switchml": ("#009E73", "^", ":", ".."),
    "straw1": ("#E69F00", "D", "-.", "\\\\"),
    "straw2": ("#CC79A7", "v", (0, (3, 1, 1, 1)), "xx"),
}
_WIDTH_INCHES = 3.2  # of a panel
_HEIGHT_INCHES = 2.6

_SPANS = {
    "computation": ("#E69F00", "\\\\\\"),
    "communication": ("#56B4E9", ""),
}
_STATES = {
    "waiting": ("finished sum, waiting", "#D55E00", "//"),
    "aggregating": ("partial sum", "#0072B2", ""),
}


def _set_up():
    # SVG text stays text; identifiers do not change from one time to the next
    matplotlib.rcParams.update(
        {
            "font.size": 9,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.grid": True,
            "axes.axisbelow": True,
            "grid.alpha": 0.3,
            "hatch.linewidth": 0.6,
            "legend.frameon": False,
            "svg.fonttype": "none",
            "svg.hashsalt": "esa",
        }
    )


def panels(count):
    """Returns a figure and its list of panels, side by side."""
    _set_up()
    size = (_WIDTH_INCHES * count, _HEIGHT_INCHES + 0.5)
    figure, axes = pyplot.subplots(1, count, figsize=size, squeeze=False)
    return figure, list(axes[0])


def panels_over_time(count):
    """Returns a figure and two rows of panels, which have a time axis in common."""
    _set_up()
    size = (_WIDTH_INCHES * count + 1, 2 * _HEIGHT_INCHES)
    figure, axes = pyplot.subplots(2, count, figsize=size, squeeze=False, sharex=True, sharey="row")
    return figure, list(axes[0]), list(axes[1])


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
    """Draws the aggregators in use by state as areas, one on the other, over time."""
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


def draw_line(panel, system, table, x):
    """Draws a system's means and intervals. table: columns x, mean, low, high"""
    colour, marker, dash, _ = _LOOKS[system]
    panel.errorbar(
        table[x],
        table["mean"],
        yerr=_errors(table),
        label=NAMES[system],
        color=colour,
        marker=marker,
        linestyle=dash,
        capsize=2,
        markersize=4,
    )


def draw_curve(panel, system, x, y):
    """Draws a curve of a system, with a marker at every fourth point."""
    colour, marker, dash, _ = _LOOKS[system]
    panel.plot(
        x,
        y,
        label=NAMES[system],
        color=colour,
        marker=marker,
        linestyle=dash,
        markersize=4,
        markevery=4,
        linewidth=1,
    )


def draw_reference(panel, x, y, label):
    """Draws what a system is compared with: broad and grey, so that a curve upon it is seen."""
    panel.plot(x, y, label=label, color="0.75", linewidth=5)


def set_ticks(panel, values):
    """Puts a tick at each value; values that are far apart by factor are spread by logarithm."""
    if values[-1] > 10 * values[0] > 0:
        panel.set_xscale("log", base=2)
    panel.set_xticks(values, [f"{value:g}" for value in values])
    panel.set_xticks([], minor=True)


def draw_bar(panel, system, table, place):
    """Draws a system's mean and interval as a bar. table: one row; place: its x"""
    colour, _, _, hatch = _LOOKS[system]
    panel.bar(
        [place],
        table["mean"],
        yerr=_errors(table),
        label=NAMES[system],
        color=colour,
        hatch=hatch,
        edgecolor="white",
        capsize=2,
        width=0.7,
    )


def _errors(table):
    """Returns the intervals' two halves, or None if there is a single run a point."""
    errors = [table["mean"] - table["low"], table["high"] - table["mean"]]
    return None if errors[0].isna().any() else errors


def finish(figure, axes, title):
    """Adds title and legend. The panels start at 0, for lengths to compare."""
    for panel in axes:
        panel.set_ylim(bottom=0)
    finish_over_time(figure, axes[:1], title)


def finish_over_time(figure, axes, title):
    """Adds title and legend of the panels."""
    entries = {}
    for panel in axes:
        for handle, label in zip(*panel.get_legend_handles_labels()):
            entries.setdefault(label, handle)
    figure.suptitle(title, y=0.99, fontsize=9)
    figure.legend(entries.values(), entries.keys(), loc="lower center", ncol=len(entries))
    figure.tight_layout(rect=(0, 0.07, 1, 1))


def save(figure, path):
    """Writes path.png and path.svg; the same numbers make the same files."""
    figure.savefig(f"{path}.png", dpi=200, metadata={"Software": None})
    figure.savefig(f"{path}.svg", metadata={"Date": None})
    pyplot.close(figure)
