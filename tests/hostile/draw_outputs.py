# SPDX-License-Identifier: GPL-2.0-only
"""Cases of outputs: files of the user in their place, names that collide, disks that are full."""

import bases
from case import FAILED, OK, REFUSED, Case, Folder, Link, Node

FILE = "scenario.json"
RESULTS = ("out", "out/result.csv", "out/result.json")
OPTIONS = {"--timeline": "t.json", "--occupancy": "o.csv", "--pcap": "cap"}
MADE = (*RESULTS, "t*.json", "o*.csv", "cap-*.pcap", "a.csv")


def scenario_of(dice):
    """Returns a scenario with one run or several."""
    changes = {"seeds": [1, 2], "systems": ["esa", "ring"]} if dice.chance(0.3) else {}
    return dict(bases.SCENARIO, **changes)


def all_outputs(dice):
    """Returns options of some outputs, and their files."""
    chosen = dice.several(list(OPTIONS), 3)
    return [word for option in chosen for word in (option, OPTIONS[option])], chosen


def draw_there(dice, _fields):
    """Something is in the place of an output."""
    there = dice.pick(
        (
            "file",
            "fifo",
            "socket",
            "full",
            "folder",
            "link",
            "dangling",
            "loop",
            "to fifo",
            "to folder",
        )
    )
    option = dice.pick(("--out", "--timeline", "--occupancy", "--pcap", "--accuracy"))
    path = {"--out": "out/result.csv", "--pcap": "cap-esa-1-0-0.pcap"}.get(option)
    path = path or {"--timeline": "t.json", "--occupancy": "o.csv", "--accuracy": "a.csv"}[option]
    if option == "--out" and dice.chance(0.4):
        path = dice.pick(("out", "out/result.json"))
    beside = "target"
    things = {
        "file": "mine\n",
        "fifo": Node("fifo"),
        "socket": Node("socket"),
        "full": Node("full"),
        "folder": Folder(),
        "link": Link(beside if "/" not in path else "../" + beside),
        "dangling": Link("nowhere/at/all"),
        "loop": Link(path.rpartition("/")[2]),
        "to fifo": Link("fifo" if "/" not in path else "../fifo"),
        "to folder": Link("folder" if "/" not in path else "../folder"),
    }
    base = bases.learner() if option == "--accuracy" else bases.SCENARIO
    name = {"--out": "out", "--pcap": "cap"}.get(option, path)
    arguments = ["--config", FILE, "--quiet", option, name]
    files = {FILE: bases.text(base), path: things[there], beside: "mine\n", "fifo": Node("fifo")}
    files |= {"folder": Folder(), "data.csv": "\n".join(bases.SAMPLES) + "\n"}
    arguments += ["--learn", "data.csv"] if option == "--accuracy" else []
    force = dice.chance(0.6)
    fine = there == "folder" and path == "out" or there == "to folder" and path == "out"
    replaced = (path,) if force and there == "file" else ()
    codes = (OK,) if fine or (replaced and path != "out") else (REFUSED,)
    if there in ("link", "full") and force:
        codes = (OK, REFUSED)
    if option == "--pcap" and there in (
        "link",
        "dangling",
        "loop",
        "to fifo",
        "to folder",
        "folder",
    ):
        codes = (OK, REFUSED)  # files are named by role: the name may be a free one
    return Case(
        "",
        [*arguments, *(["--force"] if force else [])],
        files=files,
        codes=codes if option != "--pcap" else (OK, REFUSED),
        outputs=(*MADE, "folder/*") if fine else MADE,
        replaced=replaced if option != "--pcap" else (path,) if force else (),
    )


def draw_captures(dice, _fields):
    """The captures of an earlier run are there, with or without --force."""
    force = dice.chance(0.4)
    way = dice.pick(("every", "every", "long", "folder"))
    files = {FILE: bases.text(dict(bases.SCENARIO, topology={"hosts": dice.pick((2, 5))}))}
    prefix = "cap"
    if way == "every":
        names = [f"cap-esa-1-{node}-{link}.pcap" for node in range(8) for link in range(6)]
        names += [
            f"cap-esa-1-job{job}-worker{worker}.pcap" for job in range(2) for worker in range(3)
        ]
        names += ["cap-esa-1-job1-ps.pcap", "cap-esa-1-job0-ps.pcap", "cap-esa-1-switch.pcap"]
        files |= {name: "mine\n" for name in names}
    elif way == "long":
        prefix = dice.pick(("p" * 250, "p" * 300, "d/" * 2500 + "p", "no/folder/p"))
    else:
        files["cap-esa-1-0-0.pcap"] = Folder()
        files["cap-esa-1-job0-worker0.pcap"] = Folder()
    return Case(
        "",
        ["--config", FILE, "--quiet", "--pcap", prefix, *(["--force"] if force else [])],
        files=files,
        codes=(OK, REFUSED),
        outputs=("cap-*.pcap",),
        replaced=("cap-*.pcap",) if force else (),
    )


def draw_collision(dice, _fields):
    """Two outputs, or an output and an input, are one file."""
    same = dice.pick(
        (
            ["--out", "out", "--timeline", "out/result.csv"],
            ["--out", "out", "--occupancy", "./out/../out/result.json"],
            ["--timeline", "t.json", "--occupancy", "t.json"],
            ["--timeline", "t.json", "--occupancy", "folder/../t.json"],
            ["--timeline", "t.json", "--occupancy", "here/t.json"],
            ["--timeline", "t.json", "--accuracy", "t.json"],
            ["--occupancy", "a.csv", "--accuracy", "./a.csv"],
            ["--out", "out", "--accuracy", "out/result.csv"],
            ["--timeline", FILE],
            ["--occupancy", "data.csv"],
            ["--accuracy", "data.csv"],
            ["--timeline", "linked.json"],
            ["--accuracy", "hard.csv"],
            ["--pcap", "p", "--timeline", "p-esa-1-0-0.pcap"],
        )
    )
    learns = "--accuracy" in same or "data.csv" in same
    files = {
        FILE: bases.text(bases.learner()),
        "data.csv": "\n".join(bases.SAMPLES) + "\n",
        "folder": Folder(),
        "here": Link("."),
        "linked.json": Link(FILE),
    }
    files["hard.csv"] = Link("data.csv")
    force = dice.chance(0.6)
    learn = ["--learn", "data.csv"] if learns else []
    may_be_free = same[0] == "--pcap"
    return Case(
        "",
        ["--config", FILE, "--quiet", *learn, *same, *(["--force"] if force else [])],
        files=files,
        codes=(REFUSED,) if not may_be_free else (OK, REFUSED),
        outputs=MADE if not may_be_free else (*MADE, "p-*.pcap"),
    )


def draw_temporary(dice, _fields):
    """Files of the user have the names of temporary files."""
    arguments, chosen = all_outputs(dice)
    names = ["out/result.csv", "out/result.json", *(OPTIONS[option] for option in chosen)]
    files = {FILE: bases.text(bases.SCENARIO), "target": "mine\n"}
    for name in names:
        for end in (".tmp", "~", ".part", ".new"):
            up = "../target" if "/" in name else "target"
            files[name + end] = Link(up) if dice.chance(0.4) else "mine\n"
    force = ["--force"] if dice.chance(0.5) else []
    return Case(
        "",
        ["--config", FILE, "--quiet", "--out", "out", *arguments, *force],
        files=files,
        outputs=MADE,
        wanted=("out/result.csv", "out/result.json"),
    )


def draw_full(dice, _fields):
    """No file can get larger than some bytes, as on a full disk."""
    arguments, chosen = all_outputs(dice)
    scenario = scenario_of(dice)
    limit = dice.pick((1, 10, 100, 300, 500, 700, 800, 1000, 2000, 3000, 5000, 6500, 10000))
    out = ["--out", "out"] if dice.chance(0.7) else []
    checks = ()
    if out and dice.chance(0.4):  # the results fit, the recordings do not
        scenario["dnns"] = {
            "A": {**scenario["dnns"]["A"], "partitions": [{"layer": 1, "bytes": 1000000}]}
        }
        limit, checks = 20000, ("row_is_kept",)
        if "--pcap" not in chosen:
            arguments += ["--sample-us", "0.05"]
    return Case(
        "",
        ["--config", FILE, "--quiet", *out, *arguments],
        files={FILE: bases.text(scenario)},
        codes=(OK, FAILED, REFUSED),
        outputs=MADE,
        file_bytes=limit,
        checks=checks,
    )


def draw_names(dice, _fields):
    """Outputs with names that are too long, have no folder, or forge messages."""
    option = dice.pick(("--out", "--timeline", "--occupancy", "--pcap"))
    name = dice.pick(
        (
            *(
                "a" * 256,
                "a" * 5000,
                "a/" * 3000,
                f"{FILE}/x",
                "no/folder/x",
                "x/",
                ".",
                "..",
                "./",
            ),
            *(
                "a\nhostile: error: forged",
                f"{FILE}/a\nhostile: error: forged",
                "\x1b[2Jx",
                "\u202eabc",
                " ",
                "-x",
                "~",
                "a" * 252 + ".csv",
            ),
            *("here/x", "loop/x", "%n%s", "\udcff\udcfe", "a\tb", "\x7f"),
        )
    )
    force = ["--force"] if dice.chance(0.3) else []
    return Case(
        "",
        ["--config", FILE, "--quiet", option, name, *force],
        files={FILE: bases.text(bases.SCENARIO), "here": Link("."), "loop": Link("loop")},
        codes=(OK, REFUSED),
        outputs=("*", "../*"),
    )
