# SPDX-License-Identifier: GPL-2.0-only
"""
Times of collectives beside their closed forms, as analysis/results/measured.md has them.

    ./ns3 sweep analysis/sweeps/collectives.json
    python3 analysis/esa_collectives.py out/sweeps/collectives

The formulas are those of contrib/esa/workload/esa-closed-form*.h, written a second time.
"""

import argparse
import sys

from esa_runs.read import read
from esa_sweep.errors import BadInput

FRAME_US = 1514 * 8 / 100e3
"""t: transmission time of a packet of data."""

DELAY_US = 5.0
"""d: delay of a link."""

PAYLOAD = 1456
"""Bytes of gradients in a packet."""

CHUNK_BYTES = 65536
"""pipeline.chunk_bytes."""

BYTES = 1000000
"""Size of the partition in the sweeps."""

WAY_US = FRAME_US + 2 * DELAY_US
"""w: from the last bit of a message at its sender to that at its receiver."""

ANSWER_US = 2 * DELAY_US
"""r: the way of an acknowledgement."""


def _parts(whole, parts):
    return -(-whole // parts)


def _around(steps, fragments, workers):
    return steps * (_parts(fragments, workers) * FRAME_US + WAY_US)


def _along(fragments, workers):
    chunks = _parts(fragments, _parts(CHUNK_BYTES, PAYLOAD))
    hop = _parts(fragments, chunks) * FRAME_US + WAY_US
    return fragments * FRAME_US + WAY_US + (workers - 2) * hop + ANSWER_US


def _halving(fragments, workers):
    levels = (workers - 1).bit_length()
    return 2 * fragments * FRAME_US * (workers - 1) / workers + 2 * levels * WAY_US


def _trees(fragments, workers):
    if fragments > 2 * _parts(CHUNK_BYTES, PAYLOAD):
        return None
    levels = (workers - 1).bit_length()
    return 2 * ((2 * levels - 1) * _parts(fragments, 2) * FRAME_US + levels * WAY_US)


def _server(fragments, workers):
    return 2 * (workers * fragments * FRAME_US + WAY_US)


def _servers(fragments, workers):
    return 2 * ((workers - 1) * fragments * FRAME_US + 2 * (FRAME_US + DELAY_US))


FORMULAS = {
    "reduce_scatter": lambda f, n: _around(n - 1, f, n) + ANSWER_US,
    "all_gather": lambda f, n: _around(n - 1, f, n) + ANSWER_US,
    "broadcast": _along,
    "reduce": _along,
    "all_to_all": lambda f, n: (n - 1) * _parts(f, n) * FRAME_US + WAY_US + ANSWER_US,
    "barrier": lambda f, n: (n - 1).bit_length() * (WAY_US + FRAME_US) + ANSWER_US,
    "send_receive": lambda f, n: f * FRAME_US + WAY_US + ANSWER_US,
    "gather": lambda f, n: (f - f // n) * FRAME_US + WAY_US + ANSWER_US,
    "scatter": lambda f, n: (f - f // n) * FRAME_US + WAY_US + ANSWER_US,
    "byteps": _server,
    "byteps_nton": _servers,
    "ring": lambda f, n: _around(2 * (n - 1), f, n),
    "all_reduce": lambda f, n: _around(2 * (n - 1), f, n),
    "halving_doubling": _halving,
    "double_tree": _trees,
}
"""By operation or, for all-reduce, by system: time in us of f fragments and n workers."""


def formula_us(what, workers, size=BYTES):
    """
    Returns what the formula gives in us, or None where there is none.

    what: an operation, or a system; workers: their number; size: bytes of the partition
    """
    formula = FORMULAS.get(what)
    return formula(_parts(size, PAYLOAD), workers) if formula else None


def means_us(rows, what):
    """Returns (value of the column what, workers, beside) -> mean of the JCT in us."""
    times = {}
    for row in rows:
        key = (row[what], int(row["size"]), row["beside"])
        times.setdefault(key, []).append(row["jct_ms"] * 1000)
    return {key: sum(values) / len(values) for key, values in times.items()}


def table(rows):
    """Returns the lines of the table. rows: those of the sweep"""
    what = "system" if len({row["system"] for row in rows}) > 1 else "jobs.collective"
    means = means_us(rows, what)
    head = ["what", "workers", "formula", "alone", "off", "beside TCP"]
    cells = []
    for name in dict.fromkeys(row[what] for row in rows):
        for workers in dict.fromkeys(int(row["size"]) for row in rows):
            alone = means[name, workers, "nothing"]
            expected = formula_us(name, workers)
            cells.append(
                [
                    name,
                    str(workers),
                    "none" if expected is None else f"{expected:.1f}",
                    f"{alone:.1f}",
                    "" if expected is None else f"{100 * (alone / expected - 1):+.2f} %",
                    f"{means[name, workers, 'tcp']:.1f}",
                ]
            )
    widths = [max(map(len, column)) for column in zip(head, *cells)]
    rule = "  ".join("=" * width for width in widths)
    lines = ["  ".join(cell.ljust(w) for cell, w in zip(line, widths)).rstrip() for line in cells]
    title = "  ".join(cell.ljust(width) for cell, width in zip(head, widths)).rstrip()
    return [rule, title, rule, *lines, rule]


def main():
    """The command."""
    parser = argparse.ArgumentParser(prog="esa_collectives.py", description=__doc__.split("\n")[1])
    parser.add_argument(
        "sweep", metavar="DIR", help="results of the sweep collectives or all-reduce"
    )
    try:
        print("\n".join(table(read(parser.parse_args().sweep).rows)))
    except BadInput as error:
        sys.exit(f"esa_collectives.py: {error}")


if __name__ == "__main__":
    main()
