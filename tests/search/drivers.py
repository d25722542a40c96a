# SPDX-License-Identifier: GPL-2.0-only
"""Compares the two ways to run a network: in rounds, and by events of ns-3.

Rows and recordings have to be the same bytes, and so do messages. Only the columns events and
wall_s may differ.
"""

import json
import subprocess

import verdicts

RECORDINGS = ("links", "switches", "occupancy")
ENGINES = ("ns3", "rounds")


def rows_of(path):
    """Returns the rows of result.csv without the columns that may differ."""
    if not path.exists():
        return []
    lines = [line.split(",") for line in path.read_text().splitlines()]
    left_out = {lines[0].index("events"), lines[0].index("wall_s")}
    return [[cell for i, cell in enumerate(line) if i not in left_out] for line in lines]


def run_with(program, file, engine, work, cpu):
    """Runs a scenario file with one engine. Returns all that has to be the same; None: too slow."""
    folder = work / engine
    folder.mkdir(exist_ok=True)
    command = [program, "--config", file, "--quiet", "--force", "--out", folder / "out"]
    command += verdicts.PATIENCE
    command += ["--set", f"engine={engine}"]
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
    same["messages"] = done.stderr.replace(str(folder), "")
    for recording in RECORDINGS:
        path = folder / f"{recording}.csv"
        same[recording] = path.read_text() if path.exists() else ""
    return same


def run(program, scenario, work, cpu):
    """Raises a Finding if the engines differ. Returns false if a run takes too long to tell."""
    scenario = {name: value for name, value in scenario.items() if name != "background"}
    file = work / "scenario.json"
    file.write_text(json.dumps(scenario))
    made = [run_with(program, file, engine, work, cpu) for engine in ENGINES]
    if None in made:
        return False
    for what in made[0]:
        if made[0][what] != made[1][what]:
            raise verdicts.Finding("engines differ", f"{what} of {' and '.join(ENGINES)}")
    return True
