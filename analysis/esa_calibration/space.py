# SPDX-License-Identifier: GPL-2.0-only
"""
The settings that the paper leaves open, with the range of each in which the study searches.

A point is a dict: the dotted path of each field, and its value. Its coordinates are numbers from 0
to 1, one per setting, as a space-filling design draws them.
"""

import math

_DIGITS = 3
"""Significant digits of a value, so that a point can be read."""

_STEP = 0.15
"""Standard deviation of a small step, as a share of the range."""


class Range:
    """A setting that is a number."""

    def __init__(self, path, short, low, high, whole=False, log=False, why=""):
        self.path = path
        self.short = short  # what tables call it
        self.low = low
        self.high = high
        self.whole = whole
        self.log = log  # whether equal steps are equal factors
        self.why = why  # what the paper says, and where the range is from

    def value(self, coordinate):
        """Returns the value at a coordinate from 0 to 1."""
        low, high = self._scaled(self.low), self._scaled(self.high)
        found = low + (high - low) * coordinate
        found = float(f"{math.exp(found) if self.log else found:.{_DIGITS}g}")
        found = min(max(found, self.low), self.high)
        return round(found) if self.whole else found

    def coordinate(self, value):
        """Returns the coordinate of a value; outside of 0 to 1 if it is outside of the range."""
        low, high = self._scaled(self.low), self._scaled(self.high)
        return (self._scaled(value) - low) / (high - low)

    def moved(self, value, random):
        """Returns another value that is near. random: a random.Random"""
        coordinate = self.coordinate(value) + random.gauss(0, _STEP)
        return self.value(min(max(coordinate, 0), 1))

    def text(self):
        """Returns the range as a text."""
        return f"{shown(self.low)} to {shown(self.high)}" + (", by factors" if self.log else "")

    def _scaled(self, value):
        return math.log(value) if self.log else value


class Choice:
    """A setting that has some values."""

    def __init__(self, path, short, values, why=""):
        self.path = path
        self.short = short
        self.values = tuple(values)
        self.why = why

    def value(self, coordinate):
        """Returns the value at a coordinate from 0 to 1: each has a part of the same length."""
        return self.values[min(int(coordinate * len(self.values)), len(self.values) - 1)]

    def moved(self, value, random):
        """Returns another value. random: a random.Random"""
        return random.choice([other for other in self.values if other != value])

    def text(self):
        """Returns the values as a text."""
        return " or ".join(map(shown, self.values))


SPACE = (
    Range(
        *("link.delay_us", "link delay (us)", 1, 5),
        why="'The base RTT is 10 us', but not of which way, nor what of it are hosts: 5 if from "
        "worker to switch to worker, 2.5 if from host to host and back, less with slow hosts.",
    ),
    Range(
        *("host.processing_ns", "processing of hosts (ns)", 0, 60000),
        why="Not given. 'Each job needs 1 MB under 100 Gbps' (Motivation) makes a loop of 80 us, of "
        "which links of 5 us are 10.",
    ),
    Choice(
        *("jitter.mode", "jitter drawn per", ("partition", "iteration", "packet", "packet_in_order")),
        why="'A jitter on the sending side'; not how often it is drawn, nor whether packets stay in "
        "order.",
    ),
    Range(
        *("jitter.max_us", "largest jitter (us)", 160, 320),
        why="'300 us, approximate to the computation time of a tensor partition', which is 160 us "
        "(DNN A) or 320 us (B).",
    ),
    Range(
        *("window.max_packets", "window cap", 250, 16000, True, True),
        why="Not given. The largest caps stop nothing.",
    ),
    Range(
        *("window.initial_packets", "first window", 100, 10000, True, True),
        why="'60 KB at 100 Gb/s': 196 packets of 306 bytes, 242 with 248 bytes of values. From the "
        "cap on it is the cap: a fixed window.",
    ),
    Choice(
        *("window.ssthresh_packets", "slow start ends at", (0, 200)),
        why="Not given. 0: at the first mark; 200: at the first window.",
    ),
    Range(
        *("window.growth_packets", "window growth", 1, 58, False, True),
        why="Not given; a packet, an MTU of ATP's, or an MTU for each of its public code's threads.",
    ),
    Range(
        *("window.switchml_max_packets", "SwitchML's window", 150, 20000, True, True),
        why="Not given: 30 KB or 60 KB of packets, up to all slots of a job.",
    ),
    Range(
        *("ecn.threshold_bytes", "ECN threshold (bytes)", 50000, 4000000, True, True),
        why="ATP has one, but it is not given. The largest ones mark nothing.",
    ),
    Range(
        *("switch.aggregator_bytes", "bytes per aggregator", 252, 528, True, True),
        why="5 MB in all, but not how much an aggregator takes: 248 bytes of values with little "
        "else, up to twice 264.",
    ),
    Choice(
        *("switch.aggregator_index", "hash", ("mix64", "crc32", "linear")),
        why="'The same as ATP's', which is not given.",
    ),
    Choice(
        *("reminder.bytes", "bytes per reminder", (306, 58)),
        why="'A special type of gradient fragment packet': with values or without.",
    ),
    Range(
        *("reminder.overtakes", "overtakes per reminder", 1, 255, True, True),
        why="Three larger numbers; not whether of packets, or of packets of one partition. 255: in "
        "effect by time only.",
    ),
    Range(
        *("reminder.ps_holdoff_us", "PS's hold-off (us)", 0, 50),
        why="Not given: whether the PS forwards a reminder for what it has just asked for.",
    ),
    Range(
        *("priority.p_max_per_s", "largest priority (1/s)", 500, 50000, True, True),
        why="'We omit the compression detail': which priority is encoded as 255.",
    ),
    Choice(
        *("priority.encoding", "priority's scale", ("linear", "log2")),
        why="'An 8-bit fixed-point', so linear; log2 keeps small priorities apart.",
    ),
)
"""Every setting of the study. All else is that of scenarios/paper/jct-8x8.json."""


def shown(value):
    """Returns a value as a text for readers."""
    return f"{value:,}" if isinstance(value, int) else str(value)


def point_at(coordinates, space=SPACE):
    """Returns the point at coordinates, one per setting."""
    return allowed({one.path: one.value(place) for one, place in zip(space, coordinates)})


def allowed(point):
    """Returns a point whose first window is no larger than its cap."""
    first, cap = "window.initial_packets", "window.max_packets"
    return dict(point, **{first: min(point[first], point[cap])}) if first in point else point
