# SPDX-License-Identifier: GPL-2.0-only
"""Runs packet sequences through the v1model program in simple_switch, as lines of a trace."""

import contextlib
import time

import frames
import groups
import simple_switch
import topology
import traces
from sequence import AGGREGATORS, HOST_ADDRESS, HOST_PORT, JOBS, NEVER, Pause, Removal

FIELDS = ("bitmap", "counter", "seq", "job", "fanIn", "priority", "state", "ecn", "group")
COUNTS = ("counts", "passedBy", "unknownJob")
VALUES = tuple(f"value{i}" for i in range(frames.VALUES))
# A packet goes up three levels of groups in the switch, and its result down again.
PASSES = 5


def register(field):
    """The register array of a field of the aggregators."""
    return "aggregator" + field[0].upper() + field[1:]


def small_jobs(has_groups):
    """Returns the jobs without groups, with their workers."""
    return groups.SMALL_JOBS if has_groups else JOBS


def describe(has_groups):
    """Returns the lines that tell a replay how the switch was set up."""
    lines = [f"aggregators {AGGREGATORS}", f"host {HOST_ADDRESS.hex()} {HOST_PORT}"]
    for job, workers in small_jobs(has_groups).items():
        lines.append(f"job {job} {workers} {topology.ps_port(job)}")
    return lines + groups.describe() if has_groups else lines


def set_up(switch, has_groups):
    """Fills the tables."""
    jobs = small_jobs(has_groups)
    topology.add_links(switch)
    if has_groups:
        groups.set_up(switch)
    commands = [f"table_add hosts forwardFrame.ToPort {HOST_ADDRESS.hex(':')} => {HOST_PORT}"]
    for job, workers in jobs.items():
        topology.add_job(switch, job, workers)
    switch.cli.run_all(commands)


@contextlib.contextmanager
def switch_for(program, has_groups, counts_actions=False):
    """A simple_switch with a program and its tables, for sequences with or without groups."""
    ports = topology.PORTS + groups.PORTS if has_groups else topology.PORTS
    with simple_switch.SimpleSwitch(program, ports, counts_actions,
                                    PASSES if has_groups else 1) as switch:
        set_up(switch, has_groups)
        yield switch


def begin(switch, sequence):
    """Clears the switch, and sets the system."""
    arguments = f" {sequence.stale_age_us}" if sequence.system == "atp" else ""
    fields = FIELDS + VALUES + ("touchedAt",)
    switch.cli.run_all([f"register_reset {register(field)}" for field in fields] +
                       [f"register_reset {name}" for name in COUNTS] + [
                        f"table_set_default registry {sequence.system}{arguments}"])


def remove(switch, job):
    """SwitchPipeline::RemoveJob(), which is the control plane's: frees a job's aggregators."""
    jobs, states = switch.registers([register("job"), register("state")])
    commands = []
    for index in range(AGGREGATORS):
        if states[index] != 0 and jobs[index] == job:
            commands += (f"register_write {register(field)} {index} 0"
                         for field in ("state",) + VALUES)
    switch.cli.run_all(commands)


def end(switch):
    """Returns the lines for the registers."""
    arrays = switch.registers([*COUNTS] + [register(field) for field in FIELDS + VALUES])
    counts, state = sum(arrays[:len(COUNTS)], []), arrays[len(COUNTS):]
    lines = ["counts " + " ".join(str(n) for n in counts)]
    for index in range(AGGREGATORS):
        numbers = [array[index] for array in state]
        fields = " ".join(f"{n:x}" for n in numbers[:len(FIELDS)])
        lines.append(f"aggregator {index} {fields} {traces.write_values(numbers[len(FIELDS):])}")
    return lines


def headers(sequences):
    """Returns the first lines of the trace files of some sequences, by name."""
    return {s.file(): describe(s.has_groups) for s in sequences}


def title(sequence):
    """Returns the line with which a sequence begins."""
    return f"sequence {sequence.system} {sequence.name}"


def run(switch, sequence):
    """Runs a sequence, and returns its lines."""
    begin(switch, sequence)
    age = sequence.stale_age_us
    lines = [title(sequence), f"stale-age {'never' if age == NEVER else age}"]
    for step in sequence.steps:
        if isinstance(step, Pause):
            lines.append(f"pause {step.us}")
            time.sleep(step.us / 1e6)
        elif isinstance(step, Removal):
            lines.append(f"remove {step.job}")
            remove(switch, step.job)
        else:
            lines.append("> " + traces.write_frame(step))
            for port, frame in sorted(switch.send(step)):
                lines.append(f"< {port} {traces.write_frame(frame)}")
    return lines + end(switch)


def by_sequence(lines):
    """Returns the lines of each sequence by its first line."""
    found = {}
    for line in lines:
        if line.startswith("sequence"):
            current = found[line] = []
        elif found:
            current.append(line)
    return found
