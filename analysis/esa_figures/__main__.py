# SPDX-License-Identifier: GPL-2.0-only
"""The command ./ns3 figures."""

import argparse
import os
import shutil
import signal
import sqlite3
import sys

import esa_results
from esa_sweep.__main__ import (
    EXIT_BAD_INPUT,
    EXIT_INTERRUPTED,
    EXIT_RUN_FAILED,
    Parser,
    positive,
)
from esa_sweep.collect import write_csv
from esa_sweep.errors import BadInput
from esa_sweep.execute import RunFailed
from esa_sweep.files import replacing
from esa_sweep.plan import make_plan
from esa_sweep.program import Program
from esa_sweep.sweep import ANALYSIS, run_sweep
from esa_sweep.sweepfile import Sweep

from . import style, timeline
from .figures import FIGURES
from .recordings import record
from .report import Section, write_report

PROG = "ns3 figures"
ROOT = os.path.dirname(ANALYSIS)


class RunsFailed(Exception):
    """Runs failed that a figure needs."""


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


def _plan(name, program, options):
    """Returns a sweep, its runs and the directory for their results."""
    sweep = Sweep(os.path.join(ANALYSIS, "sweeps", f"{name}.json"), program.schema, options.quick)
    kept = options.runs or os.path.join(ROOT, "out", "sweeps")
    directory = os.path.join(kept, name + ("-quick" if options.quick else ""))
    if not options.quiet:
        print(f"{name}:", file=sys.stderr)
    return sweep, make_plan(sweep, program), directory


def _run(name, program, options, out):
    """Runs a sweep and leaves its table in out; returns it and its runs as a DataFrame."""
    sweep, runs, directory = _plan(name, program, options)
    result = run_sweep(sweep, runs, program, directory, options.cores, None, options.quiet)
    if result.failures:
        lines = [f"{name}: {run}: {why}; log: {log}" for run, why, log in result.failures]
        raise RunsFailed("\n".join(lines))
    with replacing(os.path.join(out, f"{name}.csv")) as temporary:
        shutil.copyfile(result.csv, temporary)
    return sweep, esa_results.read(result.sqlite)


def _timeline(program, options, out):
    """Records and draws runs over time; returns their section."""
    figure = timeline.FIGURE
    sweep, runs, directory = _plan(figure.sweep, program, options)
    recordings = record(runs, program, os.path.join(directory, "recordings"))
    timelines = {
        run.shown["system"]: timeline.Timeline(recording)
        for run, recording in zip(runs, recordings)
    }
    path = os.path.join(out, figure.name)
    style.save(timeline.draw(timelines, _title(figure, options)), path)
    command = "./ns3 figures --quick" if options.quick else timeline.COMMAND
    text = timeline.explain(timelines)
    return Section(figure, f"{path}.png", [], sweep.text, command, len(runs), text)


def _title(figure, options):
    return figure.title + (" (first look)" if options.quick else "")


def make_figures(program, options, out):
    """Runs, draws and writes everything; returns the report's path."""
    sweeps = {}
    sections = []
    claims = [("figure", "claim", "published", "measured", "where", "verdict")]
    for figure in FIGURES:
        if figure.sweep not in sweeps:
            sweeps[figure.sweep] = _run(figure.sweep, program, options, out)
        sweep, runs = sweeps[figure.sweep]
        path = os.path.join(out, figure.name)
        style.save(figure.draw(runs, _title(figure, options)), path)
        verdicts = [claim.judge(runs) for claim in figure.claims]
        claims += [(figure.name, *verdict.cells(options.quick)) for verdict in verdicts]
        command = f"./ns3 sweep analysis/sweeps/{figure.sweep}.json"
        sections.append(
            Section(
                figure,
                f"{path}.png",
                verdicts,
                sweep.text,
                command + (" --quick" if options.quick else ""),
                len(runs),
            )
        )
    sections.append(_timeline(program, options, out))
    versions = f"esa {runs['module_version'][0]}, ns-3 {runs['ns3_version'][0]}"
    write_csv(os.path.join(out, "claims.csv"), claims[0], claims[1:])
    report = os.path.join(out, "index.html")
    write_report(report, sections, versions, options.quick)
    return report


def main(arguments):
    """Does what the arguments say; returns the exit code."""
    try:
        options = _options(arguments)
        program = Program(options.program)
        out = options.out or os.path.join(ROOT, "report")
        try:
            os.makedirs(out, exist_ok=True)
        except OSError as error:
            raise BadInput(f"--out {out}: cannot be used: {error.strerror}") from None
        print(make_figures(program, options, out))
        return 0
    except BadInput as error:
        code, text = EXIT_BAD_INPUT, str(error)
    except (RunsFailed, RunFailed) as error:
        code, text = EXIT_RUN_FAILED, str(error)
    except (OSError, sqlite3.Error) as error:
        code, text = EXIT_RUN_FAILED, f"{error}; finished runs are kept"
    except KeyboardInterrupt:
        code, text = EXIT_INTERRUPTED, "interrupted; the finished runs are kept"
    for line in text.splitlines():
        print(f"{PROG}: error: {line}", file=sys.stderr)
    return code


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main(sys.argv[1:]))
