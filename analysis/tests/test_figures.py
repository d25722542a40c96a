# SPDX-License-Identifier: GPL-2.0-only
"""Figures and the report from made-up runs; the command from small sweeps."""

import html.parser
import os
import re

import esa_results
from esa_figures import readings, style
from esa_figures.figures import FIGURES, MICROBENCHMARK
from esa_figures.grid import grid_sections
from esa_figures.headroom import headroom_sections
from esa_figures.mechanisms import mechanism_sections
from esa_figures.panels import published_marks
from esa_figures.paper import notes, paper_sections
from esa_figures.report import write_report
from esa_figures.sensitivity import sensitivity_sections
from esa_figures.summary import summary_of
from esa_figures.validation import validation_sections
from esa_sweep.plan import make_plan
from esa_sweep.program import Program
from esa_sweep.sweepfile import Sweep

from . import browser
from .figures_support import READINGS, SYSTEMS, MadeUpReportContext
from .folder_support import FolderTestCase
from .support import ANALYSIS, REAL_PROGRAM

COMMAND = ["esa_figures", "--program", REAL_PROGRAM]
OTHERS = [
    *("throughput", "timeline", "sensitivity", "accuracy"),
    *("hardware-rate", "hardware-loss", "hardware-memory"),
]


def without_footer(page):
    """Returns a page without what differs from one time to the next."""
    return re.sub("<footer>.*?</footer>", "", page, flags=re.DOTALL)


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


class FiguresTest(FolderTestCase):
    """Figures and report in a folder."""

    def panels(self, figure, seeds=(1, 2, 3)):
        """Returns the panels of a figure from made-up runs."""
        context = MadeUpReportContext(self.folder, quick=False)
        if figure is MICROBENCHMARK:
            runs = readings.microbenchmark(context)[readings.MICRO]
        else:
            runs = readings.runs_by_reading(context)[readings.FIRST]
        runs = figure.select(runs[runs["seed"].isin(seeds)])
        return figure.panels(runs, [*figure.claims, *figure.quoted])

    def test_every_figure_names_its_systems_and_is_the_same_again(self):
        for figure in [*FIGURES, MICROBENCHMARK]:
            for seeds in ((1, 2, 3), (1,)):
                panels = self.panels(figure, seeds)
                for name in ("one", "two"):
                    drawn = style.compose(panels, figure.y_label, "Title")
                    style.save(drawn, self.path(f"{name}.svg"))
                with self.subTest(figure=figure.name, seeds=seeds):
                    self.assertEqual(self.text("one.svg"), self.text("two.svg"))
                    for text in ("ESA", "Title"):
                        self.assertIn(f">{text}", self.text("one.svg"))

    def test_svg_has_short_coordinates_and_whole_texts(self):
        def draw(axes):
            axes.plot([1 / 3, 2 / 3], [0, 1], color="#0072b2")
            axes.set_xticks([1 / 3], ["0.00001"])

        text = style.svg(style.compose([style.Panel("Panel", draw)], "y"))
        self.assertIn(">0.00001<", text)
        self.assertIn("#0072b2", text)
        attributes = "".join(re.findall(r'="[^"]*"', text))
        self.assertGreater(len(re.findall(r"\d\.\d\d?\b", attributes)), 20)
        self.assertEqual(re.findall(r"\d\.\d{3,}", attributes), [])

    def test_every_point_is_within_its_axes(self):
        for figure in [*FIGURES, MICROBENCHMARK]:
            for narrow in (False, True):
                drawn = style.compose(self.panels(figure), figure.y_label, narrow=narrow)
                for axes in drawn.axes:
                    low, high = axes.get_ylim()
                    points = [y for line in axes.lines for y in line.get_ydata()]
                    points += [bar.get_height() for bar in axes.patches]
                    with self.subTest(figure=figure.name, narrow=narrow):
                        if figure.name != "priority":  # ratios near 1, with rows from top to bottom
                            self.assertEqual(low, 0)
                        self.assertGreater(len(points), 0)
                        self.assertLess(max(points), high)

    def test_bars_are_as_high_as_their_means(self):
        figure = {figure.name: figure for figure in FIGURES}["utilization"]
        axes = style.compose(self.panels(figure, [1]), figure.y_label).axes
        heights = [bar.get_height() for bar in axes[0].patches]
        self.assertEqual(len(heights), 3)
        for height, system in zip(heights, ("esa", "atp", "switchml")):
            scale = 1.01 + (0 if system == "esa" else 0.001)
            self.assertAlmostEqual(height, 0.5 / SYSTEMS[system] / scale)

    def test_lines_go_from_left_to_right(self):
        # the points of this figure come from several sweeps
        axes = style.compose(self.panels(FIGURES[1]), "").axes[0]
        places = [list(line.get_xdata()) for line in axes.lines if len(line.get_xdata()) > 1]
        self.assertEqual(places[0], [2, 8])
        for found in places:
            self.assertEqual(found, sorted(found))

    def test_published_ratios_stand_where_they_are_judged(self):
        figure = FIGURES[0]
        by_reading = readings.runs_by_reading(MadeUpReportContext(self.folder, False))
        runs = figure.select(by_reading[readings.FIRST])
        marks = published_marks(figure.claims, runs)
        self.assertEqual([mark.system for mark in marks], ["switchml", "atp"])
        self.assertEqual([mark.point["jobs"] for mark in marks], [8, 8])
        # a published value is drawn as it is published
        self.assertEqual([mark.value for mark in marks], [1.89, 1.35])
        drawn = style.svg(style.compose(figure.ratios(runs, figure.claims), "", same_y=True))
        self.assertIn(">published", drawn)

    def test_bend_of_a_mix_is_explained_where_the_runs_show_it(self):
        by_reading = readings.runs_by_reading(MadeUpReportContext(self.folder, False))
        self.assertIn("a single job cannot be a mix", notes(FIGURES[0], by_reading)[0])
        self.assertEqual(notes(FIGURES[1], by_reading), [])
        runs = by_reading[readings.FIRST]
        runs.loc[(runs["workload"] == "AB") & (runs["jobs"] == 1), "jct_ms"] *= 1.01
        self.assertEqual(notes(FIGURES[0], by_reading), [])

    def check_report(self, text, figures):
        """A report needs no other file, has no dead link and shows this number of figures."""
        page = PageReader()
        page.feed(text)
        self.assertEqual(len(page.images), figures)
        for link in page.links:
            if link.startswith("#"):
                self.assertIn(link[1:], page.names)
            else:
                allowed = ("data:image/svg+xml;base64,PD94bWwg", "data:,", "https://arxiv.org/abs/")
                self.assertTrue(link.startswith(allowed), link[:60])

    def check_widths(self, name, pictures):
        """A desk shows panels beside each other, a phone shows them one below the other."""
        shown = []
        for width in (browser.DESKTOP_WIDTH, browser.PHONE_WIDTH):
            with self.subTest(width=width), browser.Browser(width) as window:
                seen = window.look_at(self.path(name))
                self.assertEqual(seen["faults"], [])
                self.assertEqual(seen["images"], pictures)
                self.assertEqual(seen["title"], "ESA: the paper's figures")
                shown.append(seen["sources"])
        self.assertTrue(all(wide != narrow for wide, narrow in zip(*shown)))

    def test_report(self):
        context = MadeUpReportContext(self.folder, quick=False)
        sections = paper_sections(context) + mechanism_sections(context)
        sections += headroom_sections(context) + grid_sections(context)
        sections += sensitivity_sections(context) + validation_sections(context)
        footer = ["Made with esa 1.", "on a < b"]
        write_report(self.path("index.html"), sections, footer, summary_of(context))
        text = self.text("index.html")
        # times and ratios in three readings of each figure (priorities have ratios only), the
        # microbenchmark's in two, the grid, the sensitivity, three on hardware
        pictures = 3 * (2 * len(FIGURES) - 1) + 2 * 2 + 2 + 3
        self.check_report(text, pictures)
        if browser.is_installed():
            self.check_widths("index.html", pictures)
        self.assertEqual([section.figure for section in sections[:5]],
                         [f"Figure {number}" for number in range(7, 12)])  # fmt: skip
        self.assertTrue(os.path.isfile(self.path("jct-jobs-2.5us.svg")))
        self.assertNotIn('class="quick"', text)
        self.assertIn("on a &lt; b", text)
        # of the made-up runs: (2.0 + 0.5) / 1 after 2.0 / 1
        self.assertIn("<span>2.50 [2.50, 2.50]</span>", text)
        self.assertIn("<span>+25.0 %</span>", text)

        # claims are judged in each reading, side by side, and count once
        short, full = sections[1].tables
        claim, published, *found = short.rows[0]
        self.assertEqual((found[0].text, found[0].kind), ("2.01", "good"))
        self.assertEqual((found[2].text, found[2].kind), ("1.00", "poor"))
        claim, published, *found = full.rows[0]
        self.assertEqual((claim, published), ("SwitchML's iteration time over ESA's, largest of all points", "1.89"))
        self.assertEqual(len(found), 5)
        self.assertTrue(found[0].measured.startswith("2.01 ["), found[0].measured)
        self.assertEqual((found[0].badge.text, found[0].badge.kind), ("reproduced", "good"))
        self.assertTrue(found[2].measured.startswith("1.00 ["), found[2].measured)
        self.assertEqual((found[2].badge.text, found[2].badge.kind), ("not reproduced", "poor"))
        self.assertEqual(found[0].where, "DNN A, 8 jobs")
        self.assertEqual(len(sections[1].badges), len(FIGURES[0].claims))
        self.assertEqual(sections[1].badges[0].text, "in some interpretations")
        judged = sum(len(figure.claims) for figure in FIGURES) * 5 + 2 * len(MICROBENCHMARK.claims)
        self.assertEqual(self.text("claims.csv").count("\n"), 1 + judged)

    def test_first_screen_is_made_of_the_numbers(self):
        summary = summary_of(MadeUpReportContext(self.folder, quick=False))
        self.assertEqual(len(summary.sentences), 5)
        best, lead, growth, priorities, never = summary.sentences
        self.assertRegex(best, r"found by a search with DNN A, reproduces \d+ of the paper's 20 claims")
        self.assertRegex(best, r"not fitted \(.*\) \d+ of 18; \d+ of 20 hold")
        self.assertIn("ATP takes 1.51 [", lead)
        self.assertIn("(fitted to DNN A)", lead)
        self.assertIn("over SwitchML grows with the jobs in 5 of 5 interpretations", growth)
        self.assertIn("over ATP grows with the workers in 0 of 5 interpretations", growth)
        self.assertIn("Its time over ESA's is 1.11 [", priorities)
        self.assertIn("(fitted to DNN A: a gain)", priorities)
        self.assertIn("ESA's lead over ATP grows with the workers", never)
        claims = sum(len(figure.claims) for figure in FIGURES) + len(MICROBENCHMARK.claims)
        self.assertIn(f"Of {claims} claims of the paper, ", summary.claims)

    def test_report_of_a_first_look_says_only_what_it_has(self):
        context = MadeUpReportContext(self.folder, quick=True)
        sections = paper_sections(context) + grid_sections(context)
        sections += sensitivity_sections(context)
        self.assertIsNone(summary_of(context))
        write_report(self.path("index.html"), sections, ["made"], None)
        text = self.text("index.html")
        self.check_report(text, 2 * len(FIGURES) + 2)
        self.assertIn('class="quick"', text)
        shown = text[text.index("</header>") :]
        for word in ("ublished", "reproduced", "badge", "2.5 us", "open windows", "nterpretation", "Hollow"):
            self.assertNotIn(word, re.sub('data:[^"]*', "", shown))

    def test_readings_are_those_of_the_scenario_files(self):
        program = Program(REAL_PROGRAM)
        scenarios = os.path.join(os.path.dirname(ANALYSIS), "scenarios", "paper")
        fields = ("link", "ecn", "window", "switch", "dnns", "jitter")
        runs = {}
        for name in readings.SWEEPS:
            sweep = Sweep(os.path.join(ANALYSIS, "sweeps", f"{name}.json"), program)
            for run in make_plan(sweep, program):
                of_reading = {field: run.config[field] for field in fields}
                self.assertEqual(runs.setdefault(run.shown["reading"], of_reading), of_reading)
        self.assertEqual(set(runs), set(READINGS))
        for reading, file in (
            (readings.FIRST, "jct-8x8.json"),
            (readings.OTHER_BOTH, "jct-8x8-2.5us.json"),
            (readings.FITTED, "calibrated.json"),
        ):
            wanted = program.effective(os.path.join(scenarios, file))
            self.assertEqual(runs[reading], {field: wanted[field] for field in fields})
        # one thing differs at a time
        for one, other, field in (
            (readings.FIRST, readings.OTHER_DELAY, "link"),
            (readings.OTHER_WINDOWS, readings.OTHER_BOTH, "link"),
        ):
            differing = [f for f in fields if runs[one][f] != runs[other][f]]
            self.assertEqual(differing, [field])

    def test_quick_command(self):
        arguments = ["--quick", "--quiet", "--out", "report", "--runs", "runs"]
        self.command(*COMMAND, *arguments)
        text = self.text("report/index.html")
        # the microbenchmark, the sensitivity, the timeline, what is learnt, set-ups of others
        self.check_report(text, 2 * len(FIGURES) + 7)
        self.assertIn("A first look", text)
        self.assertIn("Command: ./ns3 figures --quick --quiet --out report --runs runs", text)
        if browser.is_installed():
            with browser.Browser(browser.DESKTOP_WIDTH) as window:
                self.assertEqual(window.look_at(self.path("report/index.html"))["faults"], [])
        for name in [figure.name for figure in FIGURES] + OTHERS:
            self.assertTrue(os.path.isfile(self.path(f"report/{name}.svg")))
        claims_made = sum(len(figure.claims) for figure in [*FIGURES, MICROBENCHMARK])
        self.assertEqual(self.text("report/claims.csv").count("\n"), 1 + claims_made)
        self.assertFalse([name for name in os.listdir(self.path("runs")) if "fitted" in name])
        # the axes of the paper's figures
        jobs = self.text("report/paper-jobs.csv")
        self.assertEqual(jobs, self.text("runs/paper-jobs-quick/paper-jobs.csv"))
        runs = esa_results.read(self.path("report/paper-jobs.csv"))
        points = runs[["workload", "jobs", "system"]].drop_duplicates()
        self.assertEqual(len(points), 3 * 5 * 3)
        # nothing is run again, and the same runs make the same report
        self.command(*COMMAND, *arguments)
        self.assertEqual(without_footer(self.text("report/index.html")), without_footer(text))

    def test_shipped_runs_are_drawn_and_judged_as_before(self):
        shipped = os.path.join(ANALYSIS, "results")
        arguments = ["--from", shipped, "--quiet", "--out", "report", "--runs", "runs"]
        self.command(*COMMAND, *arguments)
        text = self.text("report/index.html")
        self.assertIn(f"Drawn from the runs in {shipped}, made with esa ", text)
        for name in ("claims", "hardware"):
            with open(os.path.join(shipped, f"{name}.csv"), encoding="utf-8") as file:
                self.assertEqual(self.text(f"report/{name}.csv"), file.read())
        self.assertFalse(os.path.exists(self.path("report/paper-jobs.csv")))

    def test_bad_options(self):
        for arguments, part in (
            (["--from", "none"], "--from: none: is no folder"),
            (["--from", self.folder, "--quick"], "--quick"),
            (["--cores", "0"], "--cores"),
            (["--fast"], "--fast"),
            (["--quik"], "did you mean --quick?"),
            (["--runs", "/dev/null/runs"], "--runs /dev/null/runs: cannot be used"),
            (["--out", "/dev/null/report"], "--out /dev/null/report: cannot be used"),
        ):
            err = self.refused(*COMMAND, *arguments)
            self.assertIn("ns3 figures: error: ", err)
            self.assertIn(part, err)
