# SPDX-License-Identifier: GPL-2.0-only
"""
The command ./ns3 update: all files that follow from the program and its runs, part by part.

A part is a list of files and what writes them. With --check a part is written, compared with what was there, and
put back.
"""

import functools
import glob
import os
import subprocess
import time
from dataclasses import dataclass, replace

from esa_sweep.command import EXIT_FAILED, Parser, positive, serve, start
from esa_sweep.errors import BadInput
from esa_sweep.execute import RunFailed
from esa_sweep.sweep import ANALYSIS

from . import measured

PROG = "ns3 update"
ROOT = os.path.dirname(ANALYSIS)
RESULTS = os.path.join(ANALYSIS, "results")
MANUAL = os.path.join(ROOT, "contrib", "esa", "doc")


@dataclass(frozen=True)
class Part:
    """Files that one command writes."""

    name: str
    takes: str  # how long, on one core
    files: tuple  # patterns of paths
    about: str
    write: object  # a command of the shell, or a function of the number of cores
    is_exact: bool = True  # whether it is the same each time, so that it can be checked


def _fields(cores):
    from . import fields

    fields.write(MANUAL)


def _verdicts(cores):
    from . import verdicts

    verdicts.write(RESULTS, MANUAL)


def _measured(cores, names=()):
    measured.write(os.path.join(RESULTS, "measured.md"), cores, names)


def _times(cores):
    from . import times

    times.write(os.path.join(MANUAL, "how-long.txt"))


_PICTURE = "contrib/esa/doc/figures/{}.svg"
_BIN = '"${ESA_BUILD_DIR:-build}"'
_PLANNER = "out/sweeps/planner-quick out/sweeps/planner-failures-quick"
_OF_VERDICTS = ("analysis/results/verdicts.csv", "analysis/results/README.md", "contrib/esa/doc/paper-ratios.txt",
                "contrib/esa/doc/published-measurements.txt")  # fmt: skip
PARTS = (
    Part("fields", "1 s", ("contrib/esa/doc/esa-fields.rst", "contrib/esa/doc/esa-columns.rst"),
         "the pages of all fields of scenarios and all columns of results", _fields),
    Part("verdicts", "5 s", _OF_VERDICTS, "the verdicts on analysis/claims.csv, by the tables in analysis/results",
         _verdicts),
    Part("readme", "10 s", ("README.md",), "the table of the first run", "tests/artifact/readme --update"),
    Part("pictures", "20 s", tuple(map(_PICTURE.format, ("jct-jobs", "all-systems"))), "the two figures of README",
         './ns3 plot analysis/results/paper-jobs.csv --where "reading=5 us, capped" --where workload=A,AB --y jct_ms '
         f"--force --out {_PICTURE.format('jct-jobs')} && "
         "./ns3 run esa-scenario -- --system all --seed 1,2,3 --quiet --force --out out/all && "
         f"./ns3 plot out/all --y jct_ms --force --out {_PICTURE.format('all-systems')}"),
    Part("fingerprints", "1 min", ("tests/fingerprints/*.csv",), "the rows of every shipped scenario",
         f"./ns3 build esa-scenario esa-learning && sh tests/fingerprints.sh {_BIN}/bin --update"),
    Part("accuracy", "1 min", ("analysis/results/accuracy.csv",), "what is learnt through the switch",
         "./ns3 run esa-learning -- scenarios/accuracy/digits.json inputs/datasets/digits.csv >out/accuracy.csv && "
         "cp out/accuracy.csv analysis/results"),
    Part("tutorial", "2 min", ("contrib/esa/doc/esa-tutorial.rst",), "what the commands of the tutorial print",
         "./ns3 build esa-scenario && ESA_NO_INSTALL=1 /usr/bin/python3 -B tests/tutorial/run --update"),
    Part("planner", "5 min", ("contrib/esa/doc/planner-answer.txt",), "the planner's answer in the manual",
         "./ns3 sweep analysis/sweeps/planner.json --quick --quiet && "
         "./ns3 sweep analysis/sweeps/planner-failures.json --quick --quiet && "
         f"./ns3 plot {_PLANNER} --does-ina-pay --force --out out/planner >out/planner.txt && "
         "sed -n '/^==/,$p' out/planner.txt | grep -v '^out/' >contrib/esa/doc/planner-answer.txt"),
    Part("artifact", "5 min", ("ARTIFACT.md",), "the expected figures of ARTIFACT.md, tier 2",
         "./ns3 artifact --tier 2 --update --out out/update-artifact"),
    Part("paper", "19 min", ("analysis/results/paper-*.csv", "analysis/results/hardware-*.csv", *_OF_VERDICTS),
         "the tables of the paper's figures and of published measurements; then the verdicts",
         "./ns3 figures --quiet --out out/update-paper && cp out/update-paper/paper-*.csv "
         "out/update-paper/hardware-*.csv analysis/results && "
         "sed -i \"s/\\(a tree): .\\)[0-9a-f]*/\\1$(git rev-parse --short=12 HEAD:contrib/esa)/\" "
         "analysis/results/README.md && ./ns3 update verdicts"),
    Part("p4", "10 min", ("tests/p4/recordings/**",), "the packets that bmv2 has answered; it needs p4c and bmv2",
         "./ns3 p4 --record"),
    Part("times", "8 min", ("contrib/esa/doc/how-long.txt",), "how long commands take, with a first build", _times,
         is_exact=False),
    Part("measured", "5 h", ("analysis/results/measured.md",),
         "the measured tables; names behind it choose some: " + " ".join(measured.TABLES), _measured),
)


def files_of(part):
    """Returns path -> contents of the files of a part, as they are."""
    found = {}
    for pattern in part.files:
        for path in glob.glob(os.path.join(ROOT, pattern), recursive=True):
            if os.path.isfile(path):
                with open(path, "rb") as file:
                    found[path] = file.read()
    return found


def write(part, cores):
    """Writes the files of a part. Raises RunFailed if that fails."""
    if callable(part.write):
        part.write(cores)
        return
    os.makedirs(os.path.join(ROOT, "out"), exist_ok=True)
    done = subprocess.run(["sh", "-c", part.write], cwd=ROOT, capture_output=True, text=True, check=False)
    # a command that also compares may end with 1, as claims differ; then their figures are written
    if done.returncode != 0 and not part.write.startswith("./ns3 artifact"):
        raise RunFailed(f"{part.name}: {part.write}: {done.stderr.strip() or done.stdout.strip()}")


def stale(part, cores):
    """Returns the files of a part that are not what is written now; they stay as they are."""
    before = files_of(part)
    try:
        write(part, cores)
        after = files_of(part)
    finally:
        for path in set(files_of(part)) - set(before):
            os.unlink(path)
        for path, contents in before.items():
            with open(path, "wb") as file:
                file.write(contents)
    return sorted(path for path in {*before, *after} if before.get(path) != after.get(path))


def parse(arguments):
    """Returns the options, or raises BadInput."""
    known = {part.name: part for part in PARTS}
    width = max(map(len, known))
    parts = "; ".join(f"{part.name} ({part.takes}): {part.about}" for part in PARTS)
    parser = Parser(
        prog=PROG,
        description=f"Writes anew what follows from the program and its runs. Parts: {parts}.",
        epilog="Exit codes: 0 done, or nothing is stale; 1 something failed, or is stale; 2 bad usage.",
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help="parts to write, or all")
    parser.add_argument("--check", action="store_true", help="name the files that are stale, and change none")
    parser.add_argument("--list", action="store_true", help="print the parts, write nothing")
    parser.add_argument("--cores", type=positive, default=0, metavar="N", help="runs at a time [all cores]")
    options = parser.parse_args(arguments)
    names = [name for name in options.parts if name in measured.TABLES]
    if names and "measured" in options.parts:
        options.parts = [name for name in options.parts if name not in names]
        tables = functools.partial(_measured, names=tuple(names))
        known["measured"] = replace(known["measured"], write=tables, takes="a part of 5 h")
    for name in options.parts:
        if name not in known and options.parts != ["all"]:
            raise BadInput(f"there is no part '{name}'; there are: {', '.join(known)}")
    if not options.parts and not options.list:
        raise BadInput(f"name parts to write, or all; there are: {', '.join(known)}")
    is_all = options.parts in ([], ["all"])
    for name in options.parts:
        if options.check and not is_all and not known[name].is_exact:
            raise BadInput(f"--check: {name} cannot be checked, as it is another one each time")
    options.parts = list(PARTS) if is_all else [known[name] for name in options.parts]
    options.parts = [part for part in options.parts if part.is_exact or not options.check]
    options.width = width
    return options


def update(options):
    """Does what the options say; returns the exit code."""
    failed = False
    for part in options.parts:
        if options.list:
            print(f"{part.name:{options.width}}  {part.takes:>6}  {part.about}")
            continue
        began = time.monotonic()
        print(f"{part.name} (about {part.takes})", flush=True)
        try:
            found = stale(part, options.cores) if options.check else write(part, options.cores)
        except RunFailed as error:
            print(f"  failed: {error}")
            failed = True
            continue
        for path in found or ():
            print(f"  stale: {os.path.relpath(path, ROOT)}")
        if options.check and not found:
            print("  fresh")
        failed = failed or bool(found)
        print(f"  {time.monotonic() - began:.0f} s", flush=True)
    return EXIT_FAILED if failed else 0


def main(arguments):
    """Does what the arguments say; returns the exit code."""
    return serve(PROG, lambda: update(parse(arguments)))


if __name__ == "__main__":
    start(main)
