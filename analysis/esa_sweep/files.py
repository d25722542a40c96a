# SPDX-License-Identifier: GPL-2.0-only
"""Atomic files: complete or absent, whatever happens while they are written."""

import contextlib
import ctypes
import json
import os
import signal

_PR_SET_PDEATHSIG = 1


@contextlib.contextmanager
def replacing(path):
    """Yields the path of a temporary file that becomes `path` if the block succeeds."""
    temporary = f"{path}.{os.getpid()}.tmp"
    try:
        yield temporary
        with open(temporary, "rb") as file:
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)


def write_json(path, value):
    """Writes a value as JSON, as an atomic file."""
    with replacing(path) as temporary:
        with open(temporary, "w", encoding="utf-8") as file:
            json.dump(value, file, indent=1)
            file.write("\n")


def read_json(path):
    """Returns the value of a JSON file."""
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def die_with_parent():
    """Lets the kernel kill this process when the process that started it ends (Linux only)."""
    parent = os.getppid()
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)
