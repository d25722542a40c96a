# SPDX-License-Identifier: GPL-2.0-only
"""The command ./ns3 calibrate."""

import argparse
import datetime
import os
import signal
import sqlite3
import sys

from esa_figures.made import made_by
from esa_sweep.command import (
    EXIT_BAD_INPUT,
    EXIT_FAILED,
    EXIT_INTERRUPTED,
    Parser,
    positive,
)
from esa_sweep.errors import BadInput, printable
from esa_sweep.execute import RunFailed
from esa_sweep.program import Program
from esa_sweep.streams import open_closed_streams, say, tell
from esa_sweep.sweep import ANALYSIS

from . import design, simulate
from .report import write_study
from .scenario import FILE, fitted_scenario, write_scenario
from .study import FULL, QUICK, run_study
from .tables import write_tables

PROG = "ns3 calibrate"
ROOT = os.path.dirname(ANALYSIS)


def _options(arguments):
    parser = Parser(
        prog=PROG,
        allow_abbrev=False,
        description="Searches the settings that the paper leaves open for those under which most "
        "of its claims hold with DNN A, tests them with DNN B and A to B 1:1, and writes a page, "
        "DIR/index.html, with tables and DIR/calibrated.json.",
        epilog="Exit codes: 0 done; 1 runs failed; 2 bad usage; 130 interrupted, finished runs "
        "are kept.",
    )
    parser.add_argument(
        "--quick", action="store_true", help="a first look: a tenth of the size, few points"
    )
    parser.add_argument(
        "--cores",
        type=positive,
        default=len(os.sched_getaffinity(0)),
        metavar="N",
        help="runs at a time [%(default)s]",
    )
    parser.add_argument("--out", metavar="DIR", help="where the page is written [out/calibration]")
    parser.add_argument(
        "--runs", metavar="DIR", help="where results of runs are kept [out/sweeps/calibration]"
    )
    parser.add_argument("--quiet", action="store_true", help="no progress")
    parser.add_argument("--program", required=True, help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def _prepare(out, kept, points):
    """Makes both folders, and leaves the design in out. Raises BadInput."""
    design.check_folder(out, points)
    for option, folder in (("--runs", kept), ("--out", out)):
        try:
            os.makedirs(folder, exist_ok=True)
            if folder == out:
                design.write_design(out, points)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise BadInput(f"{option} {printable(folder)}: cannot be used: {reason}") from None


def calibrate(options, arguments):
    """Does the study; returns the path of its page. arguments: of the command"""
    program = Program(options.program)
    kind = "-quick" if options.quick else ""
    out = options.out or os.path.join(ROOT, "out", f"calibration{kind}")
    kept = options.runs or os.path.join(ROOT, "out", "sweeps", f"calibration{kind}")
    plan = QUICK if options.quick else FULL
    shipped = design.shipped_point(program.effective(simulate.BASE))
    points = {design.SHIPPED: shipped, **design.hypercube(plan.points)}
    _prepare(out, kept, points)
    laboratory = simulate.Laboratory(
        program, out, kept, options.cores, options.quick, options.quiet
    )
    study = run_study(laboratory, plan, points)
    write_tables(out, study)
    if not options.quick:
        today = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d")
        fitted = fitted_scenario(study.points[study.best], today, laboratory.version)
        write_scenario(os.path.join(out, FILE), fitted)
    path = os.path.join(out, "index.html")
    footer = made_by(ROOT, out, laboratory.versions(), arguments, "calibrate")
    write_study(path, study, [laboratory.told(), *footer], options.quick)
    return path


def main(arguments):
    """Does what the arguments say; returns the exit code."""
    try:
        say(calibrate(_options(arguments), arguments))
        return 0
    except BadInput as error:
        code, text = EXIT_BAD_INPUT, str(error)
    except RunFailed as error:
        code, text = EXIT_FAILED, str(error)
    except (OSError, sqlite3.Error) as error:
        code, text = EXIT_FAILED, f"{error}; finished runs are kept"
    except KeyboardInterrupt:
        code, text = EXIT_INTERRUPTED, "interrupted; the finished runs are kept"
    tell(f"{PROG}: error", text)
    return code


if __name__ == "__main__":
    open_closed_streams()
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:  # nohup ignores it
            signal.signal(number, signal.default_int_handler)
    sys.exit(main(sys.argv[1:]))
