# SPDX-License-Identifier: GPL-2.0-only
"""Reading sweep files: every mistake is found here, before anything runs."""

import json
import math
import os

import jsonschema

from .errors import BadInput
from .fields import field_path, short_name

SCHEMA_PATH = os.path.join(os.path.dirname(__file__), "..", "sweep.schema.json")


class Case:
    """One value of an axis: how results show it, and the fields that it sets."""

    def __init__(self, shown, fields):
        self.shown = shown
        self.fields = fields  # dotted path -> value


class Axis:
    """An axis: its name in results and its cases in order."""

    def __init__(self, name, cases):
        self.name = name
        self.cases = cases


class Sweep:
    """A sweep as its file says, with fields by their dotted paths."""

    def __init__(self, path, scenario_schema, quick=False):
        """
        Reads a sweep file.

        path: the file; scenario_schema: the JSON Schema of scenarios; quick: apply what the file
        says of a first look. Raises BadInput.
        """
        self.path = path
        self._schema = scenario_schema
        self.text = _read(path)
        data = _parse(path, self.text)
        _validate(path, data)
        self.name = data["name"]
        self.base = None
        if "base" in data:
            self.base = os.path.join(os.path.dirname(os.path.abspath(path)), data["base"])
            if not os.path.isfile(self.base):
                raise BadInput(f"{path}: base: there is no scenario file {data['base']}")
        self.fixed = self._fields(data.get("set", {}), "set")
        axes = {name: self._axis(name, values) for name, values in data["axes"].items()}
        # a mistake in the changes for a first look is found at once, too
        changes = data.get("quick", {})
        quick_fixed = self._fields(changes.get("set", {}), "quick.set")
        quick_axes = {}
        for name, values in changes.get("axes", {}).items():
            if name not in axes:
                raise BadInput(
                    f"{path}: quick.axes: '{name}' is no axis; axes has: {', '.join(axes)}"
                )
            quick_axes[name] = self._axis(name, values)
        if quick:
            self.fixed.update(quick_fixed)
            axes.update(quick_axes)
        self.axes = list(axes.values())
        self._check_apart()

    def count_points(self):
        """Returns the number of combinations of the axes' values."""
        return math.prod(len(axis.cases) for axis in self.axes)

    def _fields(self, named, where):
        fields = {}
        for name, value in named.items():
            path = field_path(name, self._schema, f"{self.path}: {where}")
            if path in fields:
                raise BadInput(f"{self.path}: {where}: '{path}' is named twice")
            fields[path] = value
        return fields

    def _axis(self, name, values):
        if isinstance(values, dict):
            cases = [
                Case(label, self._fields(fields, f"axes.{name}.{label}"))
                for label, fields in values.items()
            ]
            return Axis(name, cases)
        path = field_path(name, self._schema, f"{self.path}: axes")
        one_of_list = path in ("systems", "seeds")
        return Axis(
            short_name(path),
            [Case(value, {path: [value] if one_of_list else value}) for value in values],
        )

    def _check_apart(self):
        """No two axes may set the same field: one of them would have no effect."""
        owners = {}
        for axis in self.axes:
            paths = {path for case in axis.cases for path in case.fields}
            for path in paths:
                for other, owner in owners.items():
                    if f"{path}.".startswith(f"{other}.") or f"{other}.".startswith(f"{path}."):
                        raise BadInput(
                            f"{self.path}: axes: '{owner}' and '{axis.name}' both set '{path}'"
                        )
            owners.update((path, axis.name) for path in paths)
        names = [axis.name for axis in self.axes]
        for name in names:
            if names.count(name) > 1:
                raise BadInput(f"{self.path}: axes: '{name}' is named twice")


def _read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise BadInput(f"{path}: cannot be read: {reason}") from None


def _parse(path, text):
    def once(pairs):
        names = [name for name, _ in pairs]
        for name in names:
            if names.count(name) > 1:
                raise BadInput(f"{path}: '{name}' is named twice in one object")
        return dict(pairs)

    try:
        return json.loads(text, object_pairs_hook=once)
    except (json.JSONDecodeError, RecursionError) as error:
        raise BadInput(f"{path}: is not JSON: {error}") from None


def _validate(path, data):
    with open(SCHEMA_PATH, encoding="utf-8") as file:
        validator = jsonschema.Draft7Validator(json.load(file))
    errors = sorted(validator.iter_errors(data), key=lambda error: list(map(str, error.path)))
    if errors:
        raise BadInput(f"{path}: {_explain(errors[0])}")


def _explain(error):
    """Returns one line for an error of jsonschema."""
    place = ".".join(map(str, error.absolute_path))
    prefix = f"{place}: " if place else ""
    value = error.instance
    if error.validator == "anyOf":
        if not isinstance(value, (list, dict)):
            return f"{prefix}must be a list of values, or an object of cases with their fields"
        wanted = 0 if isinstance(value, list) else 1
        inner = [sub for sub in error.context if sub.schema_path[0] == wanted]
        return _explain(inner[0])
    if error.validator in ("minItems", "minProperties"):
        what = "this axis has no value" if len(error.absolute_path) > 1 else "there is no axis"
        return f"{prefix}{what}; at least 1 is needed"
    if error.validator == "uniqueItems":
        return f"{prefix}a value is named twice"
    if error.validator == "additionalProperties" and isinstance(error.schema, dict):
        known = list(error.schema.get("properties", {}))
        unknown = [name for name in value if name not in known]
        return f"{prefix}unknown '{unknown[0]}'; allowed here: {', '.join(known)}"
    if error.validator == "pattern":
        return (
            f"{prefix}'{value}' is not allowed: must be 1 to 60 lower-case letters, digits, "
            "dots and dashes, a letter or digit first"
        )
    return f"{prefix}{error.message}"
