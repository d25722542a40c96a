# SPDX-License-Identifier: GPL-2.0-only
"""Compares the TNA program's stages with the v1model program.

One packet after the other: both sides get ESA's packet sequences, but for the packets that the TNA
program is known to treat otherwise (contrib/esa/p4/README.md). Those that its parser drops go to it
alone, and must not change anything. The others are left out on both sides. Then gradients that end
in their second half, and then two packets in flight (in_flight.py).
"""

import struct

import frames
import in_flight
import tna_levels
import traces
from frames import Kind
from sequence import JOBS, Sequence

SYSTEM = "esa"
IPV4 = b"\x08\x00"
IS_INA = (0x45, 253)
INA_END = 58
HALF_END = INA_END + 4 * frames.VALUES // 2
FRAME_END = INA_END + 4 * frames.VALUES


def has_values(frame):
    """Tells whether an IPv4 header says that all values are there."""
    return frame[16:18] == (FRAME_END - 14).to_bytes(2, "big")


def is_cut(frame):
    """Tells whether a frame ends before what the first pass extracts. Tofino's parser drops it."""
    if len(frame) < 14:
        return True
    if frame[12:14] != IPV4:
        return False
    if len(frame) < 34:
        return True
    if (frame[14], frame[23]) != IS_INA or frame[20] & 0x1F or frame[21]:
        return False
    return len(frame) < (HALF_END if has_values(frame) else INA_END)


def is_fragment(frame):
    """Tells whether an uncut frame carries a fragment."""
    return (frame[12:14] == IPV4 and (frame[14], frame[23]) == IS_INA and not frame[20] & 0x1F and
            not frame[21])


def is_treated_otherwise(frame, seen):
    """Tells whether the TNA program is known to treat a packet in another way. seen: the fragments
    before it."""
    if is_cut(frame) or not is_fragment(frame):
        return False
    if has_values(frame) and len(frame) < FRAME_END:
        return True
    if tna_levels.is_of_levels(frame) and not tna_levels.can_be_translated(frame):
        return True
    bitmap, _, job, seq = struct.unpack_from(">IIHI", frame, 34)
    kind = frame[53] & 15
    if kind == Kind.GRADIENT:
        fragment = (job, seq, bitmap, frame[52] >> 2, frame[56:58])  # with its fan-in and group
        is_copy = fragment in seen
        seen.add(fragment)
        return is_copy or bitmap & bitmap - 1 != 0
    return kind == Kind.RESEND and bitmap != 0


def show(frames_out):
    """Returns frames as text."""
    return [f"{port} {traces.write_frame(frame)}" for port, frame in frames_out]


def compare_packets(sides, sequences):
    """Feeds both sides one packet after the other, and returns how many sequences differ."""
    packets = cut = left_out = differences = 0
    for sequence in sequences:
        if sequence.system != SYSTEM:
            continue
        for side in sides:
            side.clear()
        seen = set()
        for step in sequence.steps:
            if not isinstance(step, bytes):
                continue
            is_dropped = is_cut(step)
            if not is_dropped and is_treated_otherwise(step, seen):
                left_out += 1
                continue
            cut += is_dropped
            packets += not is_dropped
            v1model = [] if is_dropped else sides[0].send(step)
            tna = sides[1].send(step)
            if v1model != tna:
                differences += 1
                print(f"{sequence.name}, {traces.write_frame(step)}:\n  v1model {show(v1model)}\n"
                      f"  TNA     {show(tna)}")
                break
    print(f"TNA stages: {packets} packets compared with the v1model program, {cut} cut ones "
          f"dropped ({left_out} left out), sequences that differ: {differences}")
    return differences


def compare_halves(sides):
    """A gradient that is added, but ends in its second half, sets its bit and adds its first half:
    as if zeros stood in the other half. Returns for how many lengths this is not so."""
    differences = 0
    for side in sides:
        side.clear()
    for length in range(HALF_END, FRAME_END):
        s = Sequence(SYSTEM, f"half-{length}")
        for worker in range(JOBS[2]):
            s.gradient(2, length, worker)
        first, second, *others = s.steps
        whole = second[:HALF_END].ljust(FRAME_END, b"\0")
        v1model = [sides[0].send(frame) for frame in (first, whole, *others)]
        tna = [sides[1].send(frame) for frame in (first, second[:length], *others)]
        if v1model != tna or not v1model[-1]:
            differences += 1
            print(f"{s.name}:\n  v1model {show(v1model[-1])}\n  TNA     {show(tna[-1])}")
    print(f"TNA stages: gradients cut at {FRAME_END - HALF_END} lengths in their second half, "
          f"those that are not half in the sum: {differences}")
    return differences


def compare_in_flight(sides, sequences=in_flight.SEQUENCES):
    """Runs sequences with packets in flight, and returns in how many a fragment is lost or twice
    in a sum."""
    differences = 0
    for side in sides:
        name = type(side).__name__
        for number in range(sequences):
            faults = in_flight.run(side, number, in_flight.IN_FLIGHT)
            differences += bool(faults)
            if faults:
                print(f"{name}, in-flight-{number}:\n  " + "\n  ".join(faults[:3]))
    print(f"TNA stages: {sequences} sequences with {in_flight.IN_FLIGHT} packets in "
          f"flight, those with a wrong ledger: {differences}")
    return differences
