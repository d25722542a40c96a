# SPDX-License-Identifier: GPL-2.0-only
"""Random packet sequences of jobs with groups, as workers, other switches and the PS may send
them."""

import groups
from frames import Kind
from group_sequence import GroupSequence
from sequence import AGGREGATORS

COUNTS = {"esa": 24, "atp": 24, "straw1": 12, "panama": 12}
PACKETS = 100


def inputs(job):
    """Returns what comes to a switch of a job: workers, and groups of other switches."""
    tree, here = groups.JOBS[job]
    found = []
    for group in groups.groups_here(job).values():
        if group.is_leaf:
            found += [("worker", worker) for worker in group.members]
        else:
            found += [("sum", member) for member in group.members
                      if tree.groups[member].rack != here]
    return found or [("worker", worker) for worker in range(len(tree.rack_of))]


def send_input(s, job, seq, first, **fields):
    """Sends what comes next of a task, so that sums become complete, or anything of it."""
    rng = s.random
    options = inputs(job)
    place = s.seen.get((job, seq), 0)
    if rng.random() < 0.12:
        place = rng.randrange(len(options))
    else:
        s.seen[job, seq] = (place + 1) % len(options)
    kind, number = options[place]
    if kind == "worker":
        s.worker(job, seq, number, first=first, **fields)
    elif not groups.JOBS[job][0].groups[groups.JOBS[job][0].groups[number].parent].is_servers:
        s.sum(job, seq, number, first=first, **fields)


def send_other(s, job, seq, first, **fields):
    """Sends a packet that is no fragment, to any group."""
    rng = s.random
    tree = groups.JOBS[job][0]
    group = rng.choice(list(tree.groups))
    draw = rng.random()
    if draw < 0.35:
        s.ask(Kind.REMINDER, job, seq, group, first=first, urgent=rng.random() < 0.5,
              payload_bytes=rng.choice((8, 248)), **fields)
    elif draw < 0.65:
        worker = rng.randrange(len(tree.rack_of))
        if rng.random() < 0.5:
            s.worker(job, seq, worker, first=first, kind=Kind.RESEND, **fields)
        else:
            s.worker(job, seq, worker, first=first, kind=Kind.RESEND, **{**fields, "bitmap0": 0})
    elif draw < 0.95:
        root = max(tree.groups)
        s.ask(Kind.RESULT, job, seq, root if rng.random() < 0.6 else group, first=first,
              bitmap0=3, **fields)
    else:
        s.ask(rng.choice((Kind.PARTIAL, Kind.WORKER_REMINDER, Kind.QUERY, Kind.FORWARD)), job, seq,
              group, first=first, worker=rng.randrange(len(tree.rack_of)), **fields)


def fill(s):
    """Tasks of some jobs at few aggregators, some of them without groups."""
    rng = s.random
    s.seen = {}
    jobs = rng.choice(((21,), (21, 22), (22, 23, 24), (24, 25, 21), (26, 27, 22), (28,),
                       tuple(groups.JOBS)))
    window = rng.choice((1, 2, 4))
    base = rng.choice((0, 1000, 0xFFFFFFFC))
    priorities = rng.choice(((0, 1, 2), (10, 10, 11), tuple(range(0, 256, 5))))
    spread = rng.choice((1, 2, AGGREGATORS))
    has_small_jobs = rng.random() < 0.6
    for step in range(PACKETS):
        seq = (base + step // (8 * window) + rng.randrange(window)) & 0xFFFFFFFF
        fields = {"priority": rng.choice(priorities), "ecn": rng.random() < 0.05}
        if rng.random() < 0.004:
            s.remove(rng.choice(jobs))
        if has_small_jobs and rng.random() < 0.15:
            job = rng.choice(list(groups.SMALL_JOBS))
            s.worker(job, seq, rng.randrange(groups.SMALL_JOBS[job]),
                     first=rng.randrange(AGGREGATORS), **fields)
            continue
        job = rng.choice(jobs)
        first = (3 * job + seq) % spread
        if rng.random() < 0.84:
            if rng.random() < 0.01:
                fields["collision"] = True
            send_input(s, job, seq, first, **fields)
        else:
            send_other(s, job, seq, first, **fields)


def random_group_sequences():
    """Returns them."""
    sequences = []
    for system, count in COUNTS.items():
        for number in range(count):
            s = GroupSequence(system, f"groups-random-{number}")
            if system == "atp" and number % 6 == 0:
                s.stale_age_us = 0
            fill(s)
            sequences.append(s)
    return sequences
