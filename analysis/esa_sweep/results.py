# SPDX-License-Identifier: GPL-2.0-only
"""Results of runs, runs/KEY.json: whole and of the run that they are named after, or broken."""

import contextlib
import json
import os
import re

from .columns import ORIGIN
from .errors import BadInput
from .files import checksum_of
from .plan import decisive


MODELS = "models.json"
"""File of a sweep's directory: key -> letter -> model of DNNs, whose layers stand in the configuration."""

_OF_JOBS = ("jct_us", "queueing_us")
_NUMBER = re.compile(r"[0-9][0-9.]*")
_UNUSED = "is not used: "
"""How the note on a field without effect begins."""


class Row(dict):
    """The row of a run."""

    notes = ()
    """What the program says of fields that do not fit: (field, text, systems) each."""


class Broken(Exception):
    """A file is not the result of its run; the text says why."""


def result_path(directory, run):
    """Returns the path of a run's result."""
    return os.path.join(directory, "runs", f"{run.key}.json")


def _is_of(asked, printed):
    """Returns whether a printed configuration has the values asked for; it has numbers for auto."""
    if isinstance(asked, dict) and isinstance(printed, dict):
        return asked.keys() == printed.keys() and all(
            _is_of(value, printed[name]) for name, value in asked.items()
        )
    return asked in (printed, "auto")


def read_result(directory, run):
    """
    Returns the Row of a run with its ORIGIN but for the program; None if there is none.

    Raises Broken; BadInput if the file cannot be read.
    """
    path = result_path(directory, run)
    if not os.path.lexists(path):
        return None
    if not os.path.isfile(path):
        raise Broken("it is no file")
    try:
        with open(path, encoding="utf-8") as file:
            result = json.load(file)
    except (ValueError, RecursionError):
        raise Broken("it is not JSON, or a part of it is missing") from None
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from None
    try:
        # by value: 2924.0 of a model's layer comes back as 2924
        if not _is_of(decisive(run.config), decisive(result["config"])):
            raise Broken("it is of another configuration")
        (row,) = result["rows"]
        if not result["complete"] or (row["system"], row["seed"]) != (
            run.shown["system"],
            run.shown["seed"],
        ):
            raise Broken("it has no row of this run")
        if result["checksum"] != checksum_of(result):
            raise Broken("it is not as it was written")
        found = Row(row, **{name: result[name] for name in ORIGIN[:3]})
        found.update(job_lists(result.get("jobs", ())))
        found.notes = [
            (note["field"], note["text"], note["systems"]) for note in result.get("notes", ())
        ]
        return found
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        raise Broken("it is no result of esa-scenario") from None


def job_lists(jobs):
    """
    Returns the columns jobs.jct_us and so on of a run: a list with the number of each job.

    jobs: lines of jobs.csv, a dict each
    """
    found = {}
    for name in _OF_JOBS:
        values = [job[name] for job in jobs if job.get(name) not in (None, "")]
        if values:
            found[f"jobs.{name}"] = values
    return found


def read_results(directory, runs, known=()):
    """
    Returns key -> row of the runs that have a result, and key -> reason of those that are broken.

    known: results that were read before
    """
    rows, broken = dict(known), {}
    for run in runs:
        if run.key not in rows:
            try:
                row = read_result(directory, run)
            except Broken as error:
                broken[run.key] = str(error)
            else:
                if row is not None:
                    rows[run.key] = row
    return rows, broken


def notes_of(rows):
    """
    Returns what the program says of the fields of many runs, a sentence for each field.

    Notes that differ in numbers alone are one sentence, with the systems of all these runs and the
    numbers of the first one. A field that no run uses has one sentence, whatever the reasons; a field
    that other runs use has none because some runs do not use it.

    rows: list of Row, or of what else has notes
    """
    notes = {}  # (field, text without numbers) -> (text, systems) of all runs
    of_unused, of_others = {}, set()  # fields
    for row in rows:
        for field, text, systems in row.notes:
            kind = _UNUSED if text.startswith(_UNUSED) else _NUMBER.sub("", text)
            notes.setdefault((field, kind), []).append((text, systems))
            if kind == _UNUSED:
                of_unused[field] = of_unused.get(field, 0) + 1
            else:
                of_others.add(field)
    count = len(rows)
    sentences = []
    for (field, kind), said in notes.items():
        if kind == _UNUSED:
            if field not in of_others and of_unused[field] == count:
                reasons = dict.fromkeys(text[len(_UNUSED) :] for text, _ in said)
                sentences.append(f"{field} {_UNUSED}{' or '.join(reasons)} ({count} of {count} runs)")
            continue
        systems = list(dict.fromkeys(name for _, named in said for name in named))
        of = f" ({', '.join(systems)})" if systems else ""
        first = "; with the numbers of the first" if len({text for text, _ in said}) > 1 else ""
        sentences.append(f"{field}{of} {said[0][0]} ({len(said)} of {count} runs{first})")
    return sentences


def move_aside(path):
    """Gives a file a name at which no result is looked for; returns that name."""
    number = 1
    while os.path.lexists(aside := f"{path}.broken" + (f"-{number}" if number > 1 else "")):
        number += 1
    try:
        os.rename(path, aside)
    except OSError as error:
        raise BadInput(f"{path}: cannot be moved aside: {error.strerror}") from None
    return aside


def keys(directory, name):
    """Returns the keys of the files in a folder of the sweep."""
    files = os.listdir(os.path.join(directory, name))
    return {file[: -len(".json")] for file in files if file.endswith(".json")}


def remove(path):
    """Removes a file if it is there."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)
