# SPDX-License-Identifier: GPL-2.0-only
"""
Reads what esa-scenario --timeline writes: Perfetto's TrackEvent, in the wire format of protobuf.

The numbers of fields are those of Perfetto's reference (perfetto.dev, "Writing TrackEvent Protos
Synthetically"). Only what the program writes is read.
"""

import struct

_VARINT, _FIXED64, _BYTES = 0, 1, 2
_BEGIN, _END, _INSTANT, _COUNTER = 1, 2, 3, 4


class Span:
    """A span of a track."""

    def __init__(self, track, category, name, begin_ns, arguments):
        self.track = track  # names from the top: ("run", "job 0", "worker 1", "computation")
        self.category = category
        self.name = name
        self.begin_ns = begin_ns
        self.end_ns = None
        self.arguments = arguments


class Timeline:
    """A timeline: spans, instants and counters."""

    def __init__(self, data):
        """data: the bytes of a file. Raises ValueError if they are not whole."""
        self.tracks = {}  # uuid -> names from the top
        self.ranks = {}  # uuid -> (uuid of the track above, place below it)
        self.units = {}  # names of a counter -> unit
        self.spans = []
        self.instants = []  # (names of the track, name, ns, arguments, flow, whether it ends)
        self.values = {}  # names of a counter -> list of (ns, value)
        self._open = {}  # uuid -> the span that has not ended
        for _, packet in _fields(data):
            fields = dict(_fields(packet))
            if 60 in fields:
                self._add_track(dict(_fields(fields[60])))
            else:
                self._add_event(fields[8], list(_fields(fields[11])))

    def _add_track(self, fields):
        above = fields.get(5)
        names = (*self.tracks.get(above, ()), fields[2].decode())
        self.tracks[fields[1]] = names
        self.ranks[fields[1]] = (above, fields.get(12, 0))
        if 8 in fields:
            self.units[names] = dict(_fields(fields[8]))[6].decode()

    def _add_event(self, time_ns, pairs):
        fields = dict(pairs)
        uuid, kind = fields[11], fields[9]
        track = self.tracks[uuid]
        arguments = dict(_argument(value) for number, value in pairs if number == 4)
        name = fields.get(23, b"").decode()
        if kind == _BEGIN:
            span = Span(track, fields[22].decode(), name, time_ns, arguments)
            if self._open.setdefault(uuid, span) is not span:
                raise ValueError(f"spans of {track} overlap")
            self.spans.append(span)
        elif kind == _END:
            self._open.pop(uuid).end_ns = time_ns
        elif kind == _INSTANT:
            flow = fields.get(48, fields.get(47))
            self.instants.append((track, name, time_ns, arguments, flow, 48 in fields))
        elif kind == _COUNTER:
            value = fields[30] if 30 in fields else _floating(fields[44])
            self.values.setdefault(track, []).append((time_ns, value))


def _argument(message):
    """Returns name and value of an annotation."""
    fields = dict(_fields(message))
    name = fields[10].decode()
    if 4 in fields:
        return name, fields[4]
    return name, _floating(fields[5]) if 5 in fields else fields[6].decode()


def _floating(bits):
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def _fields(message):
    """Yields number and value of the fields of a message: integers, or bytes."""
    place = 0
    while place < len(message):
        tag, place = _varint(message, place)
        number, form = tag >> 3, tag & 7
        if form == _VARINT:
            value, place = _varint(message, place)
            yield number, value
            continue
        length = 8
        if form == _BYTES:
            length, place = _varint(message, place)
        elif form != _FIXED64:
            raise ValueError(f"field {number} has the unknown form {form}")
        part = message[place : place + length]
        if len(part) < length:
            raise ValueError(f"field {number} is cut off")
        place += length
        yield number, part if form == _BYTES else int.from_bytes(part, "little")


def _varint(message, place):
    value = shift = 0
    while True:
        if place >= len(message):
            raise ValueError("an integer is cut off")
        byte = message[place]
        value |= (byte & 0x7F) << shift
        place += 1
        if byte < 0x80:
            return value, place
        shift += 7
