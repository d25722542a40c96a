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
"""Names as of the options of esa-scenario, and of the columns of its results."""

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
        if step in known and step != "$schema":
            node = known[step]
        elif matching:
            node = matching[0]
        else:
            raise BadInput(f"{where}: unknown field '{short(name)}'; {_help(steps, depth, known)}")
    return path


def fields_of_systems(schema):
    """Returns path -> (systems, default) of the fields that only these systems read."""
    return {
        f"{group}.{name}": (field["x-systems"], field["default"])
        for group, part in schema["properties"].items()
        for name, field in part.get("properties", {}).items()
        if "x-systems" in field
    }


def _help(steps, depth, known):
    """Says which names there are in place of steps[depth]."""
    parent = ".".join(steps[:depth])
    names = sorted(name for name in known if name != "$schema")
    if not names:
        return f"'{short(parent)}' has no fields that can be named one by one" if parent else "no fields"
    close = difflib.get_close_matches(steps[depth], names, 1)
    meant = "did you mean '" + ".".join(steps[:depth] + close + steps[depth + 1 :]) + "'?"
    if parent:
        return (f"{meant} " if close else "") + f"{parent} has: {', '.join(names)}"
    # without the thirty names of groups
    return meant if close else f"there are: {', '.join(names)}; --program names a program with others"


def set_field(config, path, value):
    """Sets a field in a configuration. path: dotted path. Raises BadInput if it has no place."""
    *parents, last = path.split(".")
    for depth, parent in enumerate(parents, 1):
        config = config.setdefault(parent, {})
        if not isinstance(config, dict):
            around = ".".join(parents[:depth])
            raise BadInput(f"'{path}' has no place: '{around}' is set to {short(config)}")
    config[last] = value
