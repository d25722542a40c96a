# SPDX-License-Identifier: GPL-2.0-only
"""The page of ./ns3 plot in a real browser: values on hover and by keys, filters, the table."""

import re
import unittest

from . import browser
from .results_support import ResultsTestCase, row

_COUNTS = """
const shown = (selector) => [...document.querySelectorAll(selector)]
    .filter((node) => node.getClientRects().length).length;
return {drawings: shown('#panels [data-figure] svg'), rows: shown('tbody tr'), marks: shown('[id*="mark-"]'),
        empty: shown('#empty')};
"""

# what is said at a mark, by the pointer or by keys
_POINT = """
const drawing = document.querySelector('#panels [data-figure] svg');
const mark = drawing.querySelector('[id*="mark-"] use').getBoundingClientRect();
const place = {clientX: mark.x + mark.width / 2, clientY: mark.y + mark.height / 2};
drawing.dispatchEvent(new PointerEvent('pointermove', place));
const tip = document.getElementById('tip');
const box = tip.getBoundingClientRect();
if (tip.hidden || box.left < 0 || box.right > innerWidth) return 'not to be seen';
const text = tip.textContent;
drawing.dispatchEvent(new PointerEvent('pointerleave'));
return tip.hidden ? text : 'does not go away';
"""
_KEYS = """
const drawing = document.querySelector('#panels [data-figure] svg');
drawing.focus();
const press = (key) => drawing.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
press('ArrowRight');
const first = document.getElementById('said').textContent;
press('ArrowRight');
const second = document.getElementById('said').textContent;
press('Escape');
return [first, second, document.getElementById('tip').hidden];
"""
_CLICK = "document.querySelector('input[value=\"{}\"]').click();"


@unittest.skipUnless(browser.is_installed(), "there is no chromium with chromium-driver")
class PlotPageTest(ResultsTestCase):
    """The page, as wide as a desk's and as narrow as a phone's."""

    def make_page(self):
        """Returns the path of a page of two figures with two systems and two workloads."""
        self.runs("a")
        rows = [row(s, n, workload="B", jobs=4) for s in ("esa", "atp") for n in (1, 2, 3)]
        self.runs("b", rows, {"jobs.workload": "B", "jobs.count": 4})
        rows = [{**each, "workload": "A"} for each in rows]
        self.runs("c", rows, {"jobs.count": 4})
        self.command("esa_plot", "a", "b", "c", "--out", "plots", "--title", "</script> & co")
        return self.path("plots", "index.html")

    def test_page(self):
        page = self.make_page()
        text = self.text("plots", "index.html")
        # nothing of the page comes from elsewhere
        addresses = set(re.findall(r"https?://[^\s\"']+", text))
        self.assertEqual(addresses, {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"})
        self.assertNotRegex(text, r"<(script|img|link)[^>]* (src|href)=.(?!data:)")
        for width in (browser.DESKTOP_WIDTH, 390, browser.PHONE_WIDTH):
            with self.subTest(width=width), browser.Browser(width) as window:
                seen = window.look_at(page)
                self.assertEqual(seen["faults"], [])
                self.assertEqual(seen["title"], "</script> & co")
                self.check_values(window)
                self.check_filters(window)

    def check_values(self, window):
        """The pointer and the keys say the values of marks."""
        said = window.evaluate(_POINT)
        self.assertIn("DNN A\nESA\njobs: 2\niteration time [ms]: 1.02\n95 %: 0.99516 to 1.0448", said)
        first, second, hidden = window.evaluate(_KEYS)
        self.assertIn("jobs: 2", first)
        self.assertIn("jobs: 4", second)
        self.assertTrue(hidden)

    def check_filters(self, window):
        """Boxes take systems and workloads out of figures and table."""

        def counts():
            seen = window.evaluate(_COUNTS)
            return [seen[name] for name in ("drawings", "rows", "marks", "empty")]

        self.assertEqual(counts(), [2, 6, 16, 0])
        window.evaluate(_CLICK.format("atp"))
        self.assertEqual(counts(), [2, 3, 8, 0])
        window.evaluate(_CLICK.format("B"))
        self.assertEqual(counts(), [1, 2, 4, 0])
        window.evaluate(_CLICK.format("A"))
        self.assertEqual(counts(), [0, 0, 0, 1])
        for value in ("A", "B", "atp"):
            window.evaluate(_CLICK.format(value))
        window.evaluate(
            "const choice = document.getElementById('figure'); choice.value = '1';"
            "choice.dispatchEvent(new Event('change', {bubbles: true}));"
        )
        self.assertEqual(counts(), [2, 6, 16, 0])
        heads = window.evaluate(
            "return [...document.querySelectorAll('caption')]"
            ".filter((node) => node.getClientRects().length).map((node) => node.textContent);"
        )
        self.assertEqual(heads, ["utilisation"])
