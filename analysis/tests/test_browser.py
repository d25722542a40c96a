# SPDX-License-Identifier: GPL-2.0-only
"""The browser of the tests finds the faults of a page."""

import unittest

from . import browser
from .folder_support import FolderTestCase

BROKEN = """<!DOCTYPE html><html><head><title>broken</title></head><body>
<img alt="a" src="data:image/png;base64,AAAA"><a href="#none">x</a><a href="gone.html">y</a>
<p style="width: 3000px">wide</p><script>nonsense();</script></body></html>
"""


@unittest.skipUnless(browser.is_installed(), "there is no chromium with chromium-driver")
class BrowserTest(FolderTestCase):
    """Pages in Chromium."""

    def test_faults_are_found(self):
        self.write("index.html", BROKEN)
        with browser.Browser(browser.DESKTOP_WIDTH) as window:
            faults = "\n".join(window.look_at(self.path("index.html"))["faults"])
        for part in (
            "not loaded: a",
            "dead link: #none",
            "gone.html",
            "wider than the window",
            "nonsense is not defined",
        ):
            self.assertIn(part, faults)
