# SPDX-License-Identifier: GPL-2.0-only
"""The command ./ns3 calibrate."""

import datetime
import os

from esa_figures.provenance import made_by
from esa_sweep.command import Parser, add_run_options, simulate, start
from esa_sweep.errors import BadInput, printable
from esa_sweep.program import Program
from esa_sweep.streams import say
from esa_sweep.sweep import ANALYSIS

from . import design
from .report import write_study
from .runner import BASE, PROG, Runner
from .scenario import FILE, fitted_scenario, write_scenario
from .study import FULL, QUICK, run_study
from .tables import write_tables

ROOT = os.path.dirname(ANALYSIS)


def _options(arguments):
    parser = Parser(
        prog=PROG,
        allow_abbrev=False,
        description="Searches the settings that the paper leaves open for those under which most "
        "of its claims hold with DNN A, and writes a page, "
        "DIR/index.html, with tables and DIR/calibrated.json.",
        epilog="Exit codes: 0 done; 1 runs failed; 2 bad usage; 130 interrupted, finished runs "
        "are kept.",
    )
    parser.add_argument(
        "--quick", action="store_true", help="a first look: a tenth of the size, few points"
    )
    add_run_options(
        parser, "where the page is written [out/calibration]", "out/sweeps/calibration"
    )
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
    """Does the study and prints the path of its page; returns 0. arguments: of the command"""
    program = Program(options.program)
    kind = "-quick" if options.quick else ""
    out = options.out or os.path.join(ROOT, "out", f"calibration{kind}")
    kept = options.runs or os.path.join(ROOT, "out", "sweeps", f"calibration{kind}")
    plan = QUICK if options.quick else FULL
    points = design.whole_design(plan.points, program.effective(BASE))
    _prepare(out, kept, points)
    runner = Runner(program, out, kept, options.cores, options.quiet, options.quick)
    study = run_study(runner, plan, points)
    write_tables(out, study)
    if not options.quick:
        today = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d")
        fitted = fitted_scenario(study.points[study.best], today, runner.version)
        write_scenario(os.path.join(out, FILE), fitted)
    path = os.path.join(out, "index.html")
    footer = made_by(ROOT, runner.versions(), arguments, "calibrate")
    write_study(path, study, [runner.told(), *footer], options.quick, runner.failed)
    say(path)
    return 0


def main(arguments):
    """Does what the arguments say; returns the exit code."""
    return simulate(PROG, lambda: calibrate(_options(arguments), arguments))


if __name__ == "__main__":
    start(main)
