# SPDX-License-Identifier: GPL-2.0-only
"""Draws JSON documents: shipped ones with a few members changed, by the schema or against it."""

import copy
import json

ODD = [None, True, False, 0, -0.0, -1, 1, 1.0, 1.5, 7, -1e9, 1e300, 2**53, 2**63, 2**64 - 1]
ODD += ["", "A", "esa", "no", "1", "\u00e9", "line\n", [], [1], [1, 1.0], [[]], {}, {"no": 1}]
LONGEST = 70  # elements of a list


def places(value, part, path=()):
    """Yields (path, part of the schema or None) of a value and of all that is in it."""
    yield path, part
    part = part or {}
    if isinstance(value, dict):
        for name, member in value.items():
            yield from places(member, part_of(part, name), (*path, name))
    elif isinstance(value, list):
        # the first elements: a document may have a thousand that are alike
        for index, member in enumerate(value[:4]):
            yield from places(member, part.get("items"), (*path, index))


def part_of(part, name):
    if name in part.get("properties", {}):
        return part["properties"][name]
    return next(iter(part.get("patternProperties", {}).values()), None)


def at(document, path):
    for name in path:
        document = document[name]
    return document


def put(document, path, value):
    """Returns the document with another value at a place."""
    if not path:
        return value
    at(document, path[:-1])[path[-1]] = value
    return document


def value_for(rng, part):
    """Returns a value near the limits of a part of the schema, on either side."""
    if not part or rng.random() < 0.1:
        return copy.deepcopy(rng.choice(ODD))
    if "enum" in part:
        return rng.choice([*part["enum"], part["enum"][0] + "x", part["enum"][0].upper()])
    kind = part.get("type")
    kind = rng.choice(kind) if isinstance(kind, list) else kind
    if kind in ("integer", "number"):
        return number_for(rng, part)
    if kind == "string":
        return text_for(rng, part)
    if kind == "array":
        return list_for(rng, part)
    if kind == "object":
        return object_for(rng, part)
    return rng.choice([True, False, True, False, 0, 1, "true"])


def number_for(rng, part):
    low = part.get("minimum", part.get("exclusiveMinimum", 0))
    high = part.get("maximum", 2**53)
    step = rng.choice([1, 1.0, 0.5, 1e-9])
    near = [low, low + step, low - step, high, high - step, high + step, float(low), float(high)]
    return rng.choice([*near, rng.randint(int(low), max(int(low), int(high))), low + 2, low + 3])


def text_for(rng, part):
    least, most = part.get("minLength", 0), part.get("maxLength", 20)
    length = rng.choice([least, least - 1, most, most + 1, 1, 2, 5])
    letter = rng.choice(["A", "a", "1", "-", " ", "~", "\u00e9", "\U0001f600", "\t", "\x7f"])
    return letter * max(0, length) + rng.choice(["", "", "", "\n"])


def list_for(rng, part):
    least, most = part.get("minItems", 0), min(part.get("maxItems", 4), LONGEST)
    length = rng.choice([least, least - 1, least + 1, most, most + 1, 2])
    values = [value_for(rng, part.get("items")) for _ in range(max(0, min(length, 4)))]
    while values and len(values) < length:
        values.append(copy.deepcopy(values[-1]))
    return values


def object_for(rng, part):
    names = list(part.get("properties", {})) or ["A", "B", "AA"]
    chosen = {*part.get("required", []), *rng.sample(names, rng.randint(0, min(3, len(names))))}
    return {name: value_for(rng, part_of(part, name)) for name in sorted(chosen)}


def change(rng, document, schema):
    """Returns the document with one change."""
    if rng.random() < 0.4:
        return plant(rng, document, schema)
    path, part = rng.choice(list(places(document, schema)))
    value = at(document, path)
    way = rng.random()
    if isinstance(value, dict) and way < 0.8:
        change_names(rng, value, part or {})
    elif isinstance(value, list) and way < 0.6:
        change_elements(rng, value, part or {})
    elif way < 0.9:
        document = put(document, path, value_for(rng, part))
    else:
        document = put(document, path, rng.choice([[value], {"no": value}]))
    return document


def parts(schema, path=()):
    """Yields (path, part) of a schema; a path has the members of a document that lead there."""
    yield path, schema
    for name, part in schema.get("properties", {}).items():
        yield from parts(part, (*path, name))
    for part in schema.get("patternProperties", {}).values():
        yield from parts(part, (*path, "A"))
    if "items" in schema:
        yield from parts(schema["items"], (*path, 0))


def plant(rng, document, schema):
    """Returns the document with a value for a part that has some keyword. Rare keywords are chosen
    as often as frequent ones."""
    known = list(parts(schema))
    keyword = rng.choice(sorted({keyword for _, part in known for keyword in part}))
    path, part = rng.choice([(path, part) for path, part in known if keyword in part])
    return planted(document, path, value_for(rng, part))


def planted(document, path, value):
    """Returns the document with a value at a path, and with what has to be around it."""
    if not path:
        return value
    name, *rest = path
    if name == 0:
        elements = document if isinstance(document, list) and document else [None]
        return [planted(elements[0], rest, value), *elements[1:]]
    members = document if isinstance(document, dict) else {}
    return {**members, name: planted(members.get(name), rest, value)}


def change_names(rng, members, part):
    known = list(part.get("properties", {}))
    way = rng.choice(["add", "add", "add", "remove", "unknown", "misspell"])
    if way == "add" and known:
        name = rng.choice(known)
        members[name] = value_for(rng, part["properties"][name])
    elif way == "remove" and members:
        del members[rng.choice(list(members))]
    elif way == "misspell" and members:
        name = rng.choice(list(members))
        members[name[1:] + name[:1]] = members.pop(name)
    else:
        name = rng.choice(["no", "", "A", "AB", "a" * 101, "A" * 101, "\u00c4", "$schema", "name"])
        members[name] = copy.deepcopy(rng.choice(ODD))


def change_elements(rng, elements, part):
    way = rng.choice(["append", "repeat", "remove", "clear"])
    if way == "append":
        elements.append(value_for(rng, part.get("items")))
    elif way == "repeat" and elements:
        elements.append(copy.deepcopy(rng.choice(elements)))
    elif elements:
        del elements[0 if way == "clear" else -1 :]


def draw(rng, document, schema):
    """Returns a document with one or a few changes, as text."""
    document = copy.deepcopy(document)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        document = change(rng, document, schema)
    return json.dumps(document)
