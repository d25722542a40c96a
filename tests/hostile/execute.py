# SPDX-License-Identifier: GPL-2.0-only
"""Starts a program with a case, within limits, and says how it ended."""

import contextlib
import dataclasses
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile

from case import CONVERTER, MEMORY_BYTES, SCENARIO

LONGEST_S = 240


@dataclasses.dataclass
class Outcome:
    """How a program ended."""

    code: int  # as of Popen.returncode
    out: bytes
    err: bytes
    cpu_s: float
    peak_bytes: int
    hangs: bool = False


@dataclasses.dataclass
class Tool:
    """The programs under test."""

    program: pathlib.Path
    root: pathlib.Path
    sanitized: bool = False  # such a program reserves terabytes, and is slower

    def command(self, case):
        """Returns the words that start a case."""
        if case.program == SCENARIO:
            return [self.program, *case.arguments]
        if case.program == CONVERTER:
            return [self.root / "contrib/esa/tools/esa-trace-import", *case.arguments]
        return [python(), "-m", "esa_sweep", "--program", self.program, *case.arguments]

    def environment(self):
        """Returns the variables of a case."""
        made = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), "LANG": "C.UTF-8"}
        made["PYTHONPATH"] = str(self.root / "analysis")
        made["PYTHONDONTWRITEBYTECODE"] = "1"
        for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LD_LIBRARY_PATH"):
            if name in os.environ:
                made[name] = os.environ[name]
        return made


def python():
    """Returns the Python that has the packages of sweeps."""
    return "/usr/bin/python3" if os.access("/usr/bin/python3", os.X_OK) else sys.executable


def limit(case, tool):
    """Limits time and memory of this process."""
    slow = 6 if tool.sanitized else 1
    seconds = case.cpu_seconds * slow
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if not tool.sanitized:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


def end_group(process, *_):
    """Ends a process and what it has started: they have a session of their own."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def run(case, tool, place):
    """Runs a case in a folder in which its files are. Returns an Outcome."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(
            tool.command(case),
            cwd=place,
            env=tool.environment(),
            preexec_fn=lambda: limit(case, tool),
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
        )
        hangs = []
        signal.signal(signal.SIGALRM, lambda *_: (hangs.append(True), end_group(process)))
        signal.alarm(LONGEST_S)
        _, status, usage = os.wait4(process.pid, 0)
        signal.alarm(0)
        process.returncode = os.waitstatus_to_exitcode(status)
        end_group(process)
        out.seek(0)
        err.seek(0)
        return Outcome(
            code=process.returncode,
            out=out.read(),
            err=err.read(),
            cpu_s=usage.ru_utime + usage.ru_stime,
            peak_bytes=usage.ru_maxrss * 1024,
            hangs=bool(hangs),
        )
