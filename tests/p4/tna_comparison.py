# SPDX-License-Identifier: GPL-2.0-only
"""Compares the TNA program's stages with the v1model program.

One packet after the other: both sides get ESA's packet sequences, but for the packets that the TNA
program is known to treat otherwise (contrib/esa/p4/README.md); these are left out on both sides.
Then with two packets in flight (in_flight.py).
"""

import struct

import in_flight
import traces
from frames import Kind

SYSTEM = "esa"
IPV4 = b"\x08\x00"
IS_INA = (0x45, 253)
INA_END = 58
FRAME_END = 306


def is_cut(frame):
    """Tells whether a frame ends before one of its headers does. Tofino's parser drops it."""
    if len(frame) < 14:
        return True
    if frame[12:14] != IPV4:
        return False
    if len(frame) < 34:
        return True
    if (frame[14], frame[23]) != IS_INA or frame[20] & 0x1F or frame[21]:
        return False
    has_values = frame[16:18] == (FRAME_END - 14).to_bytes(2, "big")
    return len(frame) < (FRAME_END if has_values else INA_END)


def is_fragment(frame):
    """Tells whether an uncut frame carries a fragment."""
    return (frame[12:14] == IPV4 and (frame[14], frame[23]) == IS_INA and not frame[20] & 0x1F and
            not frame[21])


def is_treated_otherwise(frame, seen):
    """Tells whether the TNA program is known to treat a packet in another way. seen: the fragments
    before it."""
    if is_cut(frame):
        return True
    if not is_fragment(frame):
        return False
    bitmap, _, job, seq = struct.unpack_from(">IIHI", frame, 34)
    kind = frame[53] & 15
    if kind == Kind.GRADIENT:
        fragment = (job, seq, bitmap, frame[52] >> 2)  # with its fan-in
        is_copy = fragment in seen
        seen.add(fragment)
        return is_copy or bitmap & bitmap - 1 != 0
    return kind == Kind.RESEND and bitmap != 0


def show(frames_out):
    """Returns frames as text."""
    return [f"{port} {traces.write_frame(frame)}" for port, frame in frames_out]


def compare_packets(sides, sequences):
    """Feeds both sides one packet after the other, and returns how many sequences differ."""
    packets = left_out = differences = 0
    for sequence in sequences:
        if sequence.system != SYSTEM:
            continue
        for side in sides:
            side.clear()
        seen = set()
        for step in sequence.steps:
            if not isinstance(step, bytes):
                continue
            if is_treated_otherwise(step, seen):
                left_out += 1
                continue
            packets += 1
            v1model, tna = (side.send(step) for side in sides)
            if v1model != tna:
                differences += 1
                print(f"{sequence.name}, {traces.write_frame(step)}:\n  v1model {show(v1model)}\n"
                      f"  TNA     {show(tna)}")
                break
    print(f"TNA stages: {packets} packets compared with the v1model program ({left_out} left out), "
          f"sequences that differ: {differences}")
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
