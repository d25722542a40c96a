# SPDX-License-Identifier: GPL-2.0-only
"""Draws scenarios that lose packets at full queues, or while a link is down, and says how long their
jobs may take.

Such losses come in bursts, often at the end of a job's data. Whoever repairs them one after the other
needs a round trip for each, and the network stands idle meanwhile. So the same scenario runs twice:
as it is, and with queues without limit and all links up. A queue with a limit marks packets at half of
it, so the other queues mark there, too: then the windows of both runs are alike. The first run may take
five times as long as the second, and ten round trips of the empty network. Three times come on top: that
a link is down; as much again, as questions back off meanwhile; and a few of the smallest timeouts, which
are all that workers and PSes know before something was measured.
"""

import copy

import verdicts

TIMES = 5
ROUND_TRIPS = 10
TIMEOUTS = 3
UPLINK_DELAY_US = 1  # the default of topology.uplink_delay_us, which no scenario here sets
FRAME_BYTES = 306
PAYLOAD_BYTES = 248
FAR_BEYOND = 3  # times what is allowed: always a finding
MAX_SHARE_BEYOND = 0.01  # of the runs that may take longer than is allowed, but not far beyond
# All but SwitchML, which repairs by a timer of its own for each slot, as published: it takes what it
# takes.
SYSTEMS = (
    *("esa", "atp", "a2tp", "straw1", "straw2", "panama", "iswitch", "hire", "canary"),
    *("byteps", "byteps_nton", "ring", "rina", "halving_doubling", "double_tree"),
)
MAX_FRAMES = 16000  # of all workers


def _jitter(rng):
    """Returns what is delayed."""
    return rng.pick(("partition", "packet", "packet_in_order"))


def draw(rng):
    """Returns a scenario with short queues, a link that is down, or both, and the frames per queue."""
    scenario = {
        "name": "repair",
        "seeds": [rng.whole(1, 1000)],
        "recovery": {"enabled": True},
        "link": {"rate_gbps": rng.pick((10, 25, 100, 400)), "delay_us": rng.pick((0.5, 1, 5, 20))},
        "topology": _topology(rng),
        "iterations": rng.pick((1, 1, 2)),
        "jitter": {"mode": "none"} if rng.chance(0.6) else {"mode": _jitter(rng), "max_us": 20},
    }
    hosts = scenario["topology"]["hosts"]
    is_tree = "kind" in scenario["topology"]  # whose hosts are for PSes, too
    workers = min(rng.pick((2, 3, 4, 8, 8, 16)), hosts // 2 if is_tree else hosts)
    jobs = max(1, min(rng.pick((1, 1, 2, 4)), hosts // (workers + 1)))
    scenario["jobs"] = {"count": jobs, "workers": workers, "workload": "S", "start_max_us": 0}
    scenario["rto"] = {"min_us": rng.pick((20, 200, 1000))}
    parts = rng.whole(1, 3)
    frames = rng.pick((20, 100, 400, 1000, MAX_FRAMES)) // parts
    frames = max(1, min(frames, MAX_FRAMES // (jobs * workers * parts)))
    scenario["dnns"] = {
        "S": {
            "layers": [{"forward_us": rng.pick((0, 0, 20))}],
            "partitions": [{"layer": 1, "bytes": frames * PAYLOAD_BYTES}] * parts,
            "comm_comp_ratio": 1,
        }
    }
    scenario["switch"] = {"memory_bytes": rng.pick((20000, 200000, 5000000))}
    if "kind" in scenario["topology"] or "racks" in scenario["topology"]:
        scenario["placement"] = {"policy": rng.pick(("packed", "spread", "random"))}
    kind = rng.pick(("queue", "queue", "down", "both"))
    multiples = {}
    if kind != "down":
        multiples["link.queue_bytes"] = rng.pick((20, 50, 100, 330, 660))
    if kind != "queue":
        alone_us = frames * parts * FRAME_BYTES * 8 / scenario["link"]["rate_gbps"] / 1000
        begin = round(rng.real(0, 1.2) * alone_us + rng.pick((0, 1, 10)), 3)
        down = {"from_us": begin, "until_us": round(begin + rng.pick((1, 10, 50, 200)), 3)}
        link = {"hosts": [rng.whole(0, workers - 1)], "down": [down]}
        link["direction"] = rng.pick(("both", "to_switch", "to_host"))
        scenario["faults"] = {"links": [link]}
    return scenario, multiples


def _topology(rng):
    kind = rng.pick(("star", "star", "racks", "fat_tree"))
    if kind == "star":
        return {"hosts": rng.pick((2, 4, 8, 16))}
    if kind == "racks":
        racks = rng.pick((2, 4))
        return {"racks": racks, "hosts": racks * rng.pick((2, 4)), "oversubscription": rng.pick((1, 2, 4))}
    return {"kind": "fat_tree", "k": 4, "hosts": 16, "oversubscription": rng.pick((1, 2))}


def without_losses(scenario):
    """Returns the same scenario where no packet is lost."""
    made = copy.deepcopy(scenario)
    queue_bytes = made["link"].pop("queue_bytes", None)
    if queue_bytes:
        made["ecn"] = {"threshold_bytes": queue_bytes // 2}
    made.pop("faults", None)
    return made


def base_round_trip_us(scenario):
    """Returns the round trip between the two hosts that are furthest apart in the empty network."""
    topology = scenario["topology"]
    uplinks = 0
    if topology.get("kind") == "fat_tree":
        uplinks = 4
    elif "racks" in topology:
        uplinks = 2
    return 2 * (2 * scenario["link"]["delay_us"] + uplinks * UPLINK_DELAY_US)


def allowed_ms(scenario, alone_ms):
    """Returns the longest JCT.

    alone_ms: JCT of the same scenario without losses
    """
    down_us = 0
    for link in scenario.get("faults", {}).get("links", []):
        down_us += sum(time["until_us"] - time["from_us"] for time in link["down"])
    extra_us = ROUND_TRIPS * base_round_trip_us(scenario) + 2 * down_us
    extra_us += TIMEOUTS * scenario["rto"]["min_us"]
    return TIMES * alone_ms + extra_us / 1000


def run(program, scenario, work, cpu_seconds):
    """Runs a scenario with and without losses. Returns how many times as long as allowed it takes."""
    alone = verdicts.run(program, without_losses(scenario), work, cpu_seconds)
    row = verdicts.run(program, scenario, work, cpu_seconds)
    allowed = allowed_ms(scenario, alone["jct_ms"])
    times = row["jct_ms"] / allowed
    if times > FAR_BEYOND:
        raise verdicts.Finding(
            "slow repair",
            f"{row['jct_ms']:.3f} ms where {allowed:.3f} are allowed, {alone['jct_ms']:.3f} without losses",
        )
    return times
