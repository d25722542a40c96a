# SPDX-License-Identifier: GPL-2.0-only
"""
How long a sweep takes, before it is run: ./ns3 sweep FILE --estimate.

What a run costs follows from its packets, collisions and losses, from the runner and from the machine, so nothing
but a run says it. A few runs of each system are done; the others take as long as their mean. Their results are
kept, so the sweep does not repeat them.
"""

import resource

from .execute import RunFailed
from .progress import duration
from .sweep import run_some

_EACH = 3  # runs of each system


def sample(runs):
    """Returns some runs of each system: those with the smallest keys, which are hashes, so it is any of them."""
    of = {}
    for run in sorted(runs, key=lambda run: run.key):
        of.setdefault(run.shown["system"], []).append(run)
    return [run for some in of.values() for run in some[:_EACH]]


def seconds_of(systems, ran, used):
    """
    Returns the time of the processor that runs take.

    systems: the system of each; ran: (system, seconds of its simulation) of the sample, which are longer where
    others use the machine; used: seconds of the processor that the sample took, with the start of its processes
    """
    simulated = sum(seconds for _, seconds in ran)
    start = max(0.0, used - simulated) / len(ran)
    of = {}
    for system, seconds in ran:
        of.setdefault(system, []).append(seconds * min(1.0, used / simulated))
    means = {system: sum(some) / len(some) for system, some in of.items()}
    other = max(means.values())  # of a system whose runs have failed
    return sum(start + means.get(system, other) for system in systems)


def estimate(sweep, runs, program, directory, cores, quiet=False):
    """Runs a sample of what is missing of a sweep; returns a sentence on it and the rest. Arguments: of run_sweep()."""
    began = _processor_seconds()
    missing, some, results = run_some(sweep, runs, program, directory, cores, quiet, sample)
    used = _processor_seconds() - began
    if not missing:
        return "nothing is missing"
    ran = [(run.shown["system"], results[run.key]["wall_s"]) for run in some if run.key in results]
    if not ran:
        raise RunFailed(f"all {len(some)} runs of the sample have failed")
    text = f"{len(ran)} of {len(missing)} runs took {duration(used)} of a processor"
    left = [run.shown["system"] for run in missing if run not in some]
    if left:
        seconds = seconds_of(left, ran, used)
        text += f"; the other {len(left)} take about {duration(seconds)}"
        text += f", {duration(seconds / cores)} on {cores} cores" if cores > 1 else ""
    return text


def _processor_seconds():
    """Returns the time of the processor of the processes that have ended, those that they started included."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
