# SPDX-License-Identifier: GPL-2.0-only
"""Hostile packet sequences of jobs with groups: packets lie about their group and what belongs to
it, and meet each other's tasks all the same. Then frames are damaged (damage.py)."""

import groups
import hostile
from group_sequence import GroupSequence
from hostile import PRIORITIES, Manner, cut_up
from sequence import AGGREGATORS, INA_SYSTEMS, UNKNOWN_JOB


class Task:
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


def lie(rng, fields):
    """Changes one field of a packet, most often the group."""
    hostile.lie(rng, fields, ("group",) * 4,
                job=lambda: rng.choice((1, 2, 21, 22, 23, UNKNOWN_JOB, rng.randrange(1 << 16))),
                aggregator=lambda: rng.choice((0, 1, AGGREGATORS - 1, AGGREGATORS, 1 << 31)),
                group=lambda: rng.choice((0, 1, 2, 3, 5, 6, 7, 8, 9, 257, 0xFFFF)),
                bitmap1=lambda: rng.choice((1, 1 << 31, 0xFFFFFFFF)))


MANNER = Manner(lie=lie, lies=0.15, bare_resends=0.5, workers=(0, 1, 3, 5, 9, 31, 32, 200, 256),
                task=Task, tasks=(1, 2, 3, 5), damaged=0.15)


def hostile_group_sequences(count):
    """Returns as many of each system with groups in its header, the same every time."""
    return hostile.make_sequences(count, INA_SYSTEMS, GroupSequence, "groups-hostile",
                                  lambda s: hostile.fill_ina(s, MANNER))
