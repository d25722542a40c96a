# SPDX-License-Identifier: GPL-2.0-only
"""A packet sequence for the switch, and what all of them have in common."""

import dataclasses
import random

import frames
from frames import ALL_WORKERS, Fragment, Kind

AGGREGATORS = 8
NEVER = (1 << 48) - 1
INA_SYSTEMS = ("esa", "atp", "straw1")
SYSTEMS = INA_SYSTEMS + ("switchml",)

# Workers of the jobs that the switch knows, by job number. Job 9 is not known to it.
JOBS = {1: 2, 2: 4, 3: 8, 4: 32, 5: 1, 6: 31, 200: 3}
UNKNOWN_JOB = 9

# An ordinary host that the switch knows, by its address and port.
HOST_ADDRESS = bytes.fromhex("020000020001")
HOST_PORT = 1


@dataclasses.dataclass
class Pause:
    """A time without packets."""

    us: int


@dataclasses.dataclass
class Removal:
    """A job leaves: the control plane frees its aggregators."""

    job: int


@dataclasses.dataclass
class Sequence:
    """Packets for a switch whose aggregators are all free."""

    system: str
    name: str
    stale_age_us: int = NEVER
    steps: list = dataclasses.field(default_factory=list)  # frames (bytes), Pause, Removal
    has_groups: bool = False  # of jobs that groups.py has

    def __post_init__(self):
        self.random = random.Random(f"{self.system} {self.name}")

    def send(self, **fields):
        """Appends a packet; fields that are not given are those of a worker's fragment."""
        f = Fragment(**fields)
        carries = f.kind in (Kind.GRADIENT, Kind.PARTIAL, Kind.RESULT, Kind.ANSWER,
                             Kind.RETRANSMISSION, Kind.FORWARD)
        carries = carries or f.kind == Kind.RESEND and f.bitmap0 != 0
        if f.kind == Kind.RESULT and "worker" not in fields:
            f.worker = ALL_WORKERS
        count = frames.SWITCHML_VALUES if self.system == "switchml" else frames.VALUES
        if f.payload_bytes == 4 * frames.VALUES:
            f.payload_bytes = 4 * count
        if carries and f.values is None:
            f.values = self.values(count)
        make = frames.switchml_frame if self.system == "switchml" else frames.ina_frame
        self.steps.append(make(f))

    def values(self, count):
        """Values of a fragment. Most are an arithmetic sequence, so that recordings stay small."""
        draw = self.random.random()
        if draw < 0.93:
            start = self.random.randint(-(10**6), 10**6)
            slope = self.random.randint(-(10**4), 10**4)
            return [start + slope * i for i in range(count)]
        if draw < 0.97:
            return [self.random.choice((-(1 << 31), (1 << 31) - 1))] * count
        return [self.random.randint(-(1 << 31), (1 << 31) - 1) for _ in range(count)]

    def gradient(self, job, seq, worker, aggregator=None, priority=10, **fields):
        """Appends a worker's fragment."""
        fields.setdefault("bitmap0", 1 << worker)
        fields.setdefault("fan_in0", JOBS.get(job, 2))
        if aggregator is None:
            aggregator = self.index(job, seq)
        self.send(job=job, seq=seq, worker=worker, aggregator=aggregator, priority=priority,
                  **fields)

    def control(self, kind, job, seq, aggregator=None, **fields):
        """Appends a packet without a worker's bit."""
        fields.setdefault("fan_in0", JOBS.get(job, 2))
        if aggregator is None:
            aggregator = self.index(job, seq)
        self.send(kind=kind, job=job, seq=seq, aggregator=aggregator, **fields)

    def index(self, job, seq):
        """Where a task's aggregator is, if the sequence does not say otherwise."""
        if self.system == "switchml":
            return seq % AGGREGATORS
        return (3 * job + seq) % AGGREGATORS

    def pause(self, us):
        """Appends a pause."""
        self.steps.append(Pause(us))

    def remove(self, job):
        """Appends the removal of a job."""
        self.steps.append(Removal(job))

    def file(self):
        """Returns the name of its trace file."""
        return f"{self.system}-groups" if self.has_groups else self.system

    def packets(self):
        """Returns how many packets it has."""
        return sum(isinstance(step, bytes) for step in self.steps)


class Situations:
    """Functions that fill a sequence each, once for each of some systems."""

    def __init__(self, make):
        self._make = make
        self._all = []

    def of(self, *systems):
        """Registers the function behind it."""

        def register(function):
            for system in systems:
                self._all.append((system, function.__name__.replace("_", "-"), function))
            return function

        return register

    def sequences(self):
        """Returns the sequences of all situations whose modules are imported."""
        sequences = []
        for system, name, fill in self._all:
            s = self._make(system, name)
            fill(s)
            sequences.append(s)
        return sequences


_situations = Situations(Sequence)
situation = _situations.of
situation_sequences = _situations.sequences
