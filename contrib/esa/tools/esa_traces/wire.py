# SPDX-License-Identifier: GPL-2.0-only
"""
The bytes of execution traces in the format of MLCommons Chakra: messages of Protocol Buffers, each behind its
length. Three attributes are of this module, for what the format does not have:

duration_ns    of a computation: how long it takes, in place of duration_micros
starts_after   ids of nodes that need only have started
unit           of a computation: which one of the rank's processors does it
"""

METADATA, COMPUTE, SEND, RECEIVE, COLLECTIVE = 1, 4, 5, 6, 7  # types of nodes
ALL_REDUCE, ALL_GATHER, ALL_TO_ALL, REDUCE_SCATTER = 0, 2, 6, 7  # comm_type
INT32, INT64, UINT64, UINT64_LIST, BOOL, STRING = 7, 9, 13, 14, 27, 29  # fields of an attribute's value
NODE_ID, NODE_NAME, NODE_TYPE, NODE_CONTROL, NODE_DATA, NODE_US = 1, 2, 3, 4, 5, 7  # fields of a node
NODE_INPUTS, NODE_ATTRIBUTE = 8, 10
VERSION = "0.0.4"
LONGEST_VARINT = 10  # bytes


def varint(value):
    """An integer, 7 bits a byte."""
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


SMALL = [varint(value) for value in range(1 << 14)]


def number(value):
    """As varint(); small numbers are at hand."""
    return SMALL[value] if value < len(SMALL) else varint(value)


def integer(field, value):
    """A field that is an integer."""
    return number(field << 3) + number(value)


def text(field, value):
    """A field that is a text or a message."""
    data = value if isinstance(value, bytes) else value.encode(errors="replace")
    return number(field << 3 | 2) + number(len(data)) + data


def attribute(name, field, value):
    """An attribute of a node."""
    return text(NODE_ATTRIBUTE, text(1, name) + (text if field == STRING else integer)(field, value))


def framed(message):
    """A message behind its length."""
    return number(len(message)) + message


def head():
    """The first message of a file."""
    return framed(text(1, VERSION))


def integers(name, field):
    """Returns a function that makes attributes of this name from their values."""
    begin = text(1, name) + number(field << 3)

    def make(value):
        message = begin + number(value)
        return b"\x52" + number(len(message)) + message  # text(NODE_ATTRIBUTE, message)

    return make


def awaits(identity):
    """The field of a node that waits for the end of another one."""
    return b"\x28" + number(identity)  # integer(NODE_DATA, identity)


def starts_after(listed):
    """The attribute of a node that waits for starts. listed: the ids, each as number() makes it"""
    return text(NODE_ATTRIBUTE, text(1, "starts_after") + text(UINT64_LIST, text(1, bytes(listed))))


duration_ns = integers("duration_ns", UINT64)
unit = integers("unit", UINT64)
comm_size = integers("comm_size", INT64)
comm_src = integers("comm_src", INT64)
comm_dst = integers("comm_dst", INT64)
comm_tag = integers("comm_tag", INT64)


class WireError(Exception):
    """Bytes are not in the wire format."""


def take_varint(data, at):
    """Returns the integer at a place, and the place behind it."""
    value = shift = 0
    while True:
        if at >= len(data) or shift > 63:
            raise WireError("an integer is cut, or longer than 64 bits")
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7


def fields(data):
    """Yields the fields of a message: number, value (an integer or bytes), and the field's own bytes."""
    at = 0
    while at < len(data):
        begin = at
        tag, at = take_varint(data, at)
        form = tag & 7
        if form == 0:
            value, at = take_varint(data, at)
        elif form in (1, 2, 5):
            size, at = take_varint(data, at) if form == 2 else (8 if form == 1 else 4, at)
            value = data[at : at + size]
            at += size
            if at > len(data):
                raise WireError("a field is cut")
        else:
            raise WireError(f"a field has the unknown form {form}")
        yield tag >> 3, value, data[begin:at]
