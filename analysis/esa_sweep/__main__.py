# SPDX-License-Identifier: GPL-2.0-only
"""The command ./ns3 sweep."""

import argparse
import os
import signal
import sqlite3
import sys

from .cluster import find_profile
from .errors import BadInput
from .plan import DEFAULT_LIMIT, make_plan
from .program import Program
from .sweep import ANALYSIS, run_sweep
from .sweepfile import Sweep

PROG = "ns3 sweep"
EXIT_RUN_FAILED = 1
EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130


class Parser(argparse.ArgumentParser):
    """A parser whose errors are BadInput."""

    def error(self, message):
        raise BadInput(f"{message}; see ./{self.prog} --help")


def positive(text):
    """Returns the number from 1 that an argument says."""
    number = int(text) if text.isascii() and text.isdigit() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not allowed: must be a whole number from 1")
    return number


def _options(arguments):
    parser = Parser(
        prog=PROG,
        allow_abbrev=False,
        description="Runs a sweep, or what is missing of it, and writes DIR/NAME.csv and "
        "DIR/NAME.sqlite with a row for each run.",
        epilog="Exit codes: 0 done; 1 runs failed, the others are in the tables; 2 bad usage or "
        "sweep, nothing has run; 130 interrupted, finished runs are kept.",
    )
    parser.add_argument("file", metavar="FILE", help="sweep file (analysis/sweep.schema.json)")
    parser.add_argument(
        "--cores",
        type=positive,
        default=len(os.sched_getaffinity(0)),
        metavar="N",
        help="runs at a time [%(default)s]; with --profile, jobs in the cluster's queue",
    )
    parser.add_argument(
        "--profile",
        metavar="P",
        help="Snakemake's profile for a cluster: slurm, or name or folder of your own",
    )
    parser.add_argument("--out", metavar="DIR", help="where results are kept [out/sweeps/NAME]")
    parser.add_argument(
        "--quick", action="store_true", help="a first look: apply the sweep file's 'quick'"
    )
    parser.add_argument(
        "--limit",
        type=positive,
        default=DEFAULT_LIMIT,
        metavar="N",
        help="refuse a sweep of more runs [%(default)s]",
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="check the sweep and count its runs, run nothing"
    )
    parser.add_argument("--quiet", action="store_true", help="no progress")
    parser.add_argument("--program", required=True, help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def _report(result):
    """Prints where the results are, and the runs that failed; returns the exit code."""
    print(f"{result.finished} runs: {result.csv} and {result.sqlite}")
    for label, reason, log in result.failures:
        print(f"{PROG}: failed: {label}: {reason}; log: {log}", file=sys.stderr)
    return EXIT_RUN_FAILED if result.failures else 0


def main(arguments):
    """Does what the arguments say; returns the exit code."""
    try:
        options = _options(arguments)
        profile = find_profile(options.profile) if options.profile else None
        program = Program(options.program)
        sweep = Sweep(options.file, program.schema, options.quick)
        runs = make_plan(sweep, program, options.limit)
        if options.dry_run:
            print(f"{options.file}: valid, {len(runs)} runs")
            return 0
        kind = "-quick" if options.quick else ""
        directory = options.out or os.path.join(
            os.path.dirname(ANALYSIS), "out", "sweeps", sweep.name + kind
        )
        return _report(
            run_sweep(
                sweep,
                runs,
                program,
                directory,
                options.cores,
                profile,
                options.quiet,
            )
        )
    except BadInput as error:
        for line in str(error).splitlines():
            print(f"{PROG}: error: {line}", file=sys.stderr)
        return EXIT_BAD_INPUT
    except (OSError, sqlite3.Error) as error:
        print(f"{PROG}: error: {error}; finished runs are kept", file=sys.stderr)
        return EXIT_RUN_FAILED
    except KeyboardInterrupt:
        print(f"\n{PROG}: interrupted; the finished runs are kept", file=sys.stderr)
        return EXIT_INTERRUPTED


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main(sys.argv[1:]))
