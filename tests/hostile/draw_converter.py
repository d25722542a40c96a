# SPDX-License-Identifier: GPL-2.0-only
"""Cases of the converter of Philly traces."""

import json

from case import CONVERTER, REFUSED, Case, Folder, philly_job
from rng import numbers, spoil_text, texts, values

FILE = "log.json"


def draw_converter(rng, _fields):
    """Logs with faults, other things in the place of a log, and odd options."""
    log = [philly_job(number) for number in range(3)]
    way = rng.weighted({"value": 10, "text": 5, "input": 2, "options": 3, "flood": 1})
    files, options, name, codes = {}, [], FILE, (0, 2)
    text = None
    if way == "value":
        for _ in range(rng.pick((1, 1, 2))):
            spoil_job(rng, rng.pick(log))
    elif way == "text":
        text = spoil_text(rng, json.dumps(log).encode())
    elif way == "input":
        name = rng.pick((FILE, "/dev/zero", "", "a" * 5000, "a\nb"))
        files = {FILE: Folder()} if name == FILE else {}
        codes = (REFUSED,)
    elif way == "options":
        option = rng.pick(("--status", "--models", "--max-gpus", "--max-jobs", "--x"))
        word = texts(rng) if rng.chance(0.6) else str(numbers(rng))
        options = [option, word.replace("\0", "")] if rng.chance(0.8) else [option]
    else:
        log = [{"status": rng.pick(("Pass", "x")), "submitted_time": None}] * 100000
    if way != "input":
        files[FILE] = json.dumps(log).encode() if text is None else text
    return Case([*options, name], program=CONVERTER, files=files, codes=codes, parsed=text)


def spoil_job(rng, job):
    """Spoils one value of a job, of its attempt or of the attempt's server."""
    path = rng.pick(((), ("attempts", 0), ("attempts", 0, "detail", 0)))
    place = job
    for name in path:
        try:
            place = place[name]
        except (IndexError, KeyError, TypeError):  # what was there is spoilt
            return
    if not isinstance(place, dict) or not place:
        return
    name = rng.pick(list(place))
    times = ("9999-12-31 23:59:59", "0001-01-01 00:00:00", "2017-02-30 00:00:00", "None")
    if rng.chance(0.15):
        del place[name]
    else:
        place[name] = rng.pick((values(rng), values(rng), rng.pick(times), "\ud800", 10**40, [[]]))
