# SPDX-License-Identifier: GPL-2.0-only
"""The hosts at the ports of the switch, and the tables that contain them."""

from sequence import JOBS

FIRST_PS_PORT = 40
HOSTS = max(JOBS.values())
KNOWN = "findJob.OneGroup"  # with the number of workers


def worker_port(worker):
    """The port of a host with a worker; workers of several jobs share it."""
    return 1 + worker


def ps_port(job):
    """The port of a job's PS."""
    return FIRST_PS_PORT + list(JOBS).index(job)


PORTS = [*map(worker_port, range(HOSTS)), *map(ps_port, JOBS)]


def add_links(switch):
    """Fills the table of the links' addresses."""
    switch.cli.run_all([f"table_add ports Link {port} => 02:00:00:01:00:{port:02x} "
                        f"02:00:00:02:00:{port:02x}" for port in switch.ports])


def add_ways(switch, job, ports, port_to_ps):
    """Fills the tables with the ports towards a job's workers, by number, and its PS."""
    switch.cli.run_all(
        [f"table_add parameterServers sendFragment.ToPort {job} => {port_to_ps}"] +
        [f"table_add workers sendFragment.ToPort {job} {worker} => {port}"
         for worker, port in ports.items()])


def add_members(switch, job, ports):
    """Fills the table for the results of a job that has one group. ports: by the number of the copy."""
    switch.group(1 + job, ports.items())
    switch.cli.run(f"table_add groups sendFragment.ToGroup {job} => {1 + job}")


def add_job(switch, job, workers):
    """Fills the tables for one of JOBS."""
    ports = {worker: worker_port(worker) for worker in range(workers)}
    add_ways(switch, job, ports, ps_port(job))
    add_members(switch, job, ports)
    switch.cli.run(f"table_add jobs {KNOWN} {job} => {workers}")
