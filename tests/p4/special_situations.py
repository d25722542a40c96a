# SPDX-License-Identifier: GPL-2.0-only
"""Packet sequences for more situations that have a name: ATP's second level, stale aggregators,
SwitchML, removed jobs, and frames that nobody should send."""

import frames
from frames import Kind
from sequence import (AGGREGATORS, HOST_ADDRESS, INA_SYSTEMS, SYSTEMS, UNKNOWN_JOB, Sequence,
                      situation)


@situation(*INA_SYSTEMS)
def second_level_of_atp(s):
    """Packets of a job that ATP sums at two levels: here groups say so, and these are malformed."""
    s.gradient(2, 1, 0)
    for fields in ({"bitmap1": 2}, {"fan_in1": 3}, {"second_level": True}, {"fan_in1": 33},
                   {"bitmap1": 2, "fan_in1": 3}, {"bitmap1": 1 << 31, "fan_in1": 32},
                   {"bitmap1": 1, "fan_in1": 1}, {"fan_in1": 63, "second_level": True}):
        s.gradient(2, 1, 1, **fields)
        s.control(Kind.RESEND, 2, 1, worker=1, bitmap0=2, **fields)
        s.control(Kind.REMINDER, 2, 1, urgent=True, **fields)
        s.control(Kind.RESULT, 2, 1, bitmap0=15, **fields)
        s.control(Kind.QUERY, 2, 1, worker=1, **fields)
    s.gradient(2, 1, 1)


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


@situation("atp")
def taken_after_a_pause(s):
    """A task is as old as its own fragments, whoever had the aggregator before."""
    s.stale_age_us = 500000
    s.gradient(1, 1, 0, aggregator=3)
    s.pause(1000000)
    s.control(Kind.RESULT, 1, 1, aggregator=3, bitmap0=3)
    s.gradient(2, 1, 0, aggregator=3)
    # It stays. If a later result freed it, the end would be the same for an older task.
    s.control(Kind.RESULT, 1, 2, aggregator=3, bitmap0=3)


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
def wrong_udp_length(s):
    """A whole frame whose UDP length and size say that it has more values or none."""
    s.gradient(1, 1, 0)
    s.gradient(1, 1, 1)
    frame = s.steps.pop()
    for udp_bytes, size in ((250, 1), (18, 1), (30, 1), (18, 0), (30, 0), (250, 0), (147, 0),
                            (0, 0), (146, 1), (146, 7)):
        changed = bytearray(frame)
        changed[38:40] = udp_bytes.to_bytes(2, "big")
        changed[42] = changed[42] & 0xF8 | size
        s.steps.append(bytes(changed))
    s.steps.append(frame)


@situation("switchml")
def result_passes(s):
    """A result that comes to the switch goes to the workers, and the slot keeps its own."""
    s.gradient(1, 1, 0)
    s.control(Kind.RESULT, 1, 1)
    s.gradient(1, 1, 1)
    s.control(Kind.RESULT, 1, 1)
    s.gradient(1, 1, 0)
    s.control(Kind.RESULT, UNKNOWN_JOB, 1)


@situation("switchml")
def workers_beyond_the_bitmap(s):
    """A worker's number is in 8 bits, and a bitmap has 32."""
    s.gradient(1, 1, 0)
    for worker in (33, 65, 31, 32, 253, 254, 255):
        frame = bytearray(s.steps[0])
        frame[29] = (worker + 1) % 256
        s.steps.append(bytes(frame))
    s.gradient(1, 1, 1)
    for worker in range(31):
        s.gradient(4, 2, worker)
    s.gradient(4, 2, 32)
    s.gradient(4, 2, 31)


@situation(*INA_SYSTEMS)
def wide_fan_in(s):
    """Fan-ins of 31 and 32: with the top bit, without it, and one bit too many."""
    for job, seq, fan_in in ((6, 1, 31), (4, 2, 32)):
        top = 1 << fan_in - 1
        s.gradient(job, seq, 0, bitmap0=top)
        s.gradient(job, seq, 0, bitmap0=(1 << 32) - 1 - top, fan_in0=fan_in)
        s.gradient(job, seq, 0, bitmap0=top - 1)
        s.gradient(job, seq + 2, 0, bitmap0=top * 2 - 1)
        s.gradient(job, seq + 4, 0, bitmap0=top, fan_in0=33)


@situation(*INA_SYSTEMS)
def other_fan_ins(s):
    """The packets of a task do not agree on its fan-in."""
    for seq in range(3):
        for worker in range(2):
            s.gradient(1, seq, worker)
        s.control(Kind.REMINDER, 1, seq, urgent=True)
        s.control(Kind.RESEND, 1, seq)
        s.control(Kind.RESULT, 1, seq, bitmap0=3)
    s.gradient(2, 5, 0)
    s.gradient(2, 5, 0, fan_in0=1)
    s.gradient(2, 6, 0)
    s.gradient(2, 6, 0, fan_in0=1)
    s.gradient(2, 6, 1, fan_in0=3)


@situation(*INA_SYSTEMS)
def flags_are_carried_along(s):
    """Bits that the switch does not use stay with the packet that leaves."""
    for bits in range(4):
        flags = {"version": bool(bits & 1), "urgent": bool(bits & 2)}
        s.gradient(1, bits, 0)
        s.gradient(1, bits, 1, overflow=True, **flags)
        s.control(Kind.ANSWER, 1, bits, worker=1, **flags)
        s.gradient(1, bits, 0, aggregator=7, priority=bits, **flags)


@situation(*SYSTEMS)
def removed_job(s):
    """A job leaves, and others' aggregators stay; then it comes again."""
    for index, job in enumerate((1, 2, 1, 3)):
        s.gradient(job, index, 0, aggregator=2 * index)
    s.gradient(1, 0, 1, aggregator=0)
    s.remove(1)
    s.remove(UNKNOWN_JOB)
    for index, job in enumerate((1, 2, 1, 3)):
        s.gradient(job, index, 1, aggregator=2 * index)


@situation(*SYSTEMS)
def foreign_frames(s):
    """Frames without a fragment, to a host that the switch knows and to one that it does not."""
    s.gradient(1, 1, 0)
    fragment = s.steps[0]
    for destination in (HOST_ADDRESS, bytes(6)):
        frame = destination + fragment[6:]
        s.steps.append(frame[:12] + b"\x08\x06" + frame[14:60])
        for place, byte in ((14, 0x46), (14, 0x65), (14, 0x44), (21, 1), (20, 0x1F), (23, 6)):
            s.steps.append(frame[:place] + bytes([byte]) + frame[place + 1:])
        s.steps.append(frame[:14] + b"\x46" + frame[15:34] + b"\x94\x04\0\0" + frame[34:])
        s.steps.append(frame[:20] + b"\x20" + frame[21:])  # the first of several IPv4 fragments
        s.steps.append(bytes(frame[:6]))
    other = "switchml" if s.system != "switchml" else "esa"
    foreign = Sequence(other, s.name)
    foreign.gradient(1, 1, 1)
    s.steps.append(HOST_ADDRESS + foreign.steps[0][6:])
    s.gradient(1, 1, 1)


@situation(*SYSTEMS)
def truncated(s):
    """A fragment that is cut at every byte, with true and with lying lengths."""
    s.gradient(2, 1, 0)
    s.gradient(2, 1, 1)
    fragment = HOST_ADDRESS + s.steps.pop()[6:]
    for length in range(1, len(fragment)):
        s.steps.append(fragment[:length])
    for lie in (0, 20, 44, len(fragment) - 15, len(fragment) - 13, 0xFFFF):
        s.steps.append(fragment[:16] + lie.to_bytes(2, "big") + fragment[18:])
    s.steps.append(fragment + b"\x55" * 7)
    s.gradient(2, 1, 2)


@situation("esa", "atp")
def truncated_reminder(s):
    """A reminder that is cut at every byte takes the whole sum along, or brings an empty one."""
    s.control(Kind.REMINDER, 2, 1, values=[7] * frames.VALUES, urgent=True)
    reminder = HOST_ADDRESS + s.steps.pop()[6:]
    for length in range(56, len(reminder) + 1):
        s.gradient(2, 1, length % 4)
        s.steps.append(reminder[:length])
        if length % 8 == 0:
            s.steps.append(reminder[:length])
    for lie in (0, 44, 170, 291, 293, 0xFFFF):
        lying = reminder[:16] + lie.to_bytes(2, "big") + reminder[18:]
        for length in (60, 200, 306):
            s.gradient(2, 1, 0)
            s.steps += [lying[:length], lying[:length]]
    s.gradient(2, 1, 0)
    s.steps.append(reminder + b"\x55" * 7)
