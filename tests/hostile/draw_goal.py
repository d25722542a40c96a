# SPDX-License-Identifier: GPL-2.0-only
"""Cases of GOAL schedules: legal ones, which are run, and ones with faults."""

import gzip

from case import OK, REFUSED, Case
from document import spoil_text
from rng import texts

FILE = "mine.goal"
ODD = ("0", "-1", "-2", "1e3", "99999999999999999999", "0x8", "", "calc", "send", "}", "{", "/*", "//")


def draw_goal(rng, _fields):
    """Schedules of a few ranks: any messages, computations and dependencies; most have a fault."""
    ranks = rng.whole(1, 5)
    blocks = [[] for _ in range(ranks)]
    for number in range(rng.whole(0, 12)):
        add_operation(rng, blocks, number)
    for block in blocks:
        add_dependencies(rng, block)
    lines = [f"num_ranks {ranks}"]
    for rank, block in enumerate(blocks):
        lines += [f"rank {rank} {{", *block, "}"]
    way = rng.weighted({"legal": 3, "word": 6, "lines": 3, "text": 4, "flood": 1})
    if way == "word":
        place = rng.whole(0, len(lines) - 1)
        words = lines[place].split(" ")
        words[rng.whole(0, len(words) - 1)] = rng.pick((*ODD, texts(rng)))
        lines[place] = " ".join(words)
    elif way == "lines":
        for _ in range(rng.whole(1, 3)):
            del lines[rng.whole(0, len(lines) - 1)]
            lines = lines or [""]
    elif way == "flood":
        lines[-1:] = [rng.pick(("calc 1", "x", "l: calc 1", "{", "rank 0 {", "x" * 300))] * 100000
    data = "\n".join(lines).encode("utf-8", "surrogatepass")
    data = spoil_text(rng, data) if way == "text" else data
    data = gzip.compress(data, mtime=0) if rng.chance(0.1) else data
    arguments = ["--trace", FILE, "--system", rng.pick(("esa", "ring")), "--quiet"]
    arguments += ["--seed", "1", "--iterations", rng.pick(("1", "2"))]
    return Case("", arguments, files={FILE: data}, codes=(OK, REFUSED))


def add_operation(rng, blocks, number):
    """Adds a computation, or both ends of a message."""
    cpu = rng.pick(("", "", " cpu 1", " cpu 65535"))
    if len(blocks) < 2 or rng.chance(0.4):
        rng.pick(blocks).append(f"c{number}: calc {rng.pick((0, 1, 1000, 10**6))}{cpu}")
        return
    places = list(range(len(blocks)))
    sender = rng.pick(places)
    receiver = rng.pick([place for place in places if place != sender])
    size, tag = rng.pick((0, 1, 8, 5000, 10**6)), rng.pick(("", " tag 0", " tag 7"))
    blocks[sender].append(f"s{number}: send {size}b to {receiver}{tag}{cpu}")
    blocks[receiver].append(f"r{number}: recv {size}b from {sender}{tag}")


def add_dependencies(rng, block):
    """Lets some operations of a rank wait for others; sometimes in a circle."""
    labels = [line.split(":")[0] for line in block]
    for _ in range(rng.whole(0, len(labels))):
        later, earlier = rng.whole(0, len(labels) - 1), rng.whole(0, len(labels) - 1)
        if later > earlier or rng.chance(0.1):
            word = rng.pick(("requires", "irequires"))
            block.append(f"{labels[later]} {word} {labels[earlier]}")
