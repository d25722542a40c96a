# SPDX-License-Identifier: GPL-2.0-only
"""Standard streams that are closed or cannot be written: no result may be lost by them."""

import os
import sys

from .errors import printable


def open_closed_streams():
    """
    Opens /dev/null in place of standard streams that are closed.

    Otherwise the next file that is opened, a table for example, would get what is printed.
    """
    while True:
        descriptor = os.open(os.devnull, os.O_RDWR)
        if descriptor > 2:
            os.close(descriptor)
            break
        os.set_inheritable(descriptor, True)
    for number, name in ((1, "stdout"), (2, "stderr")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, "w", encoding="utf-8", closefd=False))
        # a path need not be text
        getattr(sys, name).reconfigure(errors="backslashreplace")


def tell(program, lines):
    """Prints lines about what went wrong. program: which one tells it; lines: list or text"""
    for line in lines.splitlines() if isinstance(lines, str) else lines:
        show(f"{program}: {printable(line)}\n")


def show(text):
    """Prints a text on standard error, or nowhere if that cannot be written."""
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except (OSError, ValueError):
        _silence(2)


def say(text):
    """Prints a line on standard output. Raises OSError if it cannot be written."""
    try:
        print(printable(text), flush=True)
    except OSError as error:
        _silence(1)
        raise OSError(error.errno, f"standard output cannot be written: {error.strerror}") from None


def _silence(number):
    """Lets what is left in the buffer of a stream go nowhere."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, number)
    os.close(null)
