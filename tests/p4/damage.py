# SPDX-License-Identifier: GPL-2.0-only
"""Damages frames in every way that a parser has to notice, or has to live with."""

import struct

from sequence import HOST_ADDRESS

ETHER_TYPE_AT = 12
IP_AT = 14
HEADER_AT = 34
LENGTHS = (1, 5, 6, 13, 14, 33, 34, 41, 42, 51, 52, 57, 58, 179, 180, 185, 186, 187, 305)


def put(frame, at, new):
    """Returns a frame with other bytes at a place."""
    return (frame[:at] + new + frame[at + len(new):])[:len(frame)]


def cut(rng, frame):
    """It ends early, anywhere, or where a header ends."""
    length = rng.choice(LENGTHS) if rng.random() < 0.3 else rng.randrange(1, len(frame) + 1)
    return frame[:length]


def lengthen(rng, frame):
    """It has bytes behind its end."""
    return frame + rng.randbytes(rng.randrange(1, 60))


def lie_about_length(rng, frame):
    """The length in the IPv4 header is another one."""
    true = len(frame) - IP_AT
    length = rng.choice((0, 19, 20, 44, 166, 292, true - 1, true + 1, 0xFFFF,
                         rng.randrange(1 << 16)))
    return put(frame, IP_AT + 2, struct.pack(">H", max(0, length)))


def cut_and_lie(rng, frame):
    """Both."""
    return lie_about_length(rng, cut(rng, frame))


def add_options(rng, frame):
    """The IPv4 header has options, and its length says so, or not."""
    words = rng.randrange(1, 4)
    longer = frame[:HEADER_AT] + rng.randbytes(4 * words) + frame[HEADER_AT:]
    return put(longer, IP_AT, bytes([0x45 + words])) if rng.random() < 0.7 else longer


def change_ip_version(rng, frame):
    """Another version or header length."""
    return put(frame, IP_AT, rng.randbytes(1))


def make_ip_fragment(rng, frame):
    """A fragment of an IPv4 packet, the first or another one."""
    return put(frame, IP_AT + 6, rng.choice((b"\x20\x00", b"\x00\x01", b"\x1f\xff", b"\x40\x00")))


def change_protocol(rng, frame):
    """Another protocol of IPv4."""
    return put(frame, IP_AT + 9, rng.choice((b"\x06", b"\x11", b"\xfd", rng.randbytes(1))))


def change_ether_type(rng, frame):
    """Not IPv4."""
    return put(frame, ETHER_TYPE_AT, rng.choice((b"\x86\xdd", b"\x08\x06", rng.randbytes(2))))


def change_ip_fields(rng, frame):
    """DSCP and ECN, identification, time to live, checksum, and both addresses' last bytes."""
    for at, count in ((1, 1), (4, 2), (8, 1), (10, 2), (15, 1), (19, 1)):
        if rng.random() < 0.5:
            frame = put(frame, IP_AT + at, rng.randbytes(count))
    return frame


def change_ecn(rng, frame):
    """ECN in the IPv4 header only."""
    return put(frame, IP_AT + 1, bytes([rng.randrange(256)]))


def change_header(rng, frame):
    """Some bytes of what is behind the IPv4 header."""
    for _ in range(rng.randrange(1, 4)):
        frame = put(frame, HEADER_AT + rng.randrange(24), rng.randbytes(1))
    return frame


def flip_bit(rng, frame):
    """One bit of the headers."""
    at = rng.randrange(min(len(frame), 58))
    return put(frame, at, bytes([frame[at] ^ 1 << rng.randrange(8)]))


def replace_header(rng, frame):
    """All behind the IPv4 header is random."""
    return put(frame, HEADER_AT, rng.randbytes(24))


def replace_all(rng, _):
    """Everything is random, its length, too."""
    return rng.randbytes(rng.choice((1, 6, 14, 34, 58, rng.randrange(1, 400))))


DAMAGES = (cut, cut, cut, lengthen, lie_about_length, lie_about_length, cut_and_lie, add_options,
           change_ip_version, make_ip_fragment, change_protocol, change_ether_type,
           change_ip_fields, change_ip_fields, change_ecn, change_ecn, change_header,
           change_header, flip_bit, flip_bit, flip_bit, replace_header, replace_all)


def damage(rng, frame):
    """Returns a frame damaged in one way or two, half of them to a host that the switch knows."""
    for _ in range(rng.choice((1, 1, 1, 2))):
        frame = rng.choice(DAMAGES)(rng, frame) or b"\0"
    return put(frame, 0, HOST_ADDRESS) if rng.random() < 0.5 else frame
