# SPDX-License-Identifier: GPL-2.0-only
"""
Does in-network aggregation pay?

A cluster planner compares the best of one kind with the best of the other kind, at each point of
the settings: the fastest system that sums in switches, and the fastest one that sums in hosts. Some
settings are the planner's to choose: which switches sum, and in how many trees. Each system is taken
with the choice that is best for it, and the answer says whether another choice turns it over.
"""

import itertools

import esa_intervals
from esa_runs.parts import latency, latency_share, saved_shares
from esa_runs.results import is_number, none_summed
from esa_runs.text import counted, listed, plain
from esa_sweep.errors import BadInput

from .ratio import Ratio, point_of
from .styles import joined_text, value_text

YES, NO, OPEN = "yes", "no", "not clear"
UNSUMMED = "no sums"
"""No switch has summed anything: what systems differ by is no gain of switches."""
TOO_SMALL = "slice too small"
"""Latencies, which a slice does not shorten, are too much of its times for an answer on the whole."""

_EQUAL = 0.005
"""A gain that differs from 1 by less, and has no interval, is none."""
_MOST_LATENCY = 0.1
"""A larger share of latencies in the time of a slice is too much."""
_SLICES = [float(f"{digits}e-{power}") for power in range(9, 1, -1) for digits in range(10, 100)] + [1.0]
"""Slices that a user would type."""


class Gain:
    """What the fastest of some ways to sum in switches gains over the fastest in hosts."""

    def __init__(self, case, switches, hosts):
        """switches, hosts: lists of (system, choice), of which some have summed something"""
        self.host = min(hosts, key=case.mean)
        self.switch = min(switches, key=case.mean)
        above, below = case.times[self.host], case.times[self.switch]
        of_host, of_switch = case.outcomes[self.host], case.outcomes[self.switch]
        # seeds of one outcome are one run
        common = [seed for seed in above if seed in below]
        seeds = {(of_host[seed], of_switch[seed]): seed for seed in common}.values()
        gains = [above[seed] / below[seed] for seed in seeds]
        self.is_of_one_run = len(gains) == 1 and len(common) > 1  # nothing in the runs is random
        # the two were picked because they were fast in these runs
        self._confidence = esa_intervals.of_picked(len(hosts) * len(switches))
        self.mean, self.low, self.high = esa_intervals.mean(gains, self._confidence)
        self.verdict = self._verdict(gains)
        rows = [(case.rows[self.host][seed], case.rows[self.switch][seed]) for seed in seeds]
        self.parts = saved_shares(rows) if case.has_parts else {}
        self.without_latency = None  # the mean gain without latencies; None: not of a slice with parts
        # Where the slice is too small, one that may not be; None: not even the whole. The packets of a tiny slice
        # are mostly padding, so its times grow less than it does.
        self.enough = None
        self.is_of_slice = any(map(_is_of_slice, itertools.chain(*rows)))
        if case.is_unsummed:
            self.verdict = UNSUMMED
        elif self.parts and self.is_of_slice and self._is_too_small(rows):
            self.verdict = TOO_SMALL
            now = min(row["slice"] for row in itertools.chain(*rows))
            larger = (each for each in _SLICES if each > now)
            self.enough = next((each for each in larger if not self._is_too_small(rows, each / now)), None)
        # what is wrong for another reason is not exact
        self.is_exact = self.is_of_one_run and self.verdict not in (UNSUMMED, TOO_SMALL)

    def _verdict(self, gains):
        """Returns what the gains of seeds show."""
        mean, low, high = esa_intervals.mean(gains, self._confidence)
        if low is not None:
            return YES if low > 1 else NO if high < 1 else OPEN
        if self.is_of_one_run:
            return YES if mean >= 1 + _EQUAL else NO
        return OPEN  # one seed shows nothing

    def _is_too_small(self, rows, growth=1):
        """
        Returns whether runs of a slice have too much of latencies.

        rows: list of (host, switch); growth: of the slice, by which all but latencies grows
        """
        without = [[growth * _rest(row) for row in pair] for pair in rows]
        times = [[rest + latency(row) for rest, row in zip(*both)] for both in zip(without, rows)]
        gains = [host / switch for host, switch in without]
        self.without_latency = sum(gains) / len(gains)
        if any(latency(row) > _MOST_LATENCY * time for both in zip(rows, times) for row, time in zip(*both)):
            return True
        return self._verdict(gains) != self._verdict([host / switch for host, switch in times])


class Case:
    """A point of the settings, with the times of all systems there, each with all choices."""

    def __init__(self, has_parts=False):
        """has_parts: whether the times that are compared are what the columns of parts add up to"""
        self.has_parts = has_parts
        self.is_unsummed = False  # whether no switch has summed anything here
        self.rows = {}  # (system, choice) -> seed -> row
        self.times = {}  # (system, choice) -> seed -> time
        self.outcomes = {}  # the same -> seed -> what the run came to
        self.places = {}  # the same -> places of its rows
        self.gain = None  # the Gain of the best choices
        self.otherwise = {}  # choice -> its verdict, where that is another one

    def add(self, way, row, time, outcome, place):
        """Adds a row. way: (system, choice)"""
        seed = row["seed"]
        self.rows.setdefault(way, {})[seed] = row
        self.times.setdefault(way, {})[seed] = time
        self.outcomes.setdefault(way, {})[seed] = outcome
        self.places.setdefault(way, []).append(place)

    def mean(self, way):
        """Returns the mean time of a system with a choice."""
        values = self.times[way].values()
        return sum(values) / len(values)

    def decide(self, rivals):
        """Finds the gain, and the choices that turn it over; returns whether both kinds ran."""
        self._drop_repeats()
        # a system of which runs failed has a mean over other seeds
        most = max(self.times.values(), key=len).keys()
        whole = [way for way, times in self.times.items() if times.keys() == most]
        hosts = [way for way in whole if way[0] in rivals]
        switches = [way for way in whole if way[0] not in rivals]
        if not hosts or not switches:
            return False
        summed = [way for way in switches if not none_summed(self.rows[way].values())]
        self.is_unsummed = not summed
        switches = summed or switches
        self.gain = Gain(self, switches, hosts)
        for choice in dict.fromkeys(choice for _, choice in switches):
            chosen = [way for way in switches if way[1] == choice]
            verdict = Gain(self, chosen, hosts).verdict
            if verdict != self.gain.verdict:
                self.otherwise[choice] = verdict
        return True

    def _drop_repeats(self):
        """Drops choices that a system does not read: with them its times are those of another."""
        seen = set()
        for way, times in list(self.times.items()):
            mark = (way[0], tuple(sorted(times.items())))
            if mark in seen:
                del self.times[way]
            seen.add(mark)

    def fastest(self):
        """Returns the fastest system of all; where no switch has summed, of those in hosts."""
        if self.is_unsummed:
            return self.gain.host[0]
        return min(self.gain.host, self.gain.switch, key=self.mean)[0]

    def best_places(self):
        """Returns the places of each system's rows with its best choice."""
        best = {}
        for way in sorted(self.times, key=self.mean, reverse=True):
            best[way[0]] = self.places[way]
        return [place for places in best.values() for place in places]


class Answer:
    """The cases of a table in the order of its rows, with what follows from them."""

    def __init__(self, table, column, rivals, choices=()):
        """
        table: a Table; column: a time, the smaller the better; rivals: that sum in hosts; choices:
        settings of which each system has the best at each point
        """
        self.column = column
        self.choices = list(choices)
        self._rivals = set(rivals)
        if not column.endswith("_ms"):
            raise BadInput(f"--does-ina-pay: {column} is not a time in ms; name one by --y")
        self._check_systems(table)
        cases = self._cases(table)
        self.cases = [case for case in cases.values() if case.decide(self._rivals)]
        self.left_out = len(cases) - len(self.cases)
        if not self.cases:
            raise BadInput(
                f"--does-ina-pay: at no point have a system that sums in switches and one that "
                f"sums in hosts as many seeds with a number for {column}; needed is one point"
            )
        shown = sorted(place for case in self.cases for place in case.best_places())
        self.table = table.only(shown, self.choices)
        """The rows of each system with its best choice, which the figures show."""
        for case in self.cases:
            case.place = shown.index(case.best_places()[0])
        self.fixed = [] if self.choices else _fixed(table)

    def _check_systems(self, table):
        systems = table.values("system")
        hosts = [system for system in systems if system in self._rivals]
        if not hosts or len(hosts) == len(systems):
            named = ",".join(sorted(self._rivals)) or "(no system)"
            raise BadInput(
                f"--does-ina-pay: of the systems that sum in hosts, {named}, and of others the "
                f"results have {listed(systems)}; needed are runs of one of each kind"
            )

    def is_void(self):
        """Returns whether no switch has summed anything at any point, so that there is no answer."""
        return all(case.is_unsummed for case in self.cases)

    def _cases(self, table):
        """Returns point -> Case with its times."""
        cases = {}
        for place, row in enumerate(table.rows):
            time = row.get(self.column)
            if is_number(time) and time > 0:
                point = point_of(table, place, self.choices)
                case = cases.setdefault(point, Case(self.column == "jct_ms"))
                choice = tuple(table.value(place, name) for name in self.choices)
                way = (row["system"], choice)
                case.add(way, row, time, table.outcome(place), place)
        return cases

    def choice_text(self, choice):
        """Returns the values of the choices as a text."""
        return joined_text(self.choices, choice)

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
            for seed, time in case.times[case.gain.host].items():
                ratio.base[(point, seed)] = time
        return ratio

    def sentences(self):
        """Returns what is said above the table."""
        gains = {each: [] for each in (YES, NO, OPEN, UNSUMMED, TOO_SMALL)}
        for case in self.cases:
            gains[case.gain.verdict].append(case.gain.mean)
        count = len(self.cases)
        unanswered = count - len(gains[YES]) - len(gains[NO])
        rest = f"; {unanswered} {'has' if unanswered == 1 else 'have'} no clear answer" if unanswered else ""
        said = [f"In-network aggregation pays at {len(gains[YES])} of {counted(count, 'point')}{rest}."]
        if gains[YES]:
            said.append(
                f"There it is {_range(gains[YES])} times as fast as the best system that sums in "
                "hosts."
            )
        if gains[NO]:
            losses = _range([1 / gain for gain in gains[NO]])
            said.append(f"It does not pay at {len(gains[NO])}: it takes {losses} times as long.")
        if gains[OPEN]:
            open_gains = [case.gain for case in self.cases if case.gain.verdict == OPEN]
            why = {
                "the interval holds 1": any(gain.low is not None for gain in open_gains),
                "a point of one seed has no interval": any(map(_is_of_one_seed, open_gains)),
            }
            reasons = "; or ".join(reason for reason, holds in why.items() if holds)
            said.append(f"It is not clear at {len(gains[OPEN])}: {reasons}.")
        said += self._on_small_slices()
        if gains[UNSUMMED]:
            said.append(
                f"At {len(gains[UNSUMMED])} there is no answer, as no switch summed anything there: the jobs "
                "have nothing that switches sum, such as an all-reduce, or hosts have summed it all."
            )
        exact = [case for case in self.cases if case.gain.is_exact]
        if exact:
            said.append(
                f"At {len(exact)} the gain is exact and needs no interval: all seeds came to the same, as "
                "nothing in the runs is random."
            )
        fastest = [case.fastest() for case in self.cases if case.gain.verdict != TOO_SMALL]
        names = sorted(dict.fromkeys(fastest), key=lambda system: -fastest.count(system))
        shares = [f"{value_text('system', name)} at {counted(fastest.count(name), 'point')}" for name in names]
        if shares:
            said.append(f"The fastest system is {', '.join(shares)}.")
        said += self._on_choices()
        if any(_is_of_one_seed(case.gain) and case.gain.verdict == OPEN for case in self.cases):
            said.append(
                "Three seeds or more give an interval; if two come to the same, nothing is random, and the "
                "gain is exact."
            )
        said += self._on_slices()
        if self.left_out:
            points = counted(self.left_out, "point")
            said.append(f"Left out: {points} with one kind of system only.")
        return said

    def _on_small_slices(self):
        """Returns a sentence, in a list, on the points whose slice is too small."""
        small = [case for case in self.cases if case.gain.verdict == TOO_SMALL]
        if not small:
            return []
        in_hosts, in_switches = (
            _percents([latency_share(row) for case in small for row in case.rows[way(case.gain)].values()])
            for way in (lambda gain: gain.host, lambda gain: gain.switch)
        )
        return [
            f"At {len(small)} the slice is too small for an answer: latencies, which a slice does not shorten, "
            f"are {in_hosts} of the time in hosts, and {in_switches} of that in switches. Without them the gain "
            f"there is {_range([case.gain.without_latency for case in small])}; messages that fill no packet, which "
            "a slice does not shorten either, are still in it. "
            f"Take a larger slice{_enough([case.gain.enough for case in small])}; or the whole (of a trace "
            "execution.slice=1) with sharp, ring and double_tree, whose frames are long."
        ]

    def _on_slices(self):
        """Returns a sentence, in a list, if a part of a model or of a trace ran."""
        sliced = [case for case in self.cases if case.gain.is_of_slice and case.gain.verdict != TOO_SMALL]
        if not sliced:
            return []
        rows = [
            row
            for case in sliced
            for way in (case.gain.host, case.gain.switch)
            for row in case.rows[way].values()
        ]
        slices = sorted({row["slice"] for row in rows if _is_of_slice(row)})
        ofs = f"{plain(slices[0])} to {plain(slices[-1])}" if len(slices) > 1 else plain(slices[0])
        unknown = [case for case in sliced if not case.gain.parts]
        shares = [latency_share(row) for row in rows] if not unknown else []
        parts = f", which are up to {100 * max(shares):.0f} % of these times" if shares else ""
        gains = [case.gain.without_latency for case in sliced if case.gain.without_latency is not None]
        without = f"; without latencies the gain is {_range(gains)}" if shares and gains else ""
        said = [
            f"Runs are of a slice, {ofs}. It does not shorten latencies{parts}: of the whole they are a smaller "
            f"part, and so is a gain by steps{without}."
        ]
        if unknown:
            said.append(
                f"At {len(unknown)} it is not known whether the slice is too small: what {self.column} is made of "
                "is not recorded. Runs with parts=true record it of jct_ms, and esa-scenario --estimate compares "
                "slices."
            )
        return said

    def _on_choices(self):
        """Returns the sentences on the choices that the answer depends on."""
        if self.fixed:
            return [
                f"All runs have {' and '.join(self.fixed)}: with other values, as axes of the "
                "sweep, the answer may be another one."
            ]
        if not self.choices:
            return []
        names = " and ".join(self.choices)
        resting = [case for case in self.cases if case.otherwise]
        if all(_is_of_one_seed(case.gain) for case in self.cases):
            return []
        if not resting:
            return [f"The answer does not depend on {names}: no other choice changes it."]
        shares = []
        for choice in dict.fromkeys(choice for case in resting for choice in case.otherwise):
            found = [case.otherwise[choice] for case in resting if choice in case.otherwise]
            words = [f"{_WORDS[each]} at {found.count(each)}" for each in dict.fromkeys(found)]
            shares.append(f"with {self.choice_text(choice)} it {', and '.join(words)} of these")
        return [
            f"At {len(resting)} of {counted(len(self.cases), 'point')} the answer depends on your choice "
            f"of {names}: {'; '.join(shares)}."
        ]


_WORDS = {
    YES: "pays",
    NO: "does not pay",
    OPEN: "is not clear",
    UNSUMMED: "has no sums",
    TOO_SMALL: "has a slice that is too small",
}


def _is_of_slice(row):
    """Returns whether a run was of a part of a model or of a trace."""
    return is_number(row.get("slice")) and 0 < row["slice"] < 1


def _rest(row):
    """Returns the time of a run with parts without latencies; where these are all of it, almost nothing."""
    return max(row["jct_ms"] - latency(row), 1e-9 * row["jct_ms"])


def _enough(slices):
    """Returns what to add to the advice to take a larger slice. slices: of points, or None"""
    known = sorted({each for each in slices if each is not None})
    if not known:
        return ""
    ofs = f"{plain(known[0])} to {plain(known[-1])}" if len(known) > 1 else plain(known[0])
    return f" (by these times, at least {ofs})"


def _percents(shares):
    """Returns '37 to 90 %', or one number if both would read the same."""
    low, high = f"{100 * min(shares):.0f}", f"{100 * max(shares):.0f}"
    return f"{low} %" if low == high else f"{low} to {high} %"


def _is_of_one_seed(gain):
    """Returns whether there is neither an interval nor a second seed that came to the same."""
    return gain.low is None and not gain.is_of_one_run


def chosen_by_default(names):
    """Returns the settings that a planner chooses: which switches sum, and the trees."""
    return [name for name in names if name.split(".")[0] == "aggregation"]


def _fixed(table):
    """Returns 'field value' of the choices of switches that sum, if they are known."""
    names = ("aggregation.levels", "aggregation.trees")
    values = [(name, table.values(name)) for name in names]
    return [f"{n} {plain(v[0])}" for n, v in values if len(v) == 1 and v[0] is not None]


def _range(values):
    """Returns '1.20 to 3.40', or one number if both would read the same."""
    low, high = f"{min(values):.2f}", f"{max(values):.2f}"
    return low if low == high else f"{low} to {high}"
