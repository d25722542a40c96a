# SPDX-License-Identifier: GPL-2.0-only
"""The comparison that is disturbed, and the faults that disturb it."""

import json
import os
import resource
import shutil
import subprocess
import time

SYSTEMS = ("esa", "atp", "switchml")
SEEDS = (1, 2, 3)
PATIENCE = 300  # seconds after which a program hangs
SCENARIO = {
    "name": "moments",
    "systems": list(SYSTEMS),
    "seeds": list(SEEDS),
    "iterations": 20,
    "payload": "full",
    "topology": {"hosts": 6},
    "jobs": {"count": 2, "workers": 3, "workload": "P"},
    "switch": {"memory_bytes": 20000},
    "dnns": {
        "P": {
            "layers": [{"compute_us": 1}, {"compute_us": 1}],
            "partitions": [
                {"layer": 2, "bytes": 300},
                {"layer": 1, "bytes": 1248},
            ],
            "comm_comp_ratio": 1,
        }
    },
}
LAST_ROWS = [0]
"""Number of rows after the last fault, for the summary."""


class End:
    """How a disturbed program ended, and the folder of its files."""

    def __init__(self, kind, folder, code, text, limit=None, mounted=False):
        self.kind, self.folder, self.code, self.text = kind, folder, code, text
        self.limit = limit  # largest size of a file
        self.mounted = mounted
        self.free = None
        if mounted:
            status = os.statvfs(folder)
            self.free = status.f_bavail * status.f_frsize

    def remove(self):
        if self.mounted:
            subprocess.run(["umount", str(self.folder)], check=True)
        shutil.rmtree(self.folder, ignore_errors=True)


class Reference:
    """The same comparison without a fault."""

    def __init__(self, program, scratch):
        self.inputs = scratch
        (scratch / "scenario.json").write_text(json.dumps(SCENARIO), encoding="utf-8")
        self.folder = scratch / "reference"
        self.folder.mkdir()
        began = time.monotonic()
        done = subprocess.run(
            self.command(program, self.folder),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        self.seconds = time.monotonic() - began
        if done.returncode != 0:
            raise OSError(f"the undisturbed run failed: {done.stderr}")
        self.files = {path.name: path.read_bytes() for path in self.folder.glob("*") if path.is_file()}
        self.size = sum(path.stat().st_size for path in self.folder.rglob("*") if path.is_file())

    def command(self, program, folder):
        inputs = self.inputs
        return [
            str(program),
            f"--config={inputs / 'scenario.json'}",
            f"--out={folder / 'out'}",
            f"--timeline={folder / 'run.pftrace'}",
            f"--report={folder / 'run.html'}",
            f"--occupancy={folder / 'pool.csv'}",
            f"--pcap={folder / 'cap'}",
        ]


def disturb(program, reference, folder, send):
    """Runs the comparison, lets send(process) disturb it; returns exit code and messages."""
    with subprocess.Popen(
        reference.command(program, folder),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        send(process)
        text = process.communicate(timeout=PATIENCE)[1]
        return process.returncode, text


def wait(rng, reference):
    time.sleep(rng.uniform(0, 1.1 * reference.seconds))


def by_kill(rng, program, reference, folder):
    folder.mkdir()

    def send(process):
        wait(rng, reference)
        process.kill()

    return End("kill", folder, *disturb(program, reference, folder, send))


def can_mount(folder, size):
    folder.mkdir(exist_ok=True)
    if os.geteuid() != 0 or not shutil.which("mount"):
        return False
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "esa-moments", str(folder)]
    return subprocess.run(mount, capture_output=True, check=False).returncode == 0


def by_full_disk(rng, program, reference, folder):
    if rng.random() < 0.7 and can_mount(folder, rng.randrange(4096, reference.size)):
        return End("disk", folder, *disturb(program, reference, folder, lambda process: None), mounted=True)
    folder.mkdir(exist_ok=True)
    largest = max(map(len, reference.files.values()))
    limit = rng.choice((rng.randrange(3000), rng.randrange(largest)))
    done = subprocess.run(
        reference.command(program, folder),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    return End("disk", folder, done.returncode, done.stderr, limit=limit)


KINDS = {"kill": by_kill, "disk": by_full_disk}
