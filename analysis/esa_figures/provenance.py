# SPDX-License-Identifier: GPL-2.0-only
"""How a report was made: versions, sources, date, machine and command."""

import datetime
import os
import platform
import shlex
import subprocess

_CPUINFO = "/proc/cpuinfo"
_SOURCES = "contrib/esa"


def made_by(root, versions, arguments, given=None):
    """
    Returns the lines of the report's footer.

    Date and machine stand here and nowhere else, so that all else is the same whenever and
    wherever the same runs are drawn. root: of the repository; versions: text; arguments: of the
    command; given: a folder of earlier runs that were drawn, or None
    """
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
    made = f"Drawn from the runs in {given}, made with {versions}."
    return [
        made if given else f"Made with {versions}, {sources(root)}.",
        f"Command: {command(arguments)}",
        f"{now}, on {machine()}.",
    ]


def command(arguments):
    """Returns the command that was given, without what only ./ns3 adds to it."""
    shown = []
    skip = False
    for argument in arguments:
        if not skip and argument != "--program" and not argument.startswith("--program="):
            shown.append(argument)
        skip = argument == "--program"
    return shlex.join(["./ns3", "figures", *shown])


def sources(root):
    """
    Returns the identity of the module's sources as a text, and whether files differ from it.

    It is Git's hash of the folder (a tree), which depends on the files alone. A commit also depends
    on all commits before it, and has another hash when these are written anew. root: of the
    repository
    """
    tree = _git(root, "rev-parse", "--short=12", f"HEAD:./{_SOURCES}")
    if tree is None:
        return f"{_SOURCES} of an unknown tree"
    changed = _git(root, "status", "--porcelain", "--", _SOURCES)
    return f"{_SOURCES} of tree {tree}" + (", with changes" if changed else "")


def _git(root, *arguments):
    """Returns what git says, or None if it fails."""
    try:
        done = subprocess.run(
            ["git", "-C", root, *arguments], capture_output=True, text=True, check=False
        )
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def machine():
    """Returns the processor, the cores that may be used, and the system, as a text."""
    names = []
    try:
        with open(_CPUINFO, encoding="utf-8") as file:
            lines = [line for line in file if line.startswith("model name")]
        names = [line.split(":", 1)[1].strip() for line in lines]
    except OSError:
        pass
    processor = names[0] if names else platform.machine()
    cores = len(os.sched_getaffinity(0))
    counted = f"{cores} core{'' if cores == 1 else 's'}"
    return f"{processor}, {counted}, {platform.system()} {platform.release()}"
