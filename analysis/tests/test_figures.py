# SPDX-License-Identifier: GPL-2.0-only
"""The report, from the shipped runs and from small sweeps."""

import glob
import html.parser
import json
import os
import re

from esa_claims.claims import read_claims
from esa_figures.report import PICTURES, marks_of
from esa_sweep.plan import make_plan
from esa_sweep.program import Program
from esa_sweep.sweepfile import Sweep

from . import browser
from .folder_support import FolderTestCase
from .support import ANALYSIS, REAL_PROGRAM

COMMAND = ["esa_figures", "--program", REAL_PROGRAM]
SHIPPED = os.path.join(ANALYSIS, "results")
READINGS = {"5 us, capped": "jct-8x8.json", "2.5 us, open": "jct-8x8-2.5us.json", "fitted": "calibrated.json"}
"""Interpretations that are scenario files."""


def without_footer(page):
    """Returns a page without what differs from one time to the next."""
    return re.sub("<footer>.*?</footer>", "", page, flags=re.DOTALL)


class PageReader(html.parser.HTMLParser):
    """Collects what a page shows and points to."""

    def __init__(self, text):
        super().__init__()
        self.images, self.links, self.names, self.pictures = [], [], set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.names.add(values.get("id"))
        if tag == "img":
            self.images.append(values["src"])
        if tag == "figure":
            self.pictures.add(values["id"])
        self.links += [values[name] for name in ("href", "src") if name in values]


class FiguresTest(FolderTestCase):
    """The report in a folder."""

    def check_report(self, text):
        """A report needs no other file, and has no dead link. Returns the names of its pictures."""
        page = PageReader(text)
        for link in page.links:
            if link.startswith("#"):
                self.assertIn(link[1:], page.names)
            else:
                allowed = ("data:image/svg+xml;base64,PD94bWwg", "data:,", "https://arxiv.org/abs/")
                self.assertTrue(link.startswith(allowed), link[:60])
        for name in page.pictures:
            self.assertTrue(os.path.isfile(self.path(f"report/{name}.svg")), name)
        return page.pictures

    def look_at(self, title):
        """A desk and a phone show the page without faults."""
        if browser.is_installed():
            for width in (browser.DESKTOP_WIDTH, browser.PHONE_WIDTH):
                with self.subTest(width=width), browser.Browser(width) as window:
                    seen = window.look_at(self.path("report/index.html"))
                    self.assertEqual((seen["faults"], seen["title"]), ([], title))

    def test_shipped_runs_are_drawn_and_judged_as_before(self):
        self.command(*COMMAND, "--from", SHIPPED, "--quiet", "--out", "report")
        text = self.text("report/index.html")
        with open(PICTURES, encoding="utf-8") as file:
            names = {picture["name"] for section in json.load(file) for picture in section["pictures"]}
        self.assertEqual(self.check_report(text), names)
        self.look_at("ESA: the paper's figures")
        with open(os.path.join(SHIPPED, "verdicts.csv"), encoding="utf-8") as file:
            self.assertEqual(self.text("report/verdicts.csv"), file.read())
        self.assertIn(f"Drawn from the runs in {SHIPPED}, made with esa ", text)
        self.assertRegex(text, r"Of 20 claims of the paper, \d+ holds? in every interpretation")
        for part in ("published", "NSDI 2021", "MLSys 2021", "read: second hand", "<td data-head=\"Bound\">"):
            self.assertIn(part, text)
        self.assertIn(">published", self.text("report/jct-jobs-ratio.svg"))
        self.assertFalse(os.path.exists(self.path("report/paper-jobs.csv")))

    def test_quick_command(self):
        arguments = ["--quick", "--quiet", "--out", "report", "--runs", "runs"]
        self.command(*COMMAND, *arguments)
        text = self.text("report/index.html")
        self.assertIn("jct-workers-ratio", self.check_report(text))
        self.look_at("ESA: the paper's figures (first look)")
        self.assertIn("Command: ./ns3 figures --quick --quiet --out report --runs runs", text)
        shown = re.sub('data:[^"]*', "", text[text.index("</header>") :])
        for word in ("Published", "reproduced", "badge", "2.5 us", "fitted", "ollow"):
            self.assertFalse(word in shown, word)
        kept = os.listdir(self.path("runs"))
        self.assertFalse([name for name in kept if "fitted" in name or "open" in name or "mechanism" in name])
        self.assertEqual(self.text("report/paper-jobs.csv"), self.text("runs/paper-jobs-quick/paper-jobs.csv"))
        # nothing is run again, and the same runs make the same report
        self.command(*COMMAND, *arguments)
        self.assertEqual(without_footer(self.text("report/index.html")), without_footer(text))

    def test_every_sweep_of_the_paper_is_drawn_or_judged(self):
        with open(PICTURES, encoding="utf-8") as file:
            drawn = {n for section in json.load(file) for each in section["pictures"] for n in each["sweeps"]}
        judged = {name for claim in read_claims() for name in claim.sweeps}
        sweeps = [path for kind in ("paper", "hardware") for path in glob.glob(f"{ANALYSIS}/sweeps/{kind}-*.json")]
        self.assertEqual(drawn | judged, {os.path.basename(path)[: -len(".json")] for path in sweeps})

    def test_published_ratios_are_those_to_esa(self):
        from .test_claims import claim, judge, rows_of
        from esa_claims.claims import Judged

        rows = rows_of({"esa": 1.0, "atp": 2.0}, jobs=8)
        for expression, marked in (("jct_ms atp / esa by jobs", 4), ("jct_ms esa / atp by jobs", 0.25)):
            one = Judged(claim(expression, "4"))
            one.findings = judge(one.claim, rows)
            self.assertEqual(marks_of([one], ""), [({"jobs": 8, "system": "atp"}, marked)])

    def test_readings_are_those_of_the_scenario_files(self):
        program = Program(REAL_PROGRAM)
        fields = ("link", "ecn", "window", "switch", "dnns", "jitter")
        runs = {}
        for name in ("paper-jobs", "paper-workers", "paper-open", "paper-priority", "paper-fitted"):
            for run in make_plan(Sweep(os.path.join(ANALYSIS, "sweeps", f"{name}.json"), program), program):
                of_reading = {field: run.config[field] for field in fields}
                self.assertEqual(runs.setdefault(run.shown["reading"], of_reading), of_reading)
        for reading, file in READINGS.items():
            wanted = program.effective(os.path.join(os.path.dirname(ANALYSIS), "scenarios", "paper", file))
            self.assertEqual(runs[reading], {field: wanted[field] for field in fields})
        # one thing differs at a time
        for one, other in (("5 us, capped", "2.5 us, capped"), ("5 us, open", "2.5 us, open")):
            self.assertEqual([f for f in fields if runs[one][f] != runs[other][f]], ["link"])

    def test_bad_options(self):
        for arguments, part in (
            (["--from", "none"], "--from: none: is no folder"),
            (["--from", self.folder, "--quick"], "--quick"),
            (["--from", self.folder], "does not exist"),
            (["--cores", "0"], "--cores"),
            (["--fast"], "--fast"),
            (["--quik"], "did you mean --quick?"),
            (["--runs", "/dev/null/runs"], "--runs /dev/null/runs: cannot be used"),
            (["--out", "/dev/null/report"], "--out /dev/null/report: cannot be used"),
        ):
            err = self.refused(*COMMAND, *arguments)
            self.assertIn("ns3 figures: error: ", err)
            self.assertIn(part, err)
