# SPDX-License-Identifier: GPL-2.0-only
"""Spoils JSON documents: their values, their names, and their text."""

import copy
import json

from rng import texts, values
from schema import beside_limits, get, legal_value, put

FLOOD = 100000


def spoil(rng, document, fields):
    """
    Returns a document with a fault or two, as text, and what an error must tell.

    What must be told is empty unless there is one fault, in one field.
    """
    made = copy.deepcopy(document)
    kind = rng.weighted({"values": 10, "names": 4, "flood": 1, "text": 8})
    if kind == "values":
        chosen = rng.several(fields, 3)
        path = chosen[0].path
        is_alone = len(chosen) == 1 and get(made, path[:-1]) is not None
        for field in chosen:
            put(made, field.path, spoilt_value(rng, field.node))
        is_alone = is_alone and chosen[0].node.get("type") not in ("array", "object")
        told = path[-1] if is_alone and path[-1] != 0 else ""
        return json.dumps(made).encode(), told
    if kind == "names":
        spoil_names(rng, made, fields)
        return json.dumps(made).encode(), ""
    if kind == "flood":
        return flood(rng, made, fields).encode(), ""
    return spoil_text(rng, json.dumps(made, indent=rng.pick((None, 2))).encode()), ""


def spoilt_value(rng, node):
    """Returns a value for a field: legal, just not legal, or anything."""
    way = rng.weighted({"beside": 3, "any": 2, "legal": 1})
    if way == "beside":
        return beside_limits(rng, node)
    if way == "legal":
        value = legal_value(rng, node)
        if value is not None:
            return value
    return values(rng)


def spoil_names(rng, document, fields):
    """Adds members that no one knows, or removes some."""
    objects = [field for field in fields if isinstance(get(document, field.path), dict)]
    place = get(document, rng.pick(objects).path) if objects and rng.chance(0.7) else document
    if place and rng.chance(0.3):
        del place[rng.pick(list(place))]
        return
    for _ in range(rng.pick((1, 1, 2, 30))):
        name = texts(rng)
        if place and rng.chance(0.5):
            name = rng.pick(list(place))
            name = rng.pick((name + "s", name[:-1], name.upper(), name[1:] + name[:1]))
        place[name] = values(rng)


def flood(rng, document, fields):
    """Returns a text with as many faults of a kind as fit a file."""
    count = rng.pick((1000, FLOOD))
    kind = rng.pick(("unknown", "twice", "elements", "objects", "same"))
    if kind in ("unknown", "twice"):
        pairs = (f'"x{0 if kind == "twice" else i}": {i}' for i in range(count))
        return json.dumps(document)[:-1] + "," + ",".join(pairs) + "}"
    if kind == "same":
        name = rng.pick(list(document))
        member = f"{json.dumps(name)}: {json.dumps(document[name])}"
        count = min(count, 14000000 // len(member))
        return json.dumps(document)[:-1] + f",{member}" * count + "}"
    lists = [field for field in fields if field.node.get("type") == "array"]
    field = rng.pick(lists)
    item = values(rng) if kind == "elements" else {"x": rng.whole(0, 9), "hosts": [-1]}
    put(document, field.path, [item] * (count if len(json.dumps(item)) < 100 else 1000))
    return json.dumps(document)


def spoil_text(rng, text):
    """Returns bytes that are probably no JSON."""
    place = rng.whole(0, len(text))
    nothing = b""
    kind = rng.weighted({"insert": 6, "cut": 2, "behind": 3, "number": 2, "whole": 3, "deep": 2})
    if kind == "insert":
        odd = rng.pick(
            (b"\x00", b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\n", b"\x1b", b",", b"]", b"}", b'"')
            + (b"//x\n", b"/*x*/", b"\\u0000", b"\\ud800", b"\\", b"{", b"[", b":", b"\xef\xbb\xbf")
        )
        return text[:place] + odd + text[place:]
    if kind == "cut":
        return text[:place]
    if kind == "behind":
        return text + rng.pick(
            (b"\x00", b"\x00x", b"\x00{}", b"{}", b"x", b"\x1a", b"\n" * 1000, b"]")
        )
    if kind == "number":
        odd = (b"1e999", b"-1e999", b"NaN", b"Infinity", b"9" * 5000, b"0." + b"3" * 5000, b"01")
        return text.replace(b": 1", b": " + rng.pick((*odd, b"1e-999", b"1e" + b"9" * 300)), 1)
    if kind == "deep":
        depth = rng.pick((100, 1000, 10000, 100000, 1000000))
        opened, closed = rng.pick(((b"[", b"]"), (b'{"a":', b"}")))
        inner = opened * depth + b"1" + (closed * depth if rng.chance(0.7) else nothing)
        if rng.chance(0.5):
            return inner
        return text[: text.rindex(b"}")] + b', "description": ' + inner + b"}"
    return rng.pick(
        (
            *(
                nothing,
                b" ",
                b"\x00",
                b"null",
                b"[]",
                b"1",
                b'"x"',
                b"{",
                b"\xef\xbb\xbf",
                b"\n" * 9999,
            ),
            *(b"\xff\xfe{\x00}\x00", text.decode().encode("utf-16"), b"\x1f\x8b\x08" + text),
            b'{"name": "' + b"a" * 1000000 + b'"}',
            b" " * (17 << 20),
            b"<?xml version='1.0'?>",
            b"#!/bin/sh\n",
        )
    )
