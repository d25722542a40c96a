# SPDX-License-Identifier: GPL-2.0-only
"""The validation against published figures, from made-up runs."""

import csv
import json
import os

from esa_figures import hardware
from esa_figures.hardware import Figure, Measured
from esa_figures.report import write_report
from esa_figures.validation import distance_text, rows_of, validation_sections

from .figures_support import MadeUpReportContext
from .folder_support import FolderTestCase
from .support import ANALYSIS

FIELDS = {
    "name": "x",
    "what": "what",
    "source": "s",
    "where": "where",
    "read": "abstract",
    "text": "text",
    "low": 0.9,
    "high": 0.95,
    "unit": "",
    "digits": 2,
    "sweeps": [],
    "missing": "much",
}


def figure(**values):
    """Returns a published figure with some fields changed."""
    return Figure({**FIELDS, **values}, {"s": {"short": "short", "reference": "reference"}})


class ValidationTest(FolderTestCase):
    """Published figures, measured ones and the section."""

    def setUp(self):
        super().setUp()
        self.context = MadeUpReportContext(self.folder, quick=False)

    def test_every_figure_has_source_measure_and_sweeps(self):
        figures = hardware.read_figures()
        self.assertEqual({one.name for one in figures}, set(hardware.MEASURES))
        self.assertEqual(len(figures), len({one.name for one in figures}))
        for one in figures:
            with self.subTest(figure=one.name):
                self.assertIn(one.read, ("abstract", "second hand", "none"))
                # what was not read has no number
                self.assertEqual(one.read == "none", one.low is None)
                for text in (one.source, one.reference, one.where, one.missing, one.what):
                    self.assertGreater(len(text), 5)
                for name in one.sweeps:
                    path = os.path.join(ANALYSIS, "sweeps", f"{name}.json")
                    with open(path, encoding="utf-8") as file:
                        base = json.load(file)["base"]
                    self.assertTrue(os.path.exists(os.path.join(ANALYSIS, "sweeps", base)))

    def test_distance_is_from_the_nearest_published_value(self):
        for mean, share in ((0.92, 0), (0.9, 0), (0.95, 0), (0.81, -0.1), (1.045, 0.1)):
            with self.subTest(mean=mean):
                self.assertAlmostEqual(hardware.distance(figure(), mean), share)
        at_least = figure(low=150, high=None)
        self.assertAlmostEqual(hardware.distance(at_least, 300), 1.0)
        self.assertAlmostEqual(hardware.distance(at_least, 75), -0.5)
        self.assertIsNone(hardware.distance(figure(low=None, high=None), 1))

    def test_distance_in_words(self):
        bound = Measured([99.0, 99.0], 100.0, "")
        self.assertEqual(
            distance_text(figure(low=None, high=None), bound), "-1.0 % from the bound"
        )
        self.assertEqual(distance_text(figure(), Measured([0.92], 1.0, "")), "within the range")
        one = figure(low=1.0, high=1.0)
        self.assertEqual(distance_text(one, Measured([1.0], 1.0, "")), "+0.0 %")
        self.assertEqual(distance_text(one, Measured([0.99999], 1.0, "")), "+0.0 %")
        self.assertEqual(distance_text(one, Measured([1.5], 1.0, "")), "+50.0 %")

    def test_bounds_are_those_of_paper_and_pencil(self):
        self.assertAlmostEqual(hardware.numbers_per_s(10), 10e9 / ((180 + 24) * 8) * 32)
        waiting = hardware.switchml_waiting_ms
        self.assertEqual(waiting(0, 8, 128, 100e6), 0)
        # 100 MB are 781,250 sums on 128 slots; one in seven waits for 1 ms
        self.assertAlmostEqual(waiting(0.01, 8, 128, 100e6), 781250 / 128 * (1 - 0.99**16))

    def test_measures_of_made_up_runs(self):
        found = {one.name: measured for one, measured in rows_of(self.context)}
        expected = {
            "switchml-rate-10": 222.2,
            "switchml-rate-100": 2222,
            "switchml-flat-10": 1,
            "switchml-loss": 900,
            "atp-goodput": 80,
            "atp-half": 0.95,
            "atp-sharing": 1.38,
            "atp-loss": 4.5,
            "atp-control": 3,
            "atp-racks": 2 / 3,
            "panama-flows": 3,
            "panama-training": 1.3,
        }
        for name, mean in expected.items():
            with self.subTest(figure=name):
                self.assertAlmostEqual(found[name].mean / mean, 1, places=3)
                self.assertLessEqual(found[name].low, found[name].mean)
                self.assertGreaterEqual(found[name].high, found[name].mean)
        # also what is not the largest, and where ATP loses
        self.assertIn("100 KB: 1.00", found["atp-sharing"].more)
        self.assertIn("0.95 over static sharing with ATP's frames", found["atp-sharing"].more)

    def test_interval_of_a_picked_point_is_wider(self):
        values = [1.0, 1.1, 1.2]
        one, picked = (Measured(values, 1.0, "", points=points) for points in (1, 3))
        self.assertEqual(one.mean, picked.mean)
        self.assertGreater(picked.high - picked.low, 1.5 * (one.high - one.low))

    def test_section_shows_every_figure_with_source_and_distance(self):
        (section,) = validation_sections(self.context)
        self.assertEqual(len(section.tables[0].rows), len(hardware.read_figures()))
        self.assertEqual(len(section.pictures), 3)
        for row in section.tables[0].rows:
            self.assertEqual(len(row), len(section.tables[0].heads))
        write_report(self.path("index.html"), [section], ["esa 1"])
        text = self.text("index.html")
        for part in ("NSDI 2021", "MLSys 2021", "read: second hand", "no number at hand"):
            with self.subTest(part=part):
                self.assertIn(part, text)
        lines = list(csv.DictReader(self.text("hardware.csv").splitlines()))
        self.assertEqual(len(lines), len(section.tables[0].rows))
        for line in lines:
            has_number = line["read"] != "none"
            self.assertEqual(line["distance_percent"] != "", has_number)

    def test_first_look_has_no_published_values(self):
        context = MadeUpReportContext(self.folder, quick=True)
        (section,) = validation_sections(context)
        self.assertEqual(section.tables[0].heads, ["Figure", "Measured", "Bound"])
        self.assertNotIn("ublished", section.title + section.text + "".join(section.notes))
        lines = list(csv.DictReader(self.text("hardware.csv").splitlines()))
        for line in lines:
            self.assertEqual((line["published"], line["distance_percent"]), ("", ""))
            self.assertNotEqual(line["measured"], "")
