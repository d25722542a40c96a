# SPDX-License-Identifier: GPL-2.0-only
"""
Compares what is learnt through the switch with what is learnt from exact sums.

    PYTHONPATH=analysis /usr/bin/python3 -m esa_figures.accuracy FILE PATH

draws the first run in FILE as PATH.png and PATH.svg. FILE is what esa-scenario --learn writes with
--accuracy.
"""

import sys

import pandas

from . import style

_COLUMNS = (
    "system",
    "seed",
    "job",
    "iteration",
    "accuracy",
    "exact_accuracy",
    "largest_difference",
)


def first_run(path):
    """Returns the points of the first run in a file as a DataFrame; raises ValueError."""
    points = pandas.read_csv(path)
    for column in _COLUMNS:
        if column not in points:
            raise ValueError(f"{path}: has no column {column}")
    if points.empty:
        raise ValueError(f"{path}: has no run")
    first = points.iloc[0]
    if first["system"] not in style.NAMES:
        known = ", ".join(style.NAMES)
        raise ValueError(f"{path}: system {first['system']} is not drawn; there are: {known}")
    return points[(points["system"] == first["system"]) & (points["seed"] == first["seed"])]


def draw(points, title=None, narrow=False):
    """
    Draws the curves of one run, one panel per job, and how far the parameters are apart.

    points: what first_run() returned; title: text above, or None; narrow: panels one below the
    other, for a phone
    """
    jobs = sorted(set(points["job"]))
    system = points["system"].iloc[0]
    count = len(jobs) + 1
    rows, columns = (count, 1) if narrow else (1, count)
    width = style.NARROW_WIDTH_INCHES if narrow else style.WIDTH_INCHES * count
    figure, grid = style.empty_grid(rows, columns, width, style.HEIGHT_INCHES * rows)
    axes = list(grid.flat)
    for panel, job in zip(axes, jobs):
        part = points[points["job"] == job]
        style.draw_reference(panel, part["iteration"], part["exact_accuracy"], "exact sums")
        style.draw_curve(panel, system, part["iteration"], part["accuracy"])
        panel.set_title(f"job {job}", fontsize=9)
        panel.set_ylim(0, 1)
        apart = part[part["largest_difference"] > 0]
        axes[-1].plot(
            apart["iteration"],
            apart["largest_difference"],
            label=f"job {job}",
            color="black",
            linestyle=("-", "--", ":", "-.")[job % 4],
            linewidth=1,
        )
    axes[0].set_ylabel("accuracy on the test samples")
    axes[-1].set_title("largest difference of a parameter", fontsize=9)
    axes[-1].set_ylim(bottom=0)
    for panel in axes:
        panel.set_xlabel("iteration")
    style.finish(figure, axes, title, narrow)
    return figure


def main(arguments):
    """Does what the arguments say; returns the exit code."""
    if len(arguments) != 2:
        print("usage: python3 -m esa_figures.accuracy FILE PATH", file=sys.stderr)
        return 2
    try:
        points = first_run(arguments[0])
        seed = points["seed"].iloc[0]
        title = f"Learning through the switch, and by exact sums (seed {seed})"
        style.save(draw(points, title), arguments[1])
    except (OSError, ValueError) as error:
        print(f"esa_figures.accuracy: error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
