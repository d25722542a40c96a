# SPDX-License-Identifier: GPL-2.0-only
"""./ns3 plot --does-ina-pay where a planner chooses which switches sum: on what the answer rests."""

import unittest

from esa_plot.answer import NO, YES, Answer
from esa_plot.answer_table import text_table
from esa_plot.plan import make_plan
from esa_plot.series import points_figure
from esa_plot.table import Table
from esa_runs.read import read

from . import browser
from .results_support import HOST_SYSTEMS, ResultsTestCase

TIMES = {
    ("packed", "two levels", "esa"): 1.0,
    ("packed", "all levels", "esa"): 1.0,
    ("packed", "in hosts", "ring"): 1.5,
    ("spread", "two levels", "esa"): 3.0,
    ("spread", "all levels", "esa"): 1.2,
    ("spread", "two levels", "panama"): 2.5,
    ("spread", "all levels", "panama"): 1.0,
    ("spread", "in hosts", "ring"): 2.0,
}
"""(placement, aggregation, system) -> time in ms."""

FIELDS = {"two levels": "two", "all levels": "all"}


class ChoicesTest(ResultsTestCase):
    """Answers of made-up results."""

    def results(self, name="aggregation", times=None):
        """Writes a sweep with an axis of choices; returns its path."""
        found = (times or TIMES).items()
        rows = [(*key, seed, time * (1 + seed / 1000)) for key, time in found for seed in (1, 2, 3)]
        return self.table_of(["placement", name], rows)

    def answer(self, choices=("aggregation",)):
        """Returns the Answer."""
        return Answer(Table([read(self.results())]), "jct_ms", HOST_SYSTEMS, choices)

    def test_each_system_has_its_best_choice(self):
        packed, spread = self.answer().cases
        self.assertEqual((packed.gain.verdict, spread.gain.verdict), (YES, YES))
        self.assertEqual(spread.gain.switch, ("panama", ("all levels",)))
        self.assertAlmostEqual(spread.gain.mean, 2.0)

    def test_what_turns_the_answer_over_is_told(self):
        answer = self.answer()
        packed, spread = answer.cases
        self.assertEqual(packed.otherwise, {})
        self.assertEqual(spread.otherwise, {("two levels",): NO})
        said = " ".join(answer.sentences())
        self.assertIn("pays at 2 of 2 points", said)
        self.assertIn("At 1 of 2 points the answer depends on your choice of aggregation: ", said)
        self.assertIn(": with two levels it does not pay at 1 of these.", said)

    def test_table_has_the_choice_and_the_others(self):
        answer = self.answer()
        lines = text_table(answer, make_plan(answer.table))
        self.assertRegex(lines[4], r"^spread +PANAMA +yes +2\.00 .* all levels +two levels: no +PAN")
        self.assertRegex(lines[3], r" two levels +the same +ESA 1\.00")

    def test_figure_shows_the_best_choice_of_each_system(self):
        answer = self.answer()
        self.assertEqual(answer.table.varying, ["system", "placement"])
        plan = make_plan(answer.table)
        figure = points_figure(answer.table, plan, "jct_ms", answer.ratio())
        (panel,) = figure.panels
        esa, panama = panel.lines
        self.assertAlmostEqual(esa.points[1].mean, 2 / 1.2)
        self.assertEqual(len(panama.points), 1)

    def test_choices_that_a_system_does_not_read_are_picked_from_once(self):
        times = {k: v for k, v in TIMES.items() if k[1] != "in hosts" and k[2] == "esa"}
        once = {**times, ("packed", "two levels", "ring"): 1.5, ("spread", "two levels", "ring"): 2.0}
        twice = {**once, ("packed", "all levels", "ring"): 1.5, ("spread", "all levels", "ring"): 2.0}
        lows = []
        for each in (once, twice):
            table = Table([read(self.results(times=each))])
            answer = Answer(table, "jct_ms", HOST_SYSTEMS, ["aggregation"])
            lows.append([case.gain.low for case in answer.cases])
        self.assertEqual(*lows)

    def test_command_chooses_fields_of_aggregation(self):
        times = {(p, FIELDS.get(c, "two"), s): time for (p, c, s), time in TIMES.items()}
        self.results("aggregation.levels", times)
        self.assertRegex(self.pays(), r"\nspread +PANAMA +yes .* levels all +levels two: no +PANAMA 1")
        # a place of its own makes points of it
        out = self.pays("--panels", "aggregation.levels", "--out", "q")
        self.assertIn("Left out: 2 points with one kind of system only.", out)

    def test_page(self):
        self.results()
        self.pays()
        page = self.text("p", "index.html")
        # each cell has its head for phones, and boxes are of systems that a figure shows
        self.assertEqual(page.count('class="pays" data-head="pays">yes</td>'), 2)
        self.assertIn("Otherwise: each choice with which", page)
        self.assertRegex(page, 'data-filter="system" value="panama"')
        self.assertNotIn('value="ring"', page)

    @unittest.skipUnless(browser.is_installed(), "there is no chromium with chromium-driver")
    def test_answer_is_not_cut_on_a_phone(self):
        self.results()
        self.pays()
        with browser.Browser(390) as window:
            self.assertEqual(window.look_at(self.path("p", "index.html"))["faults"], [])
            rights = window.evaluate(
                "return [...document.querySelectorAll('.answer td')]"
                ".map((cell) => cell.getBoundingClientRect().right);"
            )
        self.assertEqual(len(rights), 2 * 9)
        self.assertLess(max(rights), 390)

    def test_other_choices(self):
        self.results()
        out = self.pays("--choose", "aggregation,placement", rivals="ring")
        self.assertIn("pays at 1 of 1 point.", out)
        for arguments, words in (
            (("--choose", "placement"), "--choose: is for --does-ina-pay"),
            (("--does-ina-pay", "ring", "--choose", "workload"), "--choose workload: is no setting that"),
        ):
            self.assertIn(words, self.refused("esa_plot", "sweep.csv", *arguments))

    def test_fields_that_no_run_changes_are_told(self):
        self.runs("runs", changes={"aggregation": {"levels": "two", "trees": 1}})
        out, _ = self.command("esa_plot", "runs", "--does-ina-pay", "atp", "--out", "p")
        self.assertIn("All runs have aggregation.levels two and aggregation.trees 1: ", out)
