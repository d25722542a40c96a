# SPDX-License-Identifier: GPL-2.0-only
"""Runs a scenario, and says whether its end is one that the manual allows."""

import json
import re
import resource
import signal
import subprocess

STALL = "the jobs wait for results that never arrive"
PATIENCE = ("--stall-after", "100")  # links may be slow
# A run that sends each packet a few times, and looks at its timers, needs far fewer events.
EVENTS_PER_FRAME = 2000
EVENTS_PER_CHECK = 4
FREE_EVENTS = 300000


class Finding(Exception):
    """What is wrong with a run: its class, and what the program said."""

    def __init__(self, kind, text=""):
        super().__init__(kind, text)
        self.kind = kind
        self.text = text


def limit_cpu(seconds):
    """Ends this process when it has used so much time of a processor."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(program, scenario, work, cpu_seconds):
    """Runs a legal scenario; raises a Finding unless it ends as it should. Returns its row."""
    file = work / "scenario.json"
    file.write_text(json.dumps(scenario))
    try:
        done = subprocess.run(
            [program, "--config", file, "--quiet", "--force", "--out", work / "out", *PATIENCE],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=20 * cpu_seconds,
            check=False,
            preexec_fn=lambda: limit_cpu(cpu_seconds),
        )
    except subprocess.TimeoutExpired:
        raise Finding("hang", f"no end within {20 * cpu_seconds} s") from None
    said = " ".join(line for line in done.stderr.splitlines() if "runs are in" not in line)
    if done.returncode == -signal.SIGXCPU:
        raise Finding("hang", f"no end within {cpu_seconds} s of a processor")
    if done.returncode < 0:
        raise Finding("crash", f"{signal.Signals(-done.returncode).name}: {said[-300:]}")
    if done.returncode == 0:
        return check_row(scenario, json.loads((work / "out/result.json").read_text()))
    check_failure(scenario, done.returncode, said)
    return None


def check_row(scenario, result):
    """Returns the row of a run; its sums were exact, but did it cost too much?"""
    row = result["rows"][0]
    if row["results_checked"] == 0:
        raise Finding("no results")
    config = result["config"]
    checks = row["sim_ms"] * 1000 / config["rto"]["check_us"]
    servers = config["topology"]["hosts"] + config["jobs"]["count"]
    most = FREE_EVENTS + EVENTS_PER_CHECK * checks * servers
    most += EVENTS_PER_FRAME * row["results_checked"]
    if row["events"] > most and "background" not in scenario:
        raise Finding(
            "waste",
            f"{row['events']} events and {row['packet_hops']} packet hops for "
            f"{row['results_checked']} results",
        )
    return row


def is_lost_with_a_switch(scenario, said):
    """Returns whether results were lost that only a switch held which has failed."""
    keeps_results = scenario["systems"][0] in ("switchml", "hire")
    return keeps_results and re.search(r"the switch \w+ failed", said)


def check_failure(scenario, code, said):
    """A run has failed. That is right where packets are lost and nothing repairs it."""
    if code == 2:
        raise Finding("refused", said)
    if "wrong sum" in said:
        raise Finding("wrong sum", said)
    if STALL not in said:
        raise Finding("failure", said)
    lost = sum(int(count) for count in re.findall(r"(\d+) (?:packets were lost|at full)", said))
    if scenario["recovery"]["enabled"] and not is_lost_with_a_switch(scenario, said):
        raise Finding("no progress", said)
    if lost == 0:
        raise Finding("no progress, nothing lost", said)
