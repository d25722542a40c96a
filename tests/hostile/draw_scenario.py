# SPDX-License-Identifier: GPL-2.0-only
"""Cases of scenario files, model files and --set."""

import json

import bases
from case import OK, REFUSED, Case, Folder
from rng import texts, values
from document import spoil, spoilt_value
from schema import fields_of, get, legal_value, put

FILE = "scenario.json"


class Fields:
    """The fields of scenarios, model files and placement files."""

    def __init__(self, scenario_schema, model_schema, placement_schema, effective):
        """effective: the configuration of the built-in comparison"""
        self.all = [field for field in fields_of(scenario_schema) if field.name != "$schema"]
        self.objects = [field for field in self.all if field.is_object() and 0 not in field.path]
        self.scalars = [field for field in self.all if "properties" not in field.node]
        self.model = list(fields_of(model_schema))
        self.placement = list(fields_of(placement_schema))
        self.effective = effective


def look(rng, *arguments):
    """Returns arguments that look at a scenario, and run nothing."""
    return [*arguments, rng.pick(("--validate", "--validate", "--print-config"))]


def draw_scenario(rng, fields):
    """A scenario file with faults."""
    base = rng.pick((bases.SCENARIO, bases.RICH, bases.RICH, bases.WITH_TRACE))
    data, told = spoil(rng, base, fields.all)
    arguments = look(rng, "--config", FILE)
    checks = ("prints_json",) if "--print-config" in arguments else ()
    return Case("", arguments, files={FILE: data}, parsed=data, told=told, checks=checks)


def draw_input(rng, _fields):
    """Something else than a file in the place of an input, or nothing."""
    name = rng.pick((FILE, "./" * 2000 + FILE, FILE + "/x", "a" * 300, "a\nb", "/dev/zero"))
    files = {FILE: Folder()} if name == FILE and rng.chance(0.5) else {}
    way = rng.pick(("config", "trace", "model"))
    tiny = {"tiny.json": bases.text(bases.SCENARIO)}
    if way == "config":
        arguments = ["--config", name, "--validate"]
    else:
        field = "trace.file" if way == "trace" else "dnns.A.model"
        arguments = ["--config", "tiny.json", "--set", f"{field}={json.dumps(name)}", "--validate"]
    return Case("", arguments, files={**tiny, **files}, codes=(REFUSED,))


def draw_setting(rng, fields):
    """--set with odd paths and values, with objects, and many of them."""
    files = {FILE: bases.text(bases.SCENARIO)}
    way = rng.weighted({"object": 4, "value": 6, "path": 5, "text": 3, "many": 1})
    if way == "object":
        return set_object(rng, fields, files)
    settings = []
    for _ in range(rng.pick((1, 1, 2)) if way != "many" else rng.pick((100, 1000))):
        field = rng.pick(fields.all)
        value = json.dumps(spoilt_value(rng, field.node))
        path = field.name
        if way == "path":
            path = odd_path(rng, field)
        elif way == "text":
            value = texts(rng).replace("\0", "")
        settings += [
            "--set",
            f"{path}={value}"[: 130000 if way == "path" else 20000].replace("\0", ""),
        ]
    return Case("", look(rng, "--config", FILE, *settings), files=files)


def set_object(rng, fields, files):
    """Sets an object that has some of its members only, as a file may."""
    field = rng.pick(fields.objects)
    now = get(fields.effective, field.path) or {}
    members = field.node.get("properties", {})
    chosen = rng.several(list(members), 2) if members and rng.chance(0.9) else []
    # with values that it has already the object is merged, as that of a file, and has no fault
    is_legal = rng.chance(0.7) and all(name in now for name in chosen)
    value = {}
    for name in chosen:
        value[name] = now[name] if is_legal else legal_value(rng, members[name])
    arguments = ["--set", f"{field.name}={json.dumps(value)}"]
    codes = (OK,) if is_legal else (OK, REFUSED)
    return Case("", look(rng, *arguments), files=files, codes=codes)


def odd_path(rng, field):
    parts = [str(part) for part in field.path]
    return rng.pick(
        (
            ".".join(parts) + "." * rng.pick((1, 2, 65000)),
            "." * rng.pick((1, 2, 1000, 100000)),
            ".".join(["a"] * rng.pick((2, 1000, 30000, 64900))),
            ".".join(parts) + ".0" * rng.pick((1, 300, 30000)),
            "dnns." + texts(rng) + ".layers",
            ".".join(parts).upper(),
            ".".join(parts)[:-1],
            "/" + "/".join(parts),
            ".".join([*parts, str(2**64)]),
            ".".join([*parts, "-1"]),
            "faults.links.99999999999.hosts",
            "jobs.count=1",
            "",
            "dnns." + "A" * rng.pick((2, 60000)),
            texts(rng),
        )
    ).replace("\0", "")


def draw_model(rng, fields):
    """Model files: with faults, without what only shipped ones need, beside other fields."""
    scenario = dict(bases.SCENARIO, dnns={"A": {"model": "model.json"}})
    way = rng.weighted({"spoilt": 6, "own": 2, "beside": 3, "name": 2})
    model, told, codes = bases.text(bases.MODEL), "", (0, 2)
    parsed = None
    arguments = look(rng, "--config", FILE)
    if way == "spoilt":
        model, told = spoil(rng, bases.MODEL, fields.model)
        parsed = model
    elif way == "own":
        optional = ("source", "licence", "description", "batch")
        left_out = rng.several(optional, 4)
        own = {name: value for name, value in bases.MODEL.items() if name not in left_out}
        model, codes = bases.text(own), (OK,)
    elif way == "name":
        scenario["dnns"]["A"]["model"] = rng.pick(
            (texts(rng), "../model.json", "resnet50/", "RESNET50")
        )
    for _ in range(rng.pick((1, 2)) if way == "beside" else 0):
        dnn = [
            field for field in fields.all if field.path[:1] in (("dnns",), ("link",), ("priority",))
        ]
        field = rng.pick(dnn)
        put(scenario, field.path, spoilt_value(rng, field.node))
    files = {FILE: bases.text(scenario), "model.json": model}
    return Case("", arguments, files=files, told=told, parsed=parsed, codes=codes)


def draw_whole(rng, fields):
    """A scenario of random values of any type."""
    made = {}
    for field in rng.several(fields.all, 12):
        legal = legal_value(rng, field.node) if rng.chance(0.7) else None
        put(made, field.path, values(rng) if legal is None else legal)
    data = bases.text(made)
    return Case("", look(rng, "--config", FILE), files={FILE: data}, parsed=data)
