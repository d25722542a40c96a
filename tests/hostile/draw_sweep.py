# SPDX-License-Identifier: GPL-2.0-only
"""Cases of sweep files and of the folder of a sweep."""

import copy
import json
import pathlib
import sys

from case import (FAILED, OK, REFUSED, SCENARIO_FILE, SWEEP, SWEEP_FILE, Case, Folder,
                  text_of)
from rng import spoil_text, texts, values
from verdicts import no_formula

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "schema"))
from draw import parts, value_for  # which draws documents for schema.sh, too

FILE = "sweep.json"
RESULTS = ("out", "out/*")
COLUMNS = ("Seed", "SYSTEM", "config_hash", "jct_ms", "program", "wall_s", "rowid", "", "a b",
           "label")


def draw_sweep(rng, fields):
    """Sweep files with faults; they are looked at, and few of them run."""
    sweep = copy.deepcopy(SWEEP_FILE)
    way = rng.weighted({"axis": 4, "name": 3, "value": 4, "text": 4, "cases": 3, "option": 3,
                        "flood": 1, "kept": 1})
    arguments = [FILE, "--dry-run"]
    text = None
    if way == "kept":
        return draw_kept(rng)
    if way == "axis":
        name, part = rng.pick(fields)
        sweep["axes"][name] = [
            value_for(rng.random, part) if rng.chance(0.5) else values(rng) for _ in range(2)
        ]
    elif way == "name":
        name = rng.pick(
            (texts(rng), rng.pick(COLUMNS), "systems", "jobs.count", "link", "seed", "\ud800")
        )
        sweep["axes"][name] = rng.pick(([1], {"a": {"run": 1}}, {"=1+1": {"run": 1}, "\ud800": {}}))
    elif way == "value":
        place = rng.pick((sweep, sweep["axes"], sweep["set"], sweep["quick"]))
        place[rng.pick(list(place))] = values(rng)
    elif way == "cases":
        sweep["axes"]["own"] = {texts(rng): {"run": values(rng)}, "b": {texts(rng): 1}}
    elif way == "option":
        option = rng.pick(("--cores", "--limit", "--out", "--profile"))
        word = texts(rng).replace("\0", "").lstrip("/~")
        arguments += rng.pick(
            ([option, word], [option], ["--quick"], ["--quick", "--quiet"], [word], ["--" + word])
        )
    elif way == "flood":
        sweep["axes"]["own"] = {f"c{i}": {"x": i} for i in range(10000)}
        sweep["axes"]["seed"] = list(range(rng.pick((3, 100000))))
    elif way == "text":
        text = odd_text(rng, sweep)
    text = json.dumps(sweep).encode() if text is None else text
    files = {FILE: text, **others()}
    return Case(arguments, program=SWEEP, files=files, parsed=text, cpu_seconds=20)


def others():
    """Returns the other files of a sweep."""
    return {"scenario.json": text_of(SCENARIO_FILE)}


def odd_text(rng, sweep):
    """Returns a sweep file as text with a fault, or with a value that is hard to read."""
    deep = rng.pick((400, 900, 5000))
    odd = rng.pick((None, "9" * 5000, "[" * deep + "1" + "]" * deep, '"\\ud800"', "1e999", "NaN"))
    if odd is None:
        return spoil_text(rng, json.dumps(sweep).encode())
    place = rng.pick(("axes", "set"))
    sweep[place]["run"] = "HERE"
    value = odd if place == "set" else f"[{odd}]"
    return json.dumps(sweep).replace('"HERE"', value).encode()


def draw_kept(rng):
    """The folder of the sweep has something odd in it, or odd names; the sweep runs."""
    sweep = copy.deepcopy(SWEEP_FILE)
    sweep["axes"] = {"link.delay_us": [1], "system": ["esa"], "seed": [1]}
    files = others()
    codes = (OK, REFUSED)
    way = rng.pick(("cell", "column", "file"))
    if way == "cell":
        sweep["axes"]["own"] = {rng.pick(("=1+1", "@x", "+1", "-a")): {"run": 1}}
    elif way == "column":
        sweep["axes"][rng.pick(COLUMNS)] = {"a": {"run": 1}}
    else:
        name = rng.pick(("runs", "tiny.csv", "tiny.sqlite", "logs", "scenarios", "lock"))
        files["out/" + name] = rng.pick(("mine\n", Folder()))
        codes = (OK, FAILED, REFUSED)
    return Case(
        [FILE, "--out", "out", "--quiet", "--cores", "1"],
        program=SWEEP,
        files={FILE: json.dumps(sweep).encode(), **files},
        codes=codes,
        outputs=RESULTS,
        checks=(no_formula,),
        cpu_seconds=40,
    )
