# SPDX-License-Identifier: GPL-2.0-only
"""
The settings that the paper leaves open, with the range of each in which the study searches.

A point is a dict: the dotted path of each field, and its value. Its coordinates are numbers from 0
to 1, one per setting, as a space-filling design draws them.
"""

import math

_DIGITS = 3
"""Significant digits of a value, so that a point can be read."""

FACTORS, CUBES = "factors", "cubes"
"""Scales of a Range. Cubes have many small values and some large ones, and 0, which factors lack."""

_STEP = 0.15
"""Standard deviation of a small step, as a share of the range."""


class Range:
    """A setting that is a number."""

    def __init__(self, path, short, low, high, whole=False, scale="", why=""):
        self.path = path
        self.short = short  # what tables call it
        self.low = low
        self.high = high
        self.whole = whole
        self.scale = scale  # what equal steps are: "", equal amounts; or FACTORS, or CUBES
        self.why = why  # what the paper says, and where the range is from

    def value(self, coordinate):
        """Returns the value at a coordinate from 0 to 1."""
        low, high = self._scaled(self.low), self._scaled(self.high)
        found = low + (high - low) * coordinate
        found = float(f"{self._of_scaled(found):.{_DIGITS}g}")
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
        text = f"{shown(self.low)} to {shown(self.high)}"
        return f"{text}, by {self.scale}" if self.scale else text

    def _scaled(self, value):
        if self.scale == CUBES:
            return value ** (1 / 3)
        return math.log(value) if self.scale == FACTORS else value

    def _of_scaled(self, value):
        if self.scale == CUBES:
            return value**3
        return math.exp(value) if self.scale == FACTORS else value


class Choice:
    """A setting that has some values."""

    def __init__(self, path, short, values, shares=(), why=""):
        self.path = path
        self.short = short
        self.values = tuple(values)
        self._shares = shares or (1,) * len(values)  # how much of the design each value gets
        self.why = why

    def value(self, coordinate):
        """Returns the value at a coordinate from 0 to 1: each has a part as long as its share."""
        place = coordinate * sum(self._shares)
        for value, share in zip(self.values, self._shares):
            if place < share:
                return value
            place -= share
        return self.values[-1]

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
        *("host.processing_ns", "processing of workers (ns)", 0, 60000, False, CUBES),
        why="Not given. 'Each job needs 1 MB under 100 Gbps' (Motivation) makes a loop of 80 us, of "
        "which links of 5 us are 10.",
    ),
    Range(
        *("host.ps_processing_ns", "processing of PSes (ns)", 0, 60000, False, CUBES),
        why="Not given. The PSes have servers of their own, and ATP passes each result through them.",
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
        *("window.max_packets", "window cap", 250, 16000, True, FACTORS),
        why="Not given. The largest caps stop nothing.",
    ),
    Range(
        *("window.initial_packets", "first window", 100, 10000, True, FACTORS),
        why="'60 KB at 100 Gb/s': 196 packets of 306 bytes, 242 with 248 bytes of values. From the "
        "cap on it is the cap: a fixed window.",
    ),
    Choice(
        *("window.ssthresh_packets", "slow start ends at", (0, 200)),
        why="Not given. 0: at the first mark; 200: at the first window.",
    ),
    Range(
        *("window.growth_packets", "window growth", 1, 58, False, FACTORS),
        why="Not given; a packet, an MTU of ATP's, or an MTU for each of its public code's threads.",
    ),
    Range(
        *("window.switchml_max_packets", "SwitchML's window", 150, 20000, True, FACTORS),
        why="Not given: 30 KB or 60 KB of packets, up to all slots of a job.",
    ),
    Range(
        *("ecn.threshold_bytes", "ECN threshold (bytes)", 50000, 64000000, True, FACTORS),
        why="ATP has one, but it is not given. The largest ones mark nothing.",
    ),
    Range(
        *("switch.aggregator_bytes", "bytes per aggregator", 252, 528, True, FACTORS),
        why="5 MB in all, but not how much an aggregator takes: 248 bytes of values with little "
        "else, up to twice 264.",
    ),
    Choice(
        *("switch.aggregator_index", "hash", ("mix64", "crc32", "linear", "window_slot")),
        why="'The same as ATP's', which is not given. In ATP's public code no two places of a job's "
        "window collide, and a task that has collided moves.",
    ),
    Choice(
        *("switchml.values", "values in SwitchML's frame", (32, 62, 64, 256)),
        why="'The same packet size (306 byte)' of all systems is 62 values in 300 bytes; 32 (180 "
        "bytes) is named for the testbed; SwitchML's public clients have 64 or 256.",
    ),
    Choice(
        *("atp.preset", "ATP as in", ("paper", "public"), (3, 1)),
        why="Its public code has windows, marks, an index and timers of its own (the manual's list "
        "of ATP). With 'public' they replace the settings above in the runs of ATP.",
    ),
    Choice(
        *("switchml.preset", "SwitchML as in", ("paper", "public"), (3, 1)),
        why="Its public code has 256 values in a frame, 256 packets under way, and a timer of 10 ms. "
        "With 'public' they replace the settings above in the runs of SwitchML.",
    ),
    Choice(
        *("reminder.bytes", "bytes per reminder", (306, 58)),
        why="'A special type of gradient fragment packet': with values or without.",
    ),
    Range(
        *("reminder.overtakes", "overtakes per reminder", 1, 255, True, FACTORS),
        why="Three larger numbers; not whether of packets, or of packets of one partition. 255: in "
        "effect by time only.",
    ),
    Range(
        *("reminder.ps_holdoff_us", "PS's hold-off (us)", 0, 50),
        why="Not given: whether the PS forwards a reminder for what it has just asked for.",
    ),
    Range(
        *("priority.p_max_per_s", "largest priority (1/s)", 500, 50000, True, FACTORS),
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


PRESETS = {"atp": "atp.preset", "switchml": "switchml.preset"}
"""Settings that give one system fields of its own: system -> path."""


def presets_of(point):
    """Returns the systems that have fields of their own at a point."""
    return [system for system, path in PRESETS.items() if point.get(path, "paper") != "paper"]


def allowed(point):
    """Returns a point whose first window is no larger than its cap."""
    first, cap = "window.initial_packets", "window.max_packets"
    return dict(point, **{first: min(point[first], point[cap])}) if first in point else point
