# SPDX-License-Identifier: GPL-2.0-only
"""The page of all fields, and the table of columns, as the program prints them: for conf.py."""

import json
import os
import re
import subprocess

def columns():
    """Returns the table of the columns of results; empty where the program is not built."""
    return _printed("--print-columns")


def _printed(option):
    """Returns what the program ESA_SCENARIO prints; empty if there is none."""
    program = os.environ.get("ESA_SCENARIO")
    if not program:
        return ""
    return subprocess.run([program, option], check=True, capture_output=True, text=True).stdout


def page():
    """Returns the sections of the page, one for each object of a scenario, as reStructuredText."""
    text = _printed("--print-schema")
    if not text:
        return ""
    schema = json.loads(text)
    fields = schema["properties"]
    objects = {name: field for name, field in fields.items() if field.get("type") == "object"}
    scalars = {name: field for name, field in fields.items() if name not in objects}
    whole = {"description": "Fields of the scenario itself.", "properties": scalars}
    lines = _section("The scenario", whole, "")
    for name, field in objects.items():
        lines += _section(f"``{name}``", field, name + ".")
    return "\n".join(lines + _section("Model files", schema["definitions"]["model_file"], ""))


def _section(heading, part, path):
    lines = [heading, "-" * len(heading), "", _text(part.get("description", "")), ""]
    for name, field in _fields_of(part, path):
        lines += [f"``{name}`` : {_kind(field)}", f"   {_text(field.get('description', ''))}", ""]
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
    return _text("; ".join(words))


def _value(value):
    if isinstance(value, str):
        return value or '""'
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, list):
        return ", ".join(map(_value, value)) or "empty"
    text = json.dumps(value)
    return text if len(text) < 60 else text[:57] + "..."


def _text(text):
    """Returns a description in reStructuredText: what stands in backticks is code, all else plain."""
    parts = " ".join(text.split()).split("`")
    parts[0::2] = [re.sub(r"([\\*_|])", r"\\\1", part) for part in parts[0::2]]
    parts[1::2] = [f"``{part}``" for part in parts[1::2]]
    return "".join(parts)
