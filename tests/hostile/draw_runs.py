# SPDX-License-Identifier: GPL-2.0-only
"""Cases of legal scenarios with extreme values, which must run or be refused."""

import json

import bases
from case import OK, REFUSED, Case
from rng import texts
from schema import kind_of, legal_number, legal_value, put

FILE = "scenario.json"
SYSTEMS = ("esa", "atp", "switchml", "straw1", "straw2", "panama", "iswitch", "byteps")
SYSTEMS = (*SYSTEMS, "byteps_nton", "ring", "hire", "a2tp", "sharp", "rina", "mina")
SYSTEMS = (*SYSTEMS, "canary", "trio")
# These ask for much work or memory, or for many checks of a timer.
WORK = (
    "iterations",
    "topology",
    "jobs",
    "trace",
    "seeds",
    "systems",
    "dnns",
    "placement",
    "background",
)
WORK = (*WORK, "rto.check_us", "faults.links", "faults.worker_pauses", "faults.ps_failures")
WORK = (*WORK, "faults.failures")
WORK = (*WORK, "switch.memory_bytes")
FAULTS = ("faults.every_link.loss_probability", "faults.every_link.burst_probability")


def draw_legal(rng, fields):
    """A tiny run with one or two fields at their limits."""
    may_vary = [
        field
        for field in fields.scalars
        if 0 not in field.path
        and not field.name.startswith(WORK)
        and kind_of(field.node) in ("integer", "number", "boolean", "string")
        and field.name not in ("name", "description")
    ]
    scenario = json.loads(json.dumps(bases.SCENARIO))
    if rng.chance(0.15):
        return draw_ideal(rng, scenario)
    scenario["systems"] = rng.several(SYSTEMS, 2)
    if rng.chance(0.4):
        scenario["recovery"] = {"enabled": True}
    if rng.chance(0.3):
        scenario["rto"] = {"min_us": rng.pick((1, 5, 10, 50))}
    if rng.chance(0.2):
        scenario["payload"] = "full"
    if rng.chance(0.5):  # more packets than a window
        size = rng.pick((20000, 100000, 300000))
        scenario["dnns"]["A"]["partitions"] = [{"layer": 1, "bytes": size}]
    if rng.chance(0.2):  # jobs that collide
        scenario["topology"] = {"hosts": 4}
        scenario["jobs"]["count"] = 2
        scenario["switch"] = {"memory_bytes": 20000}
    if rng.chance(0.1):
        scenario["topology"] = {"hosts": 4, "racks": 2}
    for field in rng.several(may_vary, rng.pick((1, 1, 2))):
        if field.name in FAULTS:  # with a loss of every packet nothing ends
            put(scenario, field.path, rng.pick((0, 0.001, 0.01)))
            scenario["recovery"] = {"enabled": True}
        else:
            put(scenario, field.path, legal_value(rng, field.node))
    return run_of(scenario)


def draw_ideal(rng, scenario):
    """A run for which there is a closed form, unless what is drawn rules it out."""
    workers = rng.pick((2, 4, 8))
    scenario["systems"] = ["byteps", "byteps_nton", "ring"]
    scenario["topology"] = {"hosts": workers}
    scenario["jobs"]["workers"] = workers
    scenario["dnns"]["A"]["partitions"] = [{"layer": 1, "bytes": rng.pick((300000, 1000000))}]
    scenario["link"] = {"rate_gbps": rng.pick((1, 10, 100)), "delay_us": rng.pick((0, 1, 5, 50))}
    scenario["recovery"] = {"enabled": rng.chance(0.5)}
    scenario["rto"] = {"min_us": rng.pick((1, 20, 1000))}
    return run_of(scenario)


def run_of(scenario):
    """Returns the case of a run."""
    return Case(
        "",
        ["--config", FILE, "--out", "out"],
        files={FILE: bases.text(scenario)},
        outputs=("out", "out/result.csv", "out/result.json"),
        wanted=("out/result.csv", "out/result.json"),
        checks=("closed_form_holds",),
    )


def draw_size(rng, fields):
    """Sizes at their limits: looked at only, since a run of such a size takes long."""
    may_vary = [
        field
        for field in fields.scalars
        if 0 not in field.path
        and field.name.startswith(("topology", "jobs", "iterations", "placement", "seeds", "dnns"))
        and kind_of(field.node) in ("integer", "number")
    ]
    system = rng.pick(SYSTEMS)
    arguments = ["--system", system]
    if rng.chance(0.15):  # more workers than a switch's bitmap has bits
        workers = rng.pick((33, 64, 100))
        sizes = ["--workers", str(workers), "--jobs", "1", "--set", f"topology.hosts={workers}"]
        return Case("", ["--system", system, *sizes, "--validate"], codes=(OK,))
    for field in rng.several(may_vary, 2):
        value = legal_number(rng, field.node)
        arguments += ["--set", f"{field.name}={json.dumps(value)}"]
    return Case("", [*arguments, "--validate"], cpu_seconds=10)


def spoil_cell(rng, rows, most, others):
    """Changes a cell of a table: into a text, a number from -2 to most, or one of others."""
    place = rng.whole(0, len(rows) - 1)
    cells = rows[place].split(",")
    cells[rng.whole(0, 3)] = rng.pick((texts(rng), str(rng.whole(-2, most)), *others))
    rows[place] = ",".join(cells)


def draw_profile(rng, _fields):
    """Profiles of SwitchML's benchmark in the place of a model: faults in cells, rows and bytes."""
    way = rng.weighted({"cell": 6, "row": 4, "text": 4, "long": 1, "flood": 1})
    rows = list(bases.PROFILE)
    if way == "cell":
        large = ("1000000000001", "18446744073709551616", "1e300")
        spoil_cell(rng, rows, 3, ("-0.0", "", "0x1", *large))
    elif way == "row":
        row = rng.pick(("", ",", ",,,", "0,1,1,1", "3,1,1", "3,1,1,1,1", "#x", "x" * 100000))
        rows.insert(rng.whole(0, len(rows)), row)
    elif way == "long":
        rows[1:] = [f"{layer},1,1,1" for layer in range(rng.pick((1000, 1001, 1000000)))]
    elif way == "flood":
        rows[1:] = [rng.pick(("x", "0,0,1,1", "0,1,-1,1", "x,x,x,x"))] * rng.pick((30, 1000))
    data = ("\n".join(rows) + "\n").encode()
    codes = (0, 2)
    if way == "text":
        odd = rng.pick((b"\x00", b"\xff", b"\r", b"\xef\xbb\xbf", b'"', b"\x1b[2J", b";"))
        place = rng.pick((0, len(data), rng.whole(0, len(data))))
        data = data[:place] + odd + data[place:]
        codes = (REFUSED,) if odd == b"\x00" else codes
    dnn = {"model": "model.csv", "buckets": rng.pick(("partitions", "layers", "ddp"))}
    scenario = dict(bases.SCENARIO, dnns={"A": dnn})
    files = {FILE: bases.text(scenario), "model.csv": data}
    return Case("", ["--config", FILE, "--validate"], files=files, codes=codes)


def draw_trace(rng, _fields):
    """Job traces: with faults in cells, rows and columns, long, or with long gaps."""
    way = rng.weighted(
        {"cell": 6, "row": 4, "text": 4, "long": 1, "flood": 1, "gap": 3, "list": 1}
    )
    scenario = {name: value for name, value in bases.WITH_TRACE.items() if name != "trace"}
    scenario["trace"] = {"file": "trace.csv"}
    rows = [bases.TRACE_HEAD, *bases.TRACE_ROWS]
    action, outputs = ["--validate"], ()
    if way == "cell":
        spoil_cell(rng, rows, 70, ("1e300", "1e9", "", "1"))
    elif way == "row":
        row = rng.pick(
            ("", ",", ",,,", ",,,,,,", "0,1,1,A,9", "0,1,1", "#x", "x" * 100000, '"0",1,1,A')
        )
        rows.insert(rng.whole(0, len(rows)), row)
    elif way == "long":
        count = rng.pick((65536, 65537, 200000, 2000000))
        rows[1:] = ["0,1,1,A"] * count
    elif way == "flood":
        rows[1:] = [rng.pick(("x", "0,0,1,A", "0,1,-1,A", "0,1,1,?", "x,x,x,x"))] * 100000
    elif way == "gap":
        gap = rng.pick((1, 1e3, 1e6, 1e9, 1e10))
        rows[1:] = ["0,1,1,A", f"{gap:.0f},2,1,A"]
        scenario["trace"]["time_scale"] = rng.pick((1e-6, 1e-3, 1, 1000)) if gap < 1e9 else 1e-6
        action, outputs = ["--out", "out"], ("out", "out/*.csv", "out/result.json", "o.csv")
        action += ["--occupancy", "o.csv"] if rng.chance(0.5) else []
    elif way == "list":
        job = dict(bases.TRACE_JOBS[0])
        job[rng.pick(list(job))] = rng.pick((-1, 0, 33, 1e10, "B", texts(rng)))
        scenario["trace"] = {"jobs": [*bases.TRACE_JOBS, job]}
    data = ("\n".join(rows) + "\n").encode()
    codes = (0, 2)
    if way == "text":
        odd = rng.pick(
            (b"\x00", b"\xff", b"\r", b"\x00\n", b"\xef\xbb\xbf", b'"', b"\x1b[2J", b";")
        )
        place = rng.pick((0, len(data), rng.whole(0, len(data))))
        data = data[:place] + odd + data[place:]
        if b"\x00" in odd:
            codes = (REFUSED,)
    return Case(
        "",
        ["--config", FILE, *action],
        files={FILE: bases.text(scenario), "trace.csv": data},
        outputs=outputs,
        codes=codes,
    )
