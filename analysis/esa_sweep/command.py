# SPDX-License-Identifier: GPL-2.0-only
"""What all commands have in common: exit codes, options and the report of errors."""

import argparse
import difflib
import itertools
import os
import signal
import sys

from .errors import BadInput, short
from .execute import RunFailed
from .streams import open_closed_streams, tell

EXIT_FAILED = 1
EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130


class Parser(argparse.ArgumentParser):
    """
    A parser whose errors are BadInput, and which can only check what it is given: ./ns3 installs
    packages and builds after that.
    """

    def __init__(self, **given):
        super().__init__(allow_abbrev=False, **given)
        self.add_argument("--only-check", action="store_true", help=argparse.SUPPRESS)

    def parse_args(self, arguments):
        """Returns the options. Raises BadInput; ends with 0 if they are only to be checked."""
        known = [name for action in self._actions for name in action.option_strings]
        for name in (each.partition("=")[0] for each in itertools.takewhile("--".__ne__, arguments)):
            if name.startswith("--") and name not in known:
                close = difflib.get_close_matches(name, known, 1)
                meant = f"; did you mean {close[0]}?" if close else ""
                self.error(f"unknown option '{short(name)}'{meant}")
        options = super().parse_args(arguments)
        if options.only_check:
            self.exit()
        del options.only_check
        return options

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


def existing(path):
    """Returns the path of an argument that names a file or a folder."""
    if not os.path.exists(path):
        raise argparse.ArgumentTypeError(f"{short(path)}: does not exist")
    return path


def add_run_options(parser, out, runs="", program=argparse.SUPPRESS):
    """
    Adds the options of a command that simulates.

    parser: a Parser; out: help of --out; runs: where results of runs are kept by default, ""
    where there is no option for it; program: help of --program, which ./ns3 gives as a path
    """
    parser.add_argument(
        "--cores",
        type=positive,
        default=len(os.sched_getaffinity(0)),
        metavar="N",
        help="runs at a time [%(default)s]",
    )
    parser.add_argument("--out", metavar="DIR", help=out)
    if runs:
        parser.add_argument(
            "--runs", metavar="DIR", help=f"where results of runs are kept [{runs}]"
        )
    parser.add_argument("--quiet", action="store_true", help="no progress")
    parser.add_argument("--program", metavar="NAME", default="esa-scenario", help=program)


def simulate(program, action):
    """
    Does what a command that simulates is asked for; returns the exit code.

    program: its name in messages; action: function without arguments that returns the exit code
    """
    try:
        return action()
    except BadInput as error:
        tell(f"{program}: error", str(error))
        return EXIT_BAD_INPUT
    except RunFailed as error:
        tell(f"{program}: error", str(error))
        return EXIT_FAILED
    except OSError as error:
        tell(f"{program}: error", [f"{error}; finished runs are kept"])
        return EXIT_FAILED
    except KeyboardInterrupt:
        tell(f"\n{program}", "interrupted; the finished runs are kept")
        return EXIT_INTERRUPTED


def start(main):
    """Runs a command as a program. main: function of its arguments"""
    open_closed_streams()
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:  # nohup ignores it
            signal.signal(number, signal.default_int_handler)
    sys.exit(main(sys.argv[1:]))


def serve(program, action):
    """
    Does what a command that simulates nothing is asked for; returns the exit code.

    program: its name in messages; action: function without arguments that returns the exit code, or
    None for 0
    """
    try:
        return action() or 0
    except BadInput as error:
        tell(f"{program}: error", str(error))
        return EXIT_BAD_INPUT
    except BrokenPipeError:
        # the reader of what is printed has seen enough: head, less
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        tell(f"{program}: error", str(error))
        return EXIT_FAILED
    except KeyboardInterrupt:
        tell(f"\n{program}", "interrupted")
        return EXIT_INTERRUPTED
