# SPDX-License-Identifier: GPL-2.0-only
"""Cases of the program that imports traces: Philly's logs, schedules, Chakra's JSON, profiles."""

import json

from case import CONVERTER, REFUSED, Case, Folder, philly_job
from rng import numbers, spoil_text, texts, values

FILE = "log.json"


FORMS = {
    "t.goal": "num_ranks 2\nrank 0 {\na: calc 5 cpu 1\nb: send 8b to 1 tag 3\nb requires a\n}\n"
    "rank 1 {\nrecv 8b from 0 tag 3 /* of\nb */\n}\n",
    "t.0.json": '{"schema": "x", "workload_graph": [{"Id": 1, "NodeType": 4, "runtime": 5, "data_deps": []}, '
    '{"Id": 2, "NodeType": 7, "comm_type": 0, "comm_size": 8, "pg_name": "1", "data_deps": [1]}]}',
    "p.csv": "layer_index,numel,forward_pass_ns,backward_pass_ns,of\n0,620,1000,2000,{}\n1,62,2500.5,0,{}\n",
}


def draw_converter(rng, _fields):
    """Logs with faults, other things in the place of a log, odd options, and other forms of traces."""
    if rng.chance(0.4):
        return draw_import(rng)
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
    return Case(
        [*options, name, "--out", "made"],
        program=CONVERTER,
        files=files,
        codes=codes,
        outputs=("made.*",),
        parsed=text,
    )


def draw_import(rng):
    """Traces of other forms, spoilt."""
    name, text = rng.pick(tuple(FORMS.items()))
    files = {name: spoil_text(rng, text.encode())}
    return Case([name, "--out", "made"], program=CONVERTER, files=files, outputs=("made.*",))


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
