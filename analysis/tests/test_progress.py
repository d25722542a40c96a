# SPDX-License-Identifier: GPL-2.0-only
"""What the progress of a sweep says."""

import contextlib
import io
import unittest

from esa_sweep.progress import Progress, duration


class ProgressTest(unittest.TestCase):
    """Progress without a terminal."""

    def test_duration(self):
        self.assertEqual(duration(0.4), "0:00")
        self.assertEqual(duration(59.6), "1:00")
        self.assertEqual(duration(3725), "1:02:05")

    def test_time_left_counts_only_runs_of_now(self):
        progress = Progress(total=10, before=4, quiet=False)
        self.assertEqual(progress.text(4, 0, 5), "4/10 runs")
        # two runs took 60 s, four are left
        self.assertEqual(progress.text(5, 1, 60), "5/10 runs, 1 failed, 2:00 left")
        self.assertEqual(progress.text(9, 1, 99), "9/10 runs, 1 failed")

    def test_last_line_is_shown(self):
        progress = Progress(total=2, before=0, quiet=False)
        with contextlib.redirect_stderr(io.StringIO()) as shown:
            progress.show(0, 0)
            progress.show(1, 0)
            progress.show(2, 0)
            progress.show(2, 0, last=True)
        self.assertEqual(shown.getvalue(), "sweep: 0/2 runs\nsweep: 2/2 runs\n")
