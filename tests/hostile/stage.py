# SPDX-License-Identifier: GPL-2.0-only
"""Makes the files of a case, and tells afterwards what has become of them."""

import fnmatch
import hashlib
import os
import pathlib
import shutil
import socket
import stat

from case import SWEEP, Folder, Link, Node

FULL_DEVICE = (1, 7)  # Linux's numbers of /dev/full


def make(folder, files, root):
    """Makes files below a folder. Returns the paths of those that this machine cannot make."""
    left_out = []
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        elif isinstance(content, str):
            path.write_text(content, encoding="utf-8")
        elif isinstance(content, Link):
            os.symlink(content.target.replace("ROOT", str(root)), path)
        elif isinstance(content, Folder):
            path.mkdir(exist_ok=True)
        elif isinstance(content, Node) and not make_node(path, content.kind):
            left_out.append(name)
    return left_out


def remove(folder):
    """Removes a folder and all that is in it."""
    shutil.rmtree(folder, ignore_errors=True)


def make_node(path, kind):
    """Makes a FIFO, a socket or a device; returns whether that is possible here."""
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "socket":
        here = os.getcwd()
        os.chdir(path.parent)  # the name of a socket is short
        try:
            with socket.socket(socket.AF_UNIX) as made:
                made.bind(path.name)
        finally:
            os.chdir(here)
    else:
        try:  # never the machine's own device: a program with a fault may replace it
            os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(*FULL_DEVICE))
        except PermissionError:
            return False
    return True


def paths(folder):
    """Yields the path of everything below a folder."""
    for parent, folders, names in os.walk(folder):
        for name in folders + names:
            yield pathlib.Path(parent, name)


def snapshot_names(place):
    """Yields the names of everything below a folder, relative to it."""
    for path in paths(place):
        yield os.path.relpath(path, place)


def snapshot(folder, place):
    """Returns name -> what is there, of everything below a folder; names are relative to place."""
    return {os.path.relpath(path, place): describe(path) for path in paths(folder)}


def describe(path):
    """Returns what tells whether a file is still the same."""
    status = path.lstat()
    kind = stat.S_IFMT(status.st_mode)
    if stat.S_ISLNK(status.st_mode):
        return kind, os.readlink(path)
    if stat.S_ISREG(status.st_mode):
        with open(path, "rb") as file:
            return kind, hashlib.file_digest(file, "sha256").hexdigest()
    return kind, status.st_mode


def matches(name, patterns):
    """Tells whether a path has the form of one of the patterns."""
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


def is_capture(name):
    """
    Tells whether a file is a capture. With --force one of an earlier run goes if its host is idle
    now: it would seem to be of this run.
    """
    return name.endswith(".pcap")


def differences(case, before, after, succeeded):
    """Yields what must not have happened to the files."""
    for name, was in before.items():
        now = after.get(name)
        if now == was:
            continue
        is_now = now[0] == stat.S_IFREG if now else is_capture(name)
        is_regular = was[0] == stat.S_IFREG and is_now
        if not (matches(name, case.replaced) and is_regular):
            yield f"{'changes' if now else 'removes'} {name!r}, a file of the user"
        elif not succeeded:
            yield f"changes {name!r} although nothing was to run"
    for name in after.keys() - before.keys():
        if not matches(name, case.outputs):
            yield f"leaves {name!r} behind"
        elif not succeeded and not (case.program == SWEEP and after[name][0] == stat.S_IFDIR):
            yield f"makes {name!r} although nothing was to run"
