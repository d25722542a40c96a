# SPDX-License-Identifier: GPL-2.0-only
"""The section that compares the simulator with what others published about their own systems."""

import functools
import math
import os

from esa_sweep.csv_table import write_csv

from . import hardware, style
from .section import Finding, Section, Table
from .verdicts import percent_text

TITLE = "Validation against published hardware"
QUICK_TITLE = "Set-ups of SwitchML, ATP and PANAMA"
NAME = "hardware"
CSV_HEADS = (
    *("figure", "source", "where", "read", "published"),
    *("measured", "low", "high", "bound", "distance_percent", "not_modelled"),
)

_TEXT = (
    "The figures above compare the simulator with the simulations of ESA's authors. This section "
    "compares it with what the authors of SwitchML, ATP and PANAMA published about their own "
    "systems, most of it measured on testbeds. Each row has a bound that can be derived on paper, "
    "and the distance of the measured mean from the published value, in percent of that value. "
    "Where no published number was at hand, the distance is that from the bound. Settings that "
    "the publications leave open, or that were not at hand, are our interpretation; they are in "
    "scenarios/hardware. A distance does not show which of the two is wrong."
)
_QUICK_TEXT = (
    "The set-ups with which the authors of SwitchML, ATP and PANAMA measured their own systems, "
    "each row with a bound that can be derived on paper."
)
_NOTES = (
    "How the sources were read: 'abstract' was read in the publication itself. 'Second hand' was "
    "read in notes on it and in quotations, and not compared with its text. What is not quoted "
    "has no number here. Section and figure of such values are not known to us.",
    "The interval of a row that is the largest of several points is wider (Bonferroni's "
    "correction), since who picks the largest of noisy points picks noise, too.",
    "What no row models: the software of hosts, GPUs, the pipeline's own time, and "
    "queues that overflow. Rates of the simulator are therefore upper "
    "limits of what hardware reaches.",
    "Why SwitchML's time under loss is so much larger here: each sum of 8 workers takes 16 "
    "packets, and a loss of any of them stops its slot for the timer of 1 ms. At 1 % this is the "
    "case for one sum in seven. The bound in the table is that arithmetic. The published time is "
    "possible only with fewer losses per sum, or a loss that costs less.",
)


def rows_of(context):
    """Returns the published figures with what was measured: list of (Figure, Measured)."""
    return [
        (figure, hardware.MEASURES[figure.name](*(context.runs(name) for name in figure.sweeps)))
        for figure in hardware.read_figures()
    ]


def _number(figure, value):
    if value is None or math.isnan(value):
        return ""
    return f"{value:.{figure.digits}f}{' ' + figure.unit if figure.unit else ''}"


def _measured_text(figure, measured):
    text = _number(figure, measured.mean)
    if not math.isnan(measured.low):
        text += f" [{measured.low:.{figure.digits}f}, {measured.high:.{figure.digits}f}]"
    return text


def distance_text(figure, measured):
    """Returns the distance from the published value, or from the bound without one."""
    share = hardware.distance(figure, measured.mean)
    if share is None:
        return f"{percent_text(measured.mean / measured.bound - 1)} from the bound"
    return "within the range" if share == 0 and figure.low != figure.high else percent_text(share)


def _table(rows, quick):
    """Returns the table; a first look has what it measured."""
    heads = ["Figure", "Published", "Measured", "Bound", "Distance", "Not modelled, or not known"]
    lines = [
        [
            Finding(figure.what, f"{figure.source}; {figure.where}"),
            Finding(figure.text, "" if figure.read == "none" else f"read: {figure.read}"),
            Finding(_measured_text(figure, measured), measured.more),
            Finding(_number(figure, measured.bound) or "none", measured.bound_text),
            distance_text(figure, measured),
            figure.missing,
        ]
        for figure, measured in rows
    ]
    shown = (0, 2, 3) if quick else range(len(heads))
    return Table([heads[n] for n in shown], [[line[n] for n in shown] for line in lines])


def csv_lines(rows, quick=False):
    """Returns the lines of hardware.csv; those of a first look have no published values."""
    lines = []
    for figure, measured in rows:
        share = None if quick else hardware.distance(figure, measured.mean)
        numbers = (measured.mean, measured.low, measured.high, measured.bound)
        percent = None if share is None else share * 100
        published = "" if quick else figure.text
        lines.append(
            (figure.name, figure.reference, figure.where, figure.read, published)
            + tuple("" if v is None or math.isnan(v) else f"{v:.6g}" for v in (*numbers, percent))
            + (figure.missing,)
        )
    return lines


def _draw_rate(runs, testbed, axes):
    """Draws SwitchML's rate against workers, and its bound."""
    bound = hardware.numbers_per_s(int(testbed.split(" ")[0])) / 1e6
    axes.axhline(bound, color="#666", linestyle="--", linewidth=0.8, label="bound")
    table = hardware.rates(runs, testbed)
    style.draw_line(axes, "switchml", table, "workers")
    style.finish_lines(axes, "workers", list(table["workers"]))
    axes.set_ylim(0, bound * 1.1)


def _draw_loss(runs, testbed, axes):
    """Draws the time of a tensor against loss."""
    for system in ("atp", "switchml"):
        table = hardware.loss_times(runs, testbed, system)
        table = table[table["loss_percent"] > 0]
        style.draw_line(axes, system, table, "loss_percent")
    axes.axhline(1, color="#666", linestyle="--", linewidth=0.8, label="no loss")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.xaxis.set_major_formatter("{x:g}")
    axes.yaxis.set_major_formatter("{x:g}")
    axes.set_xlabel("loss on every link in percent")


def _draw_memory(runs, index, axes):
    """Draws ATP's goodput against the number of aggregators. index: how they are chosen"""
    bound = 100 * hardware.ATP_PAYLOAD / hardware.ATP_FRAME
    axes.axhline(bound, color="#666", linestyle="--", linewidth=0.8, label="bound")
    for control, label, look in (
        ("congestion control", "congestion control", "s-"),
        ("none", "without", "o:"),
    ):
        table = hardware.throughputs(runs, index, control)
        axes.plot(
            *(table["aggregators"], table["mean"], look),
            color=style.look_of("atp").colour,
            markersize=4,
            label=label,
        )
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter("{x:g}")
    axes.set_ylim(0, bound * 1.1)
    axes.set_xlabel("aggregators")


_TESTBEDS = ("10 Gb/s", "100 Gb/s")
_INDEXES = ("hash", "no collisions within a job")
_RATE = ("SwitchML's rate", _draw_rate, _TESTBEDS, "hardware-switchml", "million numbers per second")
_LOSS = ("Time of a tensor under loss", _draw_loss, _TESTBEDS, "hardware-loss", "time / time without loss")
_MEMORY = ("ATP's goodput", _draw_memory, _INDEXES, "hardware-atp", "goodput (Gb/s)")
_PICTURES = (("rate", *_RATE), ("loss", *_LOSS), ("memory", *_MEMORY))
"""Name, title, what draws a panel, what the panels show, sweep and label of each picture."""


def _panels(draw, runs, values):
    """Returns a panel for each value. draw: function of runs, value and axes"""
    titles = ["by a hash" if value == "hash" else value for value in values]
    draws = [functools.partial(draw, runs, value) for value in values]
    return list(map(style.Panel, titles, draws))


def validation_sections(context):
    """Returns the section, and writes its rows to hardware.csv."""
    rows = rows_of(context)
    write_csv(
        os.path.join(context.out, "hardware.csv"), CSV_HEADS, csv_lines(rows, context.quick)
    )
    pictures = []
    for name, title, draw_one, values, sweep, y_label in _PICTURES:
        panels = _panels(draw_one, context.runs(sweep), values)
        draw = functools.partial(style.compose, panels, y_label)
        pictures.append(context.picture(f"{NAME}-{name}", title, draw, title))
    names = list(dict.fromkeys(name for figure, _ in rows for name in figure.sweeps))
    sources = [context.source(name) for name in names]
    table = _table(rows, context.quick)
    if context.quick:
        return [Section(NAME, QUICK_TITLE, _QUICK_TEXT, pictures, [table], sources)]
    references = "; ".join(dict.fromkeys(figure.reference for figure, _ in rows))
    notes = [*_NOTES, f"Sources: {references}."]
    return [Section(NAME, TITLE, _TEXT, pictures, [table], sources, notes=notes)]
