# SPDX-License-Identifier: GPL-2.0-only
"""The errors that are told in a sentence, and how texts of others are shown in them."""

import contextlib
import json

_LONGEST = 100
_LONGEST_LINE = 2000
_MOST_MISTAKES = 20  # lines of one message, as of the program


class BadInput(Exception):
    """What was given cannot be used; each line of the text is one error. Exit code 2."""


class Mistakes:
    """Errors of one file, to be told together."""

    def __init__(self):
        self._lines = []

    @contextlib.contextmanager
    def noted(self):
        """Keeps a BadInput of the block for later."""
        try:
            yield
        except BadInput as error:
            self._lines += str(error).splitlines()

    def check(self):
        """Raises BadInput with what was noted, each once; of very many the first ones."""
        lines = list(dict.fromkeys(self._lines))
        more = len(lines) - _MOST_MISTAKES
        if more > 0:
            lines[_MOST_MISTAKES:] = [f"and {more} more"]
        if lines:
            raise BadInput("\n".join(lines))


class ClusterFailed(OSError):
    """The cluster refuses or does not answer; the runs that are finished are kept. Exit code 1."""


def printable(text):
    """Returns a text without characters that could forge a line; cut if it is very long."""
    shown = "".join(
        c if c.isprintable() else c.encode("unicode_escape", "backslashreplace").decode()
        for c in text[:_LONGEST_LINE]
    )
    return shown + ("..." if len(text) > _LONGEST_LINE else "")


def short(value):
    """Returns a value, or a name, as messages show it."""
    text = printable(value if isinstance(value, str) else json.dumps(value))
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "..."
