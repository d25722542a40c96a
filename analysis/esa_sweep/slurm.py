# SPDX-License-Identifier: GPL-2.0-only
"""The runs of a sweep as job arrays of Slurm: sbatch waits for each, and the files show what is missing."""

import contextlib
import hashlib
import os
import re
import shutil
import subprocess
import time

from .engine import need_command, run_script
from .errors import BadInput, ClusterFailed
from .files import write_text

_FILES_AFTER_S = 60
_MEMORY = "1000M"
_KEYS = "slurm.keys"


def _call(*command):
    """Returns what a command of Slurm prints; raises ClusterFailed with its complaint."""
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise ClusterFailed(f"{command[0]}: {' '.join(done.stderr.split()) or done.returncode}")
    return done.stdout


def name_of(directory):
    """Returns the name of the arrays of a sweep in Slurm's queue."""
    return f"esa-sweep-{hashlib.sha256(directory.encode(errors='surrogateescape')).hexdigest()[:12]}"


def is_queued(directory):
    """Returns whether an array of a sweep that was killed is still in Slurm's queue."""
    if not os.path.exists(os.path.join(directory, _KEYS)) or not shutil.which("squeue"):
        return False
    with contextlib.suppress(ClusterFailed):
        return name_of(directory) in _call("squeue", "--noheader", "--me", "--format=%j").split()
    return False


class Slurm:
    """
    Runs on a cluster. One array after the other: each has as many tasks as Slurm allows, and at
    most `cores` of them run at a time.

    All arrays of a sweep have one name, and --dependency=singleton lets an array wait for an older
    one of this name: for that of a sweep that was killed. A task whose result exists ends at once.
    """

    def __init__(self, directory, program, cores):
        for name in ("sbatch", "scancel", "scontrol"):
            need_command(name, "slurm-client", "--profile slurm")
        self._directory = directory
        self._program = program
        self._cores = cores
        self._keys = []  # of the array that runs
        self._waiting = []
        self._process = None
        self._ended_at = None
        self.log = os.path.join(directory, "slurm.log")

    def start(self, missing):
        """Hands over the runs with these keys."""
        said = re.search(r"^MaxArraySize\s*=\s*(\d+)", _call("scontrol", "show", "config"), re.M)
        self._largest = int(said[1]) if said else 1001
        if self._largest < 2:
            raise BadInput("--profile slurm: this cluster allows no job arrays (MaxArraySize)")
        self._waiting = list(missing)
        self._submit()

    def goes_on(self, ended):
        """Returns whether some runs have not ended. ended: keys with a result or a failure"""
        code = self._process.poll()
        if code is None:
            return True
        if not self._submitted():
            with open(self.log, encoding="utf-8", errors="backslashreplace") as log:
                raise ClusterFailed("sbatch: " + " ".join(log.read().split()))
        # a file may be seen on this machine a while after it was written on another one
        self._ended_at = self._ended_at or time.monotonic()
        if code == 0 and not ended.issuperset(self._keys):
            if time.monotonic() - self._ended_at < _FILES_AFTER_S:
                return True
        if self._waiting:
            self._submit()
        return self._process.poll() is None

    def stop(self):
        """Cancels what is in the queue."""
        if self._process and self._process.poll() is None:
            while self._process.poll() is None and not self._submitted():
                time.sleep(0.1)
            _call("scancel", f"--name={name_of(self._directory)}")
            self._process.wait()

    def log_of(self, key):
        """Returns the log that shows why a run did not end."""
        if key in self._keys:
            return self._path(f"logs/slurm.{self._keys.index(key)}.log")
        return self.log

    def _submit(self):
        self._keys, self._waiting = self._waiting[: self._largest], self._waiting[self._largest :]
        self._ended_at = None
        write_text(self._path(_KEYS), "".join(f"{key}\n" for key in self._keys))
        line = f'$(sed -n "$((SLURM_ARRAY_TASK_ID + 1))p" {_KEYS})'
        write_text(self._path("slurm.sh"), run_script(self._program, line))
        environment = dict(os.environ)
        environment.setdefault("SBATCH_MEM_PER_NODE", _MEMORY)
        with open(self.log, "wb") as log, open(self._path("slurm.job"), "wb") as job:
            self._process = subprocess.Popen(
                [
                    *("sbatch", "--wait", "--parsable", "--dependency=singleton"),
                    f"--job-name={name_of(self._directory)}",
                    f"--chdir={self._directory}",
                    f"--array=0-{len(self._keys) - 1}%{self._cores}",
                    *("--ntasks=1", "--cpus-per-task=1", "--output=logs/slurm.%a.log"),
                    self._path("slurm.sh"),
                ],
                stdin=subprocess.DEVNULL,
                stdout=job,
                stderr=log,
                env=environment,
                start_new_session=True,  # Ctrl-C is for the sweep, which cancels the array
            )

    def _submitted(self):
        """Returns whether Slurm has the array: sbatch then prints its number."""
        return os.path.getsize(self._path("slurm.job")) > 0

    def _path(self, name):
        return os.path.join(self._directory, name)
