# SPDX-License-Identifier: GPL-2.0-only
"""The command ./ns3 figures."""

import argparse
import os
import signal
import sqlite3
import sys

from esa_sweep.command import (
    EXIT_BAD_INPUT,
    EXIT_FAILED,
    EXIT_INTERRUPTED,
    Parser,
    positive,
)
from esa_sweep.errors import BadInput
from esa_sweep.execute import RunFailed
from esa_sweep.program import Program
from esa_sweep.sweep import ANALYSIS

from .grid import grid_sections
from .learning import learning_sections
from .made import made_by
from .paper import paper_sections
from .report import write_report
from .sensitivity import sensitivity_sections
from .summary import summary_of
from .timeline import timeline_sections
from .validation import validation_sections
from .workshop import RunsFailed, Workshop

PROG = "ns3 figures"
ROOT = os.path.dirname(ANALYSIS)

PARTS = (
    paper_sections,
    grid_sections,
    sensitivity_sections,
    timeline_sections,
    learning_sections,
    validation_sections,
)
"""The report from top to bottom: functions of a Workshop that return a list of Section."""


def _options(arguments):
    parser = Parser(
        prog=PROG,
        allow_abbrev=False,
        description="Runs what is missing for the paper's figures, draws them and writes a report, "
        "DIR/index.html.",
        epilog="Exit codes: 0 done; 1 runs failed; 2 bad usage; 130 interrupted, finished runs "
        "are kept.",
    )
    parser.add_argument(
        "--quick", action="store_true", help="a first look: a tenth of the size, one seed"
    )
    parser.add_argument(
        "--cores",
        type=positive,
        default=len(os.sched_getaffinity(0)),
        metavar="N",
        help="runs at a time [%(default)s]",
    )
    parser.add_argument("--out", metavar="DIR", help="where the report is written [report]")
    parser.add_argument(
        "--runs", metavar="DIR", help="where results of runs are kept [out/sweeps]"
    )
    parser.add_argument("--quiet", action="store_true", help="no progress")
    parser.add_argument("--program", required=True, help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def make_report(workshop, arguments):
    """Runs, draws and writes everything; returns the report's path. arguments: of the command"""
    sections = [section for part in PARTS for section in part(workshop)]
    path = os.path.join(workshop.out, "index.html")
    footer = made_by(ROOT, workshop.out, workshop.versions(), arguments)
    write_report(path, sections, footer, summary_of(workshop))
    return path


def main(arguments):
    """Does what the arguments say; returns the exit code."""
    try:
        options = _options(arguments)
        program = Program(options.program)
        out = options.out or os.path.join(ROOT, "report")
        kept = options.runs or os.path.join(ROOT, "out", "sweeps")
        try:
            os.makedirs(out, exist_ok=True)
        except OSError as error:
            raise BadInput(f"--out {out}: cannot be used: {error.strerror}") from None
        workshop = Workshop(program, out, kept, options.cores, options.quick, options.quiet)
        print(make_report(workshop, arguments))
        return 0
    except BadInput as error:
        code, text = EXIT_BAD_INPUT, str(error)
    except (RunsFailed, RunFailed) as error:
        code, text = EXIT_FAILED, str(error)
    except (OSError, sqlite3.Error) as error:
        code, text = EXIT_FAILED, f"{error}; finished runs are kept"
    except KeyboardInterrupt:
        code, text = EXIT_INTERRUPTED, "interrupted; the finished runs are kept"
    for line in text.splitlines():
        print(f"{PROG}: error: {line}", file=sys.stderr)
    return code


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main(sys.argv[1:]))
