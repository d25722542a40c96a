# SPDX-License-Identifier: GPL-2.0-only
"""Inputs without a fault, so small that a run of them takes milliseconds."""

import json

LAYERS = [{"compute_us": 1}]
PARTITIONS = [{"layer": 1, "bytes": 1000}]

SCENARIO = {
    "name": "tiny",
    "systems": ["esa"],
    "seeds": [1],
    "iterations": 1,
    "topology": {"hosts": 2},
    "jobs": {"count": 1, "workers": 2, "workload": "A", "start_max_us": 0},
    "dnns": {"A": {"layers": LAYERS, "partitions": PARTITIONS, "comm_comp_ratio": 1}},
    "jitter": {"mode": "none"},
}

# What a mutation needs to find below a scenario: one of everything.
RICH = dict(
    SCENARIO,
    topology={"hosts": 4, "racks": 2, "spines": 1, "ps_hosts": 2},
    placement={"jobs": [{"workers": [0, 1], "ps": 4}]},
    faults={
        "every_link": {"loss_probability": 0.001},
        "links": [
            {
                "hosts": [0],
                "direction": "both",
                "lost_packets": [1],
                "down": [{"from_us": 1, "until_us": 2}],
            }
        ],
        "worker_pauses": [
            {"job": 0, "worker": 0, "at_us": 1, "duration_us": 1},
            {"job": 0, "worker": 1, "at_us": 3},
        ],
        "on_lost_worker": "continue",
        "failures": [{"switch": "rack0", "at_us": 4, "until_us": 6}],
        "ps_failures": [{"job": 0, "at_us": 5, "until_us": 5}],
    },
    recovery={"enabled": True},
)

TRACE_JOBS = [{"submit_time": 0, "gpu_num": 2, "duration": 1, "model": "A"}]
WITH_TRACE = {
    **{name: value for name, value in SCENARIO.items() if name != "jobs"},
    "trace": {"jobs": TRACE_JOBS},
}

MODEL = {
    "name": "mine",
    "description": "A model",
    "source": "nowhere",
    "licence": "none",
    "batch": 1,
    "comm_comp_ratio": 1,
    "layers": [{"name": "one", "parameters": 250, "forward_us": 1, "backward_us": 1}],
    "partitions": [{"layer": 1, "parameters": 250}],
}

GRAPH = {
    "nodes": [{"name": f"h{i}", "role": "host"} for i in range(3)]
    + [{"name": f"s{i}", "role": "switch"} for i in range(3)],
    "links": [
        {"between": ["h0", "s0"], "rate_gbps": 1, "delay_us": 1, "queue_bytes": 60000},
        {"between": ["h1", "s0"]},
        {"between": ["h2", "s1"]},
        {"between": ["s0", "s2"]},
        {"between": ["s1", "s2"]},
    ],
    "tree": True,
}

PLACEMENT = {"jobs": [{"workers": ["h0", "h2"], "ps": "h1"}]}

TREES = {"jobs": [{"trees": [{"ways": [["s1", "s2", "s0"]], "sums": ["s0", "s2"]}]}]}

PROFILE = [
    "layer_index, numel, forward_pass_ns, backward_pass_ns",
    "0,250,1000,2000",
    "1,10,0,1.5",
    "2,1,5,0",
]

TRACE_HEAD = "submit_time,gpu_num,duration,model"
TRACE_ROWS = ["0,2,1,A", "1,1,2,A", "5,2,1,A"]

SWEEP = {
    "name": "tiny",
    "base": "scenario.json",
    "set": {"run": 1},
    "axes": {"link.delay_us": [1, 2], "system": ["esa"], "seed": [1]},
    "quick": {"axes": {"seed": [2]}},
}


def philly_job(number):
    """Returns a job of a Philly log."""
    return {
        "status": "Pass",
        "vc": "v",
        "jobid": f"application_{number}",
        "user": "u",
        "submitted_time": f"2017-10-09 07:0{number}:00",
        "attempts": [
            {
                "start_time": "2017-10-09 08:00:00",
                "end_time": "2017-10-09 08:01:00",
                "detail": [{"ip": "m1", "gpus": ["gpu0", "gpu1"]}],
            }
        ],
    }


def text(document):
    """Returns a document as bytes."""
    return json.dumps(document).encode()
