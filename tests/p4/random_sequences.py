# SPDX-License-Identifier: GPL-2.0-only
"""Random packet sequences as workers and the PS may send them."""

from frames import Kind
from sequence import AGGREGATORS, JOBS, UNKNOWN_JOB, Sequence


def random_ina(s, packets):
    """Tasks of all jobs at few aggregators, with everything that may go wrong."""
    rng = s.random
    jobs = list(JOBS) + [UNKNOWN_JOB]
    window = rng.choice((2, 4, 8))
    base = rng.choice((0, 1000, 0xFFFFFFFC))
    priorities = rng.choice(((0, 1, 2), (10, 10, 11), tuple(range(0, 256, 5))))
    seen = {}
    for step in range(packets):
        job = rng.choice(jobs) if rng.random() < 0.2 else rng.choice(jobs[:3])
        seq = (base + step // (4 * window) + rng.randrange(window)) & 0xFFFFFFFF
        workers = JOBS.get(job, 2)
        fields = {"priority": rng.choice(priorities), "ecn": rng.random() < 0.05}
        draw = rng.random()
        if rng.random() < 0.005:
            s.remove(job)
        if draw < 0.8:
            # mostly the next worker of the task, so that sums become complete
            worker = seen.get((job, seq), 0)
            if rng.random() < 0.1:
                worker = rng.randrange(workers)
            else:
                seen[job, seq] = (worker + 1) % workers
            if rng.random() < 0.02:
                fields["fan_in0"] = rng.randrange(34)
            if rng.random() < 0.02:
                fields["bitmap0"] = rng.randrange(1 << workers)
            if rng.random() < 0.02:
                fields["aggregator"] = rng.randrange(AGGREGATORS + 2)
            fields["overflow"] = rng.random() < 0.05
            s.gradient(job, seq, worker, **fields)
        elif draw < 0.86:
            s.control(Kind.REMINDER, job, seq, urgent=rng.random() < 0.5, **fields)
        elif draw < 0.92:
            worker = rng.randrange(workers)
            fields["bitmap0"] = rng.choice((0, 1 << worker))
            s.control(Kind.RESEND, job, seq, worker=worker, **fields)
        elif draw < 0.98:
            s.control(Kind.RESULT, job, seq, bitmap0=(1 << workers) - 1, **fields)
        else:
            kind = rng.choice((Kind.PARTIAL, Kind.WORKER_REMINDER, Kind.ANSWER, Kind.NOT_SENT,
                               Kind.QUERY, Kind.FORWARD))
            s.control(kind, job, seq, worker=rng.randrange(workers), **fields)


def random_switchml(s, packets):
    """One job at four slots of two versions; fragments come late, twice and out of order."""
    rng = s.random
    job = rng.choice((1, 2, 3, 200))
    workers = JOBS[job]
    at = [0] * workers
    base = rng.choice((0, 0xFFFFFFF8))
    for _ in range(packets):
        worker = min(range(workers), key=lambda w: (at[w], rng.random()))
        if rng.random() < 0.3:
            worker = rng.randrange(workers)
        number = at[worker]
        if rng.random() < 0.2:
            number = max(0, number - rng.randrange(12))
        elif number <= min(at) + 4:
            at[worker] += 1
        slot, round_ = number % 4, number // 4
        s.gradient(job, (base + number) & 0xFFFFFFFF, worker, aggregator=2 * slot + round_ % 2,
                   ecn=rng.random() < 0.05)


COUNTS = {"esa": 70, "atp": 50, "straw1": 25, "panama": 15, "switchml": 30}
PACKETS = 120


def random_sequences():
    """Returns them."""
    sequences = []
    for system, count in COUNTS.items():
        for number in range(count):
            s = Sequence(system, f"random-{number}")
            fill = random_switchml if system == "switchml" else random_ina
            fill(s, PACKETS)
            sequences.append(s)
    return sequences
