# SPDX-License-Identifier: GPL-2.0-only
"""Packet sequences for named situations of the systems with a shared pool, at one level."""

import frames
from frames import Kind
from sequence import AGGREGATORS, INA_SYSTEMS, JOBS, SYSTEMS, UNKNOWN_JOB, situation


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
                 Kind.RETRANSMISSION, Kind.NOT_SENT):
        s.control(kind, 2, 7, worker=1, bitmap0=2, urgent=kind == Kind.WORKER_REMINDER)
    s.gradient(2, 7, 1, collision=True)


@situation(*INA_SYSTEMS)
def for_one_worker(s):
    """Questions and results of the PS for one worker; for one that the job does not have."""
    for worker in (0, 3, 4, 200):
        s.control(Kind.QUERY, 2, 7, worker=worker)
        s.control(Kind.QUERY, 2, 7, worker=worker, payload_bytes=8)
        s.control(Kind.FORWARD, 2, 7, worker=worker, bitmap0=15, ecn=worker == 3)
    s.control(Kind.FORWARD, 2, 7, worker=1, payload_bytes=8)
    s.control(Kind.QUERY, UNKNOWN_JOB, 7, worker=1)
    for kind in (Kind.RECEIVED, Kind.NOT_SENT, Kind.ANSWER):
        s.control(kind, 2, 7, worker=1, payload_bytes=8)


@situation(*INA_SYSTEMS)
def answered_reminder(s):
    """A reminder that wants an answer gets one: the partial sum, or an empty one."""
    s.control(Kind.REMINDER, 2, 1, urgent=True, ecn=True, priority=5)
    s.gradient(2, 1, 0, priority=77)
    s.control(Kind.REMINDER, 2, 1, urgent=True)
    s.control(Kind.REMINDER, 2, 1, urgent=True, payload_bytes=8)
    s.control(Kind.REMINDER, 2, 1, urgent=True, payload_bytes=0)
    s.control(Kind.REMINDER, 2, 1, urgent=True, values=s.values(frames.VALUES), bitmap0=3,
              bitmap1=1)
    s.gradient(1, 1, 0, aggregator=s.index(2, 1), urgent=True)
    s.control(Kind.REMINDER, 2, 1, urgent=True, second_level=True, fan_in1=2)
    s.control(Kind.RESEND, 2, 1, urgent=True)
    s.control(Kind.REMINDER, 1, 1, aggregator=s.index(2, 1), payload_bytes=8, urgent=True)
    s.control(Kind.REMINDER, UNKNOWN_JOB, 1, urgent=True)


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
    for place, byte in ((53, 0x0C), (53, 0x0D), (53, 0x0E), (53, 0x0F), (57, 1), (56, 0x80),
                        (54, 0x04), (54, 0x01)):
        changed = bytearray(frame)
        changed[place] = changed[place] & 0xF0 | byte if place == 53 else changed[place] | byte
        s.steps.append(bytes(changed))


@situation(*INA_SYSTEMS)
def unknown_job(s):
    """A job without an entry: its packets take no aggregator, evict nobody and fetch nothing."""
    s.gradient(UNKNOWN_JOB, 1, 0)
    s.gradient(UNKNOWN_JOB, 1, 1)
    s.gradient(UNKNOWN_JOB, 2, 0, aggregator=3)
    s.gradient(2, 2, 0, aggregator=3)
    for worker in range(1, JOBS[2]):
        s.gradient(UNKNOWN_JOB, 2, worker, aggregator=3, priority=200)
        s.control(Kind.REMINDER, UNKNOWN_JOB, 2, aggregator=3, urgent=True)
        s.control(Kind.RESULT, UNKNOWN_JOB, 2, aggregator=3)
        s.gradient(2, 2, worker, aggregator=3)


def set_ecn_bits(s, bits):
    """Sets the bits of ECN in the IPv4 header of the last frame."""
    frame = bytearray(s.steps[-1])
    frame[15] = frame[15] & 0xFC | bits
    s.steps[-1] = bytes(frame)


@situation(*SYSTEMS)
def senders_without_ecn(s):
    """The bits of ECN in the IPv4 header: 0 (not capable) stays 0, also with a mark; 1 stays 1."""
    for bits in range(4):
        for first in (False, True):
            seq = 2 * bits + first
            s.gradient(1, seq, 0, ecn=first)
            s.gradient(1, seq, 1)
            set_ecn_bits(s, bits)


@situation(*INA_SYSTEMS)
def marks_in_frames_without_ecn(s):
    """A sum that is swapped out has its mark in the fragment, whatever the frame may have."""
    for bits in range(4):
        for first in (False, True):
            s.gradient(2, 2 * bits + first, 0, aggregator=2 * bits + first, ecn=first, priority=1)
            s.gradient(1, 2 * bits + first, 0, aggregator=2 * bits + first, priority=2)
            set_ecn_bits(s, bits)


@situation(*INA_SYSTEMS)
def saturation(s):
    """Sums stay at the limits of 32 bits."""
    top, bottom = (1 << 31) - 1, -(1 << 31)
    for seq, (a, b) in enumerate(((top, 1), (bottom, -1), (top, top), (bottom, bottom),
                                  (top, bottom), (top - 1, 1), (-1, 1))):
        s.gradient(1, seq, 0, values=[a] * frames.VALUES)
        s.gradient(1, seq, 1, values=[b - i if b < 0 else b for i in range(frames.VALUES)]
                   if b != bottom else [b] * frames.VALUES)
