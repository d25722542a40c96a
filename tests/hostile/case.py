# SPDX-License-Identifier: GPL-2.0-only
"""A case: what is given to a program, and what it may do with it."""

import dataclasses

SCENARIO, SWEEP, CONVERTER = "scenario", "sweep", "converter"
OK, FAILED, REFUSED = 0, 1, 2


@dataclasses.dataclass
class Link:
    """A symbolic link, by its target. ROOT is where sweeps and the converter are."""

    target: str


@dataclasses.dataclass
class Node:
    """What is neither file nor folder: "fifo", "socket", or a device of the case's own: "full"."""

    kind: str


@dataclasses.dataclass
class Folder:
    """An empty folder."""


@dataclasses.dataclass
class Case:
    """One start of a program."""

    kind: str
    arguments: list
    program: str = SCENARIO
    files: dict = dataclasses.field(default_factory=dict)
    """Path -> bytes, str, Link, Node or Folder: what is there before, beside and in the folder in
    which the program starts."""
    codes: tuple = (OK, REFUSED)
    """Exit codes that are right."""
    outputs: tuple = ()
    """Patterns of the files that the program may make."""
    replaced: tuple = ()
    """Patterns of the files of the user that it may replace."""
    wanted: tuple = ()
    """Files that must be there and whole if it succeeds."""
    environment: dict = dataclasses.field(default_factory=dict)
    """Variables that are set; None: removed."""
    closed: tuple = ()
    """Standard descriptors that are closed."""
    stdout: str = "pipe"
    """Where standard output goes: "pipe", "full" (a disk without space), "gone" (a pipe that nobody
    reads)."""
    stderr: str = "pipe"
    """The same for standard error."""
    stdin: object = b""
    """What standard input holds; "endless": zeros without end."""
    file_bytes: int = 0
    """No file gets larger, as on a full disk; 0: it may."""
    signal: int = 0
    """A signal that is sent when the program has made a file of outputs; 0: none."""
    spoils: str = ""
    """The program is run before, and then this is written into each of its kept results."""
    checks: tuple = ()
    """Names of further checks; see checks.py."""
    told: str = ""
    """What an error must tell, if the input is refused: the name of the field or file."""
    parsed: object = None
    """The bytes of a JSON document that must be refused unless it is well formed."""
    cpu_seconds: int = 10
    memory_bytes: int = 1000000000
