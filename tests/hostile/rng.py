# SPDX-License-Identifier: GPL-2.0-only
"""Random choices, the same in every version of Python, and values that programs stumble over."""

import random


class Rng:
    """The random choices of one case."""

    def __init__(self, *seeds):
        self.random = random.Random("/".join(map(str, seeds)))

    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, values):
        """Returns one of some values."""
        return values[int(self.random.random() * len(values))]

    def weighted(self, values):
        """Returns one of the keys of a dict; its values are the weights."""
        place = self.random.random() * sum(values.values())
        for value, weight in values.items():
            place -= weight
            if place < 0:
                return value
        return list(values)[-1]

    def whole(self, low, high):
        """Returns a number from low to high."""
        return low + int(self.random.random() * (high - low + 1))


def texts(rng):
    """Returns a text: control characters, bytes that are no UTF-8, and what forges messages."""
    return rng.pick(
        (
            *("", " ", "a" * rng.pick((61, 201, 256, 1001, 5000))),
            *("a\nhostile: error: forged", "a\r\x1b[2K\x1b]0;title\x07b"),
            *("\x00", "a\x00b", "\t", "\x7f\x9b31m"),
            *("\u00e9\u4e2d\U0001f600", "\ufeffa", "\u202egnp.a", "\u2028"),
            *("=1+1", "@SUM(1)", "%s%n%x%99999999d", "{0}{name}"),
            *("../../a", "a/../b", "-", "--", "~", "~1~0", "$schema", "*?[a-z]"),
            *("null", "true", "[]", "{}", '"', "\\", "'; DROP TABLE runs; --", "#"),
            *("nan", "0x10", "1e5", "1_000", "+1", "01", " 1 ", "1,2", "\u0661"),
        )
    )


WHOLE_NUMBERS = (
    *(0, 1, 2, 3, 31, 32, 33, 57, 58, 63, 64, 65, 127, 128, 255, 256, 257, 306, 1024, 1499, 1500),
    *(1514, 1515, 4096, 9000, 9001, 65535, 65536, 65537),
    *(10**6, 10**7, 10**8, 5 * 10**8, 10**9),
    *(2**31 - 1, 2**31, 2**32 - 1, 2**32, 10**12),
    *(2**53, 2**63 - 1, 2**63, 2**64 - 1, 2**64),
    *(-1, -(2**31) - 1, -(2**63), -(2**63) - 1, 10**19, 10**40),
)

REAL_NUMBERS = (
    *(0.0, -0.0, 0.5, 1.5, 1e-3, 1e-9, 5e-324, 1e-300, 0.1, 2.5, 99.99, 1e6, 1e9, 1e15, 1e19),
    *(1e300, 1.7976931348623157e308, -1e-9, -0.5, -1e300),
)


def numbers(rng):
    """Returns a number: small, large, negative or with a fraction."""
    if rng.chance(0.6):
        return rng.pick(WHOLE_NUMBERS)
    return rng.pick(REAL_NUMBERS)


def values(rng, depth=0):
    """Returns a JSON value of any type."""
    kind = rng.weighted(
        {"number": 4, "text": 3, "word": 2, "list": 1, "object": 1} if depth < 3 else {"number": 1}
    )
    if kind == "number":
        return numbers(rng)
    if kind == "text":
        return texts(rng)
    if kind == "word":
        return rng.pick((None, True, False))
    count = rng.pick((0, 1, 1, 2, 5))
    if kind == "list":
        return [values(rng, depth + 1) for _ in range(count)]
    return {texts(rng): values(rng, depth + 1) for _ in range(count)}


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
