# SPDX-License-Identifier: GPL-2.0-only
"""Hostile packet sequences: nothing of a frame is as it should be, but enough of it is that packets
meet each other's tasks.

Each sequence has a few tasks, whose fan-ins are 0, 1, 31, 32 and more, among others. Their packets
have every kind, every flag, and bitmaps with several bits. Packets of jobs with groups lie about
their group and what belongs to it, and meet each other's tasks all the same. Then frames are damaged
(damage.py).
"""

import dataclasses

import frames
import groups
from damage import damage
from frames import Fragment, Kind
from sequence import AGGREGATORS, INA_SYSTEMS, JOBS, SYSTEMS, UNKNOWN_JOB, Sequence

PACKETS = 50
FAN_INS = (1, 1, 2, 2, 2, 3, 4, 8, 30, 31, 31, 32, 32)
IMPOSSIBLE_FAN_INS = (0, 33, 63)
KINDS = ((Kind.GRADIENT,) * 60 + (Kind.REMINDER,) * 6 + (Kind.RESEND,) * 6 + (Kind.RESULT,) * 5 +
         tuple(range(16)))
PRIORITIES = (0, 1, 2, 127, 128, 254, 255)


def cut_up(rng, fan_in):
    """Returns bitmaps that complete a sum: the bits of a fan-in, each in one of at most 4."""
    parts = [0] * min(max(fan_in, 1), rng.choice((1, 2, 2, 3, 4, 4)))
    for bit in range(min(fan_in, 32)):
        parts[rng.randrange(len(parts))] |= 1 << bit
    return [part for part in parts if part] or [1]


class Task:
    """A task, with what its packets say if they tell the truth."""

    def __init__(self, rng):
        self.job = rng.choice((1, 1, 2, 2, 4, 5, 6, 200, UNKNOWN_JOB, rng.randrange(1 << 16)))
        self.seq = rng.choice((0, 1, 2, 1 << 16, 0xFFFFFFFF, rng.randrange(1 << 32)))
        self.aggregator = rng.randrange(2)
        self.priority = rng.choice(PRIORITIES)
        usual = JOBS.get(self.job, 2)
        self.fan_in0 = usual if rng.random() < 0.5 else rng.choice(FAN_INS)
        self.parts = cut_up(rng, self.fan_in0)
        self.next = 0

    def fields(self, rng):
        """Returns the fields of a packet."""
        part = self.parts[self.next % len(self.parts)]
        self.next += 1
        return {"job": self.job, "seq": self.seq, "aggregator": self.aggregator,
                "fan_in0": self.fan_in0, "bitmap0": part, "fan_in1": 0, "bitmap1": 0,
                "second_level": False}


def lie(rng, fields, names=(), **lies):
    """Changes one field of a packet. names: fields that it takes more often; lies: other values for
    some fields."""
    name = rng.choice((*names, *fields))
    fields[name] = {
        "job": lambda: rng.choice((1, 2, UNKNOWN_JOB, rng.randrange(1 << 16))),
        "seq": lambda: fields["seq"] ^ rng.choice((1, 1 << 15, 1 << 16, 1 << 31)),
        "aggregator": lambda: rng.choice((0, AGGREGATORS - 1, AGGREGATORS, 1 << 31, 0xFFFFFFFF)),
        "second_level": lambda: True,
        "fan_in0": lambda: rng.choice(FAN_INS + IMPOSSIBLE_FAN_INS),
        "fan_in1": lambda: rng.choice(FAN_INS + IMPOSSIBLE_FAN_INS),
        "bitmap0": lambda: rng.choice((0, 1, 1 << 31, 0xFFFFFFFF, rng.randrange(1 << 32))),
        "bitmap1": lambda: rng.choice((0, 1, 1 << 31, 0xFFFFFFFF, rng.randrange(1 << 32))),
        **lies,
    }[name]()


@dataclasses.dataclass
class Manner:
    """How hostile packets are drawn."""

    lie: object = lie
    lies: float = 0.12
    bare_resends: float = 0.4
    workers: tuple = (0, 1, 3, 31, 32, 200)
    task: object = Task
    tasks: tuple = (2, 3, 5)
    damaged: float = 0.2


def hostile_fragment(s, task, manner):
    """Returns the frame of a packet of a task, before it is damaged."""
    rng = s.random
    fields = task.fields(rng)
    if rng.random() < manner.lies:
        manner.lie(rng, fields)
    kind = rng.choice(KINDS)
    if kind == Kind.RESEND and rng.random() < manner.bare_resends:
        fields["bitmap0"] = 0
    is_bare = kind in (Kind.REMINDER, Kind.RESEND) and fields["bitmap0"] == 0
    carries = rng.random() < (0.2 if is_bare else 0.97)
    f = Fragment(kind=kind, worker=rng.choice(manner.workers),
                 priority=task.priority if rng.random() < 0.7 else rng.choice(PRIORITIES),
                 ecn=rng.random() < 0.1,
                 collision=rng.random() < 0.05, overflow=rng.random() < 0.2,
                 version=rng.random() < 0.2, urgent=rng.random() < 0.4,
                 values=s.values(frames.VALUES) if carries else None,
                 payload_bytes=rng.choice((0, 8, 127, 128, 200, 247, 248))
                 if rng.random() < 0.06 else 4 * frames.VALUES, **fields)
    return frames.ina_frame(f)


def fill_ina(s, manner=Manner()):
    """Fills a sequence of a system with a shared pool."""
    rng = s.random
    tasks = [manner.task(rng) for _ in range(rng.choice(manner.tasks))]
    for _ in range(PACKETS):
        if rng.random() < 0.02:
            s.remove(rng.choice(tasks).job)
        frame = hostile_fragment(s, rng.choice(tasks), manner)
        s.steps.append(damage(rng, frame) if rng.random() < manner.damaged else frame)


def fill_switchml(s):
    """Fills a sequence of SwitchML: few slots, jobs that meet in them, workers of any number."""
    rng = s.random
    jobs = rng.choice((1, 2, 200)), rng.choice(list(JOBS) + [UNKNOWN_JOB])
    base = rng.choice((0, 1, 0x7FFFFFFF, 0xFFFFFFFE))
    for number in range(PACKETS):
        if rng.random() < 0.02:
            s.remove(rng.choice(jobs))
        job = jobs[rng.random() < 0.1]
        workers = min(JOBS.get(job, 2), 4)
        seq = base + number // 12 + (rng.randrange(-1, 2) if rng.random() < 0.2 else 0)
        f = Fragment(job=job, seq=seq & 0xFFFFFFFF,
                     aggregator=rng.randrange(AGGREGATORS + 2) if rng.random() < 0.1 else 0,
                     worker=rng.choice((30, 31, 32, 33, 64, 254)) if rng.random() < 0.06
                     else rng.randrange(workers + (rng.random() < 0.1)),
                     kind=Kind.RESULT if rng.random() < 0.04 else Kind.GRADIENT,
                     ecn=rng.random() < 0.1, values=s.values(frames.SWITCHML_VALUES),
                     payload_bytes=4 * frames.SWITCHML_VALUES)
        frame = frames.switchml_frame(f)
        s.steps.append(damage(rng, frame) if rng.random() < 0.2 else frame)


def make_sequences(count, systems, make, name, fill):
    """Returns as many of each system, the same every time."""
    sequences = []
    for system in systems:
        for number in range(count):
            s = make(system, f"{name}-{number}")
            if system == "atp" and number % 4 == 0:
                s.stale_age_us = 0
            fill(s)
            sequences.append(s)
    return sequences


def hostile_sequences(count):
    """Returns as many of each system, the same every time."""
    return make_sequences(count, SYSTEMS, Sequence, "hostile",
                          lambda s: (fill_ina if s.system in INA_SYSTEMS else fill_switchml)(s))


class GroupTask:
    """A task, with what the packets of each of its groups say if they tell the truth."""

    def __init__(self, rng):
        self.job = rng.choice((21, 21, 21, 22, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 1, 2))
        self.seq = rng.choice((0, 1, 2, 1 << 16, 0xFFFFFFFF, rng.randrange(1 << 32)))
        self.first = rng.choice((0, 1, AGGREGATORS - 1))
        self.priority = rng.choice(PRIORITIES)
        self.parts = {}
        tree = groups.JOBS[self.job][0] if self.job in groups.JOBS else None
        self.groups = list(tree.groups) if tree else [0]
        self.tree = tree

    def fields(self, rng):
        """Returns the fields of a packet."""
        group = rng.choice(self.groups)
        fan_in = self.tree.groups[group].fan_in() if self.tree else groups.SMALL_JOBS[self.job]
        if not self.parts.get(group):
            self.parts[group] = cut_up(rng, fan_in)
        index = self.tree.index(self.first, group) if self.tree else self.first
        return {"job": self.job, "seq": self.seq, "aggregator": index, "group": group,
                "fan_in0": fan_in, "bitmap0": self.parts[group].pop(), "fan_in1": 0, "bitmap1": 0,
                "second_level": False}


def lie_about_groups(rng, fields):
    """Changes one field of a packet, most often the group."""
    lie(rng, fields, ("group",) * 4,
        job=lambda: rng.choice((1, 2, 21, 22, 23, UNKNOWN_JOB, rng.randrange(1 << 16))),
        aggregator=lambda: rng.choice((0, 1, AGGREGATORS - 1, AGGREGATORS, 1 << 31)),
        group=lambda: rng.choice((0, 1, 2, 3, 5, 6, 7, 8, 9, 257, 0xFFFF)),
        bitmap1=lambda: rng.choice((1, 1 << 31, 0xFFFFFFFF)))


GROUP_MANNER = Manner(lie=lie_about_groups, lies=0.15, bare_resends=0.5,
                      workers=(0, 1, 3, 5, 9, 31, 32, 200, 256), task=GroupTask,
                      tasks=(1, 2, 3, 5), damaged=0.15)


def hostile_group_sequences(count):
    """Returns as many of each system with groups in its header, the same every time."""
    return make_sequences(count, INA_SYSTEMS, groups.GroupSequence, "groups-hostile",
                          lambda s: fill_ina(s, GROUP_MANNER))
