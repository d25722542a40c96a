# SPDX-License-Identifier: GPL-2.0-only
"""Verdicts on claims, figures and the report, from made-up runs; the command from small sweeps."""

import html.parser
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import pandas
from esa_figures import claims, style, timeline
from esa_figures.figures import FIGURES
from esa_figures.report import Section, write_report

from .support import ANALYSIS, REAL_PROGRAM

SYSTEMS = {"esa": 1.0, "atp": 1.5, "switchml": 2.0, "straw1": 1.1, "straw2": 1.2}
"""JCT of each system in the made-up runs, in ms."""


def made_up_runs(seeds=(1, 2, 3), workloads=("A", "B", "AB")):
    """Returns runs of all points that a figure needs; a seed and a job make JCT longer."""
    rows = []
    for workload in workloads:
        for jobs, workers in [(1, 8), (4, 8), (8, 2), (8, 8)]:
            for system, jct in SYSTEMS.items():
                for seed in seeds:
                    jct_ms = jct ** (jobs / 8) * (1 + seed / 100)
                    rows.append((workload, jobs, workers, system, seed, 1, jct_ms, 0.5 / jct))
    names = ["workload", "jobs", "workers", "system", "seed", "run", "jct_ms", "utilization"]
    return pandas.DataFrame(rows, columns=names).assign(tensor_mb="0.5")


class ClaimsTest(unittest.TestCase):
    """Verdicts."""

    def test_ratio(self):
        self.assertEqual(claims.compare(1.89, 1.89 * 1.09), claims.REPRODUCED)
        self.assertEqual(claims.compare(1.89, 1.89 * 0.91), claims.REPRODUCED)
        self.assertEqual(claims.compare(1.89, 1.89 * 1.11), claims.PARTLY)
        self.assertEqual(claims.compare(1.89, 0.99), claims.NOT)
        self.assertEqual(claims.compare(1.05, 0.99), claims.REPRODUCED)

    def test_largest_ratio_is_found(self):
        claim = claims.Largest("text", "atp", "esa", "jobs", 1.35)
        verdict = claim.judge(made_up_runs())
        self.assertEqual(verdict.measured, "1.50 [1.50, 1.50]")
        self.assertEqual(verdict.where, "workload A, jobs 8")
        self.assertEqual(verdict.verdict, claims.PARTLY)

    def test_claim_that_holds_at_some_points(self):
        runs = made_up_runs()
        claim = claims.Everywhere("text", "atp", "esa", "workers")
        self.assertEqual(claim.judge(runs).verdict, claims.REPRODUCED)
        runs.loc[(runs["system"] == "atp") & (runs["workers"] == 2), "jct_ms"] = 0.5
        verdict = claim.judge(runs)
        self.assertIn("above 1 at 3 of 6 points, smallest 0.49", verdict.measured)
        self.assertEqual(verdict.verdict, claims.PARTLY)
        runs.loc[runs["system"] == "atp", "jct_ms"] = 0.5
        self.assertEqual(claim.judge(runs).verdict, claims.NOT)

    def test_single_ratio_and_single_seed(self):
        claim = claims.Single("text", "esa", "switchml", "A", 2.27)
        verdict = claim.judge(made_up_runs(seeds=[1]))
        self.assertEqual((verdict.measured, verdict.verdict), ("2.00", claims.PARTLY))


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
        for name in ("href", "src"):
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
                for name in ("one", "two"):
                    style.save(figure.draw(made_up_runs(seeds), "Title"), self.path(name))
                with self.subTest(figure=figure.name, seeds=seeds):
                    self.assertEqual(self.text("one.svg"), self.text("two.svg"))
                    with open(self.path("one.png"), "rb") as png:
                        self.assertEqual(png.read(8), b"\x89PNG\r\n\x1a\n")
                    for system in ("ESA", "Title"):
                        self.assertIn(f">{system}<", self.text("one.svg"))

    def test_bars_are_as_high_as_their_means(self):
        figure = {figure.name: figure for figure in FIGURES}["utilization"]
        axes = figure.draw(made_up_runs(), "Title").axes
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
                self.assertTrue(link.startswith("data:image/png;base64,iVBORw0KGgo"), link[:60])

    def test_report(self):
        runs = made_up_runs()
        sections = []
        for figure in FIGURES:
            style.save(figure.draw(runs, "Title"), self.path(figure.name))
            verdicts = [claim.judge(runs) for claim in figure.claims]
            image = self.path(f"{figure.name}.png")
            sections.append(Section(figure, image, verdicts, "a < b", "command", len(runs)))
        for quick in (False, True):
            write_report(self.path("index.html"), sections, "esa 1", quick)
            text = self.text("index.html")
            self.check_report(text, len(FIGURES))
            self.assertEqual("<th>verdict</th>" in text, not quick)
            self.assertEqual('class="quick"' in text, quick)
            self.assertIn("a &lt; b", text)

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
        figures = [*FIGURES, timeline.FIGURE]
        self.check_report(text, len(figures))
        self.assertIn("A first look", text)
        for figure in figures:
            for kind in ("png", "svg"):
                self.assertTrue(os.path.isfile(self.path(f"report/{figure.name}.{kind}")))
        claims_made = sum(len(figure.claims) for figure in FIGURES)
        self.assertEqual(self.text("report/claims.csv").count("\n"), 1 + claims_made)
        # the axes of the paper's figures
        jobs = self.text("report/paper-jobs.csv")
        self.assertEqual(jobs, self.text("runs/paper-jobs-quick/paper-jobs.csv"))
        points = set(re.findall(r"^(\w+),(\d),(\w+),", jobs, re.MULTILINE))
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
