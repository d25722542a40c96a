# SPDX-License-Identifier: GPL-2.0-only
"""The page of esa-scenario --report in a real browser."""

import os
import subprocess
import unittest

from . import browser
from .folder_support import FolderTestCase
from .support import REAL_PROGRAM

SCENARIOS = os.path.join(os.path.dirname(__file__), "..", "..", "scenarios", "topologies")
RUNS = {
    "rack": ["--system=esa"],
    "hosts": ["--system=ring"],
    "tree": [f"--config={SCENARIOS}/fat-tree.json", "--system=esa", "--iterations=1"],
    "servers": [f"--config={SCENARIOS}/servers.json", "--system=ring"],
}

_COUNTS = """
const slider = document.getElementById('time');
const colours = () => [...document.querySelectorAll('#topology rect[data-end]')]
    .map(rect => rect.getAttribute('fill')).join();
const mean = colours();
slider.value = Math.floor(slider.max / 2);
slider.dispatchEvent(new Event('input'));
const half = document.querySelector('#topology rect[data-end]');
half.dispatchEvent(new PointerEvent('pointermove', {bubbles: true, clientX: 9, clientY: 9}));
return {changed: mean !== colours(), time: document.getElementById('now').textContent,
        tip: document.getElementById('tip').textContent,
        halves: document.querySelectorAll('#topology rect[data-end]').length,
        lines: document.querySelectorAll('#topology line').length,
        names: [...document.querySelectorAll('#topology text')].map(text => text.textContent),
        legend: document.getElementById('legend').textContent,
        flows: document.querySelectorAll('#flows svg').length,
        bars: document.querySelectorAll('#bars div.row .bar i').length,
        captions: [...document.querySelectorAll('caption')].map(caption => caption.textContent),
        rows: document.querySelectorAll('#links tbody tr').length,
        summary: document.getElementById('summary').textContent,
        memory: document.querySelectorAll('#memory polygon').length};
"""


@unittest.skipUnless(browser.is_installed(), "there is no chromium with chromium-driver")
class RunPageTest(FolderTestCase):
    """Pages of small runs."""

    def test_pictures_are_drawn_at_any_width(self):
        for name, arguments in RUNS.items():
            page = self.path(f"{name}.html")
            subprocess.run(
                [REAL_PROGRAM, "--quiet", "--seed=1", f"--report={page}", *arguments], check=True
            )
            for width in (browser.DESKTOP_WIDTH, browser.PHONE_WIDTH):
                with self.subTest(run=name, width=width), browser.Browser(width) as window:
                    self.assertEqual(window.look_at(page)["faults"], [])
                    self.check(name, window.evaluate(_COUNTS))

    def check(self, name, seen):
        """Checks what a page shows. name: of RUNS"""
        self.assertTrue(seen["changed"], "the slider changes the loads")
        self.assertRegex(seen["time"], r"^[\d.]+ to [\d.]+ (us|ms)$")
        self.assertRegex(seen["tip"], r"^from job 0, \w+( 0)?( and job 0, PS)?\nload, .*: [\d.]+ %\nload, mean: [\d.]+ %$")
        sums = name in ("rack", "tree")
        self.assertRegex(seen["summary"], r"^System \w+, seed 1\. The jobs ran for [\d.]+ ms of ")
        self.assertGreaterEqual(seen["bars"], 8)
        self.assertEqual(any(text.startswith("Fragments") for text in seen["captions"]), sums)
        self.assertEqual("Switches that sum" in seen["captions"], sums)
        self.assertIn("nds of links", seen["captions"][-1])
        self.assertGreaterEqual(seen["rows"], 16)
        self.assertEqual(seen["flows"], 1 if sums else 0)
        self.assertEqual(seen["memory"], 2 if sums else 0)
        self.assertEqual("cards" in seen["legend"], name == "servers")
        if name == "servers":
            self.assertEqual(len(seen["names"]), 16 + 16 + 8, "each switch has a name")
        if name == "tree":
            self.assertEqual(seen["halves"], 2 * 24, "hosts that carry nothing are counted, not drawn")
            self.assertGreaterEqual(seen["lines"], 2 * (54 + 54))
