# SPDX-License-Identifier: GPL-2.0-only
"""Cases of the converter of Philly traces."""

import json

import bases
from case import CONVERTER, REFUSED, Case, Folder
from dice import numbers, texts, values
from document import spoil_text
from schema import get

FILE = "log.json"


def draw_converter(dice, _fields):
    """Logs with faults, other things in the place of a log, and odd options."""
    log = [bases.philly_job(number) for number in range(3)]
    way = dice.weighted({"value": 10, "text": 5, "input": 2, "options": 3, "flood": 1})
    files, options, name, codes = {}, [], FILE, (0, 2)
    text = None
    if way == "value":
        for _ in range(dice.pick((1, 1, 2))):
            spoil_job(dice, dice.pick(log))
    elif way == "text":
        text = spoil_text(dice, json.dumps(log).encode())
    elif way == "input":
        name = dice.pick((FILE, "/dev/zero", "", "a" * 5000, "a\nb"))
        files = {FILE: Folder()} if name == FILE else {}
        codes = (REFUSED,)
    elif way == "options":
        option = dice.pick(("--status", "--models", "--max-gpus", "--max-jobs", "--x"))
        word = texts(dice) if dice.chance(0.6) else str(numbers(dice))
        options = [option, word.replace("\0", "")] if dice.chance(0.8) else [option]
    else:
        log = [{"status": dice.pick(("Pass", "x")), "submitted_time": None}] * 100000
    if way != "input":
        files[FILE] = json.dumps(log).encode() if text is None else text
    return Case(
        "",
        [*options, name],
        program=CONVERTER,
        files=files,
        codes=codes,
        parsed=text,
    )


def spoil_job(dice, job):
    """Spoils one value of a job, of its attempt or of the attempt's server."""
    path = dice.pick(((), ("attempts", 0), ("attempts", 0, "detail", 0)))
    place = get(job, path)
    if not isinstance(place, dict) or not place:
        return
    name = dice.pick(list(place))
    times = ("9999-12-31 23:59:59", "0001-01-01 00:00:00", "2017-02-30 00:00:00", "None")
    if dice.chance(0.15):
        del place[name]
    else:
        place[name] = dice.pick(
            (values(dice), values(dice), dice.pick(times), "\ud800", 10**40, [[]])
        )
