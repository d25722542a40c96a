# SPDX-License-Identifier: GPL-2.0-only
"""Draws topologies, and which of their hosts jobs have."""


def draw_topology(rng):
    topology = {"ps_hosts": rng.pick((0, 0, 0, 1, 2))}
    if rng.chance(0.15):
        k = rng.pick((2, 4, 4))
        topology = {"kind": "fat_tree", "k": k, "hosts": k**3 // 4, "ps_hosts": 0}
    elif rng.chance(0.55):
        topology["hosts"] = rng.pick((1, 2, 3, 4, 5, 8, 12))
        return topology
    else:
        topology["racks"] = rng.pick((2, 2, 3, 4))
        topology["hosts"] = topology["racks"] * rng.pick((1, 2, 3, 4, 8))
        topology["spines"] = rng.pick((1, 2, 3))
    topology["oversubscription"] = rng.pick((0.5, 1, 1, 2, 4, 20))
    topology["uplink_delay_us"] = rng.pick((0, 0.001, 1, 1, 100, 10000))
    return topology


def is_fat_tree(topology):
    return topology.get("kind") == "fat_tree"


def draw_policy(rng, topology):
    """Draws how hosts are given to jobs."""
    if is_fat_tree(topology) or rng.chance(0.3):
        policy = {"policy": rng.pick(("packed", "spread", "random")), "seed": rng.whole(1, 9)}
    else:
        policy = {"racks_per_job": rng.whole(1, topology.get("racks", 1))}
    if topology["ps_hosts"] == 0 and rng.chance(0.3):
        policy["ps"] = "beside_workers"
    return policy


def draw_placement(rng, topology, jobs):
    """Draws the hosts of one job, one by one."""
    hosts = topology["hosts"]
    servers = hosts if is_fat_tree(topology) else hosts + (topology["ps_hosts"] or jobs)
    left = list(range(hosts if rng.chance(0.8) else servers))
    workers = []
    for _ in range(rng.whole(1, min(len(left), 8))):
        workers.append(left.pop(rng.whole(0, len(left) - 1)))
    return {"workers": workers, "ps": rng.whole(0, servers - 1)}
