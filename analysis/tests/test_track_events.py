# SPDX-License-Identifier: GPL-2.0-only
"""The bytes of esa-scenario --timeline, by a decoder that shares nothing with the program."""

import os
import shutil
import subprocess
import tempfile
import unittest

from esa_runs.track_events import Timeline

from .support import REAL_PROGRAM


class TrackEventsTest(unittest.TestCase):
    """A timeline of the built-in scenario."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="esa-track-events-")
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        path = os.path.join(cls.folder, "run.pftrace")
        command = [REAL_PROGRAM, "--system=esa", "--quiet", f"--timeline={path}"]
        subprocess.run(command, check=True)
        with open(path, "rb") as file:
            cls.data = file.read()
        cls.timeline = Timeline(cls.data)

    def test_spans_of_a_track_do_not_overlap_and_all_end(self):
        ends = {}
        self.assertGreater(len(self.timeline.spans), 100)
        for span in sorted(self.timeline.spans, key=lambda one: (one.begin_ns, one.end_ns)):
            self.assertGreaterEqual(span.end_ns, span.begin_ns)
            self.assertGreaterEqual(span.begin_ns, ends.get(span.track, 0), span.track)
            ends[span.track] = span.end_ns

    def test_tracks_stand_below_one_another_in_order(self):
        below = {}
        for above, place in self.timeline.ranks.values():
            below.setdefault(above, []).append(place)
        for places in below.values():
            self.assertEqual(places, list(range(len(places))))
        self.assertIn(("run", "job 3", "worker 3", "computation"), self.timeline.tracks.values())

    def test_counters_have_units(self):
        self.assertEqual(set(self.timeline.units.values()), {"aggregators", "bytes", "packets"})
        for track, values in self.timeline.values.items():
            self.assertIn(track, self.timeline.units)
            times = [time for time, _ in values]
            self.assertEqual(times, sorted(times))

    def test_arrows_lead_from_preemptions_to_results(self):
        begins, ends = {}, {}
        for track, _, time_ns, _, flow, is_end in self.timeline.instants:
            if track == ("run", "switch", "preemptions"):
                self.assertFalse(is_end)
                begins[flow] = time_ns
            elif track[-1] == "results after preemptions":
                self.assertTrue(is_end)
                ends[flow] = time_ns
        self.assertGreater(len(begins), 10)
        self.assertEqual(begins.keys(), ends.keys())
        for flow, time_ns in begins.items():
            self.assertLess(time_ns, ends[flow])

    def test_bytes_that_are_cut_off_are_refused(self):
        with self.assertRaises(ValueError):
            Timeline(self.data[:-1])
