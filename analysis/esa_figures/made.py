# SPDX-License-Identifier: GPL-2.0-only
"""How a report was made: versions, commit, date, machine and command."""

import datetime
import os
import platform
import shlex
import subprocess

_CPUINFO = "/proc/cpuinfo"


def made_by(root, out, versions, arguments, name="figures"):
    """
    Returns the lines of the report's footer.

    Date and machine stand here and nowhere else, so that all else is the same whenever and
    wherever the same runs are drawn. root: of the repository; out: folder of the report; versions:
    text; arguments: of the command; name: of the command
    """
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
    return [
        f"Made with {versions}, {commit(root, out)}.",
        f"Command: {command(arguments, name)}",
        f"{now}, on {machine()}.",
    ]


def command(arguments, name="figures"):
    """Returns the command that was given, without what only ./ns3 adds to it."""
    shown = []
    skip = False
    for argument in arguments:
        if not skip and argument != "--program" and not argument.startswith("--program="):
            shown.append(argument)
        skip = argument == "--program"
    return shlex.join(["./ns3", name, *shown])


def commit(root, out):
    """
    Returns the commit of a repository as a text, and whether files differ from it.

    out: a folder of files that may differ, because they are being written
    """
    head = _git(root, "rev-parse", "--short=12", "HEAD")
    if head is None:
        return "no commit known"
    root, out = os.path.realpath(root), os.path.realpath(out)
    paths = [":/"]
    if os.path.commonpath([root, out]) == root:
        paths.append(f":(exclude,top){os.path.relpath(out, root)}")
    changed = _git(root, "status", "--porcelain", "--untracked-files=no", "--", *paths)
    return f"commit {head}" + (", with changes" if changed else "")


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
