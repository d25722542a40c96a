# SPDX-License-Identifier: GPL-2.0-only
"""Draws the trees of jobs whose hosts are known: ways through racks and spines, or a fat tree. Draws
hosts, links and switches that are slow or fail."""

from network import is_fat_tree


def rack_of(topology, host):
    """Returns the number of a host's rack: those of PSes are in the racks in turn."""
    hosts = topology["hosts"]
    if is_fat_tree(topology):
        return host // (topology["k"] // 2)
    racks = topology.get("racks", 1)
    return host // (hosts // racks) if host < hosts else (host - hosts) % racks


def draw_ways(rng, topology, racks, home):
    """Draws a way for each rack. Ways that meet do not part."""
    if not is_fat_tree(topology):
        spines = topology.get("spines", 1)
        return [
            [f"rack{rack}", f"spine{rng.whole(0, spines - 1)}", f"rack{home}"] for rack in racks
        ]
    half = topology["k"] // 2
    cores = {}  # of a pod and aggregation switch
    homes = rng.whole(0, half - 1)  # aggregation switch of the PS's pod, for racks of that pod
    ways = []
    for rack in racks:
        edge = f"edge{rack // half}_{rack % half}"
        end = f"edge{home // half}_{home % half}"
        if rack // half == home // half:
            ways.append([edge, f"aggregation{home // half}_{homes}", end])
            continue
        above = rng.whole(0, half - 1)
        core = cores.setdefault(
            (rack // half, above), above * half + rng.whole(0, half - 1)
        )
        pods = (f"aggregation{rack // half}_{above}", f"aggregation{home // half}_{core // half}")
        ways.append([edge, pods[0], f"core{core}", pods[1], end])
    return ways


def draw_tree(rng, topology, placed):
    """Draws a tree of a job. The switch of the PS's rack sums, as some systems have no PS that
    adds."""
    home = rack_of(topology, placed["ps"])
    members = sorted({rack_of(topology, host) for host in placed["workers"]})
    ways = draw_ways(rng, topology, [rack for rack in members if rack != home], home)
    half = topology.get("k", 2) // 2
    end = f"edge{home // half}_{home % half}" if is_fat_tree(topology) else f"rack{home}"
    share = rng.pick((0, 0.3, 0.7, 1))
    others = sorted({name for way in ways for name in way} - {end})
    return {"ways": ways, "sums": [end] + [name for name in others if rng.chance(share)]}


def draw_trees(rng, scenario):
    """Draws trees for the jobs of a scenario with placed hosts, or none."""
    placed = scenario.get("placement", {}).get("jobs")
    if not placed or not rng.chance(0.4):
        return
    trees = rng.pick((1, 1, 2, 3))
    scenario["aggregation"] = {
        "jobs": [
            {"trees": [draw_tree(rng, scenario["topology"], job) for _ in range(trees)]}
            for job in placed
        ]
    }


def rack_name(topology, rack):
    """Returns the name of a rack's switch."""
    half = topology.get("k", 2) // 2
    return f"edge{rack // half}_{rack % half}" if is_fat_tree(topology) else f"rack{rack}"


def draw_failed(rng, topology):
    """Draws a link or a switch."""
    rack = rack_of(topology, rng.whole(0, topology["hosts"] - 1))
    name = rack_name(topology, rack)
    half = topology.get("k", 2) // 2
    if is_fat_tree(topology):
        above = f"aggregation{rack // half}_{rng.whole(0, half - 1)}"
    else:
        above = f"spine{rng.whole(0, topology.get('spines', 1) - 1)}"
    kind = rng.pick(("host", "uplink", "uplink", "spine", "spine", "rack"))
    has_spines = is_fat_tree(topology) or topology.get("racks", 1) > 1
    if kind == "host" or (kind != "rack" and not has_spines):
        host = rng.whole(0, topology["hosts"] - 1)
        return {"between": [f"host{host}", rack_name(topology, rack_of(topology, host))]}
    if kind == "uplink":
        return {"between": [above, name]}
    return {"switch": above if kind == "spine" else name}


def draw_failures(rng, scenario):
    """Draws failures of links and switches, which are back after a while; or none. Returns whether
    there are some."""
    if not rng.chance(0.12):
        return False
    topology = scenario["topology"]
    failures = []
    for _ in range(rng.pick((1, 1, 2))):
        failed = draw_failed(rng, topology)
        failed["at_us"] = rng.pick((0, 20, 100, 1000))
        failed["until_us"] = failed["at_us"] + rng.pick((1, 100, 3000, 20000))
        failures.append(failed)
    scenario["faults"]["failures"] = failures
    scenario["faults"]["detection_us"] = rng.pick((0, 10, 1000))
    return True

def draw_switches(rng, scenario):
    """Draws the switches that can sum, or nothing. Some may be far from any job."""
    topology = scenario["topology"]
    if "aggregation" in scenario or not rng.chance(0.25):
        return
    if is_fat_tree(topology):
        half = topology["k"] // 2
        names = [f"edge{pod}_{at}" for pod in range(topology["k"]) for at in range(half)]
        names += [f"aggregation{pod}_{at}" for pod in range(topology["k"]) for at in range(half)]
    else:
        racks = topology.get("racks", 1)
        names = [f"rack{rack}" for rack in range(racks)] + (["spine0"] if racks > 1 else [])
    share = rng.pick((0.2, 0.5, 1))
    some = [name for name in names if rng.chance(share)] or names[:1]
    scenario["aggregation"] = {
        "levels": rng.pick(("one", "two", "all")),
        "switches": some,
    }


def draw_slow(rng, scenario):
    """Draws hosts and links that are slow, or none."""
    topology = scenario["topology"]
    slow = []
    if rng.chance(0.1):
        host = rng.whole(0, topology["hosts"] - 1)
        slow.append({"hosts": [host], "slowdown": rng.pick((1, 1.5, 20))})
    if rng.chance(0.1):
        host = rng.whole(0, topology["hosts"] - 1)
        rack = rack_of(topology, host)
        half = topology.get("k", 2) // 2
        end = f"edge{rack // half}_{rack % half}" if is_fat_tree(topology) else f"rack{rack}"
        slow.append({"between": [f"host{host}", end], "slowdown": rng.pick((1, 2, 10))})
    if slow:
        scenario["faults"]["slow"] = slow
