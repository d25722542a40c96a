# SPDX-License-Identifier: GPL-2.0-only
"""Draws background traffic that a run can carry in a short time.

A run of background flows takes as long as its packets are many, whatever the training does. So their
number and their bytes are bounded by a guess of the time that the training takes.
"""

PAYLOAD_BYTES = 248  # of the smallest frame
MOST_IDLE = 1000000  # before a job of a trace, where there is background traffic
MOST_FLOWS = 3000  # of background traffic in a run, or in a second if the run is shorter
MOST_FLOW_BYTES = 2e7  # that they bring in a run, if the guess of its time is right
WAITS_FOR_REPAIR = 30  # of an iteration, in round trips


def guess_time_s(scenario):
    """Returns a guess of the simulated time in which background traffic runs."""
    topology, flow, window = scenario["topology"], scenario["flow"], scenario["window"]
    links = 2 * scenario["link"]["delay_us"] + 2 * topology.get("uplink_delay_us", 0)
    jobs = scenario.get("trace", {}).get("jobs", [])
    iterations = scenario["iterations"]
    if jobs:
        iterations = 4 * len(jobs)  # a job has up to 4, and may wait for all others
    frames = max(
        sum(part["bytes"] // PAYLOAD_BYTES + 1 for part in dnn["partitions"])
        for dnn in scenario["dnns"].values()
    )
    rounds = WAITS_FOR_REPAIR + frames / min(flow["window_packets"], window["initial_packets"])
    wait_us = rounds * (2 * links + scenario["rto"]["min_us"] / 10) + scenario["jitter"]["max_us"]
    start_us = jobs[-1]["submit_time"] if jobs else scenario["jobs"]["start_max_us"]
    return (start_us + iterations * wait_us) / 1e6


def draw_background(rng, scenario):
    """Draws TCP flows, about MOST_FLOWS with MOST_FLOW_BYTES at most."""
    hosts = scenario["topology"]["hosts"]
    jobs = scenario.get("trace", {}).get("jobs", [])
    if hosts < 2 or any(job["submit_time"] > MOST_IDLE for job in jobs):
        return  # flows through a long time without jobs only take long
    full = scenario["link"]["rate_gbps"] * 1e9 / 8 * hosts
    time_s = guess_time_s(scenario)
    load = min(rng.pick((0.01, 0.1, 0.3)), MOST_FLOW_BYTES / full / time_s)
    scenario["background"] = {
        "load": round(load / scenario["topology"].get("oversubscription", 1), 9),
        "arrivals": rng.pick(("poisson", "on_off")),
        "sizes": rng.pick(("fixed", "exponential", "pareto")),
        "flow_bytes": max(1000, round(load * full * max(time_s, 1) / MOST_FLOWS)),
    }
