# SPDX-License-Identifier: GPL-2.0-only
"""The command ./ns3 figures."""

import argparse
import os

from esa_sweep.command import Parser, add_run_options, simulate, start
from esa_sweep.errors import BadInput, short
from esa_sweep.streams import say
from esa_sweep.sweep import ANALYSIS

PROG = "ns3 figures"
ROOT = os.path.dirname(ANALYSIS)


def _folder(path):
    if not os.path.isdir(path):
        raise argparse.ArgumentTypeError(f"{short(path)}: is no folder")
    return path


def _options(arguments):
    parser = Parser(
        prog=PROG,
        description="Runs what is missing for the paper's figures, draws them and writes a report, "
        "DIR/index.html.",
        epilog="Exit codes: 0 done; 1 runs failed; 2 bad usage; 130 interrupted, finished runs "
        "are kept.",
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--quick", action="store_true", help="a first look: a tenth of the size, one seed"
    )
    which.add_argument(
        "--from",
        dest="given",
        metavar="RESULTS",
        type=_folder,
        help="a folder with the CSV files of an earlier report, such as analysis/results: draw these "
        "runs again, run nothing",
    )
    add_run_options(parser, "where the report is written [report]", "out/sweeps")
    return parser.parse_args(arguments)


def figures(options, arguments):
    """Makes the report and prints its path; returns 0. arguments: of the command"""
    # matplotlib may be missing while options are checked
    from .provenance import made_by
    from .report import Tables, make_report, runner

    out = options.out or os.path.join(ROOT, "report")
    kept = options.runs or os.path.join(ROOT, "out", "sweeps")
    for option, folder in (("--out", out), ("--runs", "" if options.given else kept)):
        try:
            if folder:
                os.makedirs(folder, exist_ok=True)
        except OSError as error:
            raise BadInput(f"{option} {folder}: cannot be used: {error.strerror}") from None
    run = None
    if not options.given:
        run = runner(options.program, kept, options.cores, options.quick, options.quiet)
    tables = Tables(out, options.quick, options.given, run)

    def footer():
        row = tables.rows("paper-jobs")[0]
        versions = f"esa {row['module_version']}, ns-3 {row['ns3_version']}"
        return made_by(ROOT, versions, arguments, given=options.given)

    say(make_report(tables, out, footer, options.quick))
    return 0


def main(arguments):
    """Does what the arguments say; returns the exit code."""
    return simulate(PROG, lambda: figures(_options(arguments), arguments))


if __name__ == "__main__":
    start(main)
