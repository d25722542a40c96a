# SPDX-License-Identifier: GPL-2.0-only
"""The command ./ns3 compare."""

import os
import sys

from esa_runs.options import Conditions, condition, names
from esa_runs.read import files_of, read
from esa_runs.text import counted, listed, meant
from esa_sweep.command import Parser, serve, start
from esa_sweep.errors import BadInput

from .differences import all_figures, differences
from .matching import keep, match
from .report import text, write_table

PROG = "ns3 compare"


def _options(arguments):
    parser = Parser(
        prog=PROG,
        description="Compares two folders of esa-scenario --out or of ./ns3 sweep: what changed in "
        "settings and versions, and every figure with its difference and the 95 % interval of it. "
        "Runs belong together by system, seed and the axes of sweeps.",
        epilog="Exit codes: 0 done; 1 the CSV file cannot be written; 2 bad usage or results.",
    )
    parser.add_argument("a", metavar="A", help="folder, or its result.json or .csv")
    parser.add_argument("b", metavar="B", help="the same; differences are B - A")
    parser.add_argument(
        "--where",
        type=condition,
        action=Conditions,
        default=[],
        metavar="SETTING=VALUE,...",
        help="compare runs with these values only, on the sides that have the setting; may be given "
        "several times",
    )
    parser.add_argument("--figures", type=names, metavar="LIST", help="these figures only, by commas")
    parser.add_argument("--all", action="store_true", help="show figures without a difference and wall_s, too")
    parser.add_argument("--csv", metavar="FILE", help="write all differences as a table")
    parser.add_argument("--force", action="store_true", help="overwrite FILE")
    parser.add_argument(
        "--one-seed", action="store_true", help="allow results of one seed, without intervals"
    )
    return parser.parse_args(arguments)


def _chosen(known, options, one, other):
    """Returns the figures that the user wants."""
    wanted = options.figures
    if wanted is None:
        return known if options.all else [name for name in known if name != "wall_s"]
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise BadInput(
            f"--figures: {one.path} and {other.path} do not both have {listed(unknown)}; "
            f"{meant(unknown, known)}"
        )
    return wanted


def _check_seeds(one, other, matched, options):
    if options.one_seed or any(len(pairs) > 1 for pairs in matched.pairs.values()):
        return
    seeds = [listed(dict.fromkeys(row["seed"] for row in results.rows)) for results in (one, other)]
    raise BadInput(
        f"{one.path} has the seeds {seeds[0]} and {other.path} the seeds {seeds[1]}, so every "
        "configuration has one pair of runs; needed for an interval are two seeds or more that "
        "both have (--one-seed: differences without intervals)"
    )


def _check_kept(options):
    """Refuses to overwrite what is compared."""
    if not options.csv or not os.path.exists(options.csv):
        return
    for path in (options.a, options.b):
        if any(os.path.samefile(options.csv, file) for file in files_of(path)):
            raise BadInput(f"--csv {options.csv}: holds results of {path}; name another file")


def compare(options):
    """Prints the comparison."""
    if options.csv and os.path.lexists(options.csv) and not options.force:
        raise BadInput(f"--csv {options.csv}: exists already; name another file or add --force")
    folder = os.path.dirname(options.csv or "")
    if folder and not os.path.isdir(folder):
        raise BadInput(f"--csv {options.csv}: the folder {folder} does not exist")
    if options.force and not options.csv:
        raise BadInput("--force: is for --csv FILE, which is not given")
    one, other = read(options.a), read(options.b)
    _check_kept(options)
    keep((one, other), options.where)
    matched = match(one, other)
    _check_seeds(one, other, matched, options)
    both, alone = all_figures(one, other)
    found = differences(matched, _chosen(both, options, one, other))
    for note in one.notes + other.notes:
        print(f"{PROG}: note: {note}", file=sys.stderr)
    sys.stdout.write(text(one, other, matched, alone, found, options.all))
    if options.csv:
        write_table(options.csv, matched, found)
        count = sum(map(len, found.values()))
        print(f"\n{options.csv}: {counted(count, 'row')}")


def main(arguments):
    """Does what the arguments say; returns the exit code."""
    return serve(PROG, lambda: compare(_options(arguments)))


if __name__ == "__main__":
    start(main)
