# SPDX-License-Identifier: GPL-2.0-only
"""Progress of a sweep on standard error: on a terminal one line, elsewhere a line a minute."""

import sys
import time

from .streams import show

_LINE_EVERY_S = 60


def duration(seconds):
    """Returns a time as h:mm:ss or m:ss."""
    minutes, seconds = divmod(int(seconds + 0.5), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


class Progress:
    """Shows how far a sweep is, and the time left if the other runs take as long."""

    def __init__(self, total, before, quiet):
        """total: number of runs; before: how many were finished already; quiet: show nothing"""
        self._total = total
        self._before = before
        self._quiet = quiet
        self._start = time.monotonic()
        self._shown = None
        self._next = 0

    def text(self, finished, failed, elapsed):
        """Returns the line. finished, failed: numbers of runs; elapsed: time in s"""
        text = f"{finished}/{self._total} runs"
        if failed:
            text += f", {failed} failed"
        done = finished + failed - self._before
        left = self._total - finished - failed
        if done > 0 and left > 0:
            text += f", {duration(elapsed / done * left)} left"
        return text

    def show(self, finished, failed, last=False):
        """Shows the line if it is time to. last: whether it is the last one"""
        now = time.monotonic()
        text = self.text(finished, failed, now - self._start)
        if self._quiet:
            return
        if text != self._shown:
            self._print(text, now, last)
        if last and sys.stderr.isatty():
            show("\n")

    def _print(self, text, now, last):
        if sys.stderr.isatty():
            show(f"\r\033[Ksweep: {text}")
        elif last or now >= self._next:
            show(f"sweep: {text}\n")
            self._next = now + _LINE_EVERY_S
        else:
            return
        self._shown = text
