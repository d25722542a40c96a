# SPDX-License-Identifier: GPL-2.0-only
"""The hosts at the ports of the switch, and the tables that contain them."""

import situations

FIRST_PS_PORT = 40
HOSTS = max(situations.JOBS.values())


def worker_port(worker):
    """The port of a host with a worker; workers of several jobs share it."""
    return 1 + worker


def ps_port(job):
    """The port of a job's PS."""
    return FIRST_PS_PORT + list(situations.JOBS).index(job)


PORTS = [*map(worker_port, range(HOSTS)), *map(ps_port, situations.JOBS)]


def set_up(switch):
    """Fills the tables that all programs have."""
    for port in switch.ports:
        switch.cli.run(f"table_add ports Link {port} => 02:00:00:01:00:{port:02x} "
                       f"02:00:00:02:00:{port:02x}")
    for job, workers in situations.JOBS.items():
        switch.group(job, [(worker, worker_port(worker)) for worker in range(workers)])
        switch.cli.run(f"table_add groups sendFragment.ToGroup {job} => {job}")
        switch.cli.run(f"table_add parameterServers sendFragment.ToPort {job} => {ps_port(job)}")
