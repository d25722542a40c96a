# SPDX-License-Identifier: GPL-2.0-only
"""The report in a real browser, as wide as a desk's and as narrow as a phone's."""

import unittest

from esa_figures.grid import grid_sections
from esa_figures.paper import paper_sections
from esa_figures.report import write_report
from esa_figures.sensitivity import sensitivity_sections
from esa_figures.summary import summary_of
from esa_figures.validation import validation_sections

from . import browser
from .figures_support import MadeUpReportContext
from .folder_support import FolderTestCase

BROKEN = """<!DOCTYPE html><html><head><title>broken</title></head><body>
<img alt="a" src="data:image/png;base64,AAAA"><a href="#none">x</a><a href="gone.html">y</a>
<p style="width: 3000px">wide</p><script>nonsense();</script></body></html>
"""


@unittest.skipUnless(browser.is_installed(), "there is no chromium with chromium-driver")
class BrowserTest(FolderTestCase):
    """Pages in Chromium."""

    def setUp(self):
        super().setUp()
        self.page = self.path("index.html")

    def test_report_of_made_up_runs(self):
        context = MadeUpReportContext(self.folder, quick=False)
        sections = paper_sections(context) + grid_sections(context)
        sections += sensitivity_sections(context) + validation_sections(context)
        write_report(self.page, sections, ["esa 1"], summary_of(context))
        pictures = sum(len(section.pictures) for section in sections)
        shown = []
        for width in (browser.DESKTOP_WIDTH, browser.PHONE_WIDTH):
            with self.subTest(width=width), browser.Browser(width) as window:
                seen = window.look_at(self.page)
                self.assertEqual(seen["faults"], [])
                self.assertEqual(seen["images"], pictures)
                self.assertEqual(seen["title"], "ESA: the paper's figures")
                shown.append(seen["sources"])
        # panels beside each other on a desk, one below the other on a phone
        self.assertTrue(all(wide != narrow for wide, narrow in zip(*shown)))

    def test_faults_are_found(self):
        self.write("index.html", BROKEN)
        with browser.Browser(browser.DESKTOP_WIDTH) as window:
            faults = "\n".join(window.look_at(self.page)["faults"])
        for part in (
            "not loaded: a",
            "dead link: #none",
            "gone.html",
            "wider than the window",
            "nonsense is not defined",
        ):
            self.assertIn(part, faults)
