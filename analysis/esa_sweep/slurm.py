# SPDX-License-Identifier: GPL-2.0-only
"""The runs of a sweep as job arrays of Slurm."""

import contextlib
import os
import re
import signal
import subprocess
import time
import uuid

from .engine import need_command, run_script
from .errors import BadInput, ClusterFailed
from .files import write_text

_STATES = "PENDING,CONFIGURING,RUNNING,SUSPENDED"
_ASK_EVERY_S = 10
_FILES_AFTER_S = 60
_MEMORY = "1000M"


def _call(*command, environment=None):
    """Returns what a command of Slurm's prints; raises ClusterFailed with what it complains of."""
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="backslashreplace",
            env=environment,
            check=False,
        )
    except OSError as error:
        raise ClusterFailed(f"{command[0]}: {error.strerror}") from None
    if done.returncode:
        said = " ".join(done.stderr.split()) or f"exit code {done.returncode}"
        raise ClusterFailed(f"{command[0]}: {said}")
    return done.stdout


@contextlib.contextmanager
def _undisturbed():
    """Lets Ctrl-C wait: an array that is just being handed over could not be cancelled."""
    signals = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Array:
    """A job array: one task for each key in arrays/NAME.keys."""

    def __init__(self, directory, name, keys):
        self.name = name
        self.keys = keys
        self._stem = os.path.join(directory, "arrays", name)
        self._logs = os.path.join(directory, "logs", name)

    def log_of(self, key):
        """Returns what Slurm itself wrote about a run."""
        return f"{self._logs}.{self.keys.index(key)}.log"

    def submit(self, program, directory, cores):
        """Hands the array to Slurm."""
        # the keys first: a sweep that is killed here finds out by the name what became of it
        write_text(f"{self._stem}.keys", "".join(f"{key}\n" for key in self.keys))
        line = f'$(sed -n "$((SLURM_ARRAY_TASK_ID + 1))p" arrays/{self.name}.keys)'
        write_text(f"{self._stem}.sh", run_script(program, line))
        environment = dict(os.environ)
        environment.setdefault("SBATCH_MEM_PER_NODE", _MEMORY)
        with _undisturbed():
            _call(
                "sbatch",
                "--parsable",
                f"--job-name={self.name}",
                f"--chdir={directory}",
                f"--array=0-{len(self.keys) - 1}%{cores}",
                "--ntasks=1",
                "--cpus-per-task=1",
                f"--output=logs/{self.name}.%a.log",
                f"{self._stem}.sh",
                environment=environment,
            )

    def lost(self, ended):
        """
        Returns whether Slurm knows of no task that ended well but has left no file.

        A file may be seen on this machine a while after it was written on another one.
        """
        with contextlib.suppress(ClusterFailed):
            said = _call("squeue", "--noheader", "--array", f"--name={self.name}",
                         "--states=COMPLETED", "--format=%K")  # fmt: skip
            done = {self.keys[int(index)] for index in re.findall(r"^\d+$", said, re.MULTILINE)}
            return done <= ended
        return True

    def forget(self):
        """Removes what is no longer needed of the array; logs stay if something is in them."""
        for kind in ("keys", "sh"):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(f"{self._stem}.{kind}")
        for index in range(len(self.keys)):
            path = f"{self._logs}.{index}.log"
            with contextlib.suppress(OSError):
                if os.path.getsize(path) == 0:
                    os.unlink(path)


def arrays_of(directory):
    """Returns the arrays that sweeps in this folder have handed to Slurm and not seen the end of."""
    folder = os.path.join(directory, "arrays")
    arrays = []
    for file in sorted(os.listdir(folder) if os.path.isdir(folder) else []):
        if file.endswith(".keys"):
            with open(os.path.join(folder, file), encoding="utf-8") as lines:
                arrays.append(Array(directory, file[: -len(".keys")], lines.read().split()))
    return arrays


def names_in_queue():
    """Returns the names of the user's jobs that have not ended."""
    return set(_call("squeue", "--noheader", "--me", "--format=%j", f"--states={_STATES}").split())


class Slurm:
    """
    Runs on a cluster. One array after the other: each has as many tasks as Slurm allows, and at
    most `cores` of them run at a time.

    The keys of an array stand in a file under the array's name, which no other array has. A sweep
    that was killed finds in this way what is still in the queue, and waits for it.
    """

    def __init__(self, directory, program, cores):
        for name in ("sbatch", "squeue", "scancel", "scontrol"):
            need_command(name, "slurm-client", "--profile slurm")
        self._directory = directory
        self._program = program
        self._cores = cores
        self._waiting = []
        self._arrays = []
        self._known = []
        self._ask_at = 0
        self._ask_after = 1
        self._gone_since = {}

    def resume(self, missing):
        """Finds what an earlier sweep left in the queue; returns the keys that are there."""
        queue = names_in_queue()
        if any(f"esa-{key}" in queue for key in missing):
            raise BadInput(
                "--profile slurm: jobs of this sweep from before job arrays were used are in the "
                "queue (esa-KEY); wait until they have ended, or cancel them"
            )
        there = set()
        for array in arrays_of(self._directory):
            if array.name not in queue:
                array.forget()
            elif there.union(missing).intersection(array.keys) - there:
                self._arrays.append(array)
                there.update(array.keys)
        self._known += self._arrays
        return there

    def start(self, missing):
        """Hands over the runs with these keys that are not in the queue yet."""
        there = {key for array in self._arrays for key in array.keys}
        self._waiting = [key for key in missing if key not in there]
        self._largest = self._largest_array() if self._waiting else 0

    def goes_on(self, ended):
        """Returns whether some runs have not ended. ended: keys with a result or a failure"""
        if self._arrays:
            running = set()
            unclear = [array for array in self._arrays if not ended.issuperset(array.keys)]
            if unclear and time.monotonic() >= self._ask_at:
                running = self._still_there(unclear, ended)
            elif unclear:
                running = set(unclear)
            for array in set(self._arrays) - running:
                array.forget()
            self._arrays = [array for array in self._arrays if array in running]
        if not self._arrays and self._waiting:
            keys, self._waiting = self._waiting[: self._largest], self._waiting[self._largest :]
            array = Array(self._directory, f"esa-sweep-{uuid.uuid4().hex[:12]}", keys)
            self._arrays.append(array)
            self._known.append(array)
            array.submit(self._program, self._directory, self._cores)
            self._ask_after = 1
        return bool(self._arrays)

    def stop(self):
        """Cancels what is in the queue."""
        for array in self._arrays:
            _call("scancel", f"--name={array.name}")

    def log_of(self, key):
        """Returns the log that tells why a run did not end."""
        for array in reversed(self._known):
            if key in array.keys:
                return array.log_of(key)
        return os.path.join(self._directory, "logs")

    def _still_there(self, arrays, ended):
        """Returns those that may still leave results."""
        try:
            queue = names_in_queue()
        except ClusterFailed:  # the controller is busy or is being started anew
            queue = {array.name for array in arrays}
        self._ask_after = min(self._ask_after * 2, _ASK_EVERY_S)
        self._ask_at = time.monotonic() + self._ask_after
        there = set()
        for array in arrays:
            if array.name in queue:
                there.add(array)
                continue
            gone = time.monotonic() - self._gone_since.setdefault(array, time.monotonic())
            if gone < _FILES_AFTER_S and not array.lost(ended):
                there.add(array)
        return there

    @staticmethod
    def _largest_array():
        said = re.search(r"^MaxArraySize\s*=\s*(\d+)", _call("scontrol", "show", "config"), re.M)
        largest = int(said[1]) if said else 1001
        if largest < 2:
            raise BadInput("--profile slurm: this cluster allows no job arrays (MaxArraySize)")
        return largest
