# SPDX-License-Identifier: GPL-2.0-only
"""Scenario fields by name: 'link.delay_us', or a short name like 'jobs'."""

import difflib
import re

from .errors import BadInput, short

SHORT_NAMES = {
    "system": "systems",
    "seed": "seeds",
    "jobs": "jobs.count",
    "workers": "jobs.workers",
    "workload": "jobs.workload",
}
"""Columns of results that stand for fields; tables are read where no program is. A test compares
them with the options that the program prints by --print-fields."""

_LONGEST = 100  # letters of a name that is compared

LONG_NAMES = {path: name for name, path in SHORT_NAMES.items()}


def short_name(name):
    """Returns the name that stands for a field in results: 'jobs' for 'jobs.count'."""
    return LONG_NAMES.get(name, name)


def field_path(name, schema, where):
    """
    Returns the dotted path of a field.

    name: dotted path or short name; schema: the JSON Schema of scenarios; where: what the error
    begins with. Raises BadInput if the schema does not have the field.
    """
    path = SHORT_NAMES.get(name, name)
    node = schema
    steps = path.split(".")
    for depth, step in enumerate(steps):
        known = node.get("properties", {})
        patterns = node.get("patternProperties", {})
        matching = [sub for pattern, sub in patterns.items() if re.search(pattern, step)]
        if step in known and not step.startswith("$"):
            node = known[step]
        elif matching:
            node = matching[0]
        else:
            raise BadInput(f"{where}: unknown field '{short(name)}'; {_help(path, depth, known, schema)}")
    return path


def fields_of_systems(schema):
    """Returns path -> (systems, default) of the fields that only these systems read."""
    return {
        f"{group}.{name}": (field["x-systems"], field["default"])
        for group, part in schema["properties"].items()
        for name, field in part.get("properties", {}).items()
        if "x-systems" in field
    }


def _paths(part, above=""):
    """Yields the dotted paths of all fields in a part of the schema, groups of fields included."""
    for name, field in part.get("properties", {}).items():
        if not name.startswith("$"):
            yield above + name
            yield from _paths(field, f"{above}{name}.")


def _help(path, depth, known, schema):
    """Returns which field was probably meant, and the names in place of the first wrong step."""
    parent = ".".join(path.split(".")[:depth])
    names = sorted(name for name in known if not name.startswith("$"))
    if not names:
        return f"'{short(parent)}' has no fields that can be named one by one" if parent else "no fields"
    close = difflib.get_close_matches(path[:_LONGEST], [*SHORT_NAMES, *_paths(schema)], 1)
    meant = f"did you mean '{close[0]}'?" if close else ""
    if parent:
        return f"{meant} {parent} has: {', '.join(names)}".lstrip()
    # without the thirty names of groups
    return meant or f"there are: {', '.join(names)}"


def make_room(config, path):
    """
    Removes the DNN that a model replaces, as --set does: one with layers, which the built-in
    comparison has. path: the field that is to be set
    """
    steps = path.split(".")
    if steps[0] == "dnns" and steps[2:] == ["model"] and "model" not in config["dnns"].get(steps[1], {}):
        config["dnns"].pop(steps[1], None)


def set_field(config, path, value):
    """Sets a field in a configuration. path: dotted path. Raises BadInput if it has no place."""
    *parents, last = path.split(".")
    for depth, parent in enumerate(parents, 1):
        config = config.setdefault(parent, {})
        if not isinstance(config, dict):
            around = ".".join(parents[:depth])
            raise BadInput(f"'{path}' has no place: '{around}' is set to {short(config)}")
    config[last] = changed(path, config.get(last), value)


def changed(path, base, value):
    """
    Returns what becomes of the value of a field, the base, when the field is set.

    Of a group that is an object, the fields that it does not name stay as they are, as with --set. But DNNs,
    and a topology of another kind, have other fields: they are replaced.
    """
    if path.startswith("dnns") or (path == "topology" and isinstance(value, dict) and "kind" in value):
        return value
    return _merged(base, value)


def _merged(base, changes):
    if not isinstance(base, dict) or not isinstance(changes, dict):
        return changes
    return {**base, **{name: _merged(base.get(name), value) for name, value in changes.items()}}
