# SPDX-License-Identifier: GPL-2.0-only
"""
Does in-network aggregation pay?

Who plans a cluster compares the best of one kind with the best of the other kind, at each point of
the settings: the fastest system that sums in switches, and the fastest one that sums in hosts.
"""

import esa_intervals
from esa_runs.interval import mean_with_interval
from esa_runs.results import is_number
from esa_runs.text import counted, listed
from esa_sweep.errors import BadInput

from .looks import value_text
from .ratio import Ratio, point_of

YES, NO, OPEN = "yes", "no", "not clear"


class Case:
    """A point of the settings, with the times of all systems there."""

    def __init__(self, place):
        self.place = place  # of one of its rows
        self.times = {}  # system -> seed -> time

    def mean(self, system):
        """Returns the mean time of a system."""
        values = self.times[system].values()
        return sum(values) / len(values)

    def decide(self, rivals):
        """Finds the fastest systems, the gain and the verdict; returns whether both kinds ran."""
        # a system of which runs failed has a mean over other seeds
        most = max(map(len, self.times.values()))
        whole = [system for system, times in self.times.items() if len(times) == most]
        hosts = [system for system in whole if system in rivals]
        switches = [system for system in whole if system not in rivals]
        if not hosts or not switches:
            return False
        self.host = min(hosts, key=self.mean)
        self.switch = min(switches, key=self.mean)
        self.fastest = min(self.host, self.switch, key=self.mean)
        above, below = self.times[self.host], self.times[self.switch]
        gains = [above[seed] / below[seed] for seed in above if seed in below]
        # the two were picked because they were fast in these runs
        confidence = esa_intervals.of_picked(len(hosts) * len(switches))
        self.gain, self.low, self.high = mean_with_interval(gains, confidence)
        self.verdict = self._verdict()
        return True

    def _verdict(self):
        low = self.gain if self.low is None else self.low
        high = self.gain if self.high is None else self.high
        if low > 1:
            return YES
        return NO if high < 1 else OPEN


class Answer:
    """The cases of a table in the order of its rows, with what follows from them."""

    def __init__(self, table, column, rivals):
        """table: a Table; column: a time, the smaller the better; rivals: that sum in hosts"""
        self.table = table
        self.column = column
        self._rivals = set(rivals)
        if not column.endswith("_ms"):
            raise BadInput(f"--does-ina-pay: {column} is not a time in ms; name one by --y")
        self._check_systems()
        cases = self._cases()
        self.cases = [case for case in cases.values() if case.decide(self._rivals)]
        self.left_out = len(cases) - len(self.cases)
        if not self.cases:
            raise BadInput(
                f"--does-ina-pay: at no point have a system that sums in switches and one that "
                f"sums in hosts as many seeds with a number for {column}; needed is one point"
            )

    def _check_systems(self):
        systems = self.table.values("system")
        hosts = [system for system in systems if system in self._rivals]
        if not hosts or len(hosts) == len(systems):
            raise BadInput(
                f"--does-ina-pay {','.join(sorted(self._rivals))}: the results have "
                f"{listed(systems)}; needed are runs of one of these systems that sum in hosts, "
                "and of another one"
            )

    def _cases(self):
        """Returns point -> Case with its times."""
        cases = {}
        for place, row in enumerate(self.table.rows):
            time = row.get(self.column)
            if is_number(time) and time > 0:
                case = cases.setdefault(point_of(self.table, place), Case(place))
                case.times.setdefault(row["system"], {})[row["seed"]] = time
        return cases

    def ratio(self):
        """Returns the Ratio that divides the best rival's time by that of each other system."""
        ratio = Ratio(
            self.column,
            f"{self.column}-gain",
            "gain over the best in hosts",
            "a system that sums in hosts",
        )
        ratio.left_out = self._rivals
        ratio.is_gain = True
        for case in self.cases:
            point = point_of(self.table, case.place)
            for seed, time in case.times[case.host].items():
                ratio.base[(point, seed)] = time
        return ratio

    def sentences(self):
        """Returns what is said above the table."""
        found = {each: [c for c in self.cases if c.verdict == each] for each in (YES, NO, OPEN)}
        count = len(self.cases)
        said = [f"In-network aggregation pays at {len(found[YES])} of {counted(count, 'point')}."]
        if found[YES]:
            gains = _range([case.gain for case in found[YES]])
            said.append(f"There it is {gains} times as fast as the best system that sums in hosts.")
        if found[NO]:
            losses = _range([1 / case.gain for case in found[NO]])
            said.append(f"It does not pay at {len(found[NO])}: it takes {losses} times as long.")
        if found[OPEN]:
            said.append(f"It is not clear at {len(found[OPEN])}: the interval holds 1.")
        fastest = [case.fastest for case in self.cases]
        names = sorted(set(fastest), key=lambda system: -fastest.count(system))
        shares = [f"{value_text('system', name)} at {fastest.count(name)}" for name in names]
        said.append(f"The fastest system is {', '.join(shares)}.")
        if any(case.low is None for case in self.cases):
            said.append("Points of one seed have no interval: their answer goes by that seed.")
        if self.left_out:
            points = counted(self.left_out, "point")
            said.append(f"Left out: {points} with one kind of system only.")
        return said


def _range(values):
    """Returns '1.20 to 3.40', or one number if both would read the same."""
    low, high = f"{min(values):.2f}", f"{max(values):.2f}"
    return low if low == high else f"{low} to {high}"
