# SPDX-License-Identifier: GPL-2.0-only
"""Packet sequences for the switch: one or more for each named situation, and random ones.

A sequence depends on its name only, so the sequences are the same every time.
"""

import dataclasses
import random

import frames
from frames import ALL_WORKERS, Fragment, Kind

AGGREGATORS = 8
NEVER = (1 << 48) - 1
INA_SYSTEMS = ("esa", "atp", "straw1")
SYSTEMS = INA_SYSTEMS + ("switchml",)

# Workers of the jobs that the switch knows, by job number. Job 9 is not known to it.
JOBS = {1: 2, 2: 4, 3: 8, 4: 32, 5: 1, 200: 3}
UNKNOWN_JOB = 9


@dataclasses.dataclass
class Sequence:
    """Packets for a switch whose aggregators are all free."""

    system: str
    name: str
    stale_age_us: int = NEVER
    steps: list = dataclasses.field(default_factory=list)  # a frame, or a pause in us

    def __post_init__(self):
        self.random = random.Random(f"{self.system} {self.name}")

    def send(self, **fields):
        """Appends a packet; fields that are not given are those of a worker's fragment."""
        f = Fragment(**fields)
        carries = f.kind in (Kind.GRADIENT, Kind.PARTIAL, Kind.RESULT, Kind.ANSWER,
                             Kind.RETRANSMISSION)
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
        self.steps.append(us)


SITUATIONS = []


def situation(*systems):
    """A function that fills a sequence, once for each of the systems."""

    def register(function):
        for system in systems:
            SITUATIONS.append((system, function.__name__.replace("_", "-"), function))
        return function

    return register


@situation(*SYSTEMS)
def aggregation(s):
    """Every job's workers, in order; a further task while another is open."""
    for job, workers in JOBS.items():
        for worker in range(workers):
            s.gradient(job, 40, worker)
        s.gradient(job, 41, 0)


@situation(*SYSTEMS)
def completion_on_first_packet(s):
    """A job of one worker, with free and with taken aggregators."""
    s.gradient(5, 1, 0)
    s.gradient(1, 2, 0, aggregator=2)
    s.gradient(5, 2, 0, aggregator=2, ecn=True)
    s.gradient(1, 2, 1, aggregator=2)


@situation(*INA_SYSTEMS)
def collision(s):
    """Two tasks at one aggregator, with higher and lower priority in turn."""
    for seq, (first, second) in enumerate(((10, 20), (20, 10), (0, 1), (1, 0), (255, 254))):
        s.gradient(1, seq, 0, aggregator=seq, priority=first)
        s.gradient(2, seq, 0, aggregator=seq, priority=second)
        s.gradient(2, seq, 1, aggregator=seq, priority=second)
        s.gradient(1, seq, 1, aggregator=seq, priority=first)


@situation(*INA_SYSTEMS)
def equal_priority(s):
    """Equal priority: the newcomer passes through, and the next one meets half of the priority."""
    s.gradient(2, 1, 0, aggregator=4, priority=9)
    s.gradient(1, 1, 0, aggregator=4, priority=9)
    s.gradient(1, 1, 1, aggregator=4, priority=4)
    s.gradient(3, 1, 0, aggregator=4, priority=3)


@situation(*INA_SYSTEMS)
def downgrade_to_zero(s):
    """Eight collisions shift 255 to 0; priority 0 does not preempt it, 1 does."""
    s.gradient(2, 1, 0, aggregator=4, priority=255)
    for seq in range(10):
        s.gradient(1, seq, 0, aggregator=4, priority=0)
    s.gradient(3, 1, 0, aggregator=4, priority=1)


@situation(*INA_SYSTEMS)
def preemption_chain(s):
    """Each newcomer is more urgent than the last; then the first one comes back."""
    for step in range(20):
        s.gradient((1, 2, 3)[step % 3], step, step % 2, aggregator=6, priority=step + 1,
                   ecn=step % 4 == 0)
    s.gradient(1, 0, 1, aggregator=6, priority=255)
    s.gradient(1, 0, 0, aggregator=6, priority=1)


@situation(*INA_SYSTEMS)
def priority_renewal(s):
    """The resident takes the priority of its task's newest fragment, a lower one too."""
    s.gradient(3, 1, 0, aggregator=1, priority=100)
    s.gradient(3, 1, 1, aggregator=1, priority=5)
    s.gradient(2, 1, 0, aggregator=1, priority=50)
    s.gradient(2, 1, 1, aggregator=1, priority=60)
    s.gradient(3, 1, 2, aggregator=1, priority=55)


@situation(*INA_SYSTEMS)
def reminder_hit_and_miss(s):
    """A reminder; its aggregator is free, held, held by another task, or just freed."""
    s.control(Kind.REMINDER, 2, 1)
    s.gradient(2, 1, 0, priority=77, ecn=True)
    s.gradient(2, 1, 3)
    s.control(Kind.REMINDER, 2, 2, aggregator=s.index(2, 1))
    s.control(Kind.REMINDER, 1, 1, aggregator=s.index(2, 1))
    s.control(Kind.REMINDER, 2, 1, priority=3, urgent=True)
    s.control(Kind.REMINDER, 2, 1)
    s.gradient(2, 1, 1)
    s.control(Kind.REMINDER, 2, 1, ecn=True)


@situation(*INA_SYSTEMS)
def short_reminder(s):
    """A reminder in a frame without room for values: the sum leaves in a full one."""
    s.gradient(2, 1, 0)
    s.control(Kind.REMINDER, 2, 1, payload_bytes=8)
    s.control(Kind.REMINDER, 2, 1, payload_bytes=8)
    s.control(Kind.WORKER_REMINDER, 2, 1, payload_bytes=8)


@situation(*INA_SYSTEMS)
def resend(s):
    """ATP's resend: without and with a fragment, with a sum there or not, overlapping or not."""
    s.control(Kind.RESEND, 2, 1)
    s.gradient(2, 1, 0)
    s.control(Kind.RESEND, 2, 1, worker=1)
    s.gradient(2, 2, 0)
    s.control(Kind.RESEND, 2, 2, worker=1, bitmap0=2)
    s.gradient(2, 3, 0)
    s.control(Kind.RESEND, 2, 3, worker=0, bitmap0=1, ecn=True)
    s.control(Kind.RESEND, 2, 3, worker=2, bitmap0=4)
    s.gradient(2, 4, 0)
    s.control(Kind.RESEND, 2, 4, worker=2, bitmap0=4, fan_in0=3)
    s.control(Kind.RESEND, 2, 4, worker=5, bitmap0=32)
    s.control(Kind.RESEND, 2, 4, worker=2, bitmap0=4, ecn=True)


@situation(*INA_SYSTEMS)
def duplicate(s):
    """A worker's fragment again, and one that overlaps in part."""
    s.gradient(2, 1, 0)
    s.gradient(2, 1, 0, ecn=True, priority=99)
    s.gradient(2, 1, 1)
    s.gradient(2, 1, 1)
    s.gradient(2, 1, 1, bitmap0=6)
    s.gradient(2, 1, 2, bitmap0=12)
    s.gradient(2, 1, 2)


@situation(*INA_SYSTEMS)
def result_from_the_ps(s):
    """A result passes: the aggregator is held by its task, by another one, or free."""
    s.gradient(1, 1, 0)
    s.gradient(1, 1, 1)
    s.control(Kind.RESULT, 1, 1, bitmap0=3)
    s.control(Kind.RESULT, 1, 1, bitmap0=3)
    s.gradient(2, 5, 2, aggregator=s.index(1, 1))
    s.control(Kind.RESULT, 1, 1, bitmap0=3, ecn=True)
    s.control(Kind.RESULT, 2, 5, aggregator=s.index(1, 1), bitmap0=15)
    s.gradient(1, 1, 0)


@situation(*INA_SYSTEMS)
def waiting_aggregator(s):
    """Packets for an aggregator whose sum is complete."""
    s.gradient(1, 1, 0, aggregator=0)
    s.gradient(1, 1, 1, aggregator=0)
    s.gradient(1, 1, 1, aggregator=0)
    s.gradient(2, 1, 0, aggregator=0, priority=200)
    s.control(Kind.RESEND, 1, 1, aggregator=0)
    s.gradient(2, 1, 1, aggregator=0)


@situation(*INA_SYSTEMS)
def not_for_the_switch(s):
    """The kinds of packets that the switch forwards."""
    for kind in (Kind.PARTIAL, Kind.WORKER_REMINDER, Kind.ANSWER, Kind.RECEIVED,
                 Kind.RETRANSMISSION, Kind.NOT_SENT, Kind.QUERY):
        s.control(kind, 2, 7, worker=1, bitmap0=2, urgent=kind == Kind.WORKER_REMINDER)
    s.gradient(2, 7, 1, collision=True)


@situation(*INA_SYSTEMS)
def ecn(s):
    """An ECN mark stays with the sum, from whichever fragment it comes."""
    for seq in range(4):
        for worker in range(4):
            s.gradient(2, seq, worker, ecn=worker == seq)
    s.gradient(2, 8, 0)
    s.gradient(2, 8, 0, ecn=True)
    s.gradient(2, 8, 1)
    s.gradient(1, 8, 1, aggregator=s.index(2, 8), priority=200)


@situation(*INA_SYSTEMS)
def malformed(s):
    """Packets that no worker of a job can have sent."""
    s.gradient(2, 1, 0)
    s.gradient(2, 1, 0, aggregator=AGGREGATORS)
    s.gradient(2, 1, 0, aggregator=0xFFFFFFFF)
    s.gradient(2, 1, 1, bitmap0=0)
    s.gradient(2, 1, 5)
    s.gradient(2, 1, 1, fan_in0=0)
    s.gradient(2, 1, 1, fan_in0=3)
    s.gradient(2, 1, 1, fan_in0=33)
    s.gradient(2, 1, 1, fan_in1=2)
    s.control(Kind.RESEND, 2, 1, worker=1, bitmap0=2, fan_in1=2)
    s.gradient(2, 1, 1, fan_in1=63)
    s.gradient(2, 1, 1)
    frame = bytearray(s.steps[0])
    for place, byte in ((53, 0x0B), (53, 0x0F), (54, 0x01), (57, 1), (56, 0x80)):
        changed = bytearray(frame)
        changed[place] = changed[place] & 0xF0 | byte if place == 53 else changed[place] | byte
        s.steps.append(bytes(changed))


@situation(*INA_SYSTEMS)
def unknown_job(s):
    """An unknown job: the switch aggregates for it, but has no route for the sums."""
    s.gradient(UNKNOWN_JOB, 1, 0)
    s.gradient(UNKNOWN_JOB, 1, 1)
    s.gradient(UNKNOWN_JOB, 2, 0, aggregator=3)
    s.gradient(1, 2, 0, aggregator=3, priority=99)


@situation(*INA_SYSTEMS)
def saturation(s):
    """Sums stay at the limits of 32 bits."""
    top, bottom = (1 << 31) - 1, -(1 << 31)
    for seq, (a, b) in enumerate(((top, 1), (bottom, -1), (top, top), (bottom, bottom),
                                  (top, bottom), (top - 1, 1), (-1, 1))):
        s.gradient(1, seq, 0, values=[a] * frames.VALUES)
        s.gradient(1, seq, 1, values=[b - i if b < 0 else b for i in range(frames.VALUES)]
                   if b != bottom else [b] * frames.VALUES)


@situation(*INA_SYSTEMS)
def two_levels(s):
    """Racks send sums up; the second level counts racks; what passed the first passes it."""
    for worker in range(4):
        s.gradient(2, 1, worker, bitmap1=2, fan_in1=3, overflow=worker == 3)
    for rack in range(3):
        s.gradient(2, 2, rack, bitmap0=15, bitmap1=1 << rack, fan_in1=3, second_level=True,
                   ecn=rack == 1)
    s.gradient(5, 3, 0, bitmap1=1, fan_in1=2)
    s.gradient(2, 4, 0, bitmap0=15, bitmap1=1, fan_in1=3, second_level=True)
    s.gradient(2, 4, 0, bitmap0=15, bitmap1=1, fan_in1=3, second_level=True)
    s.gradient(2, 4, 1, bitmap1=2, fan_in1=3, priority=11)
    s.gradient(2, 4, 2, bitmap0=15, bitmap1=8, fan_in1=3, second_level=True)
    s.gradient(2, 4, 2, bitmap0=15, bitmap1=4, fan_in1=2, second_level=True)
    s.control(Kind.RESEND, 2, 4, worker=3, bitmap0=8, bitmap1=2, fan_in1=3)
    s.control(Kind.RESEND, 2, 4, bitmap0=15, bitmap1=2, fan_in1=3, second_level=True)
    s.gradient(2, 5, 0, bitmap0=15, bitmap1=1, fan_in1=3, second_level=True)
    s.gradient(1, 5, 0, aggregator=s.index(2, 5), bitmap1=1, fan_in1=2, priority=99)
    s.control(Kind.REMINDER, 2, 5)
    s.control(Kind.REMINDER, 1, 5, aggregator=s.index(2, 5))
    s.gradient(2, 6, 1, collision=True, bitmap1=1, fan_in1=3)


@situation(*INA_SYSTEMS)
def resend_for_what_has_gone_up(s):
    """A rack's sum, and that of all racks: a resend without, then with its fragment."""
    for seq in (1, 2):
        for worker in range(4):
            s.gradient(2, seq, worker, bitmap1=2, fan_in1=2)
        for rack in range(2):
            s.gradient(1, seq, rack, bitmap0=15, bitmap1=1 << rack, fan_in1=2, second_level=True)
    s.control(Kind.RESEND, 2, 1, worker=3)
    s.control(Kind.RESEND, 1, 1, worker=1)
    s.control(Kind.RESEND, 2, 2, worker=3, bitmap0=8, bitmap1=2, fan_in1=2)
    s.control(Kind.RESEND, 1, 2, bitmap0=15, bitmap1=2, fan_in1=2, second_level=True)
    s.control(Kind.REMINDER, 2, 1)


@situation("atp")
def left_over(s):
    """A result frees another task's aggregator to which nothing was added for a long time."""
    s.stale_age_us = 500000
    s.gradient(1, 1, 0, aggregator=3)
    s.control(Kind.RESULT, 2, 1, aggregator=3, bitmap0=15)
    s.pause(1000000)
    s.control(Kind.RESULT, 2, 2, aggregator=3, bitmap0=15)
    s.control(Kind.RESULT, 2, 3, aggregator=3, bitmap0=15)
    s.gradient(2, 9, 0, aggregator=3)
    s.pause(1000000)
    s.gradient(2, 9, 1, aggregator=3)
    s.control(Kind.RESULT, 1, 4, aggregator=3, bitmap0=3)
    s.pause(1000000)
    s.gradient(1, 4, 0, aggregator=3)
    s.gradient(2, 9, 1, aggregator=3)
    s.control(Kind.RESULT, 2, 9, aggregator=3, bitmap0=15)


@situation("atp", "esa")
def left_over_at_once(s):
    """With an age of 0; ESA never takes an aggregator for stale."""
    s.stale_age_us = 0
    for seq in range(6):
        s.gradient(1, seq, 0, aggregator=3)
        s.control(Kind.RESULT, 2, seq, aggregator=3, bitmap0=15)


@situation("switchml")
def slot_reuse(s):
    """Two versions in turn: a later task takes the slot of one that is complete."""
    for seq in range(24):
        index = 2 * (seq % 2) + seq // 2 % 2
        s.gradient(1, seq, 0, aggregator=index)
        s.gradient(1, seq, 1, aggregator=index)


@situation("switchml")
def slot_ahead(s):
    """A fragment ahead of its slot's open task, and one behind it."""
    s.gradient(2, 10, 0, aggregator=0)
    s.gradient(2, 12, 1, aggregator=0)
    s.gradient(2, 8, 2, aggregator=0)
    for worker in (1, 2, 3):
        s.gradient(2, 10, worker, aggregator=0)
    s.gradient(2, 8, 0, aggregator=0)
    s.gradient(2, 12, 0, aggregator=0)
    s.gradient(2, 10, 3, aggregator=0)


@situation("switchml")
def sequence_wrap(s):
    """Sequence numbers wrap: 0 follows 2^32 - 1."""
    for seq in (0xFFFFFFFE, 0, 0xFFFFFFFC, 2):
        for worker in (0, 1):
            s.gradient(1, seq & 0xFFFFFFFF, worker, aggregator=0)


@situation("switchml")
def repeated(s):
    """Lost results: each worker gets the kept one again; then the slot goes on."""
    s.gradient(3, 1, 0)
    s.gradient(3, 1, 0)
    for worker in range(1, 8):
        s.gradient(3, 1, worker, ecn=worker == 4)
    for worker in range(8):
        s.gradient(3, 1, worker)
    s.gradient(3, 9, 0)
    s.gradient(3, 1, 0)


@situation("switchml")
def malformed_switchml(s):
    """Slots that do not exist, unknown jobs and workers, and invalid headers."""
    s.gradient(1, 1, 0, aggregator=AGGREGATORS)
    s.gradient(1, 1, 0, aggregator=0xFFFF)
    s.gradient(UNKNOWN_JOB, 1, 0)
    s.gradient(1, 1, 6)
    s.gradient(1, 1, 0)
    frame = s.steps[-1]
    for place, bits in ((42, 0x20), (42, 0x08), (42, 0x01), (50, 1), (34, 1), (38, 1), (40, 1)):
        changed = bytearray(frame)
        changed[place] ^= bits
        s.steps.append(bytes(changed))
    s.gradient(1, 1, 1)


@situation("switchml")
def result_passes(s):
    """A result that comes to the switch goes to the workers and frees the slot."""
    s.gradient(1, 1, 0)
    s.control(Kind.RESULT, 1, 1)
    s.control(Kind.RESULT, 1, 1)


def random_ina(s, packets):
    """Tasks of all jobs at few aggregators, with everything that may go wrong."""
    rng = s.random
    jobs = list(JOBS) + [UNKNOWN_JOB]
    window = rng.choice((2, 4, 8))
    base = rng.choice((0, 1000, 0xFFFFFFFC))
    priorities = rng.choice(((0, 1, 2), (10, 10, 11), tuple(range(0, 256, 5))))
    racks = rng.random() < 0.3
    seen = {}
    for step in range(packets):
        job = rng.choice(jobs) if rng.random() < 0.2 else rng.choice(jobs[:3])
        seq = (base + step // (4 * window) + rng.randrange(window)) & 0xFFFFFFFF
        workers = JOBS.get(job, 2)
        fields = {"priority": rng.choice(priorities), "ecn": rng.random() < 0.05}
        if racks:
            fields.update(fan_in1=2, bitmap1=rng.choice((1, 2)),
                          second_level=rng.random() < 0.4)
        draw = rng.random()
        if draw < 0.8:
            # mostly the next worker of the task, so that sums become complete
            worker = seen.get((job, seq), 0)
            if rng.random() < 0.1:
                worker = rng.randrange(workers)
            else:
                seen[job, seq] = (worker + 1) % workers
            if rng.random() < 0.02:
                fields["fan_in0"] = rng.randrange(34)
            if rng.random() < 0.02:
                fields["bitmap0"] = rng.randrange(1 << workers)
            if rng.random() < 0.02:
                fields["aggregator"] = rng.randrange(AGGREGATORS + 2)
            fields["overflow"] = rng.random() < 0.05
            s.gradient(job, seq, worker, **fields)
        elif draw < 0.86:
            s.control(Kind.REMINDER, job, seq, urgent=rng.random() < 0.5, **fields)
        elif draw < 0.92:
            worker = rng.randrange(workers)
            fields["bitmap0"] = rng.choice((0, 1 << worker))
            s.control(Kind.RESEND, job, seq, worker=worker, **fields)
        elif draw < 0.98:
            s.control(Kind.RESULT, job, seq, bitmap0=(1 << workers) - 1, **fields)
        else:
            kind = rng.choice((Kind.PARTIAL, Kind.WORKER_REMINDER, Kind.ANSWER, Kind.NOT_SENT))
            s.control(kind, job, seq, worker=rng.randrange(workers), **fields)


def random_switchml(s, packets):
    """One job at four slots of two versions; fragments come late, twice and out of order."""
    rng = s.random
    job = rng.choice((1, 2, 3, 200))
    workers = JOBS[job]
    at = [0] * workers
    base = rng.choice((0, 0xFFFFFFF8))
    for _ in range(packets):
        worker = min(range(workers), key=lambda w: (at[w], rng.random()))
        if rng.random() < 0.3:
            worker = rng.randrange(workers)
        number = at[worker]
        if rng.random() < 0.2:
            number = max(0, number - rng.randrange(12))
        elif number <= min(at) + 4:
            at[worker] += 1
        slot, round_ = number % 4, number // 4
        s.gradient(job, (base + number) & 0xFFFFFFFF, worker, aggregator=2 * slot + round_ % 2,
                   ecn=rng.random() < 0.05)


RANDOM_SEQUENCES = {"esa": 70, "atp": 50, "straw1": 25, "switchml": 30}
RANDOM_PACKETS = 120


def all_sequences():
    """Returns every sequence, named situations first."""
    sequences = []
    for system, name, fill in SITUATIONS:
        s = Sequence(system, name)
        fill(s)
        sequences.append(s)
    for system, count in RANDOM_SEQUENCES.items():
        for number in range(count):
            s = Sequence(system, f"random-{number}")
            fill = random_switchml if system == "switchml" else random_ina
            fill(s, RANDOM_PACKETS)
            sequences.append(s)
    return sequences
