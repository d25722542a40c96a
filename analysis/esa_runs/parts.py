# SPDX-License-Identifier: GPL-2.0-only
"""
What a time is made of: the columns that runs with parts=true have.

The parts add up to jct_ms. A system that is faster than another one has saved some of them: bits that
links send, latencies of steps that wait for each other, or waiting.
"""

from .results import is_number

KINDS = {
    "bandwidth": ("jct_payload_ms", "jct_headers_ms"),
    "steps": ("jct_latency_ms",),
    "waiting": ("jct_window_ms", "jct_queue_ms", "jct_repair_ms", "jct_late_ms"),
    "computation": ("jct_compute_ms",),
}
"""Kind of time -> its columns. More computation in the chain of causes is communication that hides."""

_COLUMNS = [name for names in KINDS.values() for name in names]


def _has_parts(row):
    return all(is_number(row.get(name)) for name in _COLUMNS)


def latency(row):
    """Returns the time of a run with parts that latencies take, in ms."""
    return sum(row[name] for name in KINDS["steps"])


def latency_share(row):
    """Returns which share of the time of a run with parts are latencies."""
    return latency(row) / row["jct_ms"]


def saved_shares(pairs):
    """
    Returns kind -> share of the slower time that the faster run saves of it; less than 0: it takes more.

    pairs: list of (row, row), of the slower and of the faster system with the same seed. Empty if a row
    has no parts.
    """
    if not all(_has_parts(row) for pair in pairs for row in pair):
        return {}
    found = {}
    for kind, names in KINDS.items():
        shares = [sum(slow[name] - fast[name] for name in names) / slow["jct_ms"] for slow, fast in pairs]
        found[kind] = sum(shares) / len(shares)
    return found
