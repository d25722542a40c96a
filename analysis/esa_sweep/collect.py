# SPDX-License-Identifier: GPL-2.0-only
"""The results of a sweep in one CSV file and one SQLite file, with one row per run."""

import contextlib
import csv
import json
import os
import sqlite3

from .files import read_json, replacing

ORIGIN = ["config_hash", "module_version", "ns3_version", "program"]
"""Columns that say where a row comes from; program: hash of esa-scenario and its libraries."""


def result_path(directory, run):
    """Returns the path of a run's result."""
    return os.path.join(directory, "runs", f"{run.key}.json")


def table(directory, runs, program):
    """
    Returns column names and rows of the runs that are finished, in the order of the plan.

    Columns: axes (with system and seed), ORIGIN, then what esa-scenario reports, with the wall
    time last: it is the only one that differs when the sweep is run again.
    """
    axes = list(dict.fromkeys(name for run in runs for name in run.shown))
    rows = []
    reported = {}
    for run in runs:
        with contextlib.suppress(FileNotFoundError):
            result = read_json(result_path(directory, run))
            origin = [result[name] for name in ORIGIN[:3]] + [program]
            row = dict(result["rows"][0])
            row.update(zip(ORIGIN, origin))
            # an axis may have the name of a result, and then has its value, except for cases
            row.update(run.shown)
            rows.append(row)
            reported.update(dict.fromkeys(result["rows"][0]))
    rest = [name for name in reported if name not in axes and name != "wall_s"]
    columns = axes + ORIGIN + rest + (["wall_s"] if "wall_s" in reported else [])
    return columns, [[_plain(row.get(name)) for name in columns] for row in rows]


def _plain(value):
    """Returns a value that a cell can hold: lists of numbers are joined by semicolons."""
    if isinstance(value, list) and all(isinstance(item, (int, float)) for item in value):
        return ";".join(map(repr, value))
    if isinstance(value, (list, dict)):
        return json.dumps(value, sort_keys=True)
    return int(value) if isinstance(value, bool) else value


def write_csv(path, columns, rows):
    """Writes the table as CSV (RFC 4180, lines end with a newline only)."""
    with replacing(path) as temporary:
        with open(temporary, "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(columns)
            writer.writerows(rows)


def write_sqlite(path, columns, rows, failures, sweep):
    """
    Writes an SQLite file: table runs; table failures (label, reason, log); table sweep (name,
    value), which holds the sweep file. failures: list of tuples; sweep: dict of texts
    """
    with replacing(path) as temporary:
        with contextlib.closing(sqlite3.connect(temporary)) as database, database:
            names = ", ".join('"' + name.replace('"', '""') + '"' for name in columns)
            marks = ", ".join("?" * len(columns))
            if rows:
                database.execute(f"CREATE TABLE runs ({names})")
                database.executemany(f"INSERT INTO runs VALUES ({marks})", rows)
            database.execute("CREATE TABLE failures (run, reason, log)")
            database.executemany("INSERT INTO failures VALUES (?, ?, ?)", failures)
            database.execute("CREATE TABLE sweep (name, value)")
            database.executemany("INSERT INTO sweep VALUES (?, ?)", sweep.items())
