# SPDX-License-Identifier: GPL-2.0-only
"""Rows of results, and which of their columns are settings, figures and lists."""

import contextlib
import json
import os

from esa_sweep.fields import SHORT_NAMES
from esa_sweep.results import notes_of

ORIGIN = ("config_hash", "module_version", "ns3_version", "program")
"""Columns that say where a row comes from."""

VERSIONS = ORIGIN[1:]
"""Those that differ if another program made the row."""

SETTINGS = ("system", "jobs", "workers", "workload", "run", "iterations")
"""Columns of every row that repeat the configuration."""

_LARGEST = 1e150
_NOT_SETTINGS = ("name", "description", "systems", "seeds")


class Results:
    """What one folder or file holds."""

    def __init__(self, path, rows, axes=(), configs=None):
        """
        path: as the user wrote it; rows: list of dict, a run each; axes: columns of a sweep's
        axes without system and seed; configs: config hash -> configuration, as far as known
        """
        self.path = path
        self.rows = rows
        self.axes = list(axes)
        self.configs = configs or {}
        self.table = ""  # name of the sweep whose table this is
        self.needs_switches = {}  # system -> whether it needs switches that sum, as far as known
        self.notes = []  # sentences for the user
        self.known_derived = {}  # config hash -> fields that nobody has set, as far as known
        self.known_models = {}  # config hash -> letter -> model, as far as known
        self.known_jobs = {}  # run_of() of a row -> jobs of its trace, as far as known
        self.of_program = None  # what the program says of fields of the one result
        self._flat = {}  # config hash -> what config() returns

    def name(self):
        """Returns the name of the sweep or of the scenario; of a table alone that of its file."""
        if isinstance(self.configs, dict):
            names = [config.get("name") for config in self.configs.values()]
            if names and names[0] and isinstance(names[0], str):
                return names[0]
        return self.table or os.path.basename(os.path.abspath(self.path))

    def program_notes(self):
        """Returns what the program says of fields that do not fit, a sentence for each."""
        if self.of_program:
            return notes_of([self.of_program])
        known = getattr(self.configs, "of_program", dict)()
        return notes_of([known[key] for key in map(run_of, self.rows) if key in known])

    def config(self, row):
        """Returns the settings of a row, dotted path -> value; None if they are not known."""
        key = row.get("config_hash")
        if key not in self._flat:
            config = self.configs.get(key)
            flat = None if config is None else {}
            for name, value in (config or {}).items():
                if name not in _NOT_SETTINGS:
                    _flatten(name, value, flat)
            self._flat[key] = flat
        return self._flat[key]

    def needs(self, system):
        """Returns whether a system needs switches that sum; None if the files do not say it."""
        known = self.needs_switches or getattr(self.configs, "needs_switches", dict)()
        return known.get(system)

    def setting(self, row, name):
        """Returns the value of a setting of a row by its column or field; None if there is none."""
        if name in row:
            return row[name]
        return (self.config(row) or {}).get(SHORT_NAMES.get(name, name))

    def models(self, row):
        """Returns letter -> model of the DNNs that a row's scenario names models for, as far as known."""
        known = self.known_models or getattr(self.configs, "models", dict)()
        return known.get(row.get("config_hash"), {})

    def is_derived(self, row, name):
        """Returns whether nobody has set a field of a row, which follows from others."""
        known = self.known_derived or getattr(self.configs, "derived", dict)()
        return name in known.get(row.get("config_hash"), ())

    def jobs(self, row):
        """Returns the jobs of the job trace of a row, a dict each."""
        known = self.known_jobs or getattr(self.configs, "jobs", dict)()
        return known.get(run_of(row), [])

    def columns(self):
        """Returns the columns of all rows, in order."""
        return list(dict.fromkeys(name for row in self.rows for name in row))


def run_of(row):
    """Returns what tells a run's row from others: its configuration's hash, system and seed."""
    return row.get("config_hash"), row.get("system"), row.get("seed")


def _flatten(path, value, flat):
    if isinstance(value, dict):
        for name, part in value.items():
            _flatten(f"{path}.{name}", part, flat)
    else:
        flat[path] = value


def flattened(row):
    """Returns a row of which parts that are objects became columns with dotted names."""
    flat = {}
    for name, value in row.items():
        _flatten(name, value, flat)
    return flat


def hashable(value):
    """Returns a value that can be a key: lists become tuples, objects their JSON."""
    if isinstance(value, dict):
        return json.dumps(value, sort_keys=True)
    return tuple(hashable(item) for item in value) if isinstance(value, (list, tuple)) else value


def is_number(value):
    """Returns whether a value is one number that can be squared: not infinite, nor beyond all uses."""
    return (
        isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < _LARGEST
    )


def outcome(row):
    """
    Returns a number that stands for what a run came to. Where nothing is random, runs of several
    seeds have one outcome: they are one run, and show nothing of how times vary.
    """
    # the last two move with the start of the first job
    names = sorted(set(row) - {"seed", "wall_s", *ORIGIN, "events", "sim_ms"})
    return hash(tuple((name, hashable(row[name])) for name in names))


def none_summed(rows):
    """
    Returns whether no switch has summed anything, as with jobs that have no all-reduce. Rows of tables
    that do not say it count as if some had.
    """
    return all(row.get("additions_per_aggregator_s") == 0 for row in rows)


def figures(results):
    """
    Returns the columns of numbers that were measured, in order.

    results: list of Results. Settings, axes and versions are not among them.
    """
    known = {*SETTINGS, *ORIGIN, "seed"}.union(*(one.axes for one in results))
    names = dict.fromkeys(name for one in results for name in one.columns() if name not in known)
    rows = [row for one in results for row in one.rows]
    return [name for name in names if any(is_number(row.get(name)) for row in rows)]


def lists(results):
    """Returns the columns that hold a list of numbers in some row: distributions."""
    names = dict.fromkeys(name for one in results for name in one.columns())
    rows = [row for one in results for row in one.rows]
    return [name for name in names if any(isinstance(row.get(name), tuple) for row in rows)]


def summed_in_hosts(rows):
    """
    Returns system -> (groups for which hosts summed, all groups) of some rows.

    Such groups, jobs or process groups, got no memory or tree of switches. Systems without any are
    left out.
    """
    found = {}
    for row in rows:
        if is_number(row.get("groups")):
            groups = row.get("groups_summed_in_hosts")
            with contextlib.suppress(ValueError):
                groups = json.loads(groups) if isinstance(groups, str) else groups
            count = len(groups) if isinstance(groups, (list, tuple)) else 0
            in_hosts, of_all = found.get(row["system"], (0, 0))
            found[row["system"]] = (in_hosts + count, of_all + row["groups"])
    return {system: counts for system, counts in found.items() if counts[0]}
