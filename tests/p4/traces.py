# SPDX-License-Identifier: GPL-2.0-only
"""The recorded traces: what went into simple_switch, what came out, and its registers after it.

One file per system, and one more for its jobs with groups, text in gzip. It begins with how the
switch was set up: the number of aggregators, ordinary hosts (address and port), jobs (number,
workers, port of the PS). Jobs with groups follow (groups.py):

    tree JOB PORT RACK HOME MOST STRIDE port to the PS, this switch, rack of the PS, members of a
                                        group at most, from one group's aggregators to the next's
    racks JOB RACK...                   rack of each worker
    ports JOB PORT...                   port to each worker
    way JOB RACK SWITCH...              the switches above a rack
    forwards JOB RACK                   the rack's own switch does not sum
    group JOB GROUP FANIN UP MEMBERS    this switch sums it. UP: "root", "to-server", or
                                        "to GROUP BIT FANIN SHIFT HERE". MEMBERS: "workers
                                        WORKER...", or "groups" and of each its number, shift, and
                                        whether it is here
    below JOB GROUP WORKER              another switch sums it, on the way to the worker

Then:

    sequence SYSTEM NAME
    stale-age US                        (or: stale-age never)
    pause US                            no packet for this time
    remove JOB                          a job leaves, and the control plane frees its aggregators
    > FRAME                             a frame goes in
    < PORT FRAME                        a frame goes out, by port
    counts N...                         packets by outcome, in the order of Outcome, those that
                                        passed by, and those of unknown jobs
    aggregator I BITMAP COUNTER SEQ JOB FANIN PRIORITY STATE ECN GROUP VALUES

FRAME is one or more parts, which stand for the bytes one after the other. VALUES is one part. A
part is bytes in hex or, if big-endian 32-bit words are an arithmetic sequence, "start+slope*count"
in hex (modulo 2^32; the count is decimal). "-" is nothing.
"""

import gzip
import hashlib
import pathlib
import re
import struct
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
P4 = ROOT / "contrib/esa/p4"
TRACES = ROOT / "tests/p4/recordings"
PROGRAM = "esa-v1model.p4"

INA_HEADERS = 14 + 20 + 24
SWITCHML_HEADERS = 14 + 20 + 18
IP_PROTOCOL_AT = 23


def generate(directory, p4=P4):
    """Writes the generated files of the programs in the folder p4."""
    subprocess.run([p4 / "generate-values.py", directory], check=True)


def source_texts(name, folders):
    """Returns the texts of a file and of all that it includes, by name."""
    text = next(path for path in (f / name for f in folders) if path.exists()).read_text()
    texts = {name: text}
    for included in re.findall(r'^#include "(.*)"', text, re.MULTILINE):
        texts.update(source_texts(included, folders))
    return texts


def source_hash(program=PROGRAM):
    """Returns a hash of a program that comments and white space do not change."""
    with tempfile.TemporaryDirectory() as generated:
        generate(generated)
        texts = source_texts(program, (P4, pathlib.Path(generated)))
    digest = hashlib.sha256()
    for name, text in sorted(texts.items()):
        text = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL)
        digest.update(f"{name} {' '.join(text.split())}\n".encode())
    return digest.hexdigest()


def write_values(values):
    """Returns 32-bit words as text."""
    if not values:
        return "-"
    start = values[0]
    slope = (values[1] - start) % (1 << 32) if len(values) > 1 else 0
    if all(v == (start + slope * i) % (1 << 32) for i, v in enumerate(values)):
        return f"{start:x}+{slope:x}*{len(values)}"
    return struct.pack(f">{len(values)}I", *values).hex()


def write_frame(frame):
    """Returns a frame as text."""
    is_ina = frame[IP_PROTOCOL_AT:IP_PROTOCOL_AT + 1] == b"\xfd"
    size = INA_HEADERS if is_ina else SWITCHML_HEADERS
    count = max(0, len(frame) - size) // 4
    parts = [frame[:size].hex(), write_values(struct.unpack_from(f">{count}I", frame, size))
             if count else "", frame[size + 4 * count:].hex()]
    return " ".join(part for part in parts if part)


def write_file(path, lines):
    """Writes a trace file; the same lines give the same bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as out:
        out.write("\n".join(lines).encode() + b"\n")


def read_file(path):
    """Returns the lines of a trace file."""
    with gzip.open(path, "rt") as text:
        return text.read().splitlines()
