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
import threading
import time

import stage
from case import CONVERTER, SCENARIO

MOST_OUTPUT = 4000000  # bytes that are looked at
STUCK_S = 15  # without a tenth of a second on a processor: it waits for something
LONGEST_S = 240
PLACE = "a/b/work"  # below the folder of a case: a path with ../.. does not leave it


@dataclasses.dataclass
class Outcome:
    """How a program ended."""

    code: int  # as of Popen.returncode
    out: bytes
    err: bytes
    cpu_s: float
    peak_bytes: int
    hangs: bool = False
    signalled: bool = False


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
            return [self.root / "traces/jobs/philly-to-csv", *case.arguments]
        return [python(), "-m", "esa_sweep", "--program", self.program, *case.arguments]

    def environment(self, case):
        """Returns the variables of a case."""
        made = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), "LANG": "C.UTF-8"}
        made["PYTHONPATH"] = str(self.root / "analysis")
        made["PYTHONDONTWRITEBYTECODE"] = "1"
        for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LD_LIBRARY_PATH"):
            if name in os.environ:
                made[name] = os.environ[name]
        made.update(case.environment)
        return {name: value for name, value in made.items() if value is not None}


def python():
    """Returns the Python that has the packages of sweeps."""
    return "/usr/bin/python3" if os.access("/usr/bin/python3", os.X_OK) else sys.executable


def start(case, tool, place, streams):
    """Starts the program."""

    def limit():
        slow = 6 if tool.sanitized else 1
        seconds = case.cpu_seconds * slow
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if not tool.sanitized:
            resource.setrlimit(resource.RLIMIT_AS, (case.memory_bytes, case.memory_bytes))
        if case.file_bytes:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (case.file_bytes, case.file_bytes))
        for descriptor in case.closed:
            os.close(descriptor)

    return subprocess.Popen(
        tool.command(case),
        cwd=place,
        env=tool.environment(case),
        preexec_fn=limit,
        start_new_session=True,
        **streams,
    )


class Reader(threading.Thread):
    """Reads what comes through a pipe; a file would be cut by the limit of a case."""

    def __init__(self):
        super().__init__(daemon=True)
        self.read_end, self.write_end = os.pipe()
        self.data = bytearray()

    def run(self):
        with os.fdopen(self.read_end, "rb", buffering=0) as pipe:
            while block := pipe.read(65536):
                if len(self.data) < MOST_OUTPUT:
                    self.data += block


def output(kind, stack):
    """Returns a descriptor for an output, and what reads it; None: no one does."""
    if kind == "full":
        return stack.enter_context(open("/dev/full", "wb")), None
    reader = Reader()
    end = stack.enter_context(os.fdopen(reader.write_end, "wb"))
    if kind == "gone":
        os.close(reader.read_end)
        return end, None
    reader.start()
    return end, reader


def used_s(process):
    """Returns the seconds of a processor that a running process has used."""
    try:
        fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    except (OSError, ValueError):
        return 0
    return (int(fields[11]) + int(fields[12]) + int(fields[13]) + int(fields[14])) / os.sysconf(
        "SC_CLK_TCK"
    )


def wait(process, case, place):
    """Waits for the end. Returns status, usage, whether it had to be ended, and was signalled."""
    began = checked = time.monotonic()
    used, pause = 0.0, 0.001
    signalled = False
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return usage, False, signalled
        now = time.monotonic()
        if case.signal and not signalled and has_begun(case, place):
            os.kill(process.pid, case.signal)
            signalled = True
        if now - checked > STUCK_S:
            checked, before, used = now, used, used_s(process)
            if used - before < 0.1 or now - began > LONGEST_S:
                end_group(process)
                _, _, usage = os.wait4(process.pid, 0)
                process.returncode = -signal.SIGKILL
                return usage, True, signalled
        time.sleep(pause)
        pause = min(pause * 1.3, 0.001 if case.signal else 0.05)


def has_begun(case, place):
    """Tells whether the program has made one of its files."""
    return any(stage.matches(name, case.outputs) for name in stage.snapshot_names(place))


def end_group(process):
    """Ends a process and what it has started: they have a session of their own."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def prepare(case, tool, place):
    """Runs a sweep once, and spoils its results, if the case asks for it."""
    if case.spoils:
        subprocess.run(
            tool.command(case),
            cwd=place,
            env=tool.environment(case),
            capture_output=True,
            check=True,
        )
        for path in (place / "out/runs").glob("*.json"):
            path.write_text(case.spoils)


def run(case, tool, folder):
    """Runs a case in a folder in which its files are. Returns an Outcome."""
    place = folder / "files" / PLACE
    with contextlib.ExitStack() as stack:
        if case.stdin == "endless":
            stdin = stack.enter_context(open("/dev/zero", "rb"))
        else:
            stdin = stack.enter_context(tempfile.TemporaryFile())
            stdin.write(case.stdin)
            stdin.seek(0)
        out, out_reader = output(case.stdout, stack)
        err, err_reader = output(case.stderr, stack)
        process = start(case, tool, place, {"stdin": stdin, "stdout": out, "stderr": err})
    usage, hangs, signalled = wait(process, case, place)
    end_group(process)
    texts = []
    for reader in (out_reader, err_reader):
        if reader:
            reader.join()
        texts.append(bytes(reader.data) if reader else b"")
    return Outcome(
        code=process.returncode,
        out=texts[0],
        err=texts[1],
        cpu_s=usage.ru_utime + usage.ru_stime,
        peak_bytes=usage.ru_maxrss * 1024,
        hangs=hangs,
        signalled=signalled,
    )
