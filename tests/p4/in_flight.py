# SPDX-License-Identifier: GPL-2.0-only
"""Two packets in flight: the passes of one are in between those of the other.

Then a switch need not do what it does with one packet after the other: who is quicker may preempt.
But every fragment still has to be in one sum that leaves, once, and with its values. A ledger of
all sums that leave tells. At the end a reminder for each task fetches what the switch still holds.
"""

import collections
import struct

import frames
from frames import Kind
from sequence import JOBS, Sequence

SEQUENCES = 300
PACKETS = 60
IN_FLIGHT = 2
INA_AT = 34
GROUP_AT = 56
VALUES_AT = 58
# Members of a sum, and its group, by job. The first one of two levels is a rack, whose complete sum is a
# member of the group above it. The second one is the switch above.
MEMBERS = {**JOBS, 41: 3, 42: 3}
GROUPS = {41: 1, 42: 4}
RACK, GROUP_ABOVE = 41, 4


def values_of(job, seq, worker):
    """The values of a fragment: no two fragments have the same, and no sum saturates."""
    start = (job * 7919 + seq * 104729 + worker * 1299709) % 1000003
    return [(start + i * (worker + 3)) % 1000003 for i in range(frames.VALUES)]


def make_sequence(number):
    """Returns a sequence, and the (job, seq, aggregator, fan_in1) of its tasks.

    Many tasks of a job differ in one bit of their sequence number, and meet at one aggregator.
    """
    s = Sequence("esa", f"in-flight-{number}")
    rng = s.random
    base = rng.randrange(1 << 32)
    tasks = []
    for job in (1,) * 5 + (2,) * 2 + (RACK,) * 3 + (42,) * 2:
        seq = base ^ rng.choice((0, 1, 2, 1 << 14, 1 << 15, 1 << 16, 1 << 17, 1 << 31))
        if all((job, seq) != task[:2] for task in tasks):
            tasks.append((job, seq, int(rng.random() < 0.2)))
    for _ in range(4):
        job = rng.choice((1, 2, 200, RACK, 42))
        seq = (base + rng.randrange(4, 1 << 20)) & 0xFFFFFFFF
        if all((job, seq) != task[:2] for task in tasks):
            tasks.append((job, seq, rng.randrange(2)))
    fragments = [(task, worker) for task in tasks for worker in range(MEMBERS[task[0]])]
    rng.shuffle(fragments)
    if rng.random() < 0.7:
        fragments.sort(key=lambda f: tasks.index(f[0]) + rng.random() * 2)
    for (job, seq, aggregator), worker in fragments[:PACKETS]:
        s.gradient(job, seq, worker, aggregator=aggregator, priority=rng.randrange(8),
                   fan_in0=MEMBERS[job], group=GROUPS.get(job, 0),
                   values=values_of(job, seq, worker))
        if rng.random() < 0.1:
            remind(s, rng.choice(tasks))
    return s, tasks


def remind(s, task):
    """Appends a reminder for a task."""
    job, seq, aggregator = task
    s.control(Kind.REMINDER, job, seq, aggregator=aggregator, fan_in0=MEMBERS[job],
              group=GROUPS.get(job, 0), urgent=True)


class Ledger:
    """How often each fragment was in a sum that left."""

    def __init__(self):
        self.counted = collections.Counter()
        self.faults = []

    def enter(self, out):
        """Enters the frames that leave; of a result for several workers, the first."""
        copies = {frame[INA_AT:GROUP_AT] + frame[VALUES_AT:]: frame for _, frame in out}
        for frame in copies.values():
            bitmap0, _, job, seq = struct.unpack_from(">IIHI", frame, INA_AT)
            kind = frame[INA_AT + 19] & 15
            if job == RACK and frame[GROUP_AT + 1] == GROUP_ABOVE:
                bitmap0 = (1 << MEMBERS[RACK]) - 1
            if kind not in (Kind.GRADIENT, Kind.PARTIAL, Kind.RESULT):
                continue
            workers = [worker for worker in range(32) if bitmap0 >> worker & 1]
            columns = zip(*(values_of(job, seq, worker) for worker in workers))
            values = list(struct.unpack_from(f">{frames.VALUES}I", frame, VALUES_AT))
            if workers and [sum(column) for column in columns] != values:
                self.faults.append(f"job {job} seq {seq:#x} bitmap {bitmap0:#x}: other values")
            for worker in workers:
                self.counted[job, seq, worker] += 1

    def balance(self, sent):
        """Returns what is wrong, if every fragment sent is to be counted once."""
        for fragment in sorted(sent.keys() | self.counted.keys()):
            if self.counted[fragment] != sent[fragment]:
                job, seq, worker = fragment
                self.faults.append(f"job {job} seq {seq:#x} worker {worker}: counted "
                                   f"{self.counted[fragment]} times, not {sent[fragment]}")
        return self.faults


def run(side, number, in_flight):
    """Runs a sequence with some packets in flight, and returns what is wrong."""
    s, tasks = make_sequence(number)
    rng = s.random
    sent = collections.Counter()
    ledger = Ledger()
    side.clear()
    waiting = collections.deque(s.steps)
    while waiting or side.pending():
        flying = sum(map(len, side.pending()))
        queue = rng.choice(side.pending() + ([None] if waiting and flying < in_flight else []))
        if queue is None:
            frame = waiting.popleft()
            if frame[INA_AT + 19] & 15 == Kind.GRADIENT:
                job, seq = struct.unpack_from(">HI", frame, INA_AT + 8)
                bitmap0 = struct.unpack_from(">I", frame, INA_AT)[0]
                sent[job, seq, bitmap0.bit_length() - 1] += 1
            ledger.enter(side.enter(frame))
        else:
            ledger.enter(side.next_pass(queue))
    last = Sequence("esa", f"{s.name}-end")
    for task in tasks:
        remind(last, task)
    for frame in last.steps:
        ledger.enter(side.send(frame))
    return ledger.balance(sent)
