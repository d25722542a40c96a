# SPDX-License-Identifier: GPL-2.0-only
"""The command ./ns3 sweep."""

import esa
from esa_runs.options import Conditions, condition

from .command import EXIT_FAILED, Parser, add_run_options, existing, positive, simulate, start
from .errors import BadInput, short
from .estimate import estimate
from .plan import DEFAULT_LIMIT, chosen, distinct, make_plan
from .streams import say, tell
from .sweepfile import Sweep

PROG = "ns3 sweep"


def _options(arguments):
    parser = Parser(
        prog=PROG,
        description="Runs a sweep, or what is missing of it, and writes DIR/NAME.csv "
        "with a row for each run.",
        epilog="Exit codes: 0 done; 1 runs failed, the others are in the table; 2 bad usage or "
        "sweep, nothing has run; 130 interrupted, finished runs are kept.",
    )
    parser.add_argument(
        "file", type=existing, metavar="FILE", help="sweep file (analysis/sweep.schema.json)"
    )
    parser.add_argument(
        "--profile",
        metavar="slurm",
        help="run on a Slurm cluster, as job arrays",
    )
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
        "--where",
        type=condition,
        action=Conditions,
        default=[],
        metavar="AXIS=VALUE,...",
        help="run what is missing of these rows only; may be given several times. The table has all "
        "rows that have run",
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="check the sweep and count its runs, run nothing"
    )
    parser.add_argument(
        "--estimate",
        action="store_true",
        help="find out how long the sweep takes, by three runs of each system, which are kept",
    )
    add_run_options(
        parser,
        "where results are kept [out/sweeps/NAME]",
        program="run this program, as ./ns3 run finds it: one with systems of its own "
        "[esa-scenario]",
    )
    return parser.parse_args(arguments)


def _counted(runs, rows):
    return f"{runs} runs" + (f" in {rows} rows" if rows != runs else "")


def _report(result):
    """Prints where the results are, and the runs that failed; returns the exit code."""
    for label, reason, log in result.failures:
        tell(PROG, [f"failed: {label}: {reason}; log: {log}"])
    tell(PROG, [f"note: {note}" for note in result.notes])
    say(f"{_counted(result.runs, result.rows)}: {result.csv}")
    return EXIT_FAILED if result.failures else 0


def sweep(options):
    """Does what the options say; returns the exit code."""
    if options.profile not in (None, "slurm"):
        raise BadInput(f"--profile {short(options.profile)}: must be slurm")
    program = esa.program(options.program)
    asked = Sweep(options.file, program, options.quick)
    if options.dry_run:
        runs = chosen(make_plan(asked, program, options.limit), options.where)
        say(f"{options.file}: valid, {_counted(len(distinct(runs)), len(runs))}")
        return 0
    if options.estimate:
        if options.profile:
            raise BadInput("--estimate: is not allowed beside --profile: it runs on this machine")
        runs = distinct(chosen(make_plan(asked, program, options.limit), options.where))
        folder = options.out or esa.folder_of(asked)
        say(f"{options.file}: {estimate(asked, runs, program, folder, options.cores, options.quiet)}")
        return 0
    given = (options.out, options.cores, options.profile, options.quiet, options.limit, options.where)
    return _report(esa.run_missing(asked, program, *given))


def main(arguments):
    """Does what the arguments say; returns the exit code."""
    return simulate(PROG, lambda: sweep(_options(arguments)))


if __name__ == "__main__":
    start(main)
