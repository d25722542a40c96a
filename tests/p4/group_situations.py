# SPDX-License-Identifier: GPL-2.0-only
"""Packet sequences for named situations of jobs that are summed in groups. In groups.py, job 21
has all three levels of groups at this switch; 22 to 25 see the tree of three levels of switches
from a rack, from the middle, from the top and from a switch that sums nothing; 26 and 27 have sums
that the PS adds; 28 uses all bits of a bitmap; 29 and 30 see a rack whose switch does not sum, from
that rack and from above; 31 and 32 have workers with addresses behind 10.0.0.0/8, in this rack and in
one below."""

import frames
from frames import Kind
from groups import JOBS, group_situation
from sequence import AGGREGATORS, INA_SYSTEMS, UNKNOWN_JOB


@group_situation(*INA_SYSTEMS)
def groups_of_one_switch(s):
    """Sums go from group to group in the switch, and the result back to the workers."""
    for seq, order in enumerate(((0, 1, 2, 3, 4, 5, 6, 7), (7, 5, 3, 1, 6, 4, 2, 0),
                                 (4, 0, 6, 2, 5, 1, 7, 3))):
        for worker in order:
            s.worker(21, seq, worker, ecn=worker == seq, overflow=worker == 3)
        s.ask(Kind.RESULT, 21, seq, 7, bitmap0=3)


@group_situation(*INA_SYSTEMS)
def groups_of_three_levels_of_switches(s):
    """A rack sends its sum up, the middle one, and the top makes the result."""
    for worker in (2, 0, 1, 3):
        s.worker(22, 1, worker, ecn=worker == 2)
    s.sum(23, 1, 3)
    s.sum(23, 1, 6)
    s.sum(24, 1, 4)
    s.worker(24, 1, 9)
    s.sum(24, 1, 7, ecn=True)
    s.sum(25, 1, 4)
    for worker in (7, 8):
        s.worker(25, 1, worker)
    for worker in (0, 4, 9):
        s.worker(23, 1, worker)


@group_situation(*INA_SYSTEMS)
def groups_wrap_around_the_table(s):
    """The aggregators of a task's groups are at the end of the table, and at its beginning."""
    for first in range(AGGREGATORS):
        for worker in range(8):
            s.worker(21, first, worker, first=first)
        for worker in range(4):
            s.worker(22, first, worker, first=first)
        s.ask(Kind.RESULT, 21, first, 7, first=first, bitmap0=3)
        s.ask(Kind.RESULT, 22, first, 6, first=first, bitmap0=3)


@group_situation(*INA_SYSTEMS)
def groups_of_all_bits(s):
    """32 members, and the sums of two such groups."""
    for worker in (*range(33, 64), *range(32), 32):
        s.worker(28, 1, worker)
    s.ask(Kind.RESULT, 28, 1, 3, bitmap0=3)


@group_situation(*INA_SYSTEMS)
def groups_that_the_ps_adds(s):
    """The sum of a rack goes to the PS as a partial one; the PS's result to all racks."""
    for worker in range(4):
        s.worker(26, 1, worker)
    s.sum(27, 1, 3)
    s.sum(27, 1, 4)
    s.ask(Kind.RESULT, 27, 1, 5)
    s.ask(Kind.RESULT, 26, 1, 4)
    s.ask(Kind.RESULT, 26, 1, 5)
    s.ask(Kind.REMINDER, 27, 1, 4, urgent=True)
    s.ask(Kind.REMINDER, 27, 1, 5, urgent=True)


@group_situation(*INA_SYSTEMS)
def groups_collide(s):
    """Groups of one job, of two jobs, and a job without groups meet at an aggregator."""
    for seq, (old, new) in enumerate(((10, 20), (20, 10), (5, 5), (0, 255))):
        s.worker(21, seq, 0, aggregator=3, priority=old)
        s.worker(21, seq, 2, aggregator=3, priority=new)
        s.worker(21, seq, 1, aggregator=3, priority=old)
        s.worker(2, seq, 0, aggregator=3, priority=new)
        s.worker(22, seq, 0, aggregator=3, priority=old)
        s.worker(2, seq, 1, aggregator=3, priority=old)
    # the same task, sequence number and bitmap, but of another group
    s.worker(22, 9, 0, aggregator=4)
    s.worker(22, 9, 2, aggregator=4, priority=9)
    s.worker(22, 9, 3, aggregator=4, priority=255)


@group_situation(*INA_SYSTEMS)
def groups_collide_above(s):
    """The sum of a leaf group meets another task in the group above it."""
    for seq, priority in enumerate((1, 200)):
        above = (3 * 21 + seq + 4) % AGGREGATORS
        s.worker(2, seq, 0, aggregator=above, priority=100)
        s.worker(21, seq, 0, priority=priority)
        s.worker(21, seq, 1, priority=priority, ecn=True)
        s.worker(21, seq, 2, priority=priority)
        s.worker(21, seq, 3, priority=priority)
        s.worker(2, seq, 1, aggregator=above, priority=100)


@group_situation(*INA_SYSTEMS)
def groups_are_reminded(s):
    """Reminders to groups that hold something, nothing, or are not here."""
    for urgent in (False, True):
        seq = 10 + urgent
        s.worker(21, seq, 0)
        s.worker(21, seq, 4)
        s.worker(21, seq, 5)
        for group in (7, 6, 5, 4, 3, 2, 1, 1):
            s.ask(Kind.REMINDER, 21, seq, group, urgent=urgent)
        s.ask(Kind.REMINDER, 21, seq, 1, urgent=urgent, payload_bytes=8)
        s.worker(22, seq, 0)
        for job in (22, 23, 24, 25):
            for group in JOBS[job][0].groups:
                s.ask(Kind.REMINDER, job, seq, group, urgent=urgent, payload_bytes=8)
        s.ask(Kind.REMINDER, 21, seq, 0, urgent=urgent)
        s.ask(Kind.REMINDER, 21, seq, 99, urgent=urgent)


@group_situation(*INA_SYSTEMS)
def groups_and_resends(s):
    """A resend without a fragment goes from group to group; one with a fragment to the PS."""
    for brings in (False, True):
        seq = 20 + brings
        for worker in (0, 1, 2, 4, 5, 6, 7):
            s.worker(21, seq, worker)
        for worker in (3, 0, 0, 7, 3):
            changes = {} if brings else {"bitmap0": 0, "values": None}
            s.worker(21, seq, worker, kind=Kind.RESEND, **changes)
        for worker in range(4):
            s.worker(22, seq, worker)
        for job, workers in ((22, (0, 2, 4)), (23, (0, 4)), (24, (9, 0)), (25, (7,))):
            for worker in workers:
                s.worker(job, seq, worker, kind=Kind.RESEND, **changes)
    s.sum(23, 30, 6)
    s.ask(Kind.RESEND, 23, 30, 7, ecn=True)
    s.ask(Kind.RESEND, 23, 30, 7)
    s.worker(26, 31, 0)
    s.worker(26, 31, 1)
    s.ask(Kind.RESEND, 26, 31, 1)
    s.ask(Kind.RESEND, 26, 31, 4)


@group_situation("atp")
def groups_that_have_gone_up(s):
    """A resend without fragment must not fetch what the group above has, at any level."""
    for worker in range(8):
        s.worker(21, 1, worker)
    for group in (1, 5, 7):
        s.ask(Kind.RESEND, 21, 1, group)
    s.worker(21, 1, 0, kind=Kind.RESEND)
    for worker in range(4):
        s.worker(26, 1, worker)
    for group in (1, 4):
        s.ask(Kind.RESEND, 26, 1, group)
        s.ask(Kind.REMINDER, 26, 1, group, urgent=True)


@group_situation(*INA_SYSTEMS)
def groups_and_results(s):
    """A result frees the aggregators of its groups, and no other, wherever they are."""
    s.worker(21, 1, 0)
    s.worker(21, 1, 4)
    s.worker(21, 1, 5)
    s.worker(21, 2, 0, aggregator=2)
    s.ask(Kind.RESULT, 21, 1, 7, bitmap0=3, ecn=True)
    s.ask(Kind.RESULT, 21, 2, 7, bitmap0=3, urgent=True)
    for job in (22, 23, 24, 25):
        s.worker(job, 3, 2)
        for group in JOBS[job][0].groups:
            s.ask(Kind.RESULT, job, 3, group, bitmap0=3)
    for group in (0, 99):
        s.ask(Kind.RESULT, 21, 3, group, bitmap0=3)
    s.worker(22, 4, 0)
    s.ask(Kind.RESULT, 22, 4, 2, aggregator=(3 * 22 + 4) % AGGREGATORS, bitmap0=3)
    s.ask(Kind.RESULT, 22, 4, 1, bitmap0=3)


@group_situation(*INA_SYSTEMS)
def groups_and_duplicates(s):
    """A fragment or a sum that is in the sum already, at each level."""
    for worker in (0, 0, 1, 1, 0, 2, 3, 3):
        s.worker(21, 1, worker)
    s.sum(21, 1, 5)
    s.sum(21, 1, 5, ecn=True)
    s.sum(23, 1, 6)
    s.sum(23, 1, 6)
    s.sum(23, 1, 3)


@group_situation(*INA_SYSTEMS)
def groups_that_cannot_be(s):
    """Packets that nobody of the job can have sent."""
    s.worker(21, 1, 0)
    for changes in ({"fan_in0": 3}, {"fan_in0": 1}, {"fan_in1": 2}, {"bitmap1": 1},
                    {"second_level": True}, {"bitmap0": 4}, {"bitmap0": 0}, {"group": 0},
                    {"group": 99}, {"group": 2}, {"aggregator": AGGREGATORS}):
        s.worker(21, 1, 1, **changes)
        s.worker(21, 1, 1, kind=Kind.RESEND, **changes)
    s.ask(Kind.RESEND, 21, 1, 1, fan_in0=3)
    s.worker(22, 1, 4, aggregator=AGGREGATORS)
    s.ask(Kind.REMINDER, 23, 1, 1, aggregator=AGGREGATORS)
    for kind in Kind:
        s.worker(1, 1, 1, kind=kind, group=1)
        s.worker(UNKNOWN_JOB, 1, 1, kind=kind, group=1)
        s.worker(21, 1, 1, kind=kind, group=0)


@group_situation(*INA_SYSTEMS)
def groups_and_other_packets(s):
    """What the switch passes on; questions and results for one worker."""
    for kind in (Kind.PARTIAL, Kind.WORKER_REMINDER, Kind.ANSWER, Kind.RECEIVED,
                 Kind.RETRANSMISSION, Kind.NOT_SENT):
        s.worker(21, 7, 1, kind=kind)
        s.worker(25, 7, 1, kind=kind)
    for job, worker in ((21, 5), (22, 1), (22, 4), (23, 4), (24, 0), (24, 9), (25, 8), (21, 8)):
        s.ask(Kind.QUERY, job, 7, 1, worker=worker, payload_bytes=8)
        s.ask(Kind.FORWARD, job, 7, 1, worker=worker)
    s.worker(21, 7, 1, collision=True)
    s.worker(22, 7, 6, collision=True)


@group_situation("atp")
def groups_left_over(s):
    """A result frees what another task has left over, in each group that it comes to."""
    s.stale_age_us = 500000
    for worker in (0, 4):
        s.worker(21, 1, worker)
    s.pause(1000000)
    s.ask(Kind.RESULT, 21, 9, 7, bitmap0=3)


@group_situation(*INA_SYSTEMS)
def removed_job_with_groups(s):
    """A job leaves: all its groups are freed, and no others."""
    for job in (21, 22):
        for worker in (0, 1, 2):
            s.worker(job, 1, worker)
    s.remove(21)
    for worker in (3, 2):
        s.worker(21, 1, worker)
    s.worker(22, 1, 3)


@group_situation(*INA_SYSTEMS)
def groups_of_saturated_sums(s):
    """The sums of groups stay at the limits of 32 bits."""
    top, bottom = (1 << 31) - 1, -(1 << 31)
    for worker, value in enumerate((top, 1, top, -1, bottom, -1, bottom, 5)):
        s.worker(21, 1, worker, values=[value] * frames.VALUES)


@group_situation(*INA_SYSTEMS)
def groups_below_a_switch_that_only_forwards(s):
    """Fragments and results pass it, each result to the worker that it names."""
    for worker in range(3):
        s.worker(29, 1, worker, ecn=worker == 1)
        s.worker(30, 1, worker)
    s.sum(30, 1, 4)
    for worker in (0, 1, 2, 3, 4, 5, 200, 300):
        s.ask(Kind.RESULT, 29, 1, 5, worker=worker, bitmap0=15, ecn=worker == 2)
    s.ask(Kind.RESULT, 29, 1, 5, bitmap0=15)
    s.ask(Kind.RESULT, 30, 1, 5, bitmap0=15)
    s.worker(29, 2, 1, kind=Kind.RESEND)
    s.ask(Kind.REMINDER, 29, 2, 5, urgent=True)


@group_situation(*INA_SYSTEMS)
def groups_of_workers_beyond_254(s):
    """Results, queries and copies of them, to workers and by way of a worker that names a group."""
    for worker in range(224, 256):
        s.worker(31, 1, worker)
    s.ask(Kind.RESULT, 31, 1, 8)
    for group in range(1, 10):
        s.sum(32, 1, group)
    s.ask(Kind.RESULT, 32, 1, 10)
    for group in (8, 9):
        s.ask(Kind.REMINDER, 32, 1, group, urgent=True)
        s.ask(Kind.RESULT, 32, 1, group)
    for worker in (253, 254, 255, 256, 259, 260):
        for job in (31, 32):
            s.ask(Kind.QUERY, job, 1, 8, worker=worker, payload_bytes=8)
            s.ask(Kind.FORWARD, job, 1, 8, worker=worker)
            s.worker(job, 1, min(worker, 259), kind=Kind.ANSWER)
