# SPDX-License-Identifier: GPL-2.0-only
"""Frames as model/link/esa-frame-builder.cc makes them, for the wire formats of the core."""

import dataclasses
import enum
import struct

VALUES = 62
SWITCHML_VALUES = 32
ALL_WORKERS = 0xFFFF
SWITCH_ADDRESS = 10 << 24 | 0xFF0000
FURTHER_NETWORK = 100 << 24 | 64 << 16
WORKERS_IN_HOST_NETWORK = 254


class Kind(enum.IntEnum):
    """PacketKind of the core."""

    GRADIENT = 0
    PARTIAL = 1
    RESULT = 2
    REMINDER = 3
    WORKER_REMINDER = 4
    RESEND = 5
    QUERY = 6
    ANSWER = 7
    RECEIVED = 8
    RETRANSMISSION = 9
    NOT_SENT = 10
    FORWARD = 11


@dataclasses.dataclass
class Fragment:
    """Fragment of the core, and the fields of ATP's second level, which have to be 0. values is
    None where it carries no gradient."""

    job: int = 0
    seq: int = 0
    aggregator: int = 0
    worker: int = 0
    group: int = 0
    bitmap0: int = 0
    bitmap1: int = 0
    fan_in0: int = 0
    fan_in1: int = 0
    priority: int = 0
    kind: Kind = Kind.GRADIENT
    ecn: bool = False
    collision: bool = False
    overflow: bool = False
    second_level: bool = False
    version: bool = False
    urgent: bool = False
    values: list = None
    payload_bytes: int = 4 * VALUES


def worker_address(job, worker):
    """10.(job).(1 + worker), and 100.64.0.0 + (job modulo 64).(worker) from worker 254 on"""
    if worker >= WORKERS_IN_HOST_NETWORK:
        return FURTHER_NETWORK | job % 64 << 16 | worker
    return 10 << 24 | job << 8 | (1 + worker)


def ps_address(job):
    """10.(job).255"""
    return 10 << 24 | job << 8 | 255


def addresses(f, uses_ps):
    """Source and destination of a fragment, as in Addresses()."""
    if f.kind == Kind.PARTIAL:
        return SWITCH_ADDRESS, ps_address(f.job)
    if f.kind == Kind.REMINDER:
        return ps_address(f.job), SWITCH_ADDRESS
    if f.kind in (Kind.QUERY, Kind.RESULT, Kind.FORWARD):
        if f.worker == ALL_WORKERS:
            return ps_address(f.job), 239 << 24 | 192 << 16 | f.job
        source = ps_address(f.job) if uses_ps else SWITCH_ADDRESS
        return source, worker_address(f.job, f.worker)
    return worker_address(f.job, f.worker), ps_address(f.job) if uses_ps else SWITCH_ADDRESS


def checksum(header):
    """The Internet checksum of a header whose checksum field is zero."""
    total = sum(struct.unpack(f">{len(header) // 2}H", header))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def ip_frame(source, destination, protocol, ecn, body):
    """An Ethernet frame with an IPv4 packet, from host to switch."""
    fields = [0x45, 3 if ecn else 2, 20 + len(body), 0, 0, 64, protocol, 0, source, destination]
    fields[7] = checksum(struct.pack(">BBHHHBBHII", *fields))
    ethernet = bytes.fromhex("02000000000002000000000f0800")
    return ethernet + struct.pack(">BBHHHBBHII", *fields) + body


def payload(f):
    """The payload: the values, or an empty digest."""
    words = [v & 0xFFFFFFFF for v in f.values or []]
    return struct.pack(f">{len(words)}I", *words).ljust(f.payload_bytes, b"\0")


def ina_header(f):
    """The header of ESA, ATP and the straw-men."""
    flags = f.fan_in0 << 18 | f.fan_in1 << 12 | f.kind << 8
    bits = [f.overflow, f.collision, f.ecn, f.second_level, f.version, f.values is None,
            f.urgent]
    for place, bit in enumerate(bits):
        flags |= int(bit) << 7 - place
    head = struct.pack(">IIHII", f.bitmap0, f.bitmap1, f.job, f.seq, f.aggregator)
    return head + flags.to_bytes(3, "big") + struct.pack(">BH", f.priority, f.group)


def ina_frame(f):
    """A frame of ESA, ATP and the straw-men."""
    return ip_frame(*addresses(f, True), 253, f.ecn, ina_header(f) + payload(f))


def switchml_frame(f):
    """A frame of SwitchML; the version is in the lowest bit of the aggregator's index."""
    message = 0x10 if f.kind == Kind.RESULT else 0
    pool = f.aggregator >> 1 | (f.aggregator & 1) << 15
    header = struct.pack(">HHHH", 0xBEE0, 0xBEE0, 18 + 4 * SWITCHML_VALUES, 0)
    header += struct.pack(">BBIHH", message, f.job, f.seq, pool, 0)
    return ip_frame(*addresses(f, False), 17, f.ecn, header + payload(f))
