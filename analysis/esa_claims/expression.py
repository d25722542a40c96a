# SPDX-License-Identifier: GPL-2.0-only
"""
Expressions over the rows of results, as claims name what they are about:

    jct_ms atp / esa by workload,jobs where workers=8 without workload=AB,jobs=1
    utilization[switch.memory_bytes=2500000] / utilization[switch.memory_bytes=5000000] where index=hash
    100 * utilization where control='congestion control'

A word is a column (of a list NAME.0 and so on), with the rows that count in brackets, or a column and a system. A system alone is of the
column before it. `by` names the settings that make points, `where` the rows that count, and `without` rows that
do not, which have all of these values. All is computed run by run, seed with seed, and averaged after that.
"""

import math
import re
import shlex

import esa_intervals
from esa_runs.text import plain
from esa_sweep.errors import BadInput, short

_PARTS = re.compile(r"(.*?)(?: by (?P<by>\S+))?(?: where (?P<where>.+?))?(?: without (?P<without>.+))?", re.DOTALL)
_TERM = re.compile(r"(?<![\w.])([A-Za-z_][\w.]*)(?:\[([^\]]*)\])?(?: ([A-Za-z_]\w*)\b(?!\[))?")
_ARITHMETIC = re.compile(r"[\w\s.+*/()-]*")


class Value:
    """What an expression comes to at a point."""

    def __init__(self, point, values):
        self.point = point  # setting -> value
        self.values = values  # a number for each seed

    def mean(self):
        """Returns the mean over the seeds."""
        return math.fsum(self.values) / len(self.values)

    def interval(self, points=1):
        """
        Returns (low, high), NaN for one seed.

        points: among which this one was picked, as the largest: the interval holds whichever is picked
        """
        half = esa_intervals.half_width(self.values, esa_intervals.of_picked(points))
        return self.mean() - half, self.mean() + half


class Expression:
    """An expression; see above."""

    def __init__(self, text):
        """Raises BadInput for a text that is none."""
        self.text = text
        found = _PARTS.fullmatch(text)
        self._by = found["by"].split(",") if found["by"] else []
        self.where = _conditions(text, found["where"], " ")
        self._without = _conditions(text, found["without"], ",")
        self._words = []  # (first word, conditions, second word) of each term

        def take(match):
            self._words.append((match[1], _conditions(text, match[2], ","), match[3]))
            return f" t{len(self._words) - 1} "

        formula = _TERM.sub(take, found[1])
        if not _ARITHMETIC.fullmatch(formula) or "**" in formula:
            raise _bad(text)
        try:
            self._formula = compile(formula.strip(), text, "eval")
        except (SyntaxError, ValueError):
            raise _bad(text) from None

    def values(self, rows):
        """
        Returns the Value at each point, in the order of the rows.

        rows: list of dict. Seeds that a part of the expression lacks are left out.
        """
        rows = [row for row in rows if _has(row, self.where)]
        rows = [row for row in rows if not self._without or not _has(row, self._without)]
        terms = self._terms(rows)
        points = {}  # point -> run -> values of the terms
        for place, (column, conditions) in enumerate(terms):
            for row in rows:
                number = _number(row, column)
                if number is not None and _has(row, conditions):
                    key = tuple(row.get(name) for name in self._by)
                    runs = points.setdefault(key, {})
                    found = runs.setdefault((row.get("seed"), row.get("run")), {})
                    if found.setdefault(f"t{place}", number) != number:
                        raise BadInput(
                            f"{self.text}: seed {row.get('seed')} has several rows at "
                            f"{_point(self._by, key) or 'the only point'}: name more settings by or where"
                        )
        if not terms:
            return [Value({}, [self._result({})])]
        found = []
        for key, runs in points.items():
            values = [self._result(each) for each in runs.values() if len(each) == len(terms)]
            if values:
                found.append(Value(_point(self._by, key), values))
        return found

    def _terms(self, rows):
        """Returns (column, conditions) of each term; rows: in which columns are looked for."""
        columns = set().union(*rows) if rows else set()
        terms, column = [], None
        for first, conditions, second in self._words:
            if first.partition(".")[0] in columns or first in columns or column is None:
                column, system = first, second
            elif second:
                raise _bad(self.text)
            else:
                system = first
            terms.append((column, [*conditions, *([("system", [system])] if system else [])]))
        return terms

    def _result(self, terms):
        try:
            return float(eval(self._formula, {"__builtins__": {}}, terms))  # numbers and + - * / alone
        except ZeroDivisionError:
            return math.nan


def _point(names, values):
    """Returns setting -> value, of the settings that there are."""
    return {name: value for name, value in zip(names, values) if value is not None}


def _bad(text):
    return BadInput(
        f"expression {short(text)}: must be COLUMN SYSTEM [/ SYSTEM], or numbers and COLUMN[SETTING=VALUE,...] "
        "with + - * / ( ), then by SETTING,..., where SETTING=VALUE,... and without SETTING=VALUE,..."
    )


def _conditions(text, given, separator):
    """Returns (setting, texts) of SETTING=VALUE and so on; values in quotes may hold anything."""
    if not given:
        return []
    lexer = shlex.shlex(given, posix=True, punctuation_chars="")
    lexer.whitespace, lexer.whitespace_split, lexer.commenters = separator, True, ""
    found = []
    try:
        for part in lexer:
            name, equals, values = part.partition("=")
            if not equals or not values:
                raise _bad(text)
            found.append((name.strip(), [*values.split(","), values]))
    except ValueError:
        raise _bad(text) from None
    return found


def _number(row, column):
    """Returns the number in a column, or in a place of its list: NAME.PLACE; None without one."""
    value = row.get(column)
    name, _, place = column.rpartition(".")
    if value is None and place.isdigit() and isinstance(row.get(name), tuple):
        value = row[name][int(place)] if int(place) < len(row[name]) else None
    return value if isinstance(value, (int, float)) and value == value else None  # no NaN


def _has(row, conditions):
    """Returns whether a row has these values."""
    return all(plain(row.get(name)) in texts for name, texts in conditions)
