# SPDX-License-Identifier: GPL-2.0-only
"""Draws a random scenario from a seed: the same one on every machine.

Everything that a scenario may have is drawn here, from the harmless to the extreme. What is drawn is
kept small: a run should take well below a second, so that a run that takes long has a reason.

Some fields have limits that follow from the system. They are drawn as multiples of the smallest
value that the program allows; see legal.py.
"""

import random

from background import PAYLOAD_BYTES, draw_background
from network import draw_placement, draw_policy, draw_topology, is_fat_tree
from trees import draw_failures, draw_slow, draw_switches, draw_trees

DELAYS_US = (0, 0.001, 0.1, 1, 5, 5, 50, 1000, 10000)
RATES_GBPS = (0.001, 0.01, 0.1, 1, 10, 25, 100, 100, 100, 400)
MOST_FRAMES = 6000  # that all workers send in an iteration
LONG_QUEUE = 200  # small frames, or some forty packets of TCP
MOST_LOSS_OF_TCP = 0.03
MOST_SEND_US = 2000000  # for them on one link


class Rng:
    """Random choices that are the same in every version of Python."""

    def __init__(self, seed):
        self._random = random.Random(seed)

    def chance(self, probability):
        return self._random.random() < probability

    def pick(self, values):
        return values[int(self._random.random() * len(values))]

    def whole(self, low, high):
        """Returns a number from low to high."""
        return low + int(self._random.random() * (high - low + 1))

    def real(self, low, high):
        return round(low + self._random.random() * (high - low), 3)


def draw(seed):
    """Returns a scenario and the multiples of the smallest memory and queue."""
    rng = Rng(seed)
    scenario = {"name": "search", "seeds": [rng.whole(1, 1000)]}
    scenario["link"] = {"rate_gbps": rng.pick(RATES_GBPS), "delay_us": rng.pick(DELAYS_US)}
    scenario["topology"] = draw_topology(rng)
    draw_jobs(rng, scenario)
    draw_protocol(rng, scenario)
    draw_machines(rng, scenario)
    has_harm = draw_faults(rng, scenario)
    multiples = {"switch.memory_bytes": rng.pick((1, 1, 2, 3, 8, 40, 1000, 10000))}
    if rng.chance(0.4):
        multiples["link.queue_bytes"] = rng.pick((3, 4, 9, 20, 40, 200, 1000))
    may_lose = has_harm or "link.queue_bytes" in multiples
    is_enabled = has_harm or rng.chance(0.9 if may_lose else 0.4)
    scenario["recovery"] = {
        "enabled": is_enabled,
        "query_delay_us": rng.pick((0, 20, 1000)),
        "stale_us": rng.pick((0, 100, 10000)),
    }
    # Where TCP's first window of ten packets does not fit into a queue, or where many packets are
    # lost, flows begin faster than they end, and a run only takes long.
    has_long_queues = multiples.get("link.queue_bytes", LONG_QUEUE) >= LONG_QUEUE
    if rng.chance(0.1) and has_long_queues and most_loss(scenario) <= MOST_LOSS_OF_TCP:
        draw_background(rng, scenario)
    draw_trees(rng, scenario)
    draw_slow(rng, scenario)
    draw_switches(rng, scenario)
    return scenario, multiples


def most_loss(scenario):
    """Returns the largest probability that a link loses a packet."""
    faults = scenario.get("faults", {})
    links = [faults.get("every_link", {}), *faults.get("links", [])]
    return max(
        link.get("loss_probability", 0)
        + link.get("burst_probability", 0) * link.get("burst_max_packets", 1)
        for link in links
    )


def draw_jobs(rng, scenario):
    """Draws jobs and DNNs: placed by rule, placed by hand, or of a trace."""
    hosts = scenario["topology"]["hosts"]
    scenario["iterations"] = rng.pick((1, 1, 2, 3, 5))
    scenario["jitter"] = {
        "mode": rng.pick(("partition", "packet", "packet_in_order", "iteration", "none")),
        "max_us": rng.pick((0, 1, 300, 300, 20000)),
    }
    kind = rng.pick(("rule", "rule", "rule", "hand", "trace"))
    if is_fat_tree(scenario["topology"]):
        kind = kind if kind == "hand" else "rule"
        hosts //= rng.pick((1, 2))  # the others are left to the PSes, if there are any
    workers = min(rng.pick((1, 2, 2, 3, 4, 8, 16)), hosts)
    letters = rng.pick(("S", "S", "ST"))
    count = min(max(hosts // workers, 1), rng.pick((1, 1, 2, 4)))
    scenario["dnns"] = {letter: draw_dnn(rng, scenario, workers * count) for letter in letters}
    if kind == "trace":
        draw_trace(rng, scenario, letters)
        return
    scenario["jobs"] = {
        "count": count,
        "workers": workers,
        "workload": letters,
        "start_max_us": rng.pick((0, 0, 1, 1000, 100000)),
    }
    if kind == "rule":
        scenario["placement"] = draw_policy(rng, scenario["topology"])
        return
    placed = [draw_placement(rng, scenario["topology"], count) for _ in range(count)]
    scenario["placement"] = {"jobs": placed}
    scenario["jobs"]["workers"] = max(len(job["workers"]) for job in placed)


def draw_dnn(rng, scenario, workers):
    """Draws a DNN whose gradients all workers can send in the frames and the time allowed."""
    layers = rng.whole(1, 3)
    rate = scenario["link"]["rate_gbps"]
    frames = min(MOST_FRAMES / workers, MOST_SEND_US * rate * 1000 / (8 * 1514) / workers)
    sizes = (1, 4, 247, 248, 249, 1456, 1457, 4960, 24800, 60000, 248000)
    most = max(frames * PAYLOAD_BYTES / (2 * layers), 249)
    partitions = []
    for layer in range(1, layers + 1):  # each has gradients
        for _ in range(rng.whole(1, 2)):
            size = rng.pick([size for size in sizes if size <= most])
            place = rng.whole(0, len(partitions))
            partition = {"layer": layer, "bytes": size}
            if rng.chance(0.2):
                partition["layer_count"] = rng.whole(1, layers - layer + 1)
            partitions.insert(place, partition)
    made = []
    for _ in range(layers):
        layer = {"forward_us": rng.pick((0, 0, 1, 50, 320))}
        if rng.chance(0.3):
            layer["backward_us"] = rng.pick((0, 1, 100))
        made.append(layer)
    return {
        "layers": made,
        "partitions": partitions,
        "comm_comp_ratio": rng.pick((0.01, 0.5, 1, 2)),
        "precision": rng.pick(("fp32", "fp32", "fp16")),
    }


def draw_trace(rng, scenario, letters):
    """Draws jobs that come one after the other, at once or after long gaps."""
    scale = 1e-6
    rate = scenario["link"]["rate_gbps"]
    now = 0
    jobs = []
    for _ in range(rng.whole(1, 8)):
        letter = rng.pick(letters)
        dnn = scenario["dnns"][letter]
        alone_us = sum(part["bytes"] for part in dnn["partitions"]) * 8 / (rate * 1000) + sum(
            layer["forward_us"] + layer.get("backward_us", 0) for layer in dnn["layers"]
        )
        now += rng.pick((0, 0, 1, 100, 10000, 100000000))
        jobs.append(
            {
                "submit_time": now,
                "gpu_num": rng.whole(1, min(scenario["topology"]["hosts"], 8)),
                "duration": round(alone_us * rng.pick((0, 1, 2, 4)) / 1e6 / scale, 6),
                "model": letter,
            }
        )
    scenario["trace"] = {"time_scale": scale, "max_jobs": rng.pick((0, 0, 1, 2)), "jobs": jobs}
    scenario["placement"] = {"rule": rng.pick(("first_fit", "spread"))}


def draw_protocol(rng, scenario):
    """Draws windows, timers and packets."""
    initial = rng.pick((1, 2, 3, 10, 50, 200))
    scenario["window"] = {
        "initial_packets": initial,
        "min_packets": rng.whole(1, min(initial, 3)),
        "max_packets": rng.pick((0, initial, 500, 1100)),
        "ssthresh_packets": rng.pick((0, 0, 1, 20)),
        "growth_packets": rng.pick((0.1, 1, 1, 5)),
        "switchml_max_packets": rng.pick((0, 1, 7, 333)),
        "iswitch_max_packets": rng.pick((0, 0, 1, 20)),
    }
    # each check of a timer is an event, so they are not many per round trip
    least_us = (scenario["link"]["delay_us"] + 8 * 1514 / scenario["link"]["rate_gbps"] / 1000) / 50
    scenario["rto"] = {
        "min_us": rng.pick((1, 10, 100, 1000, 1000, 10000)),
        "check_us": max(rng.pick((1, 5, 50, 50, 1000)), round(least_us, 3)),
    }
    scenario["reminder"] = {
        "bytes": rng.pick((58, 306, 306, 1500)),
        "overtakes": rng.pick((1, 3, 3, 20)),
        "ps_holdoff_us": rng.pick((0, 10, 500)),
    }
    window = rng.pick((1, 2, 16, 256))
    scenario["flow"] = {
        "window_packets": window,
        "nic_packets": rng.pick((2, 16)),
        "ack_every_packets": rng.pick((1, 3, 16)),
        "repair": rng.pick(("go_back_n", "selective_repeat")),
        "reordering_us": rng.pick((0, 0, 20)),
        "paths": rng.pick(("job", "job", "ecmp", "rail", "spray", "adaptive")),
    }
    scenario["byteps"] = {"partition_bytes": rng.pick((3000, 100000, 4096000))}
    scenario["payload"] = rng.pick(("digest", "digest", "full"))


def draw_machines(rng, scenario):
    scenario["switch"] = {
        "aggregator_index": rng.pick(("mix64", "crc32", "linear", "window_slot")),
        "processing_ns": rng.pick((0, 0, 500)),
    }
    scenario["host"] = {"processing_ns": rng.pick((0, 0, 500))}
    if rng.chance(0.3):
        scenario["host"]["ps_processing_ns"] = rng.pick((0, 1, 20000))
    if rng.chance(0.3):
        scenario["switchml"] = {"values": rng.pick((32, 33, 62, 64, 256, 364))}
        scenario["iswitch"] = {"values": rng.pick((32, 62, 256))}
    scenario["ecn"] = {"threshold_bytes": rng.pick((0, 1, 3000, 1000000))}
    scenario["a2tp"] = {"base_round_trip_us": rng.pick((1, 30, 1000))}
    scenario["canary"] = {"timeout_us": rng.pick((0.001, 1, 30, 1000000))}
    scenario["sharp"] = {"trees_per_switch": rng.pick((0, 1, 2))}
    scenario["trio"] = {"timeout_us": rng.pick((0.001, 1, 30, 1000000))}
    scenario["straw2"] = {"preempt_probability": rng.pick((0, 0.5, 1))}
    scenario["priority"] = {"encoding": rng.pick(("linear", "log2"))}


def draw_link_faults(rng):
    """Draws faults of a link, each kind on its own. Returns them with those that need repair."""
    faults = {}
    if rng.chance(0.5):
        faults["loss_probability"] = rng.pick((0.0001, 0.001, 0.01, 0.05, 0.2))
    if rng.chance(0.2):
        faults["burst_probability"] = rng.pick((0.001, 0.01))
        faults["burst_max_packets"] = rng.pick((1, 5, 20))
    if rng.chance(0.3):
        faults["duplicate_probability"] = rng.pick((0.01, 0.2, 1))
    if rng.chance(0.3):
        faults["reorder_probability"] = rng.pick((0.02, 0.3))
        faults["reorder_depth"] = rng.pick((1, 10, 100))
    has_harm = len(faults) > 0
    if rng.chance(0.15):
        faults["extra_delay_us"] = rng.pick((1, 1000))
    return faults, has_harm


def draw_faults(rng, scenario):
    """Draws faults, or none. Returns whether they need repair."""
    has_harm = False
    faults = {}
    if rng.chance(0.4):
        faults["every_link"], has_harm = draw_link_faults(rng)
    hosts = scenario["topology"]["hosts"]
    if rng.chance(0.25):
        entry, harms = draw_link_faults(rng)
        entry["hosts"] = [rng.whole(0, hosts - 1)]
        entry["direction"] = rng.pick(("both", "to_switch", "to_host"))
        if rng.chance(0.6):
            first = rng.pick((1, 2, 5, 40))
            entry["lost_packets"] = list(range(first, first + rng.pick((1, 1, 3, 12))))
        if rng.chance(0.3):
            begin = rng.pick((0, 10, 500))
            entry["down"] = [{"from_us": begin, "until_us": begin + rng.pick((1, 100, 20000))}]
        has_harm = has_harm or harms or "lost_packets" in entry or "down" in entry
        faults["links"] = [entry]
    if "trace" not in scenario:
        has_harm = draw_server_faults(rng, scenario, faults) or has_harm
    scenario["faults"] = faults
    return draw_failures(rng, scenario) or has_harm


def draw_losses(rng, scenario, faults, workers):
    """Adds workers of one job that are lost for good, or none; another one may pause."""
    if workers < 2 or scenario["jobs"].get("collective", "all_reduce") != "all_reduce":
        return
    if not rng.chance(0.6):
        return
    paused = faults["worker_pauses"][0]
    others = [worker for worker in range(workers) if worker != paused["worker"]]
    for _ in range(rng.pick((1, 1, 2, 3))):
        at_us = rng.pick((0, 20, 60, 400, 2000))
        lost = {"job": paused["job"], "worker": rng.pick(others), "at_us": at_us}
        faults["worker_pauses"].append(lost)
    faults["on_lost_worker"] = "continue"
    faults["detection_us"] = rng.pick((0, 10, 1000))


def draw_server_faults(rng, scenario, faults):
    """Draws pauses of workers and restarts of PSes. Returns whether there are restarts."""
    job = rng.whole(0, scenario["jobs"]["count"] - 1)
    placed = scenario["placement"].get("jobs")
    workers = len(placed[job]["workers"]) if placed else scenario["jobs"]["workers"]
    if rng.chance(0.1):
        faults["worker_pauses"] = [
            {
                "job": job,
                "worker": rng.whole(0, workers - 1),
                "at_us": rng.pick((0, 20, 400)),
                "duration_us": rng.pick((1, 300, 30000)),
            }
        ]
        draw_losses(rng, scenario, faults, workers)
    if rng.chance(0.08):
        begin = rng.pick((1, 20, 100, 1000))
        until = begin + rng.pick((0, 0, 10, 3000))
        faults["ps_failures"] = [{"job": job, "at_us": begin, "until_us": until}]
        return True
    return False
