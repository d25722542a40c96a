# SPDX-License-Identifier: GPL-2.0-only
"""Atomic files: complete or absent, whatever happens while they are written."""

import contextlib
import ctypes
import hashlib
import json
import os
import signal

_PR_SET_PDEATHSIG = 1


@contextlib.contextmanager
def replacing(path, lasting=True):
    """
    Yields the path of a temporary file that becomes `path` if the block succeeds.

    lasting: whether it has to outlive a failure of power, too, which takes time
    """
    temporary = f"{path}.{os.getpid()}.tmp"
    try:
        yield temporary
        if lasting:
            with open(temporary, "rb") as file:
                os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)


def write_text(path, text, lasting=True):
    """Writes a text as an atomic file. Names of files in it need not be UTF-8, nor texts of others."""
    try:
        data = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        data = text.encode("utf-8", "backslashreplace")
    with replacing(path, lasting) as temporary:
        with open(temporary, "wb") as file:
            file.write(data)


def write_json(path, value, lasting=True):
    """Writes a value as JSON, as an atomic file."""
    write_text(path, json.dumps(value, indent=1) + "\n", lasting)


def checksum_of(result):
    """Returns 16 hex digits that stand for the rows of a result, and for its jobs."""
    text = "".join(json.dumps(result[n], sort_keys=True) for n in ("rows", "jobs") if n in result)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def read_json(path):
    """Returns the value of a JSON file, which an editor may have given a byte order mark."""
    with open(path, encoding="utf-8-sig") as file:
        return json.load(file)


def die_with_parent(parent=None):
    """
    Lets the kernel kill this process when the process that started it ends (Linux only).

    parent: number of that process, if it is known; it may have ended before this call
    """
    parent = parent or os.getppid()
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)
