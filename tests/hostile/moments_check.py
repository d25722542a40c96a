# SPDX-License-Identifier: GPL-2.0-only
"""Says what is wrong with the files that a disturbed comparison leaves."""

import json
import re
import signal

import moments_faults

ROWS_IN = re.compile(r"(\d+) of (\d+) runs are in ")
SPARE = 200000  # bytes; with more free space no row may be missing


def without_wall_clock(line):
    """Returns a row without its last column, the time that the simulation took."""
    return line.rpartition(",")[0]


def lines_of(path):
    """Returns the lines of a text, and whether the last one is whole."""
    text = path.read_text(encoding="utf-8")
    return text.splitlines(), text == "" or text.endswith("\n")


def findings(end, reference):
    """Returns what is wrong, as a list of texts."""
    found = list(judge_code(end))
    rows, more = read_rows(end, reference)
    moments_faults.LAST_ROWS[0] = rows
    found += more
    found += judge_json(end, rows)
    found += judge_recordings(end, reference, rows)
    if end.kind != "kill":
        found += judge_order(end, rows)
    return found


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
    if any(line.count(",") != expected[0].count(",") for line in lines):
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
    if result["complete"] and rows != len(moments_faults.SYSTEMS) * len(moments_faults.SEEDS):
        yield f"result.json is complete with {rows} rows"


def judge_recordings(end, reference, rows):
    """Recordings of a run with a row are those of the undisturbed run, or not there."""
    runs = [(system, seed) for seed in moments_faults.SEEDS for system in moments_faults.SYSTEMS]
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
    all_rows = len(moments_faults.SYSTEMS) * len(moments_faults.SEEDS)
    if end.code == 0 and rows != all_rows:
        yield f"ends well with {rows} rows"
    if end.kind == "disk" and end.code == 1 and "ended, but" in end.text:
        # the row of the run whose recordings did not fit
        enough = end.free > SPARE if end.free is not None else end.limit > SPARE
        if rows == 0 and enough:
            yield "there is space, but the row of the run that ended is not there"
