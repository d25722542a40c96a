# SPDX-License-Identifier: GPL-2.0-only
"""
Reads what esa-scenario --out and ./ns3 sweep write.

Users name folders, and a folder may hold anything. Each kind of folder is recognised by its files,
and what cannot be read is refused in one sentence: what was found, and what is needed.
"""

import contextlib
import csv
import math
import os
import re
import stat

from esa_sweep.csv_table import read_csv
from esa_sweep.errors import BadInput, short
from esa_sweep.files import read_json
from esa_sweep.results import MODELS, job_lists

from .results import ORIGIN, Results, figures, flattened, run_of
from .text import counted, listed, plain

_NEEDED = "needed is a folder of esa-scenario --out or of ./ns3 sweep"
_KINDS = {"system": str, "seed": int, **dict.fromkeys(ORIGIN, str)}
_KNOWN_VERSION = re.compile(r"1\.\d+(\.\d+)?([-+].*)?")  # as long as columns mean the same
_OF_JOBS = "iteration_ms"  # a list for each job
_LISTS = ("jct_ms_per_job", "job_jct_ms", _OF_JOBS)  # even with a single number
_LARGEST_BYTES = 2**30  # of a file that is read as a whole


def read(path):
    """
    Returns the Results at a path.

    path: folder of runs or of a sweep, or their result.json or .csv. Raises BadInput.
    """
    try:
        results = _read_folder(path) if os.path.isdir(path) else _read_file(path, path)
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}") from None
    except RecursionError:
        raise BadInput(f"{path}: is nested too deep; {_NEEDED}") from None
    _check(results)
    return results


def _read_folder(path):
    names = sorted(os.listdir(path))
    for name in ("result.json", "result.csv"):
        if name in names:
            return _read_file(path, os.path.join(path, name))
    tables = [name for name in names if name.endswith(".csv")]
    if len(tables) > 1:
        count = len(tables)
        raise BadInput(f"{path}: holds {count} tables, name one of them: {listed(tables)}")
    if tables:
        return _read_file(path, os.path.join(path, tables[0]))
    parts = [os.path.join(path, name) for name in names]
    parts = [part for part in parts if os.path.isdir(part) and _holds_results(part)]
    if parts:
        raise BadInput(f"{path}: holds no results itself; name what it holds: {listed(parts)}")
    if "runs" in names and "build.ninja" in names:
        raise BadInput(f"{path}: is of a sweep that has not ended; the same ./ns3 sweep again runs what is missing")
    found = f"only {listed(names)}" if names else "nothing"
    raise BadInput(f"{path}: holds no results, {found}; {_NEEDED}")


def files_of(path):
    """
    Returns the files beside and at a path that hold results.

    path: as of read(). A program that writes must not overwrite them.
    """
    folder = path if os.path.isdir(path) else os.path.dirname(path) or "."
    names = os.listdir(folder)
    held = [name for name in names if os.path.splitext(name)[0] in ("result", "jobs")]
    if "runs" in names:
        held += [name for name in names if name.endswith(".csv")]
    return [path, *(os.path.join(folder, name) for name in held)]


def _holds_results(path):
    with contextlib.suppress(OSError):
        names = os.listdir(path)
        return "result.json" in names or ("runs" in names and any(n.endswith(".csv") for n in names))
    return False


def _read_file(shown, path):
    """shown: what the user named; path: the file"""
    if not os.path.exists(path):
        raise BadInput(f"{shown}: does not exist; {_NEEDED}")
    about = os.stat(path)
    if not stat.S_ISREG(about.st_mode):
        # reading a pipe or a device may never end
        raise BadInput(f"{path}: is no regular file; {_NEEDED}")
    if about.st_size > _LARGEST_BYTES:
        raise BadInput(
            f"{path}: {about.st_size} bytes is not allowed: must be at most {_LARGEST_BYTES}"
        )
    if path.endswith(".json"):
        return _read_json(shown, path)
    if path.endswith(".csv"):
        return _read_csv(shown, path)
    raise BadInput(f"{shown}: is not a .json or .csv file; {_NEEDED}")


def _read_json(shown, path):
    try:
        result = read_json(path)
    except ValueError as error:
        raise BadInput(f"{path}: is not JSON ({error}); {_NEEDED}") from None
    rows = result.get("rows") if isinstance(result, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        keys = listed(result) if isinstance(result, dict) and result else "no object"
        raise BadInput(f"{path}: has {keys}, but no list 'rows' of runs; {_NEEDED}")
    origin = {name: result[name] for name in ORIGIN if isinstance(result.get(name), str)}
    key = origin.get("config_hash")
    rows = [
        {**origin, **{name: _list(name, value) for name, value in flattened(row).items()}}
        for row in rows
    ]
    config = result.get("config")
    configs = {key: _config(result)} if isinstance(config, dict) else {}
    results = Results(shown, rows, configs=configs)
    results.known_models = {key: _models(result)}
    results.known_derived = {key: _derived(result)}
    results.needs_switches = _needs(result)
    results.of_program = Noted(result)
    if result.get("complete") is False:
        used = counted(len(rows), "run")
        results.notes.append(f"{shown}: the runs have not all ended; {used} used")
    _add_jobs(results, os.path.join(os.path.dirname(path), "jobs.csv"))
    return results


class Noted:
    """What the program says of the fields of one result."""

    def __init__(self, result):
        notes = result.get("notes")
        found = [
            (note.get("field"), note.get("text"), note.get("systems", []))
            for note in (notes if isinstance(notes, list) else ())
            if isinstance(note, dict)
        ]
        self.notes = [
            (field, text, systems)
            for field, text, systems in found
            if isinstance(systems, list)
            and all(isinstance(one, str) for one in (field, text, *systems))
        ]


def _needs(result):
    """Returns system -> whether it needs switches that sum; empty if the result does not say it."""
    needs = result.get("needs_switches")
    if not isinstance(needs, dict):
        return {}
    return {name: value for name, value in needs.items() if isinstance(value, bool)}


def _config(result):
    """Returns the configuration, with ns-3's own arguments as one more field if there are any."""
    arguments = result.get("ns3_arguments")
    return {**result["config"], **({"ns3_arguments": arguments} if arguments else {})}


def _models(result):
    """Returns letter -> model of the DNNs that name one."""
    models = result.get("models")
    return {str(k): str(v) for k, v in models.items()} if isinstance(models, dict) else {}


def _derived(result):
    """Returns the fields that nobody has set, as they follow from others."""
    derived = result.get("derived")
    return {name for name in derived if isinstance(name, str)} if isinstance(derived, list) else set()


def _add_jobs(results, path):
    """Adds the jobs of a job trace to the rows, as lists jobs.jct_us and so on."""
    if not os.path.isfile(path):
        return
    _, jobs = _csv_rows(path)
    for row in results.rows:
        mine = [job for job in jobs if all(job.get(n) == row.get(n) for n in ("system", "seed"))]
        results.known_jobs[run_of(row)] = mine
        row.update((name, tuple(values)) for name, values in job_lists(mine).items())


def _list(name, value):
    """
    Returns lists of numbers as tuples, lists of a list for each job as a tuple of tuples.

    In tables, numbers are separated by semicolons, and those of a job by spaces.
    """
    if isinstance(value, list):
        return tuple(tuple(part) if isinstance(part, list) else part for part in value)
    if isinstance(value, str) and (";" in value or name in _LISTS):
        with contextlib.suppress(ValueError):
            parts = [tuple(map(float, part.split())) for part in value.split(";")]
            if name == _OF_JOBS or any(len(part) != 1 for part in parts):
                return tuple(parts)
            return tuple(number for (number,) in parts)
    return value


def _typed(name, text):
    """Returns the value that a cell of a CSV file stands for."""
    if name in ORIGIN:
        return text
    for kind in (int, float) if name not in _LISTS else ():
        with contextlib.suppress(ValueError):
            return kind(text)
    return _list(name, text)


def _label(text):
    """
    Returns the value of an axis: a number if it is written as numbers are, else a text. Cases may be named
    "1.10" beside "1.1", or "nan".
    """
    for kind in (int, float):
        with contextlib.suppress(ValueError):
            value = kind(text)
            return value if math.isfinite(value) and text in (str(value), plain(value)) else text
    return text


def _csv_rows(path):
    try:
        columns, lines = read_csv(path)
    except (csv.Error, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: is not a CSV file ({error}); {_NEEDED}") from None
    if any(None in line.values() or "" in line for line in lines):
        raise BadInput(f"{path}: has lines that are shorter or longer than its head; {_NEEDED}")
    axes = set(_axes_of(columns))
    return columns, [_values(line, axes) for line in lines]


def _axes_of(columns):
    """Returns the columns of the axes of a sweep: those before config_hash."""
    return columns[: columns.index("config_hash")] if "config_hash" in columns else []


def _values(line, axes=()):
    """Returns what the cells of a line stand for, without empty ones. axes: columns that are labels"""
    return {name: _label(text) if name in axes else _typed(name, text) for name, text in line.items() if text}


def _read_csv(shown, path):
    columns, rows = _csv_rows(path)
    results = _sweep(shown, path, columns, rows)
    results.table = os.path.splitext(os.path.basename(path))[0]
    failed = os.path.join(os.path.dirname(path), "failed")
    count = len(os.listdir(failed)) if os.path.isdir(failed) else 0
    if count:
        results.notes.append(f"{shown}: {counted(count, 'run')} of the sweep failed")
    return results


def _sweep(shown, path, columns, rows):
    """Returns Results of a table, in which the columns before config_hash are the axes."""
    axes = [name for name in _axes_of(columns) if name not in ("system", "seed")]
    return Results(shown, rows, axes, LazyConfigs(os.path.join(os.path.dirname(path), "runs")))


class LazyConfigs:
    """The configurations of a sweep's runs; its files are read when the first one is asked for."""

    def __init__(self, folder):
        self._folder = folder
        self._configs = None
        self._needs = {}
        self._of_program = {}
        self._jobs = {}
        self._derived = {}
        self._models = {}

    def get(self, config_hash):
        """Returns the configuration with a hash, or None."""
        if self._configs is None:
            self._configs = dict(self._read())
        return self._configs.get(config_hash)

    def needs_switches(self):
        """Returns system -> whether it needs switches that sum, as far as the files say it."""
        self.get("")
        return self._needs

    def models(self):
        """Returns config hash -> letter -> model of the DNNs that name one."""
        self.get("")
        return self._models

    def derived(self):
        """Returns config hash -> fields that the user has not set."""
        self.get("")
        return self._derived

    def jobs(self):
        """Returns run_of() of a row -> jobs of its trace, a dict each."""
        self.get("")
        return self._jobs

    def of_program(self):
        """Returns run_of() of a row -> what the program says of fields, a Noted."""
        self.get("")
        return self._of_program

    def _read(self):
        models = {}  # by key
        with contextlib.suppress(OSError, ValueError, TypeError):
            models = dict(read_json(os.path.join(os.path.dirname(self._folder), MODELS)))
        with contextlib.suppress(OSError):
            for name in sorted(os.listdir(self._folder)):
                path = os.path.join(self._folder, name)
                if name.endswith(".json") and os.path.isfile(path):
                    with contextlib.suppress(ValueError, KeyError, TypeError, RecursionError):
                        result = read_json(path)
                        self._needs.update(_needs(result))
                        for row in result.get("rows", ()):
                            run = run_of({**result, **row})
                            self._of_program[run] = Noted(result)
                            self._jobs[run] = [_values(job) for job in result.get("jobs", ())]
                        named = {"models": models.get(name.removesuffix(".json"))}
                        self._models[result["config_hash"]] = _models(named)
                        self._derived[result["config_hash"]] = _derived(result)
                        yield result["config_hash"], _config(result)


def _check(results):
    """Refuses results of another kind."""
    path = results.path
    if not results.rows:
        raise BadInput(f"{path}: holds no finished run; needed is at least one")
    for row in results.rows:
        lacking = [name for name in ("system", "seed") if name not in row]
        if lacking:
            raise BadInput(
                f"{path}: a row has the columns {listed(row)}, but not {listed(lacking)}; {_NEEDED}"
            )
        for name, kind in _KINDS.items():
            if not isinstance(row.get(name, kind()), kind) or isinstance(row.get(name), bool):
                what = "a text" if kind is str else "a whole number"
                raise BadInput(f"{path}: {name} {short(plain(row[name]))} is not allowed: must be {what}")
    if not figures([results]):
        raise BadInput(
            f"{path}: has the columns {listed(results.columns())}, none of which is a figure with "
            f"a number; {_NEEDED}"
        )
    named = [row["module_version"] for row in results.rows if "module_version" in row]
    versions = dict.fromkeys(map(str, named))
    unknown = [version for version in versions if not _KNOWN_VERSION.fullmatch(version)]
    if unknown:
        raise BadInput(
            f"{path}: rows are of module version {listed(unknown)}; this command reads version 1.x"
        )
