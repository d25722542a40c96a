# SPDX-License-Identifier: GPL-2.0-only
"""The section on what is learnt through the switch: esa-learning trains, this draws."""

import functools
import hashlib
import os
import subprocess

import pandas
from esa_sweep.execute import RunFailed
from esa_sweep.files import die_with_parent, write_text
from esa_sweep.sweep import ANALYSIS

from . import style
from .section import Section, Source, Table

NAME = "accuracy"
TITLE = "What is learnt through the switch, and by exact sums"

_ROOT = os.path.dirname(ANALYSIS)
_SCENARIO = os.path.join("scenarios", "accuracy", "digits.json")
_SAMPLES = os.path.join("inputs", "datasets", "digits.csv")
_QUICK = ["iterations=100"]


def train(context):
    """Trains if that is missing; returns the path of the table. context: a ReportContext"""
    if context.given:
        return os.path.join(context.given, f"{NAME}.csv")
    bin_folder = os.path.join(os.path.dirname(os.path.dirname(context.program.path)), "bin")
    inputs = [os.path.join(bin_folder, "esa-learning")]
    inputs += [os.path.join(_ROOT, name) for name in (_SCENARIO, _SAMPLES)]
    command = inputs + (_QUICK if context.quick else [])
    digest = hashlib.sha256(repr([context.program.identity, context.quick]).encode())
    for path in inputs:
        with open(path, "rb") as file:
            digest.update(file.read())
    table = os.path.join(context.kept, NAME, f"{digest.hexdigest()[:24]}.csv")
    if not os.path.isfile(table):
        done = subprocess.run(
            command, capture_output=True, text=True, preexec_fn=die_with_parent, check=False
        )
        if done.returncode != 0:
            raise RunFailed(done.stderr.strip() or f"{command[0]}: exit code {done.returncode}")
        os.makedirs(os.path.dirname(table), exist_ok=True)
        write_text(table, done.stdout)
    return table


def draw(points, title=None, narrow=False):
    """
    Draws the curves of the first system, one panel per job, and how far the parameters are apart.

    points: the table; title: text above, or None; narrow: panels one below the other, for a phone
    """
    system = points["system"].iloc[0]
    points = points[points["system"] == system]
    jobs = sorted(set(points["job"]))
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
    axes[-1].yaxis.set_major_formatter("{x:g}")
    for panel in axes:
        panel.set_xlabel("iteration")
    style.finish(figure, axes, title, narrow)
    return figure


def _ends(points):
    return points[points["iteration"] == points["iteration"].max()]


def explain(points):
    """Returns what the figure shows, in words and numbers."""
    ends = _ends(points)
    apart = (ends["accuracy"] - ends["exact_accuracy"]).abs().max()
    return (
        f"Preemption and repair split sums and add them elsewhere; is the same still learnt? Two "
        f"jobs train perceptrons on handwritten digits through a switch with few aggregators, "
        f"and one packet in a hundred is lost. Grey: the same training by exact sums, without a "
        f"network. After {ends['iteration'].iloc[0]} iterations the accuracy differs from that of "
        f"exact sums by {apart:.4f} at most, with every system. The paper shows curves of ResNet50 "
        f"with ESA and BytePS that are alike."
    )


def table_of(points):
    """Returns the last accuracies of each system beside those of exact sums."""
    rows = []
    for system, last in _ends(points).groupby("system", sort=False):
        first = last.iloc[0]
        of_jobs = last.sort_values("job").itertuples()
        accuracies = [f"{p.accuracy:.4f} ({p.exact_accuracy:.4f})" for p in of_jobs]
        rows.append(
            [style.name_of(system), f"{first['preemptions']:,}", f"{first['packets_lost']:,}"]
            + [*accuracies, f"{last['largest_difference'].max():.1e}"]
        )
    heads = ["System", "Preemptions", "Packets lost"]
    heads += [f"Accuracy, job {job} (exact sums)" for job in sorted(set(points["job"]))]
    return Table([*heads, "Largest difference of a parameter"], rows)


def accuracy_sections(context):
    """Returns the section; leaves accuracy.csv in the folder of the report if it trains."""
    table = train(context)
    points = pandas.read_csv(table)
    if not context.given:
        with open(table, encoding="ascii") as file:
            write_text(os.path.join(context.out, f"{NAME}.csv"), file.read())
    picture = context.picture(NAME, TITLE, functools.partial(draw, points))
    command = ["./ns3 run esa-learning --", _SCENARIO, _SAMPLES]
    with open(os.path.join(_ROOT, _SCENARIO), encoding="utf-8") as file:
        runs = points["system"].nunique()
        source = Source(" ".join(command + (_QUICK if context.quick else [])), runs, file.read())
    return [Section(NAME, TITLE, explain(points), [picture], [table_of(points)], sources=[source])]
