# SPDX-License-Identifier: GPL-2.0-only
"""The command ./ns3 figures."""

import os

import esa
from esa_sweep.command import Parser, add_run_options, simulate, start
from esa_sweep.errors import BadInput
from esa_sweep.streams import say
from esa_sweep.sweep import ANALYSIS

from .accuracy import accuracy_sections
from .grid import grid_sections
from .headroom import headroom_sections
from .mechanisms import mechanism_sections
from .paper import paper_sections
from .provenance import made_by
from .report import write_report
from .report_context import ReportContext
from .sensitivity import sensitivity_sections
from .summary import summary_of
from .timeline import timeline_sections
from .validation import validation_sections

PROG = "ns3 figures"
ROOT = os.path.dirname(ANALYSIS)

PARTS = (
    paper_sections,
    mechanism_sections,
    headroom_sections,
    grid_sections,
    sensitivity_sections,
    timeline_sections,
    accuracy_sections,
    validation_sections,
)
"""The report from top to bottom: functions of a ReportContext that return a list of Section."""


def _options(arguments):
    parser = Parser(
        prog=PROG,
        allow_abbrev=False,
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
        help="a folder with the CSV files of an earlier report, such as analysis/results: draw these "
        "runs again, and run the two of the timeline only",
    )
    add_run_options(parser, "where the report is written [report]", "out/sweeps")
    return parser.parse_args(arguments)


def make_report(context, arguments):
    """Runs, draws and writes everything; returns the report's path. arguments: of the command"""
    sections = [section for part in PARTS for section in part(context)]
    path = os.path.join(context.out, "index.html")
    footer = made_by(ROOT, context.versions(), arguments, given=context.given)
    write_report(path, sections, footer, summary_of(context))
    return path


def figures(options, arguments):
    """Makes the report and prints its path; returns 0. arguments: of the command"""
    program = esa.program(options.program)
    out = options.out or os.path.join(ROOT, "report")
    kept = options.runs or os.path.join(ROOT, "out", "sweeps")
    if options.given and not os.path.isdir(options.given):
        raise BadInput(f"--from {options.given}: is no folder")
    for option, folder in (("--out", out), ("--runs", kept)):
        try:
            os.makedirs(folder, exist_ok=True)
        except OSError as error:
            raise BadInput(f"{option} {folder}: cannot be used: {error.strerror}") from None
    context = ReportContext(
        program, out, kept, options.cores, options.quick, options.quiet, options.given
    )
    say(make_report(context, arguments))
    return 0


def main(arguments):
    """Does what the arguments say; returns the exit code."""
    return simulate(PROG, lambda: figures(_options(arguments), arguments))


if __name__ == "__main__":
    start(main)
