# SPDX-License-Identifier: GPL-2.0-only
"""Sequences of packets of jobs that are summed in groups."""

import dataclasses

import groups
from frames import Kind
from sequence import AGGREGATORS, Sequence, Situations


@dataclasses.dataclass
class GroupSequence(Sequence):
    """Packets for a switch with the tables of groups.py."""

    has_groups: bool = True

    def fields_of(self, job, seq, group, first):
        """Returns what all packets of a group have; first: the aggregator of the first group."""
        first = (3 * job + seq) % AGGREGATORS if first is None else first
        if job not in groups.JOBS:
            return {"job": job, "seq": seq, "group": group, "aggregator": first,
                    "fan_in0": groups.SMALL_JOBS.get(job, 2)}
        tree = groups.JOBS[job][0]
        if group not in tree.groups:
            return {"job": job, "seq": seq, "group": group, "aggregator": first, "fan_in0": 2}
        return {"job": job, "seq": seq, "group": group, "fan_in0": tree.groups[group].fan_in(),
                "aggregator": tree.index(first, group)}

    def worker(self, job, seq, worker, first=None, kind=Kind.GRADIENT, **changes):
        """Appends a worker's fragment, or its resend with the fragment."""
        if job in groups.JOBS:
            tree = groups.JOBS[job][0]
            group = tree.leaf_of[worker]
            bit = tree.groups[group].members.index(worker)
            if tree.groups[group].is_direct:
                group, bit = tree.groups[group].parent, tree.groups[group].bit
        else:
            group, bit = 0, worker
        fields = self.fields_of(job, seq, group, first)
        fields.update({"worker": worker, "bitmap0": 1 << bit, "priority": 10, "kind": kind})
        self.send(**{**fields, **changes})

    def sum(self, job, seq, member, first=None, **changes):
        """Appends the sum of a group, as a member of the group above it."""
        tree = groups.JOBS[job][0]
        group = tree.groups[member]
        fields = self.fields_of(job, seq, group.parent, first)
        fields.update({"worker": tree.first_worker(member), "bitmap0": 1 << group.bit,
                       "priority": 10})
        self.send(**{**fields, **changes})

    def ask(self, kind, job, seq, group, first=None, **changes):
        """Appends a packet to a group that brings none of its members."""
        self.send(**{**self.fields_of(job, seq, group, first), "kind": kind, **changes})


_situations = Situations(GroupSequence)
group_situation = _situations.of
situation_sequences = _situations.sequences
