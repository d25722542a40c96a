# SPDX-License-Identifier: GPL-2.0-only
"""Jobs that are summed in groups, as one switch sees them, its tables for them, and sequences of
their packets.

The trees are written by hand. replay-test.cc checks that AggregationTree makes the same ones of
the racks, and GroupTable the same entries.
"""

import dataclasses

import topology
from frames import Kind
from sequence import AGGREGATORS, Sequence, Situations

SMALL_JOBS = {1: 2, 2: 4}  # jobs without groups beside them, with their workers
SERVER = 0xFFFF            # in place of a worker: the PS's rack
FIRST_GROUP_COPY = 0x8000  # copies of a result are numbered: groups behind the workers
FIRST_SWITCH_PORT = 33
FIRST_PS_PORT = 47


@dataclasses.dataclass
class Group:
    """A group of a tree."""

    rack: int  # the switch that sums it
    members: tuple
    is_leaf: bool = False
    is_servers: bool = False
    is_direct: bool = False  # a worker beside sums, which needs no aggregator
    parent: int = 0
    bit: int = 0
    place: int = 0

    def fan_in(self):
        """Returns how many members complete it in a switch."""
        return 0 if self.is_servers else len(self.members)


class Tree:
    """The groups of a job: by the rack of each worker, and the switches above each rack. forward:
    the racks whose switch does not sum."""

    def __init__(self, rack_of, home, most, ways, groups, forward=()):
        self.rack_of = rack_of
        self.home = home
        self.most = most
        self.ways = ways
        self.forward = forward
        self.groups = dict(enumerate(groups, 1))
        places = {}
        for number, group in self.groups.items():
            if not group.is_servers and not group.is_direct:
                group.place = places.get(group.rack, 0)
                places[group.rack] = group.place + 1
            if not group.is_leaf:
                for bit, member in enumerate(group.members):
                    self.groups[member].parent = number
                    self.groups[member].bit = bit
        self.stride = max(AGGREGATORS // max(places.values()), 1)
        self.leaf_of = {worker: number for number, group in self.groups.items() if group.is_leaf
                        for worker in group.members}

    def way_up(self, rack):
        """Returns the switches on the way from a rack to the PS, the rack itself first."""
        way = next(([start, *above][[start, *above].index(rack):]
                    for start, above in self.ways.items() if rack in [start, *above]), [rack])
        return way if way[-1] == self.home else way + [self.home]

    def first_worker(self, number):
        """Returns a worker below a group."""
        group = self.groups[number]
        return group.members[0] if group.is_leaf else self.first_worker(group.members[0])

    def is_below(self, number, here):
        """Whether another switch sums a group, on the way between the workers and this one."""
        return here in self.way_up(self.groups[number].rack)[1:]

    def wire_name(self, number):
        """Returns how packets name the switch of a group."""
        rack = self.groups[number].rack
        if rack == self.home:
            return SERVER
        return self.rack_of.index(rack) if rack in self.rack_of else self.first_worker(number)

    def index(self, first, number):
        """Returns the aggregator of a group, by that of the first group of its switch."""
        return (first + self.groups[number].place * self.stride) % AGGREGATORS

    def shift(self, start, end):
        """Returns what is added to the aggregator's index on the way between two groups."""
        return (self.index(0, end) - self.index(0, start)) % AGGREGATORS


def leaf(rack, *workers, **fields):
    """A leaf group."""
    return Group(rack, workers, True, **fields)


def node(rack, *groups, **fields):
    """A group of groups."""
    return Group(rack, groups, **fields)


# Three levels of groups in one switch
INSIDE = Tree([0] * 8, 0, 2, {}, [leaf(0, 0, 1), leaf(0, 2, 3), leaf(0, 4, 5), leaf(0, 6, 7),
                                  node(0, 1, 2), node(0, 3, 4), node(0, 5, 6)])
# Three levels of switches: racks 1 and 2 below switch 10; rack 3, whose sum passes switch 11; and
# the PS's rack 20 with a worker. Rack 1 has two levels of groups.
SPREAD = Tree([1, 1, 1, 1, 2, 2, 2, 3, 3, 20], 20, 3, {1: [10, 20], 2: [10, 20], 3: [11, 20]},
              [leaf(1, 0, 1), leaf(1, 2, 3), leaf(2, 4, 5, 6), leaf(3, 7, 8),
               leaf(20, 9, is_direct=True), node(1, 1, 2), node(10, 6, 3), node(20, 7, 4, 5)])
# No switch sums what the racks 1 and 2 send: the PS does, in rack 0
APART = Tree([1, 1, 1, 1, 2, 2], 0, 2, {}, [leaf(1, 0, 1), leaf(1, 2, 3), leaf(2, 4, 5),
                                            node(1, 1, 2), node(0, 4, 3, is_servers=True)])
# All bits of a bitmap
LARGE = Tree([0] * 64, 0, 32, {}, [leaf(0, *range(32)), leaf(0, *range(32, 64)), node(0, 1, 2)])

# The switch of rack 1 does not sum: switch 10 sums its workers' fragments with the sum of rack 2
FORWARDING = Tree([1, 1, 1, 2, 2], 20, 4, {1: [10], 2: [10]},
                  [leaf(1, 0, is_direct=True), leaf(1, 1, is_direct=True),
                   leaf(1, 2, is_direct=True), leaf(2, 3, 4), node(10, 1, 2, 3, 4)], (1,))
# Workers with addresses in 10.0.0.0/8 and behind it, in racks of 32
FAR = Tree([1 + worker // 32 for worker in range(260)], 0, 32, {rack: [0] for rack in range(1, 10)},
           [leaf(rack, *range(32 * rack - 32, min(32 * rack, 260))) for rack in range(1, 10)] +
           [node(0, *range(1, 10))])

# By job: its tree, and which of its switches this one is
JOBS = {21: (INSIDE, 0), 22: (SPREAD, 1), 23: (SPREAD, 10), 24: (SPREAD, 20), 25: (SPREAD, 11),
        26: (APART, 1), 27: (APART, 0), 28: (LARGE, 0), 29: (FORWARDING, 1), 30: (FORWARDING, 10),
        31: (FAR, 8), 32: (FAR, 0)}


def ps_port(job):
    """The port to the PS of a job with groups: that of the switch above, or of the PS."""
    return FIRST_PS_PORT + list(JOBS).index(job)


def worker_port(job, worker):
    """The port to a worker of a job with groups."""
    tree, here = JOBS[job]
    way = tree.way_up(tree.rack_of[worker])
    if here not in way:
        return ps_port(job)
    if way[0] == here:
        return 1 + tree.rack_of[:worker].count(here) % 32
    below = way[way.index(here) - 1]
    racks = sorted({r for rack in tree.rack_of for r in tree.way_up(rack)} - {here})
    return FIRST_SWITCH_PORT + racks.index(below) % 7


def describe():
    """Returns the lines of a trace that tell a replay what the tables have."""
    lines = []
    for job, (tree, here) in JOBS.items():
        lines.append(f"tree {job} {ps_port(job)} {here} {tree.home} {tree.most} {tree.stride}")
        lines.append(f"racks {job} " + " ".join(str(rack) for rack in tree.rack_of))
        lines.append(f"ports {job} " + " ".join(str(worker_port(job, worker))
                                                for worker in range(len(tree.rack_of))))
        lines += (f"way {job} {rack} " + " ".join(str(a) for a in above)
                  for rack, above in tree.ways.items())
        lines += (f"forwards {job} {rack}" for rack in tree.forward)
        for number, group in tree.groups.items():
            if group.rack == here:
                lines.append(f"group {job} " + describe_group(tree, number))
            elif tree.is_below(number, here):
                lines.append(f"below {job} {number} {tree.wire_name(number)}")
    return lines


def describe_group(tree, number):
    """Returns an entry of the table: number, fan-in, way up, and members."""
    group = tree.groups[number]
    above = tree.groups.get(group.parent)
    words = [number, group.fan_in()]
    if above is None or above.is_servers:
        words.append("to-server" if above else "root")
    else:
        words += ["to", group.parent, 1 << group.bit, above.fan_in(),
                  tree.shift(number, group.parent), int(above.rack == group.rack)]
    words.append("workers" if group.is_leaf else "groups")
    if group.is_leaf:
        words += group.members
    else:
        direct = [member for member in group.members if tree.groups[member].is_direct]
        words += [tree.groups[member].members[0] for member in direct]
        for member in group.members:
            if member not in direct:
                words += [member, tree.shift(number, member),
                          int(tree.groups[member].rack == group.rack)]
    return " ".join(str(word) for word in words)


def entry(tree, number, members):
    """Returns the action for a group that this switch sums."""
    group = tree.groups[number]
    above = tree.groups.get(group.parent)
    start = f"{group.fan_in()} {members}"
    if above is None:
        return f"Root {{}} => {start}"
    if above.is_servers:
        return f"ForServer {{}} => {start}"
    return (f"Member {{}} => {start} {group.parent} {1 << group.bit} {above.fan_in()} "
            f"{tree.shift(number, group.parent)} {int(above.rack == group.rack)}")


def set_up_group(switch, job, number, tree, here, port):
    """Makes the multicast group of a group, and its entries."""
    group = tree.groups[number]
    multicast = 100 * (job + 1) + number
    commands = ["table_add groupTable findGroup." +
                entry(tree, number, multicast).format(f"{job} {number}")]
    copies = []
    for member in group.members:
        if group.is_leaf or tree.groups[member].is_direct:
            worker = member if group.is_leaf else tree.groups[member].members[0]
            copies.append((worker, port(worker)))
            continue
        copy = FIRST_GROUP_COPY + member
        to_member = f"{member} {tree.shift(number, member)}"
        if tree.groups[member].rack == here:
            copies.append((copy, 0))
            commands.append(f"table_add members setAddresses.ToGroupHere {job} {copy} => "
                            f"{to_member}")
        else:
            worker = tree.wire_name(member)
            copies.append((copy, port(worker)))
            commands.append(f"table_add members setAddresses.ToGroup {job} {copy} => "
                            f"{to_member} {worker}")
    switch.group(multicast, copies)
    switch.cli.run_all(commands)


def set_up_job(switch, job, tree, here, port):
    """Fills the tables for the groups of a job; port: towards a worker."""
    commands = [f"table_add jobs findJob.SeveralGroups {job} =>"]
    for number, group in tree.groups.items():
        if group.rack == here:
            set_up_group(switch, job, number, tree, here, port)
        elif tree.is_below(number, here):
            commands.append(f"table_add groupTable findGroup.Below {job} {number} => "
                            f"{tree.wire_name(number)}")
    switch.cli.run_all(commands)


def set_up(switch):
    """Fills the tables."""
    for job, (tree, here) in JOBS.items():
        ports = [worker_port(job, worker) for worker in range(len(tree.rack_of))]
        topology.add_ways(switch, job, dict(enumerate(ports)), ps_port(job))
        set_up_job(switch, job, tree, here, ports.__getitem__)


PORTS = sorted({worker_port(job, worker) for job, (tree, _) in JOBS.items()
                for worker in range(len(tree.rack_of))} | {ps_port(job) for job in JOBS})


@dataclasses.dataclass
class GroupSequence(Sequence):
    """Packets for a switch with the tables of groups.py."""

    has_groups: bool = True
    trees = JOBS  # no field

    def fields_of(self, job, seq, group, first):
        """Returns what all packets of a group have; first: the aggregator of the first group."""
        first = (3 * job + seq) % AGGREGATORS if first is None else first
        if job not in self.trees:
            return {"job": job, "seq": seq, "group": group, "aggregator": first,
                    "fan_in0": SMALL_JOBS.get(job, 2)}
        tree = self.trees[job][0]
        if group not in tree.groups:
            return {"job": job, "seq": seq, "group": group, "aggregator": first, "fan_in0": 2}
        return {"job": job, "seq": seq, "group": group, "fan_in0": tree.groups[group].fan_in(),
                "aggregator": tree.index(first, group)}

    def worker(self, job, seq, worker, first=None, kind=Kind.GRADIENT, **changes):
        """Appends a worker's fragment, or its resend with the fragment."""
        if job in self.trees:
            tree = self.trees[job][0]
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
        tree = self.trees[job][0]
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
group_situation_sequences = _situations.sequences
