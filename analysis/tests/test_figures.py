# SPDX-License-Identifier: GPL-2.0-only
"""Figures and the report from made-up runs; the command from small sweeps."""

import html.parser
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

import esa_results
from esa_figures import style
from esa_figures.figures import FIGURES
from esa_figures.paper import paper_sections
from esa_figures.report import write_report
from esa_figures.sensitivity import sensitivity_sections
from esa_sweep.plan import make_plan
from esa_sweep.program import Program
from esa_sweep.sweepfile import Sweep

from . import browser
from .figures_support import READINGS, SYSTEMS, MadeUpWorkshop, made_up_runs
from .support import ANALYSIS, REAL_PROGRAM


class PageReader(html.parser.HTMLParser):
    """Collects what a page shows and points to."""

    def __init__(self):
        super().__init__()
        self.images = []
        self.links = []
        self.names = set()

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.names.add(values.get("id"))
        if tag == "img":
            self.images.append(values["src"])
        for name in ("href", "src", "srcset"):
            if name in values:
                self.links.append(values[name])


class FiguresTest(unittest.TestCase):
    """Figures and report in a folder."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="esa-figures-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def path(self, name):
        """Returns the path of a file in the folder."""
        return os.path.join(self.folder, name)

    def text(self, name):
        """Returns the text of a file in the folder."""
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def test_every_figure_names_its_systems_and_is_the_same_again(self):
        for figure in FIGURES:
            for seeds in ((1, 2, 3), (1,)):
                panels = figure.panels(made_up_runs(seeds))
                for name in ("one", "two"):
                    drawn = style.compose(panels, figure.y_label, "Title")
                    style.save(drawn, self.path(name))
                with self.subTest(figure=figure.name, seeds=seeds):
                    self.assertEqual(self.text("one.svg"), self.text("two.svg"))
                    with open(self.path("one.png"), "rb") as png:
                        self.assertEqual(png.read(8), b"\x89PNG\r\n\x1a\n")
                    for text in ("ESA", "Title", figure.y_label):
                        self.assertIn(f">{text}<", self.text("one.svg"))

    def test_every_point_is_within_its_axes(self):
        for figure in FIGURES:
            for narrow in (False, True):
                panels = figure.panels(made_up_runs())
                drawn = style.compose(panels, figure.y_label, narrow=narrow)
                for axes in drawn.axes:
                    low, high = axes.get_ylim()
                    points = [y for line in axes.lines for y in line.get_ydata()]
                    points += [bar.get_height() for bar in axes.patches]
                    with self.subTest(figure=figure.name, narrow=narrow):
                        self.assertEqual(low, 0)
                        self.assertGreater(len(points), 0)
                        self.assertLess(max(points), high)

    def test_bars_are_as_high_as_their_means(self):
        figure = {figure.name: figure for figure in FIGURES}["utilization"]
        axes = style.compose(figure.panels(made_up_runs()), figure.y_label).axes
        heights = [round(bar.get_height(), 6) for bar in axes[0].patches]
        wanted = [round(0.5 / jct, 6) for jct in SYSTEMS.values()]
        self.assertEqual(heights, wanted)

    def check_report(self, text, figures):
        """A report needs no other file, has no dead link and shows so many figures."""
        page = PageReader()
        page.feed(text)
        self.assertEqual(len(page.images), figures)
        for link in page.links:
            if link.startswith("#"):
                self.assertIn(link[1:], page.names)
            else:
                allowed = ("data:image/png;base64,iVBORw0KGgo", "data:,", "https://arxiv.org/abs/")
                self.assertTrue(link.startswith(allowed), link[:60])

    def test_report(self):
        workshop = MadeUpWorkshop(self.folder, quick=False)
        sections = paper_sections(workshop) + sensitivity_sections(workshop)
        write_report(self.path("index.html"), sections, "esa 1", quick=False)
        text = self.text("index.html")
        readings = [1 if "tensor" in figure.sweep else 2 for figure in FIGURES]
        self.check_report(text, sum(readings) + 1)
        self.assertTrue(os.path.isfile(self.path("jct-jobs-2.5us.svg")))
        self.assertNotIn('class="quick"', text)
        self.assertIn("a &lt; b", text)
        # of the made-up runs: (2.0 + 0.5) / 1 after 2.0 / 1
        self.assertIn("<span>2.50 [2.50, 2.50]</span>", text)
        self.assertIn("<span>+25.0 %</span>", text)

        # claims are judged in each reading
        claim, published, first, _, second, verdict = sections[0].table.rows[0]
        self.assertEqual((claim, published), ("SwitchML's JCT over ESA's, at most", "1.89"))
        self.assertTrue(first.startswith("2.00 [2.00, 2.00]"), first)
        self.assertTrue(second.startswith("1.00 [1.00, 1.00]"), second)
        self.assertEqual((verdict.text, verdict.kind), ("not reproduced", "poor"))
        said = "with 2.5 us links not reproduced (1.00, 47\u00a0% below the published 1.89)."
        self.assertIn(said, sections[0].remarks[0])
        judged = sum(len(figure.claims) * count for figure, count in zip(FIGURES, readings))
        self.assertEqual(self.text("claims.csv").count("\n"), 1 + judged)

    def test_report_of_a_first_look_has_no_verdicts(self):
        with unittest.mock.patch("esa_figures.paper.FIGURES", FIGURES[:1]):
            sections = paper_sections(MadeUpWorkshop(self.folder, quick=True))
        write_report(self.path("index.html"), sections, "esa 1", quick=True)
        text = self.text("index.html")
        self.check_report(text, 2)
        self.assertIn('class="quick"', text)
        for word in ("Verdict", "badge good", "badge fair", "badge poor", "not wholly"):
            self.assertNotIn(word, text)

    def test_readings_are_those_of_the_scenario_files(self):
        program = Program(REAL_PROGRAM)
        scenarios = os.path.join(os.path.dirname(ANALYSIS), "scenarios", "paper")
        files = ("jct-8x8.json", "jct-8x8-2.5us.json")
        for name in ("paper-jobs", "paper-workers", "paper-priority"):
            sweep = Sweep(os.path.join(ANALYSIS, "sweeps", f"{name}.json"), program.schema)
            plan = make_plan(sweep, program)
            for reading, file in zip(READINGS, files):
                wanted = program.effective(os.path.join(scenarios, file))
                run = [run for run in plan if run.shown["reading"] == reading][0]
                for field in ("link", "ecn", "window", "switch", "dnns", "jitter"):
                    self.assertEqual(run.config[field], wanted[field])

    def command(self, *arguments):
        """Runs ./ns3 figures' module in the folder; returns the ended process."""
        return subprocess.run(
            [sys.executable, "-m", "esa_figures", "--program", REAL_PROGRAM, *arguments],
            cwd=self.folder,
            env=dict(os.environ, PYTHONPATH=ANALYSIS),
            capture_output=True,
            text=True,
            check=False,
        )

    def test_quick_command(self):
        arguments = ["--quick", "--quiet", "--out", "report", "--runs", "runs"]
        done = self.command(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        text = self.text("report/index.html")
        self.check_report(text, len(FIGURES) + 2)
        self.assertIn("A first look", text)
        if browser.is_installed():
            with browser.Browser(browser.DESKTOP_WIDTH) as window:
                self.assertEqual(window.look_at(self.path("report/index.html"))["faults"], [])
        for name in [figure.name for figure in FIGURES] + ["timeline", "sensitivity"]:
            for kind in ("png", "svg"):
                self.assertTrue(os.path.isfile(self.path(f"report/{name}.{kind}")))
        claims_made = sum(len(figure.claims) for figure in FIGURES)
        self.assertEqual(self.text("report/claims.csv").count("\n"), 1 + claims_made)
        # the axes of the paper's figures
        jobs = self.text("report/paper-jobs.csv")
        self.assertEqual(jobs, self.text("runs/paper-jobs-quick/paper-jobs.csv"))
        runs = esa_results.read(self.path("report/paper-jobs.csv"))
        points = runs[["workload", "jobs", "system"]].drop_duplicates()
        self.assertEqual(len(points), 3 * 5 * 3)
        # nothing is run again, and the same runs make the same report
        again = self.command(*arguments)
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertEqual(self.text("report/index.html"), text)

    def test_bad_options(self):
        for arguments, part in (
            (["--cores", "0"], "--cores"),
            (["--fast"], "--fast"),
            (["--out", "/dev/null/report"], "--out /dev/null/report: cannot be used"),
        ):
            done = self.command(*arguments)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
            self.assertIn("ns3 figures: error: ", done.stderr)
            self.assertIn(part, done.stderr)
