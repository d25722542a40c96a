# SPDX-License-Identifier: GPL-2.0-only
"""Spoils the text of JSON documents."""


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
            *(nothing, b" ", b"\x00", b"null", b"[]", b"1", b'"x"', b"{"),
            *(b"\xef\xbb\xbf", b"\n" * 9999),
            *(b"\xff\xfe{\x00}\x00", text.decode().encode("utf-16"), b"\x1f\x8b\x08" + text),
            b'{"name": "' + b"a" * 1000000 + b'"}',
            b" " * (17 << 20),
            b"<?xml version='1.0'?>",
            b"#!/bin/sh\n",
        )
    )
