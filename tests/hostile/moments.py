#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Disturbs a comparison with all outputs at random moments, and checks what is left.

There are two kinds of faults: kills that the program cannot notice, and full disks. After each of
them the rows must be whole, each must be there once, and none that was reported may be lost. A
finding is one line, which begins with the command that repeats it. A full disk is a small tmpfs
where that can be mounted, else a limit of the size of files.
"""

import argparse
import csv
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ROWS_IN = re.compile(r"(\d+) of (\d+) runs are in ")
SPARE = 200000  # bytes; with more free space no row may be missing
SYSTEMS = ("esa", "atp", "switchml")
SEEDS = (1, 2, 3)
PATIENCE = 300  # seconds after which a program hangs
SCENARIO = {
    "name": "moments",
    "systems": list(SYSTEMS),
    "seeds": list(SEEDS),
    "iterations": 20,
    "payload": "full",
    "topology": {"hosts": 6},
    "jobs": {"count": 2, "workers": 3, "workload": "P"},
    "switch": {"memory_bytes": 20000},
    "dnns": {
        "P": {
            "layers": [{"compute_us": 1}, {"compute_us": 1}],
            "partitions": [{"layer": 2, "bytes": 300}, {"layer": 1, "bytes": 1248}],
            "comm_comp_ratio": 1,
        }
    },
}


class End:
    """How a disturbed program ended, and the folder of its files."""

    def __init__(self, kind, folder, code, text, limit=None, mounted=False):
        self.kind, self.folder, self.code, self.text = kind, folder, code, text
        self.limit = limit  # largest size of a file
        self.mounted = mounted
        self.free = None
        if mounted:
            status = os.statvfs(folder)
            self.free = status.f_bavail * status.f_frsize

    def remove(self):
        if self.mounted:
            subprocess.run(["umount", str(self.folder)], check=True)
        shutil.rmtree(self.folder, ignore_errors=True)


class Reference:
    """The same comparison without a fault."""

    def __init__(self, program, scratch):
        self.inputs = scratch
        (scratch / "scenario.json").write_text(json.dumps(SCENARIO), encoding="utf-8")
        self.folder = scratch / "reference"
        self.folder.mkdir()
        began = time.monotonic()
        done = subprocess.run(
            self.command(program, self.folder),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        self.seconds = time.monotonic() - began
        if done.returncode != 0:
            raise OSError(f"the undisturbed run failed: {done.stderr}")
        self.files = {path.name: path.read_bytes() for path in self.folder.glob("*") if path.is_file()}
        self.size = sum(path.stat().st_size for path in self.folder.rglob("*") if path.is_file())

    def command(self, program, folder):
        inputs = self.inputs
        return [
            str(program),
            f"--config={inputs / 'scenario.json'}",
            f"--out={folder / 'out'}",
            f"--timeline={folder / 'run.pftrace'}",
            f"--report={folder / 'run.html'}",
            f"--occupancy={folder / 'pool.csv'}",
            f"--pcap={folder / 'cap'}",
        ]


def disturb(program, reference, folder, send):
    """Runs the comparison, lets send(process) disturb it; returns exit code and messages."""
    with subprocess.Popen(
        reference.command(program, folder),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        send(process)
        text = process.communicate(timeout=PATIENCE)[1]
        return process.returncode, text


def wait(rng, reference):
    time.sleep(rng.uniform(0, 1.1 * reference.seconds))


def by_kill(rng, program, reference, folder):
    folder.mkdir()

    def send(process):
        wait(rng, reference)
        process.kill()

    return End("kill", folder, *disturb(program, reference, folder, send))


def can_mount(folder, size):
    folder.mkdir(exist_ok=True)
    if os.geteuid() != 0 or not shutil.which("mount"):
        return False
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "esa-moments", str(folder)]
    return subprocess.run(mount, capture_output=True, check=False).returncode == 0


def by_full_disk(rng, program, reference, folder):
    if rng.random() < 0.7 and can_mount(folder, rng.randrange(4096, reference.size)):
        return End("disk", folder, *disturb(program, reference, folder, lambda process: None), mounted=True)
    folder.mkdir(exist_ok=True)
    largest = max(map(len, reference.files.values()))
    limit = rng.choice((rng.randrange(3000), rng.randrange(largest)))
    done = subprocess.run(
        reference.command(program, folder),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    return End("disk", folder, done.returncode, done.stderr, limit=limit)


KINDS = {"kill": by_kill, "disk": by_full_disk}


# What is wrong with the files that a disturbed comparison leaves


def without_wall_clock(line):
    """Returns a row without its last column, the time that the simulation took."""
    return line.rpartition(",")[0]


def lines_of(path):
    """Returns the lines of a text, and whether the last one is whole."""
    text = path.read_text(encoding="utf-8")
    return text.splitlines(), text == "" or text.endswith("\n")


def findings(end, reference):
    """Returns the number of rows that were kept, and what is wrong, as a list of texts."""
    found = list(judge_code(end))
    rows, more = read_rows(end, reference)
    found += more
    found += judge_json(end, rows)
    found += judge_recordings(end, reference, rows)
    if end.kind != "kill":
        found += judge_order(end, rows)
    return rows, found


def judge_code(end):
    allowed = {"kill": {0, -signal.SIGKILL}, "disk": {0, 1, 2}}[end.kind]
    if end.code not in allowed:
        yield f"exit code {end.code}: {end.text[:300]}"
    if end.kind == "disk" and end.code != 0 and ": error: " not in end.text:
        yield "fails without an error"


def read_rows(end, reference):
    """Returns the number of rows of result.csv, and what is wrong with them."""
    path = end.folder / "out/result.csv"
    if not path.exists():
        return 0, []
    found = []
    lines, is_whole = lines_of(path)
    if not is_whole or not lines:
        found.append("result.csv ends within a line")
    expected, _ = lines_of(reference.folder / "out/result.csv")
    if list(map(without_wall_clock, lines)) != list(
        map(without_wall_clock, expected[: len(lines)])
    ):
        found.append("result.csv has other rows than the undisturbed run")
    widths = {len(row) for row in csv.reader(lines)}
    if lines and widths != {len(next(csv.reader(expected)))}:
        found.append("a row of result.csv lacks columns")
    return max(len(lines) - 1, 0), found


def judge_json(end, rows):
    path = end.folder / "out/result.json"
    if not path.exists():
        return  # a program that is killed cannot write it, and the disk may be full
    try:
        result = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        yield "result.json is no JSON"
        return
    if rows != len(result["rows"]):
        yield f"result.json has {len(result['rows'])} rows, result.csv {rows}"
    if result["complete"] and rows != len(SYSTEMS) * len(SEEDS):
        yield f"result.json is complete with {rows} rows"


def judge_recordings(end, reference, rows):
    """Recordings of a run with a row are those of the undisturbed run, or not there."""
    runs = [(system, seed) for seed in SEEDS for system in SYSTEMS]
    for path in sorted(end.folder.glob("*")):
        if not path.is_file() or path.name.startswith(".esa-"):
            continue
        run = next((run for run in runs if f"-{run[0]}-{run[1]}" in path.name), None)
        contents = path.read_bytes()
        if path.name not in reference.files or run is None:
            yield f"{path.name} has appeared"
        elif contents != reference.files[path.name]:
            yield f"{path.name} differs from that of the undisturbed run"
        elif runs.index(run) > rows:
            yield f"{path.name} is there, but {rows} rows only"
        elif runs.index(run) == rows and end.kind == "kill":
            yield f"{path.name} is there, but not its row"


def judge_order(end, rows):
    """What a program leaves that could end in its own way."""
    left = [path.name for path in end.folder.rglob(".esa-*")]
    if left:
        yield f"temporary files are left: {left[:3]}"
    told = ROWS_IN.search(end.text)
    if told and int(told[1]) != rows:
        yield f"tells of {told[1]} rows, but there are {rows}"
    all_rows = len(SYSTEMS) * len(SEEDS)
    if end.code == 0 and rows != all_rows:
        yield f"ends well with {rows} rows"
    if end.kind == "disk" and end.code == 1 and "ended, but" in end.text:
        # the row of the run whose recordings did not fit
        enough = end.free > SPARE if end.free is not None else end.limit > SPARE
        if rows == 0 and enough:
            yield "there is space, but the row of the run that ended is not there"


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--program", type=pathlib.Path, default=ROOT / "build/bin/esa-scenario")
    add("--count", type=int, default=5, help="moments of each kind of faults [%(default)s]")
    add("--seed", type=int, default=1, help="the first moment [%(default)s]")
    add("--kind", choices=tuple(KINDS), help="only this kind of faults")
    return parser.parse_args()


def try_moment(program, kind, seed, reference, folder):
    """Returns the number of rows after one fault, and what is wrong."""
    rng = random.Random(f"{kind} {seed}")
    end = KINDS[kind](rng, program, reference, folder)
    try:
        return findings(end, reference)
    finally:
        end.remove()


def main():
    arguments = parse_arguments()
    program = arguments.program.resolve()
    kinds = [arguments.kind] if arguments.kind else list(KINDS)
    count = 0
    ends = {}
    with tempfile.TemporaryDirectory(prefix="esa-moments-") as scratch:
        scratch = pathlib.Path(scratch)
        reference = Reference(program, scratch)
        for kind in kinds:
            for seed in range(arguments.seed, arguments.seed + arguments.count):
                folder = scratch / f"{kind}-{seed}"
                rows, found = try_moment(program, kind, seed, reference, folder)
                for finding in found:
                    print(f"tests/hostile/moments.py --kind {kind} --seed {seed} --count 1: {finding}")
                count += len(found)
                ends.setdefault(kind, []).append(rows)
    for kind, rows in ends.items():
        spread = ", ".join(f"{rows.count(n)} x {n}" for n in sorted(set(rows)))
        print(f"moments: {len(rows)} of kind {kind}; rows that were kept: {spread}")
    print(f"moments: {count} findings")
    return 1 if count else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, subprocess.SubprocessError) as error:
        sys.exit(f"moments: error: {error}")
