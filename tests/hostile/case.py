# SPDX-License-Identifier: GPL-2.0-only
"""A case: what is given to a program, and what it may do with it."""

import dataclasses

SCENARIO, SWEEP, CONVERTER = "scenario", "sweep", "converter"
OK, FAILED, REFUSED = 0, 1, 2
MEMORY_BYTES = 1000000000  # of a program


class Folder:
    """An empty folder."""


@dataclasses.dataclass
class Case:
    """One start of a program."""

    arguments: list
    program: str = SCENARIO
    files: dict = dataclasses.field(default_factory=dict)
    """Path -> bytes, str or Folder: what is there before, in the folder in which it starts."""
    codes: tuple = (OK, REFUSED)
    """Exit codes that are right."""
    outputs: tuple = ()
    """Patterns of the files that the program may make, or replace."""
    checks: tuple = ()
    """Further checks of the folder."""
    parsed: object = None
    """The bytes of a JSON document that must be refused unless it is well formed."""
    cpu_seconds: int = 10
    kind: str = ""
