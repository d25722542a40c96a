#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Disturbs a comparison with all outputs at random moments, and checks what is left.

There are two kinds of faults: kills that the program cannot notice, and full disks. After each of them the rows must be whole, each must be there once, and none that
was reported may be lost. A finding is one line, which begins with the command that repeats it.
A full disk is a small tmpfs where that can be mounted, else a limit of the size of files.
"""

import argparse
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import moments_check
import moments_faults

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--program", type=pathlib.Path, default=ROOT / "build/bin/esa-scenario")
    add("--count", type=int, default=5, help="moments of each kind of faults [%(default)s]")
    add("--seed", type=int, default=1, help="the first moment [%(default)s]")
    add("--kind", choices=tuple(moments_faults.KINDS), help="only this kind of faults")
    return parser.parse_args()


def try_moment(program, kind, seed, reference, folder):
    """Returns what is wrong after one fault."""
    rng = random.Random(f"{kind} {seed}")
    end = moments_faults.KINDS[kind](rng, program, reference, folder)
    try:
        return moments_check.findings(end, reference)
    finally:
        end.remove()


def main():
    arguments = parse_arguments()
    program = arguments.program.resolve()
    kinds = [arguments.kind] if arguments.kind else list(moments_faults.KINDS)
    count = 0
    ends = {}
    with tempfile.TemporaryDirectory(prefix="esa-moments-") as scratch:
        scratch = pathlib.Path(scratch)
        reference = moments_faults.Reference(program, scratch)
        for kind in kinds:
            for seed in range(arguments.seed, arguments.seed + arguments.count):
                folder = scratch / f"{kind}-{seed}"
                found = try_moment(program, kind, seed, reference, folder)
                for finding in found:
                    print(f"tests/hostile/moments.py --kind {kind} --seed {seed} --count 1: {finding}")
                count += len(found)
                rows = moments_faults.LAST_ROWS[0]
                ends.setdefault(kind, []).append(rows)
    for kind, rows in ends.items():
        spread = ", ".join(f"{rows.count(n)} x {n}" for n in sorted(set(rows)))
        print(f"moments: {len(rows)} of kind {kind}; rows that were kept: {spread}")
    print(f"moments: {count} findings")
    return 1 if count else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, subprocess.SubprocessError) as error:
        sys.exit(f"moments: error: {error}")
