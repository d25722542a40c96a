# SPDX-License-Identifier: GPL-2.0-only
"""Compares the ways to run a network: by events of ns-3, in rounds, and in rounds of two threads.

Rows and recordings have to be the same bytes, and so do messages. Only the columns events and
wall_s may differ, and what is said of threads.
"""

import json
import subprocess

import verdicts

RECORDINGS = ("links", "switches", "occupancy")
WAYS = {  # names, with the arguments of the program
    "ns3": ("--set", "engine=ns3"),
    "rounds": ("--set", "engine=rounds"),
    "threads": ("--set", "engine=rounds", "--threads", "2"),
}


def rows_of(path):
    """Returns the rows of result.csv without the columns that may differ."""
    if not path.exists():
        return []
    lines = [line.split(",") for line in path.read_text().splitlines()]
    left_out = {lines[0].index("events"), lines[0].index("wall_s")}
    return [[cell for i, cell in enumerate(line) if i not in left_out] for line in lines]


def run_with(program, file, way, work, cpu):
    """Runs a scenario file one way. Returns all that has to be the same; None: too slow."""
    folder = work / way
    folder.mkdir(exist_ok=True)
    command = [program, "--config", file, "--quiet", "--force", "--out", folder / "out"]
    command += verdicts.PATIENCE
    command += WAYS[way]
    for recording in RECORDINGS:
        command += [f"--{recording}", folder / f"{recording}.csv"]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: verdicts.limit_cpu(cpu),
    )
    if done.returncode < 0:
        return None
    same = {"exit code": done.returncode, "rows": rows_of(folder / "out/result.csv")}
    lines = done.stderr.replace(str(folder), "").splitlines()
    same["messages"] = [line for line in lines if "--threads" not in line]
    for recording in RECORDINGS:
        path = folder / f"{recording}.csv"
        same[recording] = path.read_text() if path.exists() else ""
    return same


def run(program, scenario, work, cpu):
    """Raises a Finding if two ways differ. Returns false if a run takes too long to tell."""
    scenario = {name: value for name, value in scenario.items() if name != "background"}
    file = work / "scenario.json"
    file.write_text(json.dumps(scenario))
    made = {way: run_with(program, file, way, work, cpu) for way in WAYS}
    if None in made.values():
        return False
    first = next(iter(WAYS))
    for way, same in made.items():
        for what in same:
            if same[what] != made[first][what]:
                raise verdicts.Finding("ways to run differ", f"{what} of {first} and {way}")
    return True
