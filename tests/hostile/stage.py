# SPDX-License-Identifier: GPL-2.0-only
"""Makes the files of a case, and tells afterwards what has become of them."""

import fnmatch
import hashlib
import os
import pathlib

from case import SWEEP, Folder


def make(folder, files):
    """Makes files below a folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Folder):
            path.mkdir(exist_ok=True)
        else:
            path.write_bytes(content if isinstance(content, bytes) else content.encode())


def snapshot_names(place):
    """Yields the names of everything below a folder, relative to it."""
    for parent, folders, names in os.walk(place):
        for name in folders + names:
            yield os.path.relpath(pathlib.Path(parent, name), place)


def snapshot(place):
    """Returns name -> what tells whether a file is still the same."""
    return {name: describe(place / name) for name in snapshot_names(place)}


def describe(path):
    if path.is_dir():
        return "folder"
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def matches(name, patterns):
    """Tells whether a path has the form of one of the patterns."""
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


def differences(case, before, after, succeeded):
    """Yields what must not have happened to the files."""
    for name, was in before.items():
        if after.get(name) != was and not (matches(name, case.outputs) and succeeded):
            yield f"{'changes' if name in after else 'removes'} {name!r}, a file of the user"
    for name in after.keys() - before.keys():
        if not matches(name, case.outputs):
            yield f"leaves {name!r} behind"
        elif not succeeded and not (case.program == SWEEP and after[name] == "folder"):
            yield f"makes {name!r} although nothing was to run"
