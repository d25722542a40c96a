# SPDX-License-Identifier: GPL-2.0-only
"""The pages of the manual on all fields of scenarios and all columns of results, as the program prints them."""

import json
import os
import re
import subprocess
import textwrap

import esa
from esa_sweep.files import write_text

_FIELDS = """.. highlight:: none

Fields of scenarios
===================

.. contents:: In this chapter
   :local:
   :depth: 1
   :backlinks: none

All fields of a scenario file, with type, range, default and source. *Paper* is the paper on ESA; *our
interpretation* marks a choice where the paper is silent. ``esa-scenario --print-schema`` prints the same as a
JSON Schema, which editors use to complete and check a file. A field of a list is written with ``[]``.
``esa-scenario --print-fields`` prints them as a list, with the options that name them and with the runners
that are exact at any value. ``./ns3 update fields`` writes this page.
"""
_COLUMNS = """.. highlight:: none

Columns of results
==================

All columns of ``result.csv``, ``result.json`` and the tables of sweeps (:doc:`esa-results`), as
``esa-scenario --print-columns`` prints them. ``./ns3 update fields`` writes this page.

"""


def write(manual, name="esa-scenario"):
    """Writes both pages. manual: their folder; name: of the program, or its path"""
    program = esa.program(name)
    columns = subprocess.run([program.path, "--print-columns"], check=True, capture_output=True, text=True).stdout
    write_text(os.path.join(manual, "esa-fields.rst"), _FIELDS + _sections(program.schema))
    write_text(os.path.join(manual, "esa-columns.rst"), _COLUMNS + columns)


def _sections(schema):
    """Returns a section for each object of a scenario."""
    fields = schema["properties"]
    objects = {name: field for name, field in fields.items() if field.get("type") == "object"}
    scalars = {name: field for name, field in fields.items() if name not in objects}
    lines = _section("The scenario", {"description": "Fields of the scenario itself.", "properties": scalars}, "")
    for name, field in objects.items():
        lines += _section(f"``{name}``", field, name + ".")
    return "\n".join(lines + _section("Model files", schema["definitions"]["model_file"], "")) + "\n"


def _section(heading, part, path):
    lines = ["", heading, "-" * len(heading), "", _text(part.get("description", ""))]
    for name, field in _fields_of(part, path):
        lines += ["", f"``{name}`` : {_kind(field)}", _text(field.get("description", ""), "   ")]
    return lines


def _fields_of(part, path):
    """Yields all scalar fields and lists below an object, with their paths."""
    children = dict(part.get("properties", {}))
    children.update({_letter(key): field for key, field in part.get("patternProperties", {}).items()})
    for name, field in children.items():
        place = path + name
        if _is_object(field):
            yield from _fields_of(field, place + ".")
            continue
        yield place, field
        if _is_object(field.get("items", {})):
            yield from _fields_of(field["items"], place + "[].")


def _is_object(field):
    return "properties" in field or "patternProperties" in field


def _letter(pattern):
    return "X" if pattern == "^[A-Z]$" else pattern


def _kind(field):
    """Returns type, range and default of a field."""
    kind = field.get("type", "")
    kind = kind if isinstance(kind, str) else f"{kind[0]} or auto"
    words = ["list" if kind == "array" else kind]
    if "enum" in field:
        words = ["one of " + ", ".join(_value(value) for value in field["enum"])]
    low, high = field.get("minimum"), field.get("maximum")
    if low is not None and high is not None:
        words.append(f"{_value(low)} to {_value(high)}")
    elif "exclusiveMinimum" in field and high is not None:
        words.append(f"above {_value(field['exclusiveMinimum'])}, up to {_value(high)}")
    if "default" in field:
        words.append(f"default {_value(field['default'])}")
    if "x-systems" in field:
        words.append("for " + ", ".join(field["x-systems"]))
    return _escaped("; ".join(words))


def _value(value):
    if isinstance(value, str):
        return value or '""'
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, list):
        return ", ".join(map(_value, value)) or "empty"
    text = json.dumps(value)
    return text if len(text) < 60 else text[:57] + "..."


def _escaped(text):
    """Returns a text in reStructuredText: what stands in backticks is code, all else plain."""
    parts = " ".join(text.split()).split("`")
    parts[0::2] = [re.sub(r"([\\*_|])", r"\\\1", part) for part in parts[0::2]]
    parts[1::2] = [f"``{part}``" for part in parts[1::2]]
    return "".join(parts)


def _text(text, indent=""):
    """Returns a description as lines."""
    return textwrap.fill(_escaped(text), 119, initial_indent=indent, subsequent_indent=indent,
                         break_long_words=False, break_on_hyphens=False)  # fmt: skip
