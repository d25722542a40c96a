# SPDX-License-Identifier: GPL-2.0-only
"""Compares the module's walk through a schema with a library for JSON Schema: both must call the
same documents valid, shipped ones and ones that are drawn from seeds.

usage: compare.py DIRECTORY-OF-PROGRAMS SEED COUNT
"""

import json
import pathlib
import random
import re
import subprocess
import sys

import draw
import jsonschema

MERGED = {"minProperties"}  # a file is merged into the defaults, and cannot empty an object
TAKEN = 1 << 16  # bytes: of larger files only a few elements would be changed


def ecma_pattern(_validator, pattern, value, _schema):
    """JSON Schema has the patterns of ECMA 262, in which $ is the end, not a last line feed."""
    if isinstance(value, str) and not re.search(re.sub(r"\$$", r"\\Z", pattern), value):
        yield jsonschema.ValidationError(f"{value!r} does not match {pattern!r}")


Validator = jsonschema.validators.extend(jsonschema.Draft7Validator, {"pattern": ecma_pattern})


def schemas_of(program):
    """Returns the schemas of all kinds of files, as the program prints them."""
    text = subprocess.run([program, "--print-schema"], check=True, capture_output=True, text=True)
    scenario = json.loads(text.stdout)
    return {**scenario.pop("definitions"), "scenario": scenario}


def shipped():
    """Yields (kind, document) of the files in this repository."""
    folders = {
        "scenario": "scenarios",
        "model_file": "contrib/esa/workload/models",
        "placement_file": "inputs/placements",
        "topology_file": "inputs/topologies",
        "trees_file": "inputs/trees",
    }
    for kind, folder in folders.items():
        files = sorted(pathlib.Path(folder).rglob("*.json"))
        files = [file for file in files if not file.name.endswith(".schema.json")]
        assert files, f"there are no files in {folder}"
        for file in files:
            if file.stat().st_size < TAKEN:
                yield kind, json.loads(file.read_text(encoding="utf-8"))


def keywords_of(part, found):
    """Adds the keywords of a schema that can refuse a value. Of long lists the length is left out:
    the library needs seconds for each."""
    plain = {"properties", "patternProperties", "items", "default", "description", "title"}
    if part.get("maxItems", 0) > draw.LONGEST:
        plain.add("maxItems")
    found |= {name for name in part if name not in plain and name[0] not in "$x"}
    for name in ("properties", "patternProperties"):
        for member in part.get(name, {}).values():
            keywords_of(member, found)
    if "items" in part:
        keywords_of(part["items"], found)
    return found


def verdicts_for(rules):
    """Returns the verdicts that are right about a document that breaks these rules."""
    if not rules:
        return {"valid"}
    return {"invalid", "accepted"} if rules <= MERGED else {"invalid"}


def main():
    programs, seed, count = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    schemas = schemas_of(programs / "esa-scenario")
    bases = list(shipped())
    cases = [(kind, json.dumps(document)) for kind, document in bases]
    for number in range(seed, seed + count):
        rng = random.Random(number)
        wanted = rng.choice([*schemas, "scenario", "scenario"])  # most files are scenarios
        kind, document = rng.choice([base for base in bases if base[0] == wanted])
        cases.append((kind, draw.draw(rng, document, schemas[kind])))

    lines = "".join(f"{kind} {text}\n" for kind, text in cases)
    judged = subprocess.run(
        [programs / "esa-schema-judge"], input=lines, capture_output=True, text=True, check=True
    ).stdout.split()
    assert len(judged) == len(cases), f"{len(judged)} verdicts about {len(cases)} documents"

    validators = {kind: Validator(schema) for kind, schema in schemas.items()}
    broken = {kind: set() for kind in schemas}
    differences = valid = 0
    for (kind, text), verdict in zip(cases, judged):
        errors = list(validators[kind].iter_errors(json.loads(text)))
        rules = {error.validator for error in errors}
        broken[kind] |= rules
        valid += not errors
        if verdict not in verdicts_for(rules):
            differences += 1
            why = errors[0].message if errors else "no error"
            print(f"schema: {verdict}, but the library has: {why[:200]}\n  {kind} {text[:2000]}")
    print(f"schema: {len(cases)} documents, {valid} of them valid, {differences} differences")
    # The test itself is tested: it has broken each rule that the schemas have.
    unbroken = {kind: keywords_of(schemas[kind], set()) - broken[kind] for kind in schemas}
    for kind, rules in unbroken.items():
        if rules:
            print(f"schema: no {kind} has broken the rules {', '.join(sorted(rules))}")
    return 1 if differences or any(unbroken.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
