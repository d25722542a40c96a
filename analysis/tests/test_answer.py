# SPDX-License-Identifier: GPL-2.0-only
"""./ns3 plot --does-ina-pay: the fastest systems of a point, the gain, the verdict, the page."""

import os

from esa_plot.__main__ import EXIT_NO_ANSWER
from esa_plot import style
from esa_plot import draw
from esa_plot.answer import NO, OPEN, TOO_SMALL, UNSUMMED, YES, Answer
from esa_plot.answer_table import html_answer, text_table
from esa_plot.plan import make_plan
from esa_plot.series import points_figure
from esa_plot.table import Table
from esa_runs.read import read

from .results_support import HOST_SYSTEMS, ResultsTestCase

MEMORIES = (100, 200, 300)
TIMES = {
    "esa": (2.0, 1.0, 1.0),
    "atp": (1.5, 2.0, 2.0),
    "ring": (1.2, 3.0, 1.0),
    "double_tree": (3.0, 2.5, 9.0),
}
"""System -> time in ms, by memory."""
NAMES = ("compute", "payload", "headers", "latency", "window", "queue", "repair", "late")
"""Parts of a time."""


def rows_of(times=None, seeds=(1, 2, 3), noise=0.001):
    """Returns the rows of a sweep; each seed is a little longer, the noise by turns."""
    rows = []
    for system, by_memory in (times or TIMES).items():
        for memory, time in zip(MEMORIES, by_memory):
            for seed in seeds:
                # not in step with the other systems, so that gains have a spread
                late = noise * ((seed * (1 + len(system))) % 3)
                rows.append((memory, system, seed, time * (1 + seed / 100) * (1 + late)))
    return rows


class AnswerTest(ResultsTestCase):
    """Answers of made-up results."""

    def results(self, rows):
        """Writes a sweep; returns its path."""
        return self.table_of(["switch.memory_bytes"], rows)

    def answer(self, rows, rivals=None):
        """Returns the Answer and its table."""
        table = Table([read(self.results(rows))])
        return Answer(table, "jct_ms", rivals or HOST_SYSTEMS), table

    def test_the_best_of_each_kind_are_compared_seed_by_seed(self):
        answer, _ = self.answer(rows_of())
        found = [
            (c.gain.switch[0], c.gain.host[0], c.fastest(), c.gain.verdict) for c in answer.cases
        ]
        self.assertEqual(found[0], ("atp", "ring", "ring", NO))
        self.assertEqual(found[1], ("esa", "double_tree", "esa", YES))
        self.assertEqual(found[2], ("esa", "ring", found[2][2], OPEN))
        # late of atp: 1, 2, 0 thousandths; of ring: 2, 1, 0
        gains = [0.8 * 1.002 / 1.001, 0.8 * 1.001 / 1.002, 0.8]
        self.assertAlmostEqual(answer.cases[0].gain.mean, sum(gains) / 3)

    def test_intervals_know_that_the_best_were_picked(self):
        answer, _ = self.answer(rows_of())
        pair = {name: TIMES[name] for name in ("esa", "double_tree")}
        alone, _ = self.answer(rows_of(pair))
        picked, single = answer.cases[1].gain, alone.cases[1].gain
        self.assertAlmostEqual(picked.mean, single.mean)
        # two systems of each kind: t of 1 - 0.05 / 4 over t of 0.95, both with 2 degrees
        self.assertAlmostEqual(
            (picked.high - picked.low) / (single.high - single.low), 8.8602 / 4.3027, 3
        )

    def test_noise_leaves_it_open(self):
        answer, _ = self.answer(rows_of(noise=0.3))
        self.assertEqual({case.gain.verdict for case in answer.cases}, {OPEN})

    def test_one_seed_has_no_interval(self):
        answer, table = self.answer(rows_of(seeds=(1,)))
        self.assertEqual([case.gain.low for case in answer.cases], [None] * 3)
        self.assertEqual({case.gain.verdict for case in answer.cases}, {OPEN})
        self.assertIn("at 3: a point of one seed has no interval", " ".join(answer.sentences()))
        self.assertIn(" none ", text_table(answer, make_plan(table))[3] + " ")

    def test_seeds_of_one_outcome_are_one_run(self):
        """Without jitter every seed is the same run: an interval of width 0 would be no interval."""
        rows = [(m, system, seed, time) for m, system, _, time in rows_of(seeds=(1,)) for seed in (1, 2, 3)]
        answer, table = self.answer(rows)
        self.assertEqual([case.gain.low for case in answer.cases], [None] * 3)
        self.assertEqual([case.gain.is_exact for case in answer.cases], [True] * 3)
        self.assertEqual([case.gain.verdict for case in answer.cases], [NO, YES, NO])
        said = " ".join(answer.sentences())
        self.assertIn("all seeds came to the same", said)
        self.assertIn("It does not pay at 2: it takes 1.00 to ", said)
        self.assertNotIn("Three seeds", said)
        self.assertIn(" exact ", text_table(answer, make_plan(table))[3] + " ")
        self.assertIn('class="pays exact"', html_answer(answer, make_plan(table)))
        self.assertEqual(table.repeats(), 24)
        figure = points_figure(table, make_plan(table), "jct_ms")
        self.assertEqual({(p.count, p.low) for line in figure.panels[0].lines for p in line.points}, {(1, None)})
        self.results(rows)
        out = self.pays()
        self.assertIn("pays at 1 of 3 points", out)
        self.assertIn("24 of 36 runs came to the same as another seed", self.text("p", "index.html"))

    def unsummed(self, summing=()):
        """Writes runs of which those with a memory among summing have sums in switches; returns the path."""
        lines = ["memory,system,seed,config_hash,workload,jct_ms,additions_per_aggregator_s"]
        for system in ("esa", "ring"):
            for memory in (1, 2):
                sums = int(system == "esa" and memory in summing)
                times = [(seed, 1 - 0.5 * sums + 0.01 * seed) for seed in (1, 2, 3)]
                lines += [f"{memory},{system},{seed},{memory}{system},A,{time},{sums}" for seed, time in times]
        return self.write("sweep.csv", "\n".join(lines) + "\n")

    def test_where_no_switch_summed_there_is_no_answer(self):
        path = self.unsummed(summing=[2])
        answer = Answer(Table([read(path)]), "jct_ms", ["ring"])
        self.assertEqual([case.gain.verdict for case in answer.cases], [UNSUMMED, YES])
        self.assertEqual([case.fastest() for case in answer.cases], ["ring", "esa"])
        self.assertIn("At 1 there is no answer, as no switch summed anything there", " ".join(answer.sentences()))
        self.assertEqual(answer.sentences()[0], "In-network aggregation pays at 1 of 2 points; 1 has no clear answer.")
        self.command("esa_plot", path, "--does-ina-pay", "ring", "--out", "p")
        self.assertIn("no sums", self.text("p", "index.html"))

    def test_runs_in_which_no_switch_summed_have_an_exit_code_and_a_page(self):
        path = self.unsummed()
        asked = ("esa_plot", path, "--does-ina-pay", "ring", "--out", "p")
        out, err = self.command(*asked, code=EXIT_NO_ANSWER)
        self.assertIn("At 2 there is no answer, as no switch summed anything there", out)
        self.assertIn("no switch has summed anything", err)
        page = self.text("p", "index.html")
        self.assertIn("At 2 there is no answer", page)
        self.assertIn('class="unanswered"', page)
        self.assertIn("No switch has summed anything in these runs", page)

    def with_parts(self, parts, part=1.0, late=0.0, has_parts=True):
        """
        Writes runs of three seeds with their parts; returns the path.

        parts: system -> times in the order of NAMES; part: the slice; late: what a seed adds to the time
        """
        heads = ["memory", "system", "seed", "config_hash", "workload", "jct_ms", "additions_per_aggregator_s"]
        heads += ["slice"] * (part < 1) + [f"jct_{name}_ms" for name in NAMES] * has_parts
        lines = [",".join(heads)]
        for system, times in parts.items():
            for seed in (1, 2, 3):
                fields = [1, system, seed, system, "A", sum(times) + late * seed, 1]
                fields += [part] * (part < 1) + list(times) * has_parts
                lines.append(",".join(map(str, fields)))
        return self.write("sweep.csv", "\n".join(lines) + "\n")

    def of_parts(self, parts, column="jct_ms", **more):
        """Returns (Answer, Table) of runs with_parts()."""
        table = Table([read(self.with_parts(parts, **more))])
        return Answer(table, column, ["ring"]), table

    def test_the_table_has_what_a_gain_is_made_of(self):
        parts = {"esa": (1, 4, 0, 1, 0, 0, 0, 0), "ring": (0, 6, 1, 3, 0, 0, 0, 0)}
        answer, table = self.of_parts(parts, late=0.01)
        self.assertEqual(answer.cases[0].gain.verdict, YES)
        self.assertAlmostEqual(answer.cases[0].gain.parts["steps"], 0.2, 2)
        lines = text_table(answer, make_plan(table))
        self.assertIn("bandwidth 30 %, steps 20 %, computation -10 %", lines[3])
        self.assertNotIn("slice", " ".join(answer.sentences()))

    def test_a_slice_of_latencies_gives_no_answer(self):
        """Latencies are those of the whole, and bytes are not: a gain by steps is one of the slice."""
        parts = {"esa": (1, 4, 0, 0.2, 0, 0, 0, 0), "ring": (0, 6, 1, 3, 0, 0, 0, 0)}
        for late in (0, 0.01):
            answer, table = self.of_parts(parts, part=0.01, late=late)
            gain = answer.cases[0].gain
            self.assertEqual((gain.verdict, gain.is_exact), (TOO_SMALL, False))
            said = " ".join(answer.sentences())
            self.assertIn("pays at 0 of 1 point; 1 has no clear answer. At 1 the slice is too small for an answer", said)
            self.assertIn("are 30 % of the time in hosts, and 4 % of that in switches", said)
            self.assertIn("Without them the gain there is 1.40; messages that fill no packet", said)
            self.assertIn("Take a larger slice (by these times, at least 0.039); or the whole", said)
            self.assertIn("execution.slice=1) with sharp, ring and double_tree", said)
            for words in ("exact", "fastest", "Runs are of a slice", "Three seeds"):
                self.assertNotIn(words, said)
            line = text_table(answer, make_plan(table))[3]
            self.assertIn("slice too small", line)
            self.assertNotIn("exact", line)
            page = html_answer(answer, make_plan(table))
            self.assertIn('class="unanswered" data-head="pays">slice too small</td>', page)
        out, _ = self.command("esa_plot", self.with_parts(parts, part=0.01), "--does-ina-pay", "ring", "--out", "p")
        self.assertIn("slice too small", out)

    def test_latencies_of_systems_in_switches_make_a_slice_too_small(self):
        parts = {"esa": (0, 6, 0, 6, 0, 0, 0, 0), "ring": (0, 8, 0, 0.5, 0, 0, 0, 0)}
        self.assertEqual(self.of_parts(parts, part=0.1)[0].cases[0].gain.verdict, TOO_SMALL)
        self.assertEqual(self.of_parts(parts)[0].cases[0].gain.verdict, NO)

    def test_a_slice_whose_answer_rests_on_latencies_gives_none(self):
        """Latencies are less than a tenth of these times, and yet the gain is made of them."""
        for in_switches, in_hosts, verdict in ((0.1, 0.6, TOO_SMALL), (0.1, 0.12, NO), (0.6, 0.1, NO)):
            parts = {"esa": (0, 9, 0, in_switches, 0, 0, 0, 0), "ring": (0, 9, 0, in_hosts, 0, 0, 0, 0)}
            with self.subTest(parts=parts):
                self.assertEqual(self.of_parts(parts, part=0.1)[0].cases[0].gain.verdict, verdict)

    def test_what_is_enough_has_an_answer(self):
        """All but latencies grows with the slice."""
        parts = {"esa": (0, 9, 0, 0.1, 0, 0, 0, 0), "ring": (0, 9, 0, 0.6, 0, 0, 0, 0)}
        enough = self.of_parts(parts, part=0.01)[0].cases[0].gain.enough
        for part, verdict in ((enough, NO), (enough - 0.01, TOO_SMALL)):
            larger = {system: [time * part / 0.01 for time in times] for system, times in parts.items()}
            for system, times in larger.items():
                times[3] = parts[system][3]
            with self.subTest(part=part):
                self.assertEqual(self.of_parts(larger, part=part)[0].cases[0].gain.verdict, verdict)

    def test_a_slice_of_nothing_but_latencies_gives_no_answer(self):
        parts = {"esa": (0, 0, 0, 1, 0, 0, 0, 0), "ring": (0, 0, 0, 3, 0, 0, 0, 0)}
        gain = self.of_parts(parts, part=0.01)[0].cases[0].gain
        self.assertEqual((gain.verdict, gain.enough), (TOO_SMALL, None))
        self.assertFalse(self.of_parts(parts, part=0)[0].cases[0].gain.is_of_slice, "which no run has")

    def test_not_even_the_whole_may_be_enough(self):
        parts = {"esa": (0, 1, 0, 1, 0, 0, 0, 0), "ring": (0, 1, 0, 3, 0, 0, 0, 0)}
        answer, _ = self.of_parts(parts, part=0.5)
        self.assertIsNone(answer.cases[0].gain.enough)
        self.assertIn("Take a larger slice; or the whole", " ".join(answer.sentences()))

    def test_a_slice_with_few_latencies_has_an_answer(self):
        parts = {"esa": (0, 9, 0, 0.1, 0, 0, 0, 0), "ring": (0, 12, 0, 0.6, 0, 0, 0, 0)}
        answer, _ = self.of_parts(parts, part=0.5)
        self.assertEqual((answer.cases[0].gain.verdict, answer.cases[0].gain.is_exact), (YES, True))
        said = answer.sentences()[-1]
        self.assertIn("Runs are of a slice, 0.5. It does not shorten latencies, which are up to 5 % of", said)
        self.assertIn("; without latencies the gain is 1.33.", said)

    def test_slices_whose_parts_are_not_recorded_are_told(self):
        parts = {"esa": (1, 4, 0, 0.2, 0, 0, 0, 0), "ring": (0, 6, 1, 3, 0, 0, 0, 0)}
        answer, _ = self.of_parts(parts, part=0.01, has_parts=False)
        self.assertEqual(answer.cases[0].gain.verdict, YES)
        self.assertIn("At 1 it is not known whether the slice is too small", answer.sentences()[-1])
        # parts are those of jct_ms
        answer, _ = self.of_parts(parts, "jct_payload_ms", part=0.01)
        self.assertIn("what jct_payload_ms is made of is not recorded", answer.sentences()[-1])

    def test_a_system_that_lacks_a_seed_is_not_picked(self):
        rows = [row for row in rows_of() if row[:3] != (200, "esa", 1)]
        answer, _ = self.answer(rows)
        self.assertEqual(answer.cases[1].gain.switch[0], "atp")

    def test_systems_without_a_common_seed_are_not_compared(self):
        rows = [r for r in rows_of() if r[2] == (3 if r[1] in ("esa", "atp") else 1) or r[0] != 200]
        answer, _ = self.answer(rows)
        self.assertEqual((len(answer.cases), answer.left_out), (2, 1))

    def test_a_point_of_one_kind_is_left_out_and_told(self):
        rows = [r for r in rows_of() if r[0] != 300 or r[1] in ("esa", "atp")]
        answer, _ = self.answer(rows)
        self.assertEqual(len(answer.cases), 2)
        self.assertIn("Left out: 1 point", answer.sentences()[-1])

    def test_sentences_count_points(self):
        said = self.answer(rows_of())[0].sentences()
        self.assertEqual(said[0], "In-network aggregation pays at 1 of 3 points; 1 has no clear answer.")
        self.assertIn("2.50 times as fast", said[1])
        self.assertIn("at 1: it takes 1.25 times as long", said[2])
        self.assertIn("not clear at 1", said[3])

    def test_table(self):
        answer, table = self.answer(rows_of())
        lines = text_table(answer, make_plan(table))
        # rules above, below the head, and below: a simple table of reStructuredText
        self.assertEqual([set(lines[place]) for place in (0, 2, 6)], [{"=", " "}] * 3)
        self.assertEqual(len(lines), 7)
        self.assertTrue(lines[1].startswith("memory of a switch  fastest"), lines[1])
        self.assertRegex(lines[4], r"^200 B +ESA +yes +2\.50 .* ESA 1\.02\d? +Double tree 2\.55\d?$")
        page = html_answer(answer, make_plan(table))
        self.assertEqual(page.count("<tr data-workload"), 3)
        self.assertEqual((page.count('class="pays"'), page.count('class="costs"')), (1, 1))

    def test_figure_has_the_gain_of_each_system_that_sums_in_switches(self):
        answer, table = self.answer(rows_of())
        figure = points_figure(table, make_plan(table), "jct_ms", answer.ratio())
        (panel,) = figure.panels
        self.assertEqual([line.name for line in panel.lines], ["ESA", "ATP"])
        self.assertAlmostEqual(panel.lines[0].points[1].mean, answer.cases[1].gain.mean)
        self.assertLess(panel.lines[0].points[0].mean, 0.61)  # ring: 1.2 over 2.0
        self.assertEqual((figure.reference, figure.below), (1, "does not pay"))

    def test_command(self):
        self.results(rows_of())
        self.assertIn("pays at 1 of 3 points", self.pays())
        self.assertEqual(
            sorted(os.listdir(self.path("p"))),
            ["index.html", "jct_ms-gain.svg"],
        )
        page = self.text("p", "index.html")
        self.assertIn("<h2 id=\"answer\">Does in-network aggregation pay?</h2>", page)
        self.assertNotIn("<!--answer-->", page)

    def test_rivals_of_ones_own(self):
        self.results(rows_of())
        out = self.pays(rivals="atp,ring")
        # double_tree is then one of those that sum in switches
        self.assertRegex(out, r"\n200 B +ESA +yes +2\.00 .* ATP 2\.04\d?\n")

    def test_refused(self):
        self.results(rows_of())
        for arguments, words in (
            (("--does-ina-pay", "hosts"), "the results have esa, atp, ring, double_tree"),
            (("--does-ina-pay", "--cdf"), "is not for --cdf"),
            (("--does-ina-pay", "--ratio-to", "esa"), "ratios of its own"),
            (("--does-ina-pay", "--y", "jct_ms,utilization"), "must be one time"),
        ):
            with self.subTest(arguments=arguments):
                self.assertIn(words, self.refused("esa_plot", "sweep.csv", *arguments))

    def named_cases(self):
        """Writes a sweep whose only axis has cases with names."""
        cases = (("none", "ring", 2), ("none", "esa", 1), ("some", "ring", 3), ("some", "esa", 4))
        rows = [(loss, system, s, time + s / 100) for loss, system, time in cases for s in (1, 2)]
        return self.table_of(["loss"], rows)

    def test_axis_of_named_cases(self):
        self.named_cases()
        self.assertRegex(self.pays(), r"\nsome +Ring +no +0\.75 ")
        self.assertIn("jct_ms-gain.svg", os.listdir(self.path("p")))
        self.results(rows_of())
        self.pays("--x", "system", "--out", "by-system")

    def test_bars_begin_at_the_reference(self):
        table = Table([read(self.named_cases())])
        answer = Answer(table, "jct_ms", HOST_SYSTEMS)
        plan = make_plan(table)
        figure = points_figure(table, plan, "jct_ms", answer.ratio())
        _, grid = style.empty_grid(1, 1, 4, 3)
        draw.draw_panel(grid.flat[0], figure, figure.panels[0], plan.x)
        bars = [bar for each in grid.flat[0].containers for bar in getattr(each, "patches", [])]
        self.assertEqual([bar.get_y() for bar in bars], [1, 1])
        self.assertGreater(bars[0].get_height(), 0)
        self.assertLess(bars[1].get_height(), 0)
