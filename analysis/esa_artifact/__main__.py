# SPDX-License-Identifier: GPL-2.0-only
"""./ns3 artifact: runs the commands of ARTIFACT.md, and prints pass or fail for each claim."""

import os
import shutil
import subprocess
import time

from esa_sweep.command import Parser, existing, serve, start

from .claims import PASSES, BadTable, holds, measured, read_claims, write_expected

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def parse(arguments):
    parser = Parser(
        prog="ns3 artifact",
        description="Runs the commands of ARTIFACT.md, and prints pass or fail for each claim.",
        epilog="Exit codes: 0 all claims passed; 1 some failed; 2 bad usage or table.",
    )
    parser.add_argument(
        "--tier",
        type=int,
        choices=(1, 2, 3),
        default=1,
        help="claims of this tier and of those below [1]",
    )
    parser.add_argument(
        "--table", type=existing, default=os.path.join(ROOT, "ARTIFACT.md"), help="[ARTIFACT.md]"
    )
    parser.add_argument("--out", default="out/artifact", help="where results are kept [%(default)s]")
    parser.add_argument(
        "--update", action="store_true", help="write measured figures in place of the expected ones, in this tier alone"
    )
    parser.add_argument("--list", action="store_true", help="print the claims, run nothing")
    return parser.parse_args(arguments)


class Commands:
    """Runs each command once, with a folder of its own for its results."""

    def __init__(self, out):
        self._out = os.path.abspath(out)
        self._ended = {}

    def has_run(self, command):
        """Returns whether a command has ended already."""
        return command in self._ended

    def run(self, command):
        """Returns whether the command ended well, its folder, and the seconds it took."""
        if command not in self._ended:
            folder = os.path.join(self._out, str(len(self._ended) + 1))
            shutil.rmtree(folder, ignore_errors=True)
            os.makedirs(self._out, exist_ok=True)
            began = time.monotonic()
            with open(folder + ".log", "w", encoding="utf-8") as log:
                ended = subprocess.run(
                    ["sh", "-c", command],
                    cwd=ROOT,
                    env={**os.environ, "OUT": folder},
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    check=False,
                )
            self._ended[command] = (ended.returncode == 0, folder, time.monotonic() - began)
        return self._ended[command]


def judge(claim, commands, found):
    """Returns whether a claim passes, and what is said about it. found: takes its figure"""
    ended_well, folder, seconds = commands.run(claim.command)
    if not ended_well:
        return False, f"the command failed, see {folder}.log"
    if claim.figure == PASSES:
        return True, f"{seconds:.0f} s"
    value = found[claim] = measured(claim, folder)
    text = f"{claim.figure}: {value:.6g}, expected {claim.expected} ({claim.within})"
    return holds(claim, value), text


def check(options):
    """Checks the claims that the options name; returns the exit code."""
    claims = [claim for claim in read_claims(options.table) if claim.tier <= options.tier]
    if options.update:
        # the figures of the first tier follow from formulas
        claims = [claim for claim in claims if claim.tier == options.tier and claim.figure != PASSES]
    if options.list:
        for claim in claims:
            print(f"tier {claim.tier}, {claim.minutes} min: {claim.text}: {claim.command}")
        return 0
    commands = Commands(options.out)
    failed, found = 0, {}
    began = time.monotonic()
    for claim in claims:
        if not commands.has_run(claim.command):
            print(f"      {claim.command}", flush=True)
        try:
            passed, text = judge(claim, commands, found)
        except (BadTable, OSError, ValueError, KeyError) as error:
            passed, text = False, str(error)
        failed += not passed
        print(f"{'pass' if passed else 'FAIL'}  {claim.text} -- {text}", flush=True)
    if options.update:
        write_expected(options.table, found)
    print(
        f"{len(claims) - failed} of {len(claims)} claims passed, {failed} failed, "
        f"{(time.monotonic() - began) / 60:.1f} min"
    )
    return 1 if failed else 0


if __name__ == "__main__":
    start(lambda arguments: serve("ns3 artifact", lambda: check(parse(arguments))))
