# SPDX-License-Identifier: GPL-2.0-only
"""Reading sweep files: every mistake is found here, before anything runs."""

import contextlib
import json
import math
import os

from .columns import check_columns
from .errors import BadInput, Mistakes, printable, short
from .fields import changed, field_path, short_name
from .files import read_json
from .traces import made

SCHEMA_PATH = os.path.join(os.path.dirname(__file__), "..", "sweep.schema.json")

_LISTS = ("systems", "seeds")  # fields of which an axis has one element at a time


class Case:
    """One value of an axis: how results show it, and the fields that it sets."""

    def __init__(self, shown, fields):
        self.shown = shown
        self.fields = fields  # dotted path -> value


class Axis:
    """An axis: its name in results and its cases in order."""

    def __init__(self, name, cases, path=None):
        self.name = name
        self.cases = cases
        self.path = path  # the field that the axis is; None: cases under a name of the user's


class Sweep:
    """A sweep as its file says, with fields by their dotted paths."""

    def __init__(self, path, program, quick=False):
        """
        Reads a sweep file.

        path: the file; program: a Program; quick: apply what the file says of a first look.
        Raises BadInput.
        """
        self._file = path
        self.is_quick = quick
        self.path = printable(path)
        self._schema = program.schema
        _refuse_scenario(path, program)
        # the program reads more strictly than Python does: depth, size of numbers, keys given twice
        program.check_file(path, SCHEMA_PATH)
        self.text = _read(path)
        data = _parse(path, self.text)
        self.name = data["name"]
        self._mistakes = Mistakes()
        self.base = self._base(data.get("base"))
        self._traces = self._make_traces(data.get("traces", {}))
        self.fixed = self._fields(data.get("set", {}), "set")
        axes = self._axes(data["axes"])
        # a mistake in the changes for a first look is found at once, too
        changes = data.get("quick", {})
        quick_fixed = self._fields(changes.get("set", {}), "quick.set")
        quick_axes = self._axes(changes.get("axes", {}), data["axes"])
        if quick:
            for field, value in quick_fixed.items():
                self.fixed[field] = changed(field, self.fixed.get(field), value)
            axes.update(quick_axes)
        self.axes = list(axes.values())
        with self._mistakes.noted():
            self._check_apart()
        with self._mistakes.noted():
            check_columns(self.path, self.axes)
        self._mistakes.check()

    @property
    def folder(self):
        """Returns the folder in which relative paths of fields begin: the base's, or the sweep's."""
        return os.path.dirname(os.path.abspath(self.base or self._file))

    def users_fields(self):
        """Returns the fields that the user has set: in the sweep, its axes and its base."""
        of_axes = (path for axis in self.axes for case in axis.cases for path in case.fields)
        base = _leaves(read_json(self.base)) if self.base else ()
        return sorted({*self.fixed, *of_axes, *base})

    def count_points(self):
        """Returns the number of combinations of the axes' values."""
        return math.prod(len(axis.cases) for axis in self.axes)

    def _base(self, name):
        """Returns the path of the base, which stands relative to the sweep file; None: built in."""
        if name is None:
            return None
        path = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(self._file)), name))
        with self._mistakes.noted():
            if not os.path.isfile(path):
                raise BadInput(
                    f"{self.path}: base: there is no scenario file {short(name)}, relative to the "
                    f"sweep file: {printable(path)}"
                )
        return path

    def _make_traces(self, asked):
        """Returns name -> path of the traces that the sweep makes; asked: name -> options"""
        paths = {}
        for name, options in asked.items():
            with self._mistakes.noted():
                paths[name] = made(f"{self.path}: traces", name, options)
        return paths

    def _with_made_traces(self, path, value):
        """Returns the value of a field, with the paths of traces that the sweep makes."""
        if path != "execution.traces" or not isinstance(value, list):
            return value
        return [self._traces.get(each, each) if isinstance(each, str) else each for each in value]

    def _fields(self, named, where):
        fields = {}
        for name, value in named.items():
            with self._mistakes.noted():
                # 'jobs' is short for jobs.count, but with an object the group
                is_group = isinstance(value, dict) and name in self._schema["properties"]
                path = name if is_group else field_path(name, self._schema, f"{self.path}: {where}")
                if path in fields:
                    raise BadInput(f"{self.path}: {where}: '{path}' is named twice")
                value = self._with_made_traces(path, value)
                one_of_list = path in _LISTS and not isinstance(value, list)
                fields[path] = [value] if one_of_list else value
        return fields

    def _axes(self, named, known=None):
        """known: names of the axes whose values a first look may change; None: these are the axes"""
        axes = {}
        for name, values in named.items():
            with self._mistakes.noted():
                if known is not None and name not in known:
                    raise BadInput(
                        f"{self.path}: quick.axes: '{short(name)}' is no axis; "
                        f"axes has: {short(', '.join(known))}"
                    )
                axes[name] = self._axis(name, values)
        return axes

    def _axis(self, name, values):
        if isinstance(values, dict):
            cases = [
                Case(label, self._fields(fields, f"axes.{short(name)}.{short(label)}"))
                for label, fields in values.items()
            ]
            return Axis(name, cases)
        path = field_path(name, self._schema, f"{self.path}: axes")
        given = next((value for value in values if isinstance(value, dict)), None)
        if given and path != name:
            raise BadInput(
                f"{self.path}: axes: '{name}' is short for {path}; name the fields: "
                f"{', '.join(f'{name}.{short(field)}' for field in given)}"
            )
        texts = [json.dumps(value, sort_keys=True) for value in values]
        if len(set(texts)) < len(texts):
            raise BadInput(f"{self.path}: axes.{name}: a value is named twice")
        cases = [Case(value, {path: [value] if path in _LISTS else value}) for value in values]
        return Axis(short_name(path), cases, path)

    def _check_apart(self):
        """No two axes may set the same field: one of them would have no effect."""
        owners = {}  # field that is set, or part that it is in -> axes
        whole = {}  # field that is set -> axes
        for axis in self.axes:
            for path in dict.fromkeys(path for case in axis.cases for path in case.fields):
                steps = path.split(".")
                around = [".".join(steps[:depth]) for depth in range(1, len(steps) + 1)]
                others = owners.get(path, set()).union(*(whole.get(part, ()) for part in around))
                for other in others - {axis}:
                    raise BadInput(
                        f"{self.path}: axes: '{short(other.name)}' and '{short(axis.name)}' "
                        f"both set '{path}'"
                    )
                for part in around:
                    owners.setdefault(part, set()).add(axis)
                whole.setdefault(path, set()).add(axis)


def _leaves(part, above=""):
    """Yields the dotted paths of what is set in a part of a scenario."""
    for name, value in part.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{above}{name}.")
        else:
            yield above + name


def _refuse_scenario(path, program):
    """Raises BadInput if a file has fields of a scenario where those of a sweep stand."""
    with contextlib.suppress(OSError, ValueError, RecursionError):
        data = read_json(path)
        own = ("$schema", "name", "description")
        fields = program.schema["properties"]
        found = [name for name in data if name in fields and name not in own] if isinstance(data, dict) else []
        if found and "axes" in data:
            raise BadInput(
                f"{printable(path)}: /{found[0]}: {short(data[found[0]])} is not allowed here: fields of "
                "scenarios stand in set, or with a list of values in axes"
            )
        if found:
            raise BadInput(
                f"{printable(path)}: is a scenario; ./ns3 run esa-scenario -- --config "
                f"{printable(path)} runs it"
            )


def _read(path):
    try:
        with open(path, encoding="utf-8-sig") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise BadInput(f"{path}: cannot be read: {reason}") from None


def _parse(path, text):
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{path}: is not JSON: {error}") from None
