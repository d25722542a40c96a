# SPDX-License-Identifier: GPL-2.0-only
"""Says what is wrong with the end of a case: exit code, time, memory, messages and files."""

import csv
import json
import re
import signal

import stage
from case import CONVERTER, FAILED, MEMORY_BYTES, OK, REFUSED, SCENARIO, SWEEP

LEAST_RESULT_COLUMNS = 20
MOST_LINE = 1000  # bytes
MOST_LINES = 21  # 20 messages, "and more"
PREFIXES = {
    SCENARIO: "esa-scenario: error: ",
    SWEEP: "ns3 sweep: error: ",
    CONVERTER: "esa-trace-import: error: ",
}
# What a library or the language says. No value that is drawn contains any of it.
FOREIGN = re.compile(
    r"\[json\.exception|terminate called|std::|Traceback|basic_string|bad_alloc|boost::|"
    r"what\(\)|NS_ASSERT|NS_FATAL|msg=|Assertion|cond=|MemoryError|RecursionError|runtime error:|"
    r"AddressSanitizer|LeakSanitizer|UndefinedBehavior|Aborted|<class '|Error: |object has no"
)
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e]")


def judge_end(case, outcome, sanitized):
    """Yields what is wrong with exit code, time and memory."""
    slow = 6 if sanitized else 1
    if outcome.hangs:
        yield "hangs"
    elif outcome.code in (-signal.SIGXCPU, -signal.SIGKILL) or (
        outcome.cpu_s > case.cpu_seconds * slow
    ):
        yield f"takes {outcome.cpu_s:.1f} s of a processor"
    elif outcome.code < 0:
        yield f"ends by {signal.Signals(-outcome.code).name}"
    elif outcome.code not in case.codes:
        yield f"exit code {outcome.code}, not {' or '.join(map(str, case.codes))}"
    if outcome.peak_bytes > MEMORY_BYTES * (3 if sanitized else 1):
        yield f"needs {outcome.peak_bytes / 1e6:.0f} MB"


def judge_messages(case, outcome):
    """Yields what is wrong with what the program printed."""
    try:
        text = outcome.err.decode()
    except UnicodeDecodeError:
        yield "prints an error that is no UTF-8"
        text = outcome.err.decode(errors="replace")
    foreign = FOREIGN.search(text)
    if foreign:
        yield f"prints {foreign[0]!r}, the text of a library"
    lines = text.split("\n")
    if lines.pop():
        yield "ends its errors within a line"
    if CONTROL.search(text):
        yield f"prints the control character {CONTROL.search(text)[0]!r}"
    longest = max(map(len, map(str.encode, lines)), default=0)
    if longest > MOST_LINE:
        yield f"prints a line of {longest} bytes"
    if len(lines) > MOST_LINES:
        yield f"prints {len(lines)} lines of errors"
    if outcome.code == REFUSED:
        yield from judge_refusal(case, outcome, lines)
    if outcome.code == FAILED and (
        not lines or not lines[-1].startswith(PREFIXES[case.program][:-7])
    ):
        yield "fails and does not say why"


def judge_refusal(case, outcome, lines):
    """Yields what is wrong with an error about bad input."""
    prefix = PREFIXES[case.program]
    others = [line for line in lines if not line.startswith(prefix)]
    if not lines:
        yield "refuses its input and does not say why"
    elif others:
        yield f"prints the line {others[0][:100]!r}"
    elif any(len(line.strip()) <= len(prefix) for line in lines):
        yield "prints an empty error"
    if outcome.out:
        yield "prints a result although it refuses its input"


def once(pairs):
    """Makes a dict of the members of an object; each name may be there once."""
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a name is there twice")
    return dict(pairs)


def no_constant(name):
    raise ValueError(name)


def is_json(data):
    """Tells whether bytes are a JSON document in which no name is there twice."""
    try:
        text = data.decode().removeprefix("\ufeff")
        json.loads(text, object_pairs_hook=once, parse_constant=no_constant, parse_float=str)
    except (ValueError, RecursionError):
        return False
    return True


def judge_files(case, place):
    """Yields what is wrong with the files that were made."""
    made = [name for name in stage.snapshot_names(place) if stage.matches(name, case.outputs)]
    for name in made:
        path = place / name
        if name in case.files or not path.is_file():
            continue
        problem = problem_of(path)
        if problem:
            yield f"leaves {name!r} {problem}"


def problem_of(path):
    """Returns what is wrong with a file of results; None: nothing."""
    data = path.read_bytes()
    if path.suffix == ".json":
        return problem_of_json(data)
    if path.suffix == ".csv":
        return problem_of_csv(path.name, data)
    return None


def problem_of_json(data):
    try:
        json.loads(data)
    except ValueError:
        return "that is no whole JSON"
    return None


def problem_of_csv(name, data):
    if not data.endswith(b"\n"):
        return "whose last row is not whole"
    rows = list(csv.reader(data.decode().splitlines()))
    if len({len(row) for row in rows}) != 1:
        return "whose rows differ in length"
    if name == "result.csv":
        if rows[0][0] != "system" or len(rows[0]) < LEAST_RESULT_COLUMNS:
            return "that has something else than results in it"
        if len(rows) < 2:
            return "without a row"
    return None


def no_formula(place):
    """No cell is one that a spreadsheet would run."""
    for path in place.rglob("*.csv"):
        if path.name == "trace.csv":
            continue
        for row in csv.reader(path.read_text(errors="replace").splitlines()):
            for cell in row:
                if cell[:1] in ("=", "@", "+") or (cell[:1] == "-" and not cell[1:2].isdigit()):
                    yield f"writes the cell {cell[:30]!r} into {path.name!r}"


def judge(case, outcome, before, after, place, sanitized):
    """Returns what is wrong with a case, as a list of texts."""
    found = list(judge_end(case, outcome, sanitized))
    found += judge_messages(case, outcome)
    found += stage.differences(case, before, after, outcome.code != REFUSED)
    if outcome.code == OK and case.parsed is not None and not is_json(case.parsed):
        found.append("accepts a text that is no JSON")
    if outcome.code != REFUSED:
        found += judge_files(case, place)
    for check in case.checks:
        found += check(place)
    return found
