# SPDX-License-Identifier: GPL-2.0-only
"""Jobs of two levels, as the v1model program and the TNA program have them, and sequences of their
packets.

The v1model program has groups. The TNA program has two pairs of bitmap and fan-in, and a level bit, as
ATP's header has: the first pair is a rack's, the second one is that of all racks. Frames of a group are
translated, and those that leave are translated back.
"""

import dataclasses
import struct

import frames
import groups
import topology
from frames import Kind
from groups import GroupSequence, Tree, leaf, node
from sequence import AGGREGATORS, Situations

HERE = 20  # the rack of the PS
# Two racks, and a worker beside the PS
TWO_RACKS = Tree([1, 1, 1, 2, 2, HERE], HERE, 3, {1: [HERE], 2: [HERE]},
                 [leaf(1, 0, 1, 2), leaf(2, 3, 4), leaf(HERE, 5, is_direct=True),
                  node(HERE, 1, 2, 3)])
# A rack with one worker, and one with all bits of a bitmap
UNEVEN = Tree([1] + [2] * 32, HERE, 32, {1: [HERE], 2: [HERE]},
              [leaf(1, 0), leaf(2, *range(1, 33)), node(HERE, 1, 2)])

# By job: its tree, and which of its switches this one is
JOBS = {41: (TWO_RACKS, 1), 42: (TWO_RACKS, HERE), 43: (UNEVEN, 1), 44: (UNEVEN, 2),
        45: (UNEVEN, HERE)}
PS_PORTS = dict(zip(JOBS, (47, 48, 49, 51, 52)))
FIRST_RACK_PORT = 33
PORTS = sorted({*PS_PORTS.values(), FIRST_RACK_PORT, FIRST_RACK_PORT + 1})

# of the TNA program
OTHER, ONLY, FIRST, SECOND = 1, 2, 3, 4
TO_RACK = 0x8000
INA_AT = 34
INA_END = 58
LEVEL_BIT = 1 << 4


def port(job, worker):
    """Returns the port towards a worker."""
    tree, here = JOBS[job]
    if tree.rack_of[worker] == here:
        return topology.worker_port(worker % topology.HOSTS)
    return FIRST_RACK_PORT + tree.rack_of[worker] - 1 if here == HERE else PS_PORTS[job]


def add_groups(switch):
    """Fills the tables of the v1model program."""
    for job, (tree, here) in JOBS.items():
        ports = [port(job, worker) for worker in range(len(tree.rack_of))]
        topology.add_ways(switch, job, dict(enumerate(ports)), PS_PORTS[job])
        groups.set_up_job(switch, job, tree, here, ports.__getitem__)


def add_levels(switch):
    """Fills the tables of the TNA program. Copies of results are numbered by the last byte of the
    member's address."""
    for job, (tree, here) in JOBS.items():
        ports = {1 + worker: port(job, worker) for worker in range(len(tree.rack_of))}
        topology.add_ways(switch, job, ports, PS_PORTS[job])
        levels = (OTHER, SECOND) if here == HERE else (FIRST, OTHER)
        commands = [f"table_add jobs Known {job} {level} => {what}"
                    for level, what in enumerate(levels)]
        members = {}
        for number, group in tree.groups.items():
            if group.rack == here and group.is_leaf:
                members.update((1 + worker, ports[1 + worker]) for worker in group.members)
            elif group.is_leaf and here == HERE:
                first = 1 + tree.first_worker(number)
                members[TO_RACK | first] = ports[first]
                commands.append(f"table_add racks sendFragment.ToPort {job} {1 << group.bit} => "
                                f"{ports[first]}")
        topology.add_members(switch, job, members)
        switch.cli.run_all(commands)


@dataclasses.dataclass
class Header:
    """Of a frame, what the level changes."""

    bitmap0: int
    bitmap1: int
    job: int
    seq: int
    aggregator: int
    flags: int
    priority: int
    group: int

    @classmethod
    def of(cls, frame):
        """Returns a frame's."""
        first = struct.unpack_from(">IIHII", frame, INA_AT)
        return cls(*first, int.from_bytes(frame[52:55], "big"),
                   *struct.unpack_from(">BH", frame, 55))

    def put(self, frame):
        """Returns the frame with this header."""
        packed = struct.pack(">IIHII", self.bitmap0, self.bitmap1, self.job, self.seq,
                             self.aggregator)
        return (frame[:INA_AT] + packed + self.flags.to_bytes(3, "big") +
                struct.pack(">BH", self.priority, self.group) + frame[INA_END:])

    def kind(self):
        """Returns the kind of packet."""
        return self.flags >> 8 & 15

    def fan_ins(self):
        """Returns the fan-ins of both levels."""
        return self.flags >> 18, self.flags >> 12 & 63

    def set_fan_ins(self, first, second):
        """Sets both."""
        self.flags = self.flags & 0xFFF | first << 18 | second << 12


def is_of_levels(frame):
    """Tells whether a frame is of a job with two levels."""
    return len(frame) >= INA_END and frame[23] == 253 and Header.of(frame).job in JOBS


def can_be_translated(frame):
    """Tells whether a packet's group is one of its job's, and the fan-in of a fragment the group's:
    the TNA program trusts it. The switch of a rack takes all of the first level for its own."""
    h = Header.of(frame)
    tree, here = JOBS[h.job]
    group = tree.groups.get(h.group)
    if not group or group.is_direct or h.bitmap1 or h.fan_ins()[1] or h.flags & LEVEL_BIT:
        return False
    if here not in (group.rack, HERE) and group.rack != HERE:
        return False
    return h.kind() not in (Kind.GRADIENT, Kind.RESEND) or h.fan_ins()[0] == group.fan_in()


def to_levels(frame):
    """Returns the frame of the TNA program for that of a group. A result has the bitmap and the fan-in
    of the sum that it is, which is the second level's."""
    h = Header.of(frame)
    tree = JOBS[h.job][0]
    group = tree.groups[h.group]
    if not group.parent:
        h.flags |= LEVEL_BIT
    if not group.parent or h.kind() == Kind.RESULT:
        h.bitmap0, h.bitmap1 = 0, h.bitmap0
        h.set_fan_ins(0, h.fan_ins()[0])
    else:
        h.bitmap1 = 1 << group.bit
        h.set_fan_ins(h.fan_ins()[0], tree.groups[group.parent].fan_in())
    h.group = 0
    return h.put(frame)


def from_levels(frame):
    """Returns the frame of a group for that of the TNA program."""
    h = Header.of(frame)
    tree = JOBS[h.job][0]
    root = max(tree.groups)
    if h.flags & LEVEL_BIT:
        h.group = root
    elif h.kind() == Kind.RESULT:
        h.group = tree.leaf_of.get(frame[33] - 1, 0)
    else:
        bits = {1 << tree.groups[member].bit: member for member in tree.groups[root].members}
        h.group = bits.get(h.bitmap1, 0)
    if h.flags & LEVEL_BIT or h.kind() == Kind.RESULT:
        h.bitmap0 = h.bitmap1
        h.set_fan_ins(h.fan_ins()[1], 0)
    else:
        h.set_fan_ins(h.fan_ins()[0], 0)
    h.bitmap1 = 0
    h.flags &= ~LEVEL_BIT
    return h.put(frame)


@dataclasses.dataclass
class LevelSequence(GroupSequence):
    """Packets of jobs with two levels, and of those with one."""

    trees = JOBS


_situations = Situations(LevelSequence)
level_situation = _situations.of("esa")


@level_situation
def levels_sum_racks(s):
    """A rack's sum goes up; the PS's rack makes the result."""
    for seq, order in enumerate(((0, 1, 2), (2, 0, 1))):
        for worker in order:
            s.worker(41, seq, worker, ecn=worker == seq, overflow=worker == 2)
        s.sum(42, seq, 2 - seq)
        s.worker(42, seq, 5)
        s.sum(42, seq, 1 + seq, ecn=True)
    s.worker(43, 1, 0)
    for worker in (*range(2, 33), 1):
        s.worker(44, 1, worker)
    s.sum(45, 1, 2)
    s.sum(45, 1, 1)


@level_situation
def levels_collide(s):
    """Sums of the first, the second and the only level meet at an aggregator: each leaves with its
    own level, and the bit of its rack."""
    for seq, (old, new) in enumerate(((10, 20), (20, 10), (5, 5), (0, 255))):
        s.worker(41, seq, 0, first=3, priority=old)
        s.sum(42, seq, 2, first=3, priority=new)
        s.worker(44, seq, 7, first=3, priority=old)
        s.worker(2, seq, 0, first=3, priority=new)
        s.worker(41, seq, 1, first=3, priority=old)
        s.worker(2, seq, 1, first=3, priority=old)
        s.sum(42, seq, 1, first=3, priority=new)
        s.worker(44, seq, 8, first=3, priority=new)
    for job, group in ((41, 1), (42, 4), (44, 2), (2, 0)):
        for seq in range(4):
            s.ask(Kind.REMINDER, job, seq, group, first=3, urgent=True)


@level_situation
def levels_are_reminded(s):
    """Reminders for sums that are here, below, or above."""
    for urgent in (False, True):
        seq = 10 + urgent
        s.worker(41, seq, 0)
        s.sum(42, seq, 1)
        for job, (tree, _) in JOBS.items():
            for group in tree.groups:
                if not tree.groups[group].is_direct:
                    for size in ({}, {"payload_bytes": 8}):
                        s.ask(Kind.REMINDER, job, seq, group, urgent=urgent, **size)


@level_situation
def levels_and_resends(s):
    """A resend without a fragment goes up, and fetches what the second level holds."""
    for seq in (20, 21):
        s.worker(41, seq, 0)
        s.sum(42, seq, 2)
        for _ in range(2):
            s.ask(Kind.RESEND, 41, seq, 1)
            s.ask(Kind.RESEND, 42, seq, 4, ecn=True)
            s.ask(Kind.RESEND, 42, seq, 1)
            s.ask(Kind.RESEND, 41, seq, 4)
    for worker in range(3):
        s.worker(41, 22, worker)
    s.ask(Kind.RESEND, 41, 22, 1)
    s.ask(Kind.RESEND, 43, 22, 1)


@level_situation
def levels_and_results(s):
    """A result frees the sum of each level, and goes to the members."""
    s.worker(41, 1, 0)
    s.sum(42, 1, 1)
    s.worker(44, 1, 1)
    for job, (tree, _) in JOBS.items():
        for group in tree.groups:
            if not tree.groups[group].is_direct:
                s.ask(Kind.RESULT, job, 1, group, bitmap0=3, worker=tree.first_worker(group),
                      ecn=group == 1)


@level_situation
def levels_pass_by(s):
    """What another switch sums, and packets that no switch does."""
    for job, worker in ((41, 5), (42, 0), (42, 4), (45, 0), (45, 9)):
        s.worker(job, 2, worker)
        s.worker(job, 2, worker, aggregator=AGGREGATORS)
        s.worker(job, 2, worker, collision=True)
    s.sum(41, 2, 1)
    for kind in (Kind.PARTIAL, Kind.WORKER_REMINDER, Kind.ANSWER, Kind.RECEIVED,
                 Kind.RETRANSMISSION, Kind.NOT_SENT):
        s.worker(41, 7, 1, kind=kind)
        s.worker(42, 7, 1, kind=kind)
    for job, worker in ((41, 2), (42, 0), (42, 4), (42, 5), (45, 20)):
        group = JOBS[job][0].leaf_of[worker]
        group = JOBS[job][0].groups[group].parent if worker == 5 else group
        s.ask(Kind.QUERY, job, 7, group, worker=worker, payload_bytes=8)
        s.ask(Kind.FORWARD, job, 7, group, worker=worker)


@level_situation
def levels_that_cannot_be(s):
    """Bits that no member has, and aggregators that are not there."""
    s.worker(41, 1, 0)
    s.sum(42, 1, 1)
    for changes in ({"bitmap0": 8}, {"bitmap0": 0}, {"aggregator": AGGREGATORS}):
        s.worker(41, 1, 1, **changes)
        s.sum(42, 1, 2, **changes)


def fragments_of(job):
    """Returns what completes a task at a switch, in the calls that append it."""
    if job not in JOBS:
        return [("worker", worker) for worker in range(groups.SMALL_JOBS[job])]
    tree, here = JOBS[job]
    if here == HERE:
        members = tree.groups[max(tree.groups)].members
        return [("worker", tree.groups[m].members[0]) if tree.groups[m].is_direct else ("sum", m)
                for m in members]
    return [("worker", worker) for worker, rack in enumerate(tree.rack_of) if rack == here]


def fill_at_random(s):
    """Fills a sequence with the packets of tasks that meet each other: each fragment once."""
    rng = s.random
    tasks = list({(rng.choice((*JOBS, 41, 42, 42, 2)), rng.randrange(6)) for _ in range(12)})
    steps = [(job, seq, call) for job, seq in tasks for call in fragments_of(job)[:6]]
    steps += [(*rng.choice(tasks), ("ask", 0)) for _ in range(len(steps) // 3)]
    order = {task: rng.random() * 6 for task in tasks}
    steps.sort(key=lambda step: order[step[:2]] + rng.random() * 2)
    for job, seq, (call, what) in steps:
        changes = {"first": seq % 2, "priority": rng.choice((0, 1, 10, 10, 200, 255)),
                   "ecn": rng.random() < 0.1}
        if call == "worker":
            s.worker(job, seq, what, **changes)
        elif call == "sum":
            s.sum(job, seq, what, **changes)
        else:
            tree = JOBS[job][0] if job in JOBS else None
            sums = [n for n, g in tree.groups.items() if not g.is_direct] if tree else [0]
            group = rng.choice(sums)
            worker = tree.first_worker(group) if tree else 0
            kind = rng.choice((Kind.REMINDER, Kind.REMINDER, Kind.RESEND, Kind.RESULT))
            s.ask(kind, job, seq, group, worker=worker, urgent=rng.random() < 0.5, **changes)


def level_sequences(random):
    """Returns all of them; random: how many that are drawn."""
    drawn = [LevelSequence("esa", f"levels-at-random-{number}") for number in range(random)]
    for sequence in drawn:
        fill_at_random(sequence)
    return _situations.sequences() + drawn
