# SPDX-License-Identifier: GPL-2.0-only
"""What starts the runs of a sweep: Ninja on this machine; slurm.py has the one for clusters."""

import functools
import os
import shlex
import shutil
import signal
import subprocess
import sys

from .errors import BadInput
from .files import die_with_parent, write_text

ANALYSIS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def run_script(program, key):
    """
    Returns a shell script for a run, to be started in the folder of the sweep.

    program: a Program; key: what the shell reads as the run's key
    """
    command = [sys.executable, ANALYSIS, "esa_sweep.execute", program.path, program.stamp, "."]
    return f'#!/bin/sh\nexec {shlex.join(command)} "{key}"\n'


def need_command(name, package, because):
    """Raises BadInput if there is no such command."""
    if not shutil.which(name):
        raise BadInput(f"{because}: there is no command '{name}' here (Debian: {package})")


class Local:
    """
    Runs on this machine, as many at a time as there are cores.

    Ninja starts them. It is told nothing about files: each run is a target that never exists, and
    the sweep itself knows which ones are missing. So a file that Ninja takes for half written, or
    a log of its own that is cut, cannot remove or repeat a result. Paths stand in a script, since
    Ninja would read a colon or a dollar in them as its own.
    """

    def __init__(self, directory, program, cores):
        need_command("ninja", "ninja-build", "sweep")
        self._directory = directory
        self._program = program
        self._cores = cores
        self._process = None
        self.log = os.path.join(directory, "ninja.log")

    def start(self, missing):
        """Starts the runs with these keys."""
        write_text(self._path("run.sh"), run_script(self._program, "$1"), lasting=False)
        targets = "".join(f"build run-{key}: run\n  key = {key}\n" for key in missing)
        write_text(
            self._path("build.ninja"),
            "rule run\n  command = exec sh run.sh $key\n  description = $key\n" + targets,
            lasting=False,
        )
        for name in (".ninja_log", ".ninja_deps"):
            if os.path.exists(self._path(name)):
                os.unlink(self._path(name))
        with open(self.log, "wb") as log:
            self._process = subprocess.Popen(
                ["ninja", "-k", "0", "-j", str(self._cores)],
                cwd=self._directory,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=functools.partial(_become_parent, os.getpid()),
            )

    def goes_on(self, _ended):
        """Returns whether some runs have not ended yet."""
        return self._process.poll() is None

    def stop(self):
        """Ends the runs, and waits until they have ended."""
        if self._process and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait()

    def log_of(self, _key):
        """Returns the log that tells why a run did not end."""
        return self.log

    def _path(self, name):
        return os.path.join(self._directory, name)


def _become_parent(sweep):
    """In the process that becomes Ninja: its runs end with it, and it ends with the sweep."""
    die_with_parent(sweep)
    os.environ["ESA_SWEEP_PARENT"] = str(os.getpid())
