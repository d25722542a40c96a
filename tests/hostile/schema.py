# SPDX-License-Identifier: GPL-2.0-only
"""The fields of a JSON Schema: where they are, and values at their limits."""

import math


class Field:
    """A value that a document may have, by the names and indices that lead to it."""

    def __init__(self, path, node):
        self.node = node
        self.name = ".".join(map(str, path))


def fields_of(schema, path=()):
    """Yields all fields of a schema; of lists the first element, of DNNs the one with letter A."""
    for name, node in schema.get("properties", {}).items():
        yield Field((*path, name), node)
        yield from fields_of(node, (*path, name))
    for node in schema.get("patternProperties", {}).values():
        yield Field((*path, "A"), node)
        yield from fields_of(node, (*path, "A"))
    if "items" in schema:
        yield Field((*path, 0), schema["items"])
        yield from fields_of(schema["items"], (*path, 0))


def kind_of(node):
    """Returns the type of a node; of a number that may be "auto" that of the number."""
    kind = node.get("type")
    return kind[0] if isinstance(kind, list) else kind


def legal_value(rng, node):
    """Returns a value that a node allows, often one at its limits; None for an object."""
    if "enum" in node:
        return rng.pick(node["enum"])
    kind = kind_of(node)
    if isinstance(node.get("type"), list) and rng.chance(0.2):
        return "auto"
    if kind == "boolean":
        return rng.chance(0.5)
    if kind in ("integer", "number"):
        return legal_number(rng, node)
    if kind == "string":
        longest = node.get("maxLength", 100)
        return rng.pick(("A", "A", "AB", "A" * longest))
    if kind == "array":
        return [legal_value(rng, node["items"])]
    if kind == "object" and "properties" in node:
        return {
            name: legal_value(rng, node["properties"][name]) for name in node.get("required", ())
        }
    return None


def legal_number(rng, node):
    """Returns a number within limits: at their ends, near powers of 2 and 10, or anywhere."""
    low = node.get("minimum", node.get("exclusiveMinimum", 0))
    high = node.get("maximum", 10**9)
    is_whole = kind_of(node) == "integer"
    kind = rng.weighted({"low": 2, "high": 3, "default": 1, "two": 3, "ten": 2, "any": 2})
    if kind == "default" and "default" in node:
        return node["default"]
    if kind == "low" and "exclusiveMinimum" not in node:
        return low
    if kind == "two":
        number = 2 ** rng.whole(0, max(int(math.log2(max(high, 2))), 1)) + rng.pick((-1, 0, 0, 1))
    elif kind == "ten":
        exponent = rng.whole(-9 if not is_whole else 0, max(int(math.log10(max(high, 1))), 0))
        number = 10**exponent
    elif kind == "any":
        number = low + (high - low) * rng.whole(1, 999) / 1000
    else:
        number = high
    number = min(max(number, low), high)
    if number == low and "exclusiveMinimum" in node:
        number = low + (high - low) * 1e-12
    return int(number) if is_whole else number


def get(document, path):
    """Returns the value at a path; None if there is none."""
    for key in path:
        if isinstance(document, list) and isinstance(key, int) and key < len(document):
            document = document[key]
        elif isinstance(document, dict) and key in document:
            document = document[key]
        else:
            return None
    return document
