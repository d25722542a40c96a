# SPDX-License-Identifier: GPL-2.0-only
"""
All rows to draw, and the settings that tell them apart.

A point is a mean over seeds, and over nothing else. So every setting that varies has to be found,
whether it is an axis of a sweep or a field in which two folders differ. Settings that say nothing
new are left out: if "reading" sets two fields, it stands for both.
"""

import copy
import json
import os

from esa_runs.results import SETTINGS, VERSIONS, hashable, none_summed, outcome
from esa_runs.text import counted, listed, plain
from esa_sweep.errors import BadInput
from esa_sweep.fields import SHORT_NAMES

SOURCE = "results"
"""The setting that says which of the user's folders a row comes from."""


class Table:
    """Rows with their settings."""

    def __init__(self, results, wanted=(), where=(), mixed=False):
        """
        results: list of Results; wanted: settings that the user names; where: list of (setting,
        texts) that rows have to match; mixed: whether rows of several versions are allowed
        """
        self._outcomes = {}
        self._labels = _labels(results)
        self._owners = [(one, row) for one in results for row in one.rows]
        for name, texts in where:
            self._keep(name, texts)
        if not mixed:
            self._check_versions(wanted)
        self.varying = self._tell_apart(results, wanted)
        self.rows = [row for _, row in self._owners]

    def only(self, places, without):
        """Returns a Table of the rows at some places, which the settings `without` do not tell apart."""
        some = copy.copy(self)
        some._outcomes = {}
        some._owners = [self._owners[place] for place in places]
        some.rows = [self.rows[place] for place in places]
        some.varying = [name for name in self.varying if name not in without]
        return some

    def value(self, place, name):
        """Returns the value of a setting in the row at a place."""
        results, row = self._owners[place]
        if name == SOURCE:
            return self._labels[results.path]
        return hashable(results.setting(row, name))

    def values(self, name):
        """Returns the values of a setting without repeats, in the order of the rows."""
        return list(dict.fromkeys(self.value(place, name) for place in range(len(self._owners))))

    def fields_behind(self, name):
        """
        Returns the fields of scenarios that differ between rows in which, of all settings, only this
        one differs; empty if the scenarios are not known.
        """
        others = [other for other in self.varying if other != name]
        groups = {}
        for place, (results, row) in enumerate(self._owners):
            key = (row["seed"], *(self.value(place, other) for other in others))
            groups.setdefault(key, {})[self.value(place, name)] = (results, row)
        found = set()
        for rows in groups.values():
            configs = [results.config(row) for results, row in rows.values()]
            if len(configs) > 1 and None not in configs:
                found.update(
                    field
                    for field in set().union(*configs)
                    if any(one.get(field) != configs[0].get(field) for one in configs)
                )
        return found

    def needs_switches(self):
        """Returns system -> whether it needs switches that sum; None if the results do not say it."""
        found = {}
        for results, row in self._owners:
            system = row["system"]
            if found.get(system) is None:
                found[system] = results.needs(system)
        return found

    def constants(self):
        """Returns (setting, value) of the columns that are the same in all rows."""
        known = [("module_version", "module"), ("ns3_version", "ns-3"), ("program", "program")]
        names = [(name, name) for name in SETTINGS] + known
        found = [(shown, self.values(name)) for name, shown in names]
        if any(self.values("execution.traces")):
            found = [(shown, values) for shown, values in found if shown != "workload"]  # ranks train no DNN
        return [(shown, values[0]) for shown, values in found if len(values) == 1 and values[0]]

    def outcome(self, place):
        """Returns what the run of the row at a place came to, as a number that stands for it."""
        if place not in self._outcomes:
            self._outcomes[place] = outcome(self.rows[place])
        return self._outcomes[place]

    def repeats(self):
        """Returns how many runs are those of another seed of their point: in them nothing is random."""
        seen = set()
        for place in range(len(self.rows)):
            seen.add((*(self.value(place, name) for name in self.varying), self.outcome(place)))
        return len(self.rows) - len(seen)

    def notes(self):
        """
        Returns sentences on settings that vary with others, and cannot be told from them; on seeds
        without effect; and on switches that do nothing.
        """
        said = []
        if self._together and self.varying:
            others = " and ".join(self.varying)
            hidden = listed(self._together)
            said.append(f"Of the settings that vary with {others}, these are not shown: {hidden}.")
        if repeated := self.repeats():
            said.append(
                f"{repeated} of {counted(len(self.rows), 'run')} came to the same as another seed of their "
                "point, as nothing in them is random: such seeds count once."
            )
        if none_summed(self.rows) and len(self.values("system")) > 1:
            said.append(
                "No switch has summed anything in these runs, so systems that sum in switches do not differ."
            )
        return said

    def setup(self):
        """Returns what else is the same in all rows, as texts: models, links, and how many seeds differ."""
        found = []
        models = {json.dumps(one.models(row)) for one, row in self._owners}
        if len(models) == 1:
            for letter, model in json.loads(models.pop()).items():
                part = self._only(f"dnns.{letter}.slice")
                sliced = f", slice {plain(part)}" if part not in (None, 1) else ""
                found.append(f"DNN {letter} {model}{sliced}")
        traces = self._only("execution.traces")
        if traces:
            found.append(f"execution traces {listed(map(os.path.basename, traces))}")
        part = self._only("execution.slice")
        if any(self.values("execution.traces")) and part not in (None, 1):
            found.append(f"slice {plain(part)} of traces")
        rate, mtu = self._only("link.rate_gbps"), self._only("link.mtu_bytes")
        found += [f"links of {plain(rate)} Gb/s"] * (rate is not None)
        found += [f"MTU {plain(mtu)} bytes"] * (mtu is not None)
        outcomes = {}  # point -> what its runs came to
        for place in range(len(self.rows)):
            point = tuple(self.value(place, name) for name in self.varying)
            outcomes.setdefault(point, set()).add(self.outcome(place))
        least, most = min(map(len, outcomes.values())), max(map(len, outcomes.values()))
        seeds = counted(most, "different seed") if least == most else f"{least} to {most} different seeds"
        return [*found, f"{seeds} at a point"]

    def _only(self, name):
        """Returns the value of a setting that all rows have; None if they differ, or do not have it."""
        values = self.values(name)
        return values[0] if len(values) == 1 else None

    def _keep(self, name, texts):
        places = range(len(self._owners))
        kept = [place for place in places if plain(self.value(place, name)) in texts]
        if not kept:
            raise BadInput(
                f"--where {name}={texts[-1]}: no run has it; {name} is: "
                f"{listed(self.values(name))}"
            )
        self._owners = [self._owners[place] for place in kept]

    def _check_versions(self, wanted):
        for name in VERSIONS:
            values = [value for value in self.values(name) if value is not None]
            if len(values) > 1 and name not in wanted:
                raise BadInput(
                    f"the rows have several values of {name}: {listed(values)}; needed is one, or "
                    f"--lines {name} to tell them apart, or --mixed to draw them as if of one"
                )

    def _tell_apart(self, results, wanted):
        """Returns the settings that tell configurations apart, the user's first; drops repeats."""
        axes = list(dict.fromkeys(name for one in results for name in one.axes))
        names = [*wanted, "system", *axes, *SETTINGS]
        if len(results) > 1:
            fields = dict.fromkeys(
                name for one, row in self._owners for name in one.config(row) or {}
            )
            names += [name for name in fields if name not in SHORT_NAMES.values()]
        kept = []
        self._together = []
        groups = [()] * len(self._owners)
        for name in dict.fromkeys(names):
            finer = [group + (self.value(place, name),) for place, group in enumerate(groups)]
            if len(set(finer)) > len(set(groups)):
                self._check_known(name)
                kept.append(name)
                groups = finer
            elif name not in axes and len(set(finer)) > 1 and len(self.values(name)) > 1:
                self._together.append(name)
        if self._drop_repeats(groups):
            kept.append(SOURCE)
            groups = [(*group, self.value(place, SOURCE)) for place, group in enumerate(groups)]
            if self._drop_repeats(groups):
                paths = listed(dict.fromkeys(self._labels.values()))
                raise BadInput(
                    f"{paths}: two runs have the same settings and seed, but other figures; needed "
                    "is one run of each"
                )
        return kept

    def _check_known(self, name):
        for place, (results, row) in enumerate(self._owners):
            if self.value(place, name) is None:
                run = f"system {row['system']}, seed {row['seed']}"
                raise BadInput(
                    f"{results.path}: has no '{name}' ({run}), which the other rows have; needed "
                    "is the same column in all"
                )

    def _drop_repeats(self, groups):
        """Drops rows that two folders have alike; returns whether two rows contradict."""
        seen = {}
        kept = []
        for place, (results, row) in enumerate(self._owners):
            first = seen.setdefault((groups[place], row["seed"]), row)
            if first is row:
                kept.append(place)
            elif not _same(first, row):
                return True
        groups[:] = [groups[place] for place in kept]
        self._owners = [self._owners[place] for place in kept]
        return False


def _same(one, other):
    """Returns whether two rows have the same figures, where both have them."""
    names = (set(one) & set(other)) - {"wall_s", "config_hash", *VERSIONS}
    return all(one[name] == other[name] for name in names)


def _labels(results):
    """Returns path -> the shortest end of it that tells it from the others."""
    paths = [os.path.abspath(one.path) for one in results]
    labels = {}
    for one, path in zip(results, paths):
        parts = path.split(os.sep)
        for count in range(1, len(parts) + 1):
            label = os.sep.join(parts[-count:])
            if sum(other.endswith(os.sep + label) for other in paths) <= 1:
                break
        labels[one.path] = label
    return labels
