# SPDX-License-Identifier: GPL-2.0-only
"""The hosts at the ports of the switch, and the tables that contain them."""

from sequence import JOBS

FIRST_PS_PORT = 40
HOSTS = max(JOBS.values())


def worker_port(worker):
    """The port of a host with a worker; workers of several jobs share it."""
    return 1 + worker


def ps_port(job):
    """The port of a job's PS."""
    return FIRST_PS_PORT + list(JOBS).index(job)


PORTS = [*map(worker_port, range(HOSTS)), *map(ps_port, JOBS)]


def set_up(switch, jobs=None):
    """Fills the tables that all programs have, for these jobs (default: JOBS)."""
    for port in switch.ports:
        switch.cli.run(f"table_add ports Link {port} => 02:00:00:01:00:{port:02x} "
                       f"02:00:00:02:00:{port:02x}")
    for job, workers in (JOBS if jobs is None else jobs).items():
        switch.group(job, [(worker, worker_port(worker)) for worker in range(workers)])
        switch.cli.run(f"table_add groups sendFragment.ToGroup {job} => {job}")
        switch.cli.run(f"table_add parameterServers sendFragment.ToPort {job} => {ps_port(job)}")
