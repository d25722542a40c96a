# SPDX-License-Identifier: GPL-2.0-only
"""
The execution traces that a sweep has made.

A trace of hundreds of ranks has as many files, and follows from a line of options. So a sweep file may
have the options of ./ns3 trace make in place of the files. They are written before the sweep is
planned, into a folder whose name stands for the options and the program that makes them. What is
there is not made again.
"""

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

from .errors import BadInput, short

_TOOLS = os.path.join(os.path.dirname(__file__), "..", "..", "contrib", "esa", "tools")
_TOOL = os.path.normpath(os.path.join(_TOOLS, "esa-trace-make"))
FOLDER = os.path.join("out", "traces")


def made(where, name, options):
    """
    Makes a trace unless it is there; returns its prefix.

    where: the place in the sweep file, for messages; options: those of ./ns3 trace make. Raises BadInput if
    the program refuses them, and OSError if files cannot be written.
    """
    if os.path.basename(name) != name or name in ("", ".", ".."):
        raise BadInput(f"{where}: '{short(name)}' is not allowed: must be the name of a file, without a folder")
    try:
        arguments = shlex.split(options)
    except ValueError as error:
        raise BadInput(f"{where}.{name}: {short(options)} is not allowed: {error}") from None
    with open(_TOOL, "rb") as file:
        key = hashlib.sha256(file.read() + b"\0".join(each.encode() for each in arguments)).hexdigest()[:12]
    folder = os.path.abspath(os.path.join(FOLDER, f"{name}-{key}"))
    if not os.path.isdir(folder):
        os.makedirs(FOLDER, exist_ok=True)
        unfinished = tempfile.mkdtemp(dir=FOLDER)
        try:
            _make(f"{where}.{name}", os.path.join(unfinished, name), arguments)
            os.rename(unfinished, folder)
        except OSError:
            if not os.path.isdir(folder):  # another sweep has not just made it
                raise
        finally:
            shutil.rmtree(unfinished, ignore_errors=True)
    return os.path.join(folder, name)


def _make(where, prefix, arguments):
    command = [sys.executable, _TOOL, prefix, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        reason = done.stderr.strip().removeprefix("esa-trace-make: error: ")
        raise BadInput(f"{where}: {short(' '.join(arguments))}: {reason}")
