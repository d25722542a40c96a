# SPDX-License-Identifier: GPL-2.0-only
"""Whether the files that a program has made are whole, and further checks of some cases."""

import csv
import json

import stage
from case import OK

LEAST_RESULT_COLUMNS = 20


def judge_files(case, outcome, place):
    """Yields what is wrong with the files that were made."""
    made = [name for name in stage.snapshot_names(place) if stage.matches(name, case.outputs)]
    for name in made:
        path = place / name
        if name in case.files or not path.is_file():
            continue
        problem = problem_of(path)
        if problem:
            yield f"leaves {name!r} {problem}"
    if outcome.code == OK:
        for name in case.wanted:
            if not (place / name).exists():
                yield f"does not write {name!r}"


def problem_of(path):
    """Returns what is wrong with a file of results; None: nothing."""
    data = path.read_bytes()
    if path.suffix == ".json":
        return problem_of_json(data)
    if path.suffix == ".csv":
        return problem_of_csv(path.name, data)
    return None


def problem_of_json(data):
    try:
        json.loads(data)
    except ValueError:
        return "that is no whole JSON"
    return None


def problem_of_csv(name, data):
    if not data.endswith(b"\n"):
        return "whose last row is not whole"
    rows = list(csv.reader(data.decode().splitlines()))
    if len({len(row) for row in rows}) != 1:
        return "whose rows differ in length"
    if name == "result.csv":
        if rows[0][0] != "system" or len(rows[0]) < LEAST_RESULT_COLUMNS:
            return "that has something else than results in it"
        if len(rows) < 2:
            return "without a row"
    return None


def no_formula(place):
    """No cell is one that a spreadsheet would run."""
    for path in place.rglob("*.csv"):
        if path.name == "trace.csv":
            continue
        for row in csv.reader(path.read_text(errors="replace").splitlines()):
            for cell in row:
                if cell[:1] in ("=", "@", "+") or (cell[:1] == "-" and not cell[1:2].isdigit()):
                    yield f"writes the cell {cell[:30]!r} into {path.name!r}"
