# SPDX-License-Identifier: GPL-2.0-only
"""Makes a drawn scenario legal for a system: it does what the program's errors say is allowed.

So the search needs no list of the systems' limits, and an error that gives wrong advice is found.
"""

import json
import re
import subprocess

MOST_ERRORS = 8


class BadAdvice(Exception):
    """An error that names no field, or whose advice does not help."""


def get(scenario, path):
    """Returns the value of a field such as link.queue_bytes; None if it is absent."""
    for key in path.split("."):
        if not isinstance(scenario, dict) or key not in scenario:
            return None
        scenario = scenario[key]
    return scenario


def put(scenario, path, value):
    """Sets a field."""
    *groups, key = path.split(".")
    for group in groups:
        scenario = scenario.setdefault(group, {})
    scenario[key] = value


def errors_of(program, scenario, work):
    """Returns the errors of --validate."""
    file = work / "scenario.json"
    file.write_text(json.dumps(scenario))
    done = subprocess.run(
        [program, "--config", file, "--validate"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    if done.returncode not in (0, 2):
        raise BadAdvice(f"--validate ends with {done.returncode}: {done.stderr.strip()}")
    return [line for line in done.stderr.splitlines() if "error: " in line]


def follow(scenario, line):
    """Sets the field that an error names to what it allows. Returns the field."""
    found = re.search(r"(/[\w/]+): .* is not allowed: must be (.*)", line)
    if not found:
        raise BadAdvice(line)
    path, advice = found[1].strip("/").replace("/", "."), found[2]
    least = (
        re.search(r"at least (\d+)", advice)
        or re.match(r"at least one \w+, (\d+) bytes", advice)
        or re.match(r"at least one .* = (\d+)", advice)
    )
    most = re.match(r"at most ([\d.e-]+)", advice)
    if least:
        put(scenario, path, int(least[1]))
    elif most:
        put(scenario, path, json.loads(most[1]))
    elif re.match(r'("\w+"(, | or ))*"\w+" with', advice):
        put(scenario, path, advice.split('"')[1])
    elif advice.startswith("[] with"):
        put(scenario, path, [])
    elif advice.startswith("true "):
        put(scenario, path, True)
    else:
        raise BadAdvice(line)
    return path


def make_legal(program, scenario, multiples, system, work):
    """Returns a copy of a scenario that is legal for a system.

    multiples: fields, and by how much each is larger than the smallest value that is allowed
    """
    made = json.loads(json.dumps(scenario))
    made["systems"] = [system]
    for path in multiples:
        put(made, path, 1)
    for _ in range(MOST_ERRORS):
        errors = errors_of(program, made, work)
        if not errors:
            return made
        for line in errors:
            path = follow(made, line)
            if path in multiples:
                put(made, path, get(made, path) * multiples[path])
    raise BadAdvice("; ".join(errors))
