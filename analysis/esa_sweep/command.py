# SPDX-License-Identifier: GPL-2.0-only
"""What all commands have in common: exit codes, options and the report of errors."""

import argparse
import os
import sys

from .errors import BadInput, short

EXIT_FAILED = 1
EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130


class Parser(argparse.ArgumentParser):
    """A parser whose errors are BadInput."""

    def error(self, message):
        raise BadInput(f"{message}; see ./{self.prog} --help".replace("\n", " "))


def positive(text):
    """Returns the number from 1 that an argument says."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
    if number < 1:
        raise argparse.ArgumentTypeError(
            f"'{short(text)}' is not allowed: must be a whole number from 1 to 999999999"
        )
    return number


def serve(program, action):
    """
    Does what a command that simulates nothing is asked for; returns the exit code.

    program: its name in messages; action: function without arguments
    """
    try:
        action()
        return 0
    except BadInput as error:
        print(f"{program}: error: {error}", file=sys.stderr)
        return EXIT_BAD_INPUT
    except BrokenPipeError:
        # the reader of what is printed has seen enough: head, less
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"{program}: error: {error}", file=sys.stderr)
        return EXIT_FAILED
