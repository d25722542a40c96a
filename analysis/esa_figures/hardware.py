# SPDX-License-Identifier: GPL-2.0-only
"""
What others published about their systems, and what the simulator measures and derives for it.

hardware.json has the published figures with their sources. A figure is measured by the function of
MEASURES that has its name: a function of the runs of its sweeps that returns a Measured.
"""

import json
import math
import os

import esa_intervals
import esa_results

_FILE = os.path.join(os.path.dirname(__file__), "hardware.json")

SWITCHML_FRAME, SWITCHML_PAYLOAD = 180 + 24, 128
ATP_FRAME, ATP_PAYLOAD = 306 + 24, 248
"""Bytes that a link sends for a frame, with the overhead of Ethernet, and of the gradients in it."""

_NUMBER_BYTES = 4
_TENSOR_BYTES = 4e6
_LOSS_TENSOR_BYTES, _LOSS_SLOTS = 100e6, 128  # of scenarios/loss/loss-switchml.json
_LOSS = "faults.every_link.loss_probability"
_MEMORY = "switch.memory_bytes"
_NO_SELF = "no collisions within a job"
_CONTROL = "congestion control"
_TIMER_US = 1000  # the same
_GBPS = {"10 Gb/s": 10, "100 Gb/s": 100}
_WORKERS = 8
_SENDERS = 3  # of scenarios/hardware/atp-racks.json
_RACK_ITERATIONS = 2
_RING_WORKERS = 16


class Figure:
    """A published figure."""

    def __init__(self, values, sources):
        self.name = values["name"]
        self.what = values["what"]
        self.source = sources[values["source"]]["short"]
        self.reference = sources[values["source"]]["reference"]
        self.where = values["where"]
        self.read = values["read"]  # abstract, second hand, none: how its source was read
        self.text = values["text"]
        self.low = values["low"]  # of the published values; None without one
        self.high = values["high"]  # None: no upper limit, or no value
        self.unit = values["unit"]
        self.digits = values["digits"]
        self.sweeps = values["sweeps"]
        self.missing = values["missing"]  # what the simulator does not model, or we do not know


class Measured:
    """A measured figure with its 95 % interval, NaN for a single run, and what it is bound by."""

    def __init__(self, values, bound, bound_text, more="", points=1):
        """values: a run each; points: among which this one was picked, as the largest"""
        values = list(values)
        half = esa_intervals.half_width(values, esa_intervals.of_picked(points))
        self.mean = math.fsum(values) / len(values)
        self.low = self.mean - half
        self.high = self.mean + half
        self.bound = bound  # None without one
        self.bound_text = bound_text  # how it is derived
        self.more = more  # what else was measured


def read_figures():
    """Returns the published figures, a list of Figure."""
    with open(_FILE, encoding="utf-8") as file:
        content = json.load(file)
    return [Figure(values, content["sources"]) for values in content["figures"]]


def distance(figure, mean):
    """
    Returns how far a value is from the published one, as a share of it; None without one.

    It is 0 within a published range, and beyond a published lower limit it is the distance from
    that limit.
    """
    if figure.low is None:
        return None
    high = figure.low if figure.high is None else figure.high
    if mean > high:
        return mean / high - 1
    return mean / figure.low - 1 if mean < figure.low else 0.0


def numbers_per_s(gbps):
    """Returns how many numbers per second a link of this rate carries in SwitchML's frames."""
    return gbps * 1e9 / 8 / SWITCHML_FRAME * SWITCHML_PAYLOAD / _NUMBER_BYTES


def switchml_waiting_ms(loss, workers, slots, tensor_bytes):
    """
    Returns for how long a slot of SwitchML waits for its timer during a tensor, on the mean.

    A slot makes one sum after the other. If one of a sum's packets is lost (one per worker and
    direction), the slot waits. A second loss of the same packet is not counted.
    """
    sums = tensor_bytes / SWITCHML_PAYLOAD / slots
    hit = 1 - (1 - loss) ** (2 * workers)
    return sums * hit * _TIMER_US / 1e3


def _at(runs, **values):
    """Returns the runs with these values of columns."""
    for column, value in values.items():
        runs = runs[runs[column] == value]
    return runs


def _by_seed(runs, column):
    return runs.set_index("seed")[column]


def _over(above, below, column):
    """Returns the ratio of two sets of runs, seed by seed."""
    return (_by_seed(above, column) / _by_seed(below, column)).dropna()


def _rate(runs):
    """Returns the rates of runs in millions of numbers per second."""
    return _TENSOR_BYTES / _NUMBER_BYTES / (runs["jct_ms"] * 1e-3) / 1e6


def _switchml_rate(testbed):
    def measure(runs):
        bound = numbers_per_s(_GBPS[testbed]) / 1e6
        found = _at(runs, testbed=testbed, workers=_WORKERS)
        return Measured(_rate(found), bound, "32 numbers in a frame of 180 bytes and 24 of overhead")

    return measure


def _switchml_flat(testbed):
    def measure(runs):
        some = _at(runs, testbed=testbed)
        most = some["workers"].max()
        ratios = _over(_at(some, workers=_WORKERS), _at(some, workers=most), "jct_ms")
        return Measured(
            ratios, 1.0, "a worker sends and receives the same with any number of them"
        )

    return measure


def _switchml_loss(runs):
    testbed = "10 Gb/s"
    some = _at(runs, testbed=testbed, system="switchml")
    loss = some[_LOSS].max()
    free_ms = _at(some, **{_LOSS: 0})["jct_ms"].mean()
    bound = switchml_waiting_ms(loss, _WORKERS, _LOSS_SLOTS, _LOSS_TENSOR_BYTES)
    text = "a slot waits 1 ms for each of its sums that meets a loss"
    return Measured(_at(some, **{_LOSS: loss})["jct_ms"], bound, text, f"0 %: {free_ms:.1f} ms")


def _largest_over_atp(runs, system, points, column):
    """Returns the point where a system's time over ATP's is largest, and the ratios at each point."""
    found = {
        point: _over(
            _at(runs, system=system, **{column: point}),
            _at(runs, system="atp", **{column: point}),
            "jct_ms",
        )
        for point in points
    }
    place = max(found, key=lambda point: found[point].mean())
    return place, found


def _atp_goodput(runs):
    found = _at(runs, index=_NO_SELF, control=_CONTROL, **{_MEMORY: 132000})
    bound = 100 * ATP_PAYLOAD / ATP_FRAME
    return Measured(found["utilization"] * 100, bound, "248 of 330 bytes on the wire are gradients")


def _atp_half(runs):
    def halved(index, whole):
        some = _at(runs, index=index, control=_CONTROL)
        half = _at(some, **{_MEMORY: whole // 2})
        return _over(half, _at(some, **{_MEMORY: whole}), "utilization")

    others = ", ".join(f"{halved('hash', whole).mean():.2f}" for whole in (132000, 66000))
    apart = ", ".join(f"{halved(_NO_SELF, whole).mean():.2f}" for whole in (5000000, 132000))
    more = (
        f"half of 132 KB and of 66 KB: {others}; of 5 MB and of 132 KB, "
        f"without collisions within a job: {apart}"
    )
    return Measured(halved("hash", 5000000), 1.0, "half of them is still enough", more)


def _atp_sharing(runs):
    sizes = sorted(runs[_MEMORY].unique())
    place, found = _largest_over_atp(runs, "switchml", sizes, _MEMORY)
    _, frames = _largest_over_atp(runs, "panama", sizes, _MEMORY)
    static = _at(runs, system="switchml", **{_MEMORY: place})["jct_ms"].mean()
    line_ms = 4e6 / ATP_PAYLOAD * ATP_FRAME * 8 / 100e9 * 1e3 + 1.2
    more = "; ".join(
        f"{size / 1000:g} KB: {found[size].mean():.2f}, "
        f"and {frames[size].mean():.2f} over static sharing with ATP's frames (PANAMA)"
        for size in sizes
    )
    text = "ATP at line rate, 1.2 ms of computation"
    return Measured(found[place], static / line_ms, text, more, len(sizes))


def _atp_loss(runs):
    testbed = "100 Gb/s"
    some = _at(runs, testbed=testbed)
    losses = [loss for loss in sorted(some[_LOSS].unique()) if loss > 0]
    place, found = _largest_over_atp(some, "switchml", losses, _LOSS)
    more = "; ".join(f"{loss * 100:g} %: {found[loss].mean():.2f}" for loss in losses)
    return Measured(found[place], None, "", more, len(losses))


def _atp_control(runs):
    scarce = _at(runs, index=_NO_SELF, **{_MEMORY: 21648})
    ratios = _over(_at(scarce, control="none"), _at(scarce, control=_CONTROL), "jct_ms")
    text = "without aggregation the PS's link takes 8 packets in place of 1"
    return Measured(ratios, float(_WORKERS), text)


def _atp_racks(runs):
    sums = math.ceil(_TENSOR_BYTES / ATP_PAYLOAD) * _RACK_ITERATIONS
    to_ps = 1 + runs["passed_through"] / sums
    bound = 1 - 1 / _SENDERS
    return Measured(1 - to_ps / _SENDERS, bound, "one packet per sum in place of three")


def _ring_over_panama(column, bound, text):
    def measure(runs):
        return Measured(
            _over(_at(runs, system="ring"), _at(runs, system="panama"), column), bound, text
        )

    return measure


MEASURES = {
    "switchml-rate-10": _switchml_rate("10 Gb/s"),
    "switchml-rate-100": _switchml_rate("100 Gb/s"),
    "switchml-flat-10": _switchml_flat("10 Gb/s"),
    "switchml-flat-100": _switchml_flat("100 Gb/s"),
    "switchml-loss": _switchml_loss,
    "atp-goodput": _atp_goodput,
    "atp-half": _atp_half,
    "atp-sharing": _atp_sharing,
    "atp-loss": _atp_loss,
    "atp-control": _atp_control,
    "atp-racks": _atp_racks,
    "panama-flows": _ring_over_panama("background_flow_us", None, ""),
    "panama-training": _ring_over_panama(
        "jct_ms",
        2 * (_RING_WORKERS - 1) / _RING_WORKERS,
        "bytes of a ring over those of a sum in the network, without computation",
    ),
}
"""How each figure is measured: name -> function of the runs of its sweep."""


def rates(runs, testbed):
    """Returns the rate in millions of numbers per second against workers: mean, low, high."""
    frame = runs[runs["testbed"] == testbed].copy()
    frame["rate"] = _rate(frame)
    return esa_results.summary(frame, ["workers"], "rate")


def loss_times(runs, testbed, system):
    """Returns the time of a tensor over that without losses, against loss in percent."""
    some = _at(runs, testbed=testbed, system=system)
    free = _by_seed(_at(some, **{_LOSS: 0}), "jct_ms")
    frame = some.copy()
    frame["ratio"] = [row["jct_ms"] / free[row["seed"]] for _, row in some.iterrows()]
    frame["loss_percent"] = frame[_LOSS] * 100
    return esa_results.summary(frame, ["loss_percent"], "ratio")


def throughputs(runs, index, control):
    """Returns the goodput in Gb/s against the number of aggregators: mean, low, high."""
    frame = _at(runs, index=index, control=control).copy()
    frame["goodput_gbps"] = frame["utilization"] * 100
    return esa_results.summary(frame, ["aggregators"], "goodput_gbps").sort_values("aggregators")
