# SPDX-License-Identifier: GPL-2.0-only
"""Cases of topology files, placement files and files of trees."""

import bases
from case import OK, REFUSED, Case
from rng import texts
from document import spoil
from draw_scenario import FILE, look
from schema import Field

TOPOLOGY = "topology.json"
PLACEMENT = "placement.json"
TREES = "trees.json"
SYSTEMS = ("esa", "atp", "switchml", "panama", "ring", "byteps_nton", "rina", "mina", "canary", "trio")


def draw_topology(rng, fields):
    """Topology files, placement files and files of trees: with faults, or any graph; most graphs are
    run."""
    way = rng.weighted({"topology": 4, "placement": 3, "graph": 5, "trees": 4})
    graph = random_graph(rng) if way == "graph" else bases.GRAPH
    topology, placement, told = bases.text(graph), bases.text(bases.PLACEMENT), ""
    arguments = look(rng, "--config", FILE)
    if way == "topology":
        topology, told = spoil(rng, bases.GRAPH, of_graph(fields))
        told = told if told != "role" else ""  # a host less is a fault of the jobs
    elif way == "placement":
        placement, told = spoil(rng, bases.PLACEMENT, fields.placement)
    elif way == "trees":
        return draw_trees(rng, fields)
    elif rng.chance(0.8):
        arguments = ["--config", FILE, "--quiet"]
    scenario = dict(
        bases.SCENARIO,
        topology={"kind": "graph", "file": TOPOLOGY},
        systems=[rng.pick(SYSTEMS)],
    )
    if rng.chance(0.3):
        switches = rng.several(("s0", "s1", "s2", "s2", "h0", texts(rng)), 3)
        scenario["aggregation"] = {"switches": switches}
    if way == "placement" or (way == "graph" and rng.chance(0.4)):
        scenario["placement"] = {"file": PLACEMENT}
    files = {FILE: bases.text(scenario), TOPOLOGY: topology, PLACEMENT: placement}
    return Case("", arguments, files=files, told=told, codes=(OK, REFUSED))


def draw_trees(rng, fields):
    """Files of trees: with faults, or ways and sums of any switches, which are run if they are
    trees."""
    scenario = dict(
        bases.SCENARIO,
        topology={"kind": "graph", "file": TOPOLOGY},
        placement={"file": PLACEMENT},
        aggregation={"file": TREES},
        systems=[rng.pick(("esa", "atp", "switchml", "panama", "ring"))],
    )
    told, arguments = "", ["--config", FILE, "--quiet"]
    if rng.chance(0.5):
        above = ("aggregation", "jobs")
        inside = [
            Field(field.path[1:], field.node)
            for field in fields.all
            if field.path[:2] == above and len(field.path) > 2
        ]
        trees, told = spoil(rng, bases.TREES, inside)
        told = told if told not in ("sums", "ways") else ""
    else:
        names = ("s0", "s1", "s2", "s2", "h0", texts(rng))
        ways = [["s1", "s2", "s0"]] if rng.chance(0.7) else []
        for _ in range(rng.pick((0, 0, 1, 2))):
            ways.append([rng.pick(names) for _ in range(rng.pick((1, 2, 3, 4)))])
        sums = rng.several(names, 4) if rng.chance(0.9) else []
        tree = {"ways": ways, "sums": sums}
        trees = bases.text({"jobs": [{"trees": [tree] * rng.pick((1, 1, 2))}]})
    files = {
        FILE: bases.text(scenario),
        TOPOLOGY: bases.text(bases.GRAPH),
        PLACEMENT: bases.text(bases.PLACEMENT),
        TREES: trees,
    }
    return Case("", arguments, files=files, told=told, codes=(OK, REFUSED))


def of_graph(fields):
    """Returns the fields of a topology file: those of topology.graph."""
    above = ("topology", "graph")
    return [
        Field(field.path[2:], field.node)
        for field in fields.all
        if field.path[:2] == above and len(field.path) > 2
    ]


def random_graph(rng):
    """Returns a graph of a few nodes: links anywhere, hosts without or with several links."""
    switches = [f"s{i}" for i in range(rng.pick((1, 2, 3, 4, 6)))]
    hosts = [f"h{i}" for i in range(rng.pick((1, 2, 3, 5)))]
    links = [(host, rng.pick(switches)) for host in hosts]
    links += list(zip(switches, switches[1:]))
    for _ in range(rng.pick((0, 0, 1, 2, 4))):
        links.append((rng.pick(switches), rng.pick(switches)))
    if rng.chance(0.15):
        links.append((rng.pick(hosts), rng.pick(hosts + switches)))
    if rng.chance(0.15):
        del links[rng.whole(0, len(links) - 1)]
    if rng.chance(0.1):
        links.append((rng.pick(switches), texts(rng)))
    nodes = [{"name": name, "role": "host"} for name in hosts]
    nodes += [{"name": name, "role": "switch"} for name in switches]
    made = [{"between": list(pair)} for pair in links]
    for link in rng.several(made, 2):
        link["rate_gbps"] = rng.pick((0.001, 1, 25, 10000))
        link["delay_us"] = rng.pick((0, 0.001, 1, 100))
        link["queue_bytes"] = rng.pick((0, 2000, 60000))
    return {"nodes": nodes, "links": made, "tree": rng.chance(0.2)}
