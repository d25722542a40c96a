# SPDX-License-Identifier: GPL-2.0-only
"""./ns3 plot: what becomes x, lines and panels, the values of points, and what is refused."""

import os
from unittest import mock

import esa_looks
from esa_looks import look_of
from esa_plot import style
from esa_plot import draw, styles
from esa_plot.axes import beside, log_axis, shown_ticks
from esa_plot.plan import make_plan
from esa_plot.ratio import over_system
from esa_plot.rows import sideways
from esa_plot.series import cdf_figure, percentile, points_figure
from esa_plot.table import Table
from esa_runs.read import read
from esa_runs.results import summed_in_hosts
from matplotlib import pyplot

from .results_support import ResultsTestCase, row


class PlotTest(ResultsTestCase):
    """Figures of made-up results."""

    def table(self, *names, **options):
        """Returns the Table of results in the folder."""
        return Table([read(self.path(name)) for name in names], **options)

    def places(self, table, **options):
        """Returns x, lines and panels that are chosen."""
        plan = make_plan(table, **options)
        return plan.x, plan.lines, plan.panels

    def test_places_by_what_varies(self):
        self.runs("a")
        self.runs("b", changes={"link.delay_us": 2.5})
        rows = [row(s, seed, workload="B") for s in ("esa", "atp") for seed in (1, 2)]
        self.runs("c", rows, {"jobs.workload": "B"})
        self.sweep("sweep")
        self.assertEqual(self.places(self.table("a")), ("system", [], []))
        self.assertEqual(self.places(self.table("a", "b")), ("link.delay_us", ["system"], []))
        self.assertEqual(
            self.places(self.table("a", "b", "c")), ("link.delay_us", ["system"], ["workload"])
        )
        self.assertEqual(
            self.places(self.table("sweep")), ("switch.memory_bytes", ["system"], [])
        )
        table = self.table("sweep", wanted=["system"])
        self.assertEqual(self.places(table, x="system"), ("system", ["switch.memory_bytes"], []))

    def test_cases_stand_for_the_fields_that_they_set(self):
        rows = [(f"{d} us", d, s, 1, 2) for d in (5, 2) for s in ("esa", "atp")]
        self.table_of(["reading", "link.delay_us"], rows)
        self.assertEqual(self.table("sweep.csv").varying, ["system", "reading"])

    def test_settings_that_vary_together_are_told(self):
        self.runs("a")
        self.runs("b", changes={"link.delay_us": 2.5, "switch.memory_bytes": 1000})
        notes = self.table("a", "b").notes()
        self.assertEqual(len(notes), 1)
        self.assertIn("link.delay_us, these are not shown: switch.memory_bytes", notes[0])

    def test_points_are_means_over_seeds(self):
        self.sweep("sweep")
        table = self.table("sweep")
        figure = points_figure(table, make_plan(table), "jct_ms")
        self.assertEqual(figure.x_values, [1000, 2000, 4000])
        self.assertEqual([line.name for line in figure.panels[0].lines], ["ESA", "ATP"])
        point = figure.panels[0].lines[1].points[0]
        # 3.03, 3.06, 3.09: standard deviation 0.03, t = 4.3027
        self.assertEqual((point.x, point.count), (1000, 3))
        self.assertAlmostEqual(point.mean, 3.06)
        self.assertAlmostEqual(point.low, 3.06 - 4.3027 * 0.03 / 3**0.5, 4)

    def test_numbers_stand_in_their_order(self):
        self.sweep("sweep", memories=(4000, 1000, 2000))
        table = self.table("sweep")
        plan = make_plan(table, x="system")
        lines = points_figure(table, plan, "jct_ms").panels[0].lines
        self.assertEqual([line.key for line in lines], [1000, 2000, 4000])

    def test_axes(self):
        def ticks(values):
            rows = [row("esa", 1, jobs=value) for value in values]
            self.runs("a", rows)
            table = self.table("a")
            figure = points_figure(table, make_plan(table), "jct_ms")
            return log_axis(figure, "x"), [values[place] for place in shown_ticks(figure)]

        self.assertEqual(ticks([1, 2, 4, 8, 16]), (True, [1, 2, 4, 8, 16]))
        self.assertEqual(ticks([1, 2, 4, 6, 8]), (False, [1, 2, 4, 6, 8]))
        self.assertEqual(ticks([0, 0.0001, 0.001, 0.01]), (True, [0, 0.0001, 0.001, 0.01]))
        log, shown = ticks(list(range(1, 41)))
        self.assertFalse(log)
        self.assertEqual(shown, [1, 6, 11, 16, 21, 26, 31, 36])
        doubled = [125000 * 2**power for power in range(10)]
        self.assertEqual(ticks(doubled), (True, doubled[::3]))
        uneven = [125000, 250000, 500000, 1000000, 4000000, 16000000]
        log, shown = ticks(uneven)
        self.assertTrue(log)
        self.assertEqual(shown, [125000, 500000, 1000000, 4000000, 16000000], "both ends")

    def test_a_wide_picture_names_more_ticks(self):
        memories = (50000, 75000, 150000, 300000, 600000, 1200000, 2000000)
        self.table_of(["switch.memory_bytes"], [(m, "esa", seed, 1) for m in memories for seed in (1, 2)])
        table = self.table("sweep.csv")
        plan = make_plan(table)
        figure = points_figure(table, plan, "jct_ms")
        for columns, lacking in ((1, ["1200"]), (2, []), (None, [])):
            (axes,) = self.pictured(figure, plan.x, columns).axes
            shown = [tick.get_text() for tick in axes.get_xticklabels()]
            self.assertEqual([name for name in figure.x_names if name not in shown], lacking)

    def test_bars_of_many_systems_stand_in_the_order_of_their_lengths(self):
        systems = ("esa", "atp", "switchml", "straw1", "ring", "sharp")
        for count, wanted in ((5, ["ESA", "ATP", "SwitchML", "Straw1", "Ring"]),
                              (6, ["SHARP", "Ring", "Straw1", "SwitchML", "ATP", "ESA"])):  # fmt: skip
            rows = [{**row("esa", 1), "system": s, "jct_ms": 9 - n} for n, s in enumerate(systems[:count])]
            self.runs(f"of{count}", rows)
            table = self.table(f"of{count}")
            figure = points_figure(table, make_plan(table), "jct_ms")
            self.assertEqual(figure.x_names, wanted)
            (line,) = figure.panels[0].lines
            self.assertEqual({point.x: point.place for point in line.points}, dict(enumerate(wanted)))

    def test_ratios_go_seed_by_seed(self):
        rows = [row("esa", seed) for seed in (1, 2, 3)] + [row("atp", seed) for seed in (2, 3, 4)]
        self.runs("a", rows)
        table = self.table("a")
        figure = points_figure(table, make_plan(table), "jct_ms", over_system(table, "jct_ms", "esa"))
        (line,) = figure.panels[0].lines
        self.assertEqual(figure.x_names, ["ATP"])
        self.assertEqual(line.points[0].count, 2)
        self.assertAlmostEqual(line.points[0].mean, 1.5)
        self.assertAlmostEqual(line.points[0].high, 1.5)

    def test_where_ratios_are_about_1(self):
        memories = (125000, 250000, 500000, 1000000)
        for factors, percent, text in (
            ((1.4, 1.2, 1.04, 1.01), None, "within 5 % of 1 from 500 KB on (1.200 at 250 KB)."),
            ((1.4, 1.2, 1.04, 1.01), "2", "within 2 % of 1 from 1 MB on (1.040 at 500 KB)."),
            ((1.4, 1.2, 1.04, 1.01), "0.5", "within 0.5 % of 1 nowhere: 1.010 at 1 MB."),
            ((0.96, 0.94, 1.04, 1.0), None, "within 5 % of 1 from 500 KB on (0.940 at 250 KB)."),
            ((1.05, 1.0, 0.95, 1.0), "5", "within 5 % of 1 everywhere."),
            ((1.05, 1.0, 1.1, 1.2), None, "within 5 % of 1 up to 250 KB (1.100 at 500 KB)."),
            ((1.1, 1.0, 1.1, 1.01), None, "within 5 % of 1 from 1 MB on (1.100 at 500 KB)."),
            ((1.1, 1.0, 1.01, 0.9), None, "within 5 % of 1 at 250 KB, 500 KB only."),
        ):
            with self.subTest(text):
                rows = [(m, "esa", 1, 2) for m in memories]
                rows += [(m, "atp", 1, 2 * factor) for m, factor in zip(memories, factors)]
                self.table_of(["switch.memory_bytes"], rows)
                within = ["--within", percent] if percent else []
                out, _ = self.command("esa_plot", "sweep.csv", "--ratio-to", "esa", "--force", *within)
                self.assertIn(f"\nATP: iteration time over ESA's is {text}\n", out)
                page = self.bytes("out", "plot", "index.html").decode()
                self.assertIn(text, page)
        for setting, text in (("link.delay_us", "from 4 us on (1.300 at 2 us)"), ("jobs", "from 4 jobs on (1.300 at 2 jobs)")):
            rows = [(x, system, 1, 1.3 if system == "atp" and x == 2 else 1) for x in (2, 4) for system in ("esa", "atp")]
            self.table_of([setting], rows)
            self.assertIn(text, self.command("esa_plot", "sweep.csv", "--ratio-to", "esa", "--force")[0])
        out, _ = self.command("esa_plot", "sweep.csv", "--force")
        self.assertNotIn("within", out)
        self.assertIn("--within: is for --ratio-to", self.refused("esa_plot", "sweep.csv", "--within", "2"))

    def test_distributions(self):
        self.runs("a", [row("esa", 1), row("esa", 2)])
        table = self.table("a")
        figure = cdf_figure(table, make_plan(table, without_x=True), "jct_ms_per_job")
        (line,) = figure.panels[0].lines
        self.assertEqual(line.values, [1.01, 1.02, 2.02, 2.04])
        self.assertEqual([point.mean for point in line.points], [0.25, 0.5, 0.75, 1])
        self.assertEqual([percentile(line.values, p) for p in (25, 50, 99)], [1.01, 1.02, 2.04])

    def test_distribution_that_is_drawn_unless_said(self):
        for more, name in (({}, "jct_ms_per_job"), ({"iteration_ms": [[1], [2]]}, "iteration_ms")):
            self.runs("a", [row("esa", 1, **more)])
            self.command("esa_plot", "a", "--cdf", "--out", "p", "--force")
            self.assertIn(f"{name}-cdf.svg", os.listdir(self.path("p")))

    def test_the_same_run_in_two_folders_counts_once(self):
        self.runs("a")
        self.runs("b")
        self.assertEqual(len(self.table("a", "b").rows), 6)
        rows = [row(system, seed, 2) for system in ("esa", "atp") for seed in (1, 2, 3)]
        self.runs("b", rows)
        self.assertEqual(self.table("a", "b").varying, ["system", "results"])

    def test_a_system_looks_the_same_in_every_figure(self):
        """Not even where ESA is left out has another system its colour."""
        rows = [{**row("esa", seed), "system": s} for s in ("esa", "sharp", "mine") for seed in (1, 2)]
        self.runs("a", rows)
        table = self.table("a")
        found = []
        for ratio in (None, over_system(table, "jct_ms", "esa")):
            figure = points_figure(table, make_plan(table, lines=["system"], x="jobs"), "jct_ms", ratio)
            looks = styles.line_looks(figure)
            found.append({line.key: looks[line].colour for line in looks})
        self.assertEqual(found[1], {name: found[0][name] for name in ("sharp", "mine")})

    def test_variants_of_a_system_differ(self):
        for system in esa_looks._SYSTEMS:
            lines = [look_of(system).as_variant(number).dashes for number in range(3)]
            self.assertEqual(len(set(lines)), 3, system)

    def test_no_two_systems_look_alike(self):
        looks = [look_of(system) for system in esa_looks._SYSTEMS]
        looks += [look_of(own, ["mine", "yours", "theirs"]) for own in ("mine", "yours", "theirs")]
        for what in ("colour", "marker", "hatch"):
            shown = [getattr(look, what) for look in looks[: len(esa_looks._SYSTEMS) if what != "colour" else None]]
            self.assertEqual(len(set(shown)), len(shown), what)

    def test_picture_for_a_paper(self):
        self.sweep("sweep")
        for name, start in (("f.pdf", b"%PDF"), ("f.png", b"\x89PNG"), ("f.svg", b"<?xml")):
            out, _ = self.command("esa_plot", "sweep", "--out", name, "--columns", "1", "--log", "xy")
            self.assertTrue(out.endswith(f"lines: system\n{name}\n"), out)
            self.assertTrue(self.bytes(name).startswith(start))
        svg = self.bytes("f.svg").decode()
        self.assertIn(f'width="{3.4 * 72:.6g}pt"', svg)
        self.assertIn("iteration time [ms], log scale", svg)
        self.command("esa_plot", "sweep", "--out", "g.svg", "--font-size", "12", "--name", "esa=Ours")
        self.assertIn(f'width="{7 * 72}pt"', self.bytes("g.svg").decode())
        self.assertIn("Ours", self.bytes("g.svg").decode())

    def pictured(self, figure, x, columns):
        """Returns the picture of a figure, with all that it has laid out."""
        with mock.patch.object(style, "save") as save:
            draw.draw(figure, x, "f.png", columns)
        picture = save.call_args[0][0]
        self.addCleanup(pyplot.close, picture)
        picture.canvas.draw()
        return picture

    def test_long_labels_are_not_cut(self):
        self.sweep("sweep")
        esa_looks.call({"esa": "ESA in sets of sixteen aggregators each"})
        self.addCleanup(esa_looks.call, {"esa": "ESA"})
        table = self.table("sweep")
        plan = make_plan(table)
        figure = points_figure(table, plan, "jct_ms", over_system(table, "jct_ms", "esa"))
        picture = self.pictured(figure, plan.x, 1)
        (axes,) = picture.axes
        self.assertIn("aggregators", axes.get_ylabel())
        for text in (axes.yaxis.label, axes.xaxis.label, *axes.get_xticklabels()):
            box = text.get_window_extent()
            for end in (box.min, box.max):
                self.assertTrue(picture.bbox.padded(1).contains(*end), text)
        # one line is left, and what it is
        self.assertEqual([text.get_text() for text in picture.legends[0].get_texts()], ["ATP"])

    def test_lines_with_intervals_stand_side_by_side(self):
        for memories in ((1000, 2000, 4000), (0, 1000, 4000), (1000, 1100, 1200)):
            self.sweep("sweep", memories=tuple(m or 1e-9 for m in memories))
            table = self.table("sweep")
            figure = points_figure(table, make_plan(table), "jct_ms")
            figure.x_values = list(memories)
            for one, other in zip(memories, memories[1:]):
                left, right = (beside(figure, one, place, 2) for place in (0, 1))
                self.assertLessEqual(left, right)
                self.assertEqual(left < right, one > 0 or not log_axis(figure, "x"))
                self.assertLess(right, beside(figure, other, 0, 2))
        rows = [(m, system, 1, m) for m in (1, 2) for system in ("esa", "atp")]
        table = Table([read(self.table_of(["memory"], rows))])
        figure = points_figure(table, make_plan(table), "jct_ms")
        self.assertEqual(beside(figure, 1, 0, 2), 1, "without intervals nothing hides another one")

    def test_a_panel_without_bars_says_why(self):
        rows = [row("esa", 1), {**row("esa", 1), "system": "atp"}, {**row("esa", 1), "system": "ring"}]
        self.runs("a", rows)
        table = self.table("a")
        plan = make_plan(table)
        figure = points_figure(table, plan, "jct_ms", over_system(table, "jct_ms", "esa"))
        texts = [text.get_text() for text in self.pictured(figure, plan.x, 1).axes[0].texts]
        self.assertEqual(texts, ["all are 1"])

    def test_footer_names_the_setup(self):
        changes = {"link.rate_gbps": 200, "link.mtu_bytes": 9000, "dnns": {"A": {"slice": 0.002}}}
        self.runs("a", changes=changes, models={"A": "gpt2-xl"})
        setup = self.table("a").setup()
        wanted = ["DNN A gpt2-xl, slice 0.002", "links of 200 Gb/s", "MTU 9000 bytes"]
        self.assertEqual(setup, [*wanted, "3 different seeds at a point"])
        self.assertIn("workload", dict(self.table("a").constants()))
        self.runs("a", changes={"execution": {"traces": ["job"], "slice": 0.5}})
        self.assertIn("slice 0.5 of traces", self.table("a").setup())
        self.assertNotIn("workload", dict(self.table("a").constants()), "no DNN is trained")
        self.runs("a", [{**row("esa", 1), "seed": seed} for seed in (1, 2)])
        self.assertEqual(self.table("a").setup(), ["1 different seed at a point"])

    def test_labels(self):
        self.assertEqual(styles.label("link.queue_bytes"), "link.queue_bytes")
        for value, text in ((264, "264 B"), (125000, "125 KB"), (64e6, "64 MB"), (1234567, "1234.567 KB")):
            self.assertEqual(styles.tick_text("switch.memory_bytes", value), text)
            self.assertEqual(styles.value_text("switch.memory_bytes", value), f"memory {text}")
        self.assertEqual(styles.label("sets.ways"), "sets.ways")
        self.assertEqual(styles.value_text("aggregation.levels", "all"), "levels all")
        self.assertEqual(styles.tick_text("aggregation.levels", "all"), "all")
        self.assertEqual(styles.value_text("switch.memory_bytes", 75000), "memory 75 KB")
        self.assertEqual(styles.value_text("jobs", 1), "1 job")
        self.assertEqual(styles.short(1200000), "1.2M")
        self.assertEqual(styles.value_text("jitter.max_us", 10), "jitter max 10 us")
        self.assertEqual(styles.value_text("faults.every_link.loss_probability", 0.1), "loss probability 0.1")

    def test_an_axis_of_bytes_has_one_unit(self):
        for column, values, wanted in (
            ("switch.memory_bytes", (125000, 1e6, 64e6), ("memory of a switch [MB]", ["0.125", "1", "64"])),
            ("switch.memory_bytes", (50000, 250000, 1e6), ("memory of a switch [KB]", ["50", "250", "1000"])),
            ("link.queue_bytes", (264, 1500), ("link.queue_bytes [B]", ["264", "1500"])),
            ("link.delay_us", (2.5, 5), ("link.delay [us]", ["2.5", "5"])),
            ("switch.memory_bytes", ("auto", 250000), ("memory of a switch", ["auto", "250 KB"])),
        ):
            self.assertEqual(styles.axis_texts(column, values), wanted)

    def test_groups_that_hosts_sum_are_counted(self):
        rows = [row(system, 1) for system in ("esa", "atp")]
        rows[0] |= {"groups": 2, "groups_summed_in_hosts": []}
        rows[1] |= {"groups": 4, "groups_summed_in_hosts": [{"job": 1}, {"job": 3}]}
        self.assertEqual(summed_in_hosts(rows), {"atp": (2, 4)})
        rows[1]["groups_summed_in_hosts"] = '[{"job": 1}]'  # as a table has it
        self.assertEqual(summed_in_hosts(rows), {"atp": (1, 4)})
        self.runs("a", rows)
        self.command("esa_plot", "a", "--out", "plots")
        page = self.bytes("plots", "index.html").decode()
        self.assertIn("for which hosts summed: ATP 1 of 4</li>", page)

    def test_files(self):
        self.sweep("sweep")
        out, err = self.command("esa_plot", "sweep", "--out", "plots")
        self.assertIn("18 runs; x: switch.memory_bytes; lines: system\n", out)
        self.assertEqual(err, "")
        names = ["index.html", "jct_ms.svg", "utilization.svg"]
        self.assertEqual(sorted(os.listdir(self.path("plots"))), names)
        first = {name: self.bytes("plots", name) for name in names}
        err = self.refused("esa_plot", "sweep", "--out", "plots")
        self.assertIn("--out plots: already holds jct_ms.svg", err)
        self.command("esa_plot", "sweep", "--y", "jct_ms", "--out", "one.svg")
        err = self.refused("esa_plot", "sweep", "--y", "jct_ms", "--out", "one.svg")
        self.assertIn("--out one.svg: is there already; name another file, or overwrite", err)
        err = self.refused("esa_plot", "sweep", "--ratio-to", "ESA")
        self.assertIn("--ratio-to ESA: no runs of this system; did you mean esa?", err)
        _, err = self.command("esa_plot", "sweep", "--out", "named", "--name", "Esa=mine")
        self.assertIn("note: --name Esa: no runs of this system; did you mean esa?", err)
        self.command("esa_plot", "sweep", "--out", "plots", "--force")
        self.assertEqual(first, {name: self.bytes("plots", name) for name in names})

    def bytes(self, *names):
        """Returns what a file holds."""
        with open(self.path(*names), "rb") as file:
            return file.read()

    def test_kinds_of_plots(self):
        self.sweep("sweep")
        for name, options in {
            "jct_ms-to-esa": ["--ratio-to", "esa"],
            "jct_ms_per_job-cdf": ["--cdf"],
            "packets_lost": ["--y", "packets_lost,jct_ms", "--panels", "switch.memory_bytes"],
            "jct_ms": ["--x", "system", "--where", "switch.memory_bytes=1000,2000"],
            "jct_ms-to-atp": ["--y", "all", "--ratio-to", "atp", "--x", "system"],
        }.items():
            with self.subTest(options):
                self.command("esa_plot", "sweep", "--out", name, *options)
                self.assertIn(f"{name}.svg", os.listdir(self.path(name)))

    def test_names_that_do_not_fit_side_by_side(self):
        cases = [f"a case with a long name {number}" for number in range(9)]
        self.table_of(["case"], [(c, s, n, n) for c in cases for s in ("esa", "atp") for n in (1, 2)])
        table = self.table("sweep.csv")
        figure = points_figure(table, make_plan(table), "jct_ms")
        self.assertTrue(sideways(figure))
        self.command("esa_plot", "sweep.csv", "--out", "p")
        self.command("esa_plot", "sweep.csv", "--out", "q", "--ratio-to", "esa")
        svg = self.bytes("p", "jct_ms.svg").decode()
        self.assertTrue(all(case in svg for case in cases))

    def test_what_there_is(self):
        self.sweep("sweep")
        out, _ = self.command("esa_plot", "sweep", "--list")
        self.assertIn("switch.memory_bytes: 1000, 2000, 4000\n", out)
        self.assertIn("figures (--y): jct_ms, utilization, packets_lost, wall_s\n", out)
        self.assertIn("lists (--cdf): jct_ms_per_job\n", out)

    def test_bad_options(self):
        self.sweep("sweep")
        for options, part in (
            (["--y", "jct"], "sweep: no figure jct; did you mean jct_ms? there are: jct_ms, "),
            (["--cdf", "times"], "no column times that holds lists of times; needed for --cdf"),
            (["--x", "delay"], "sweep: no setting 'delay'; there are: switch.memory_bytes, system"),
            (["--x", "memory"], "no setting 'memory'; did you mean switch.memory_bytes? there are: "),
            (["--x", "sytem"], "sweep: no setting 'sytem'; did you mean system?"),
            (["--title", "t" * 201], "--title: 'tttt"),
            (["--title", "t", "--out", "one.png"], "--title: is for a page, and --out is one figure"),
            (["--lines", "l" * 10000], "must be names of 1 to 200 letters"),
            (["--where", "w" * 300 + "=1"], "must have at most 200 letters"),
            (["--x", "seed"], "seed: points are means over the seeds"),
            (["--ratio-to", "ring"], "--ratio-to ring: no runs of this system; there are: esa, atp"),
            (["--where", "system=ring"], "--where system=ring: no run has it; system is: esa, atp"),
            (["--columns", "1"], "--columns: is for a picture; name it by --out NAME.pdf"),
            (["--out", "f.pdf", "--y", "jct_ms,wall_s"], "--out f.pdf: holds one figure"),
            (["--log", "z"], "'z' is not allowed: must be x, y, xy or none"),
            (["--log", "y", "--y", "packets_lost"], "packets_lost has values of 0 or less"),
            (["--where", "system"], "'system' is not allowed: must be SETTING=VALUE"),
            (["--cdf", "--x", "jobs"], "--x: is not for --cdf"),
            (["--lines", "system", "--x", "system"], "system: is named twice"),
            (
                ["--x", "jobs", "--lines", "workload", "--panels", "system"],
                "switch.memory_bytes varies, too: 1000, 2000, 4000; choose one value by --where",
            ),
        ):
            with self.subTest(options):
                err = self.refused("esa_plot", "sweep", *options)
                self.assertIn(part, err)
                self.assertLess(len(err), 500)
        self.assertFalse(os.path.exists(self.path("out")))

    def test_systems_that_are_close_are_told(self):
        """Axes begin at 0: a difference of 3 % is hard to see."""
        for name, factor, count in (("close", 1.03, 1), ("apart", 1.06, 0), ("same", 1, 0)):
            with self.subTest(name):
                rows = [row("esa", 1), {**row("esa", 1, factor), "system": "straw1"}, row("atp", 1)]
                self.runs(name, rows)
                _, err = self.command("esa_plot", name, "--y", "jct_ms", "--out", f"p-{name}")
                hint = "note: jct_ms: ESA and Straw1 differ by less than 5 % at every point; "
                self.assertEqual(err.count(hint + "--ratio-to esa shows it"), count, err)
        _, err = self.command("esa_plot", "close", "--ratio-to", "esa", "--out", "ratio")
        self.assertNotIn("note", err)

    def test_one_run_only(self):
        self.runs("one", [row("esa", 7)])
        err = self.refused("esa_plot", "one")
        self.assertIn("one: one run only (system esa, seed 7); needed are two runs or more", err)
        self.command("esa_plot", "one", "--cdf")

    def test_two_runs_that_contradict(self):
        self.runs("twice", [row("esa", 1), row("esa", 1, 2), row("atp", 1)])
        err = self.refused("esa_plot", "twice")
        self.assertIn("twice: two runs have the same settings and seed, but other figures", err)

    def test_values_that_are_no_numbers(self):
        rows = [row("esa", 1, jct_ms=float("nan")), row("atp", 1), row("atp", 2)]
        self.runs("a", rows)
        self.command("esa_plot", "a", "--y", "jct_ms")
        page = self.bytes("out", "plot", "index.html").decode()
        self.assertNotIn("NaN", page.split("<script>")[0])
        self.assertEqual(page.count("<td>ESA</td>"), 0)
        self.assertEqual(page.count("<td>ATP</td>"), 1)

    def test_mixed_versions(self):
        self.runs("a")
        rows = [row(system, seed, 2) for system in ("esa", "atp") for seed in (1, 2, 3)]
        self.runs("b", rows, module_version="1.1.0")
        err = self.refused("esa_plot", "a", "b")
        self.assertIn("several values of module_version: 1.0.0, 1.1.0; needed is one", err)
        out, _ = self.command("esa_plot", "a", "b", "--lines", "module_version", "--out", "p")
        self.assertIn("x: system; lines: module_version", out)
        out, _ = self.command("esa_plot", "a", "b", "--mixed", "--out", "q")
        self.assertIn("lines: system", out)

    def test_a_setting_that_some_rows_lack(self):
        self.sweep("a")
        self.write("b.csv", "jobs,system,seed,config_hash,jct_ms\n1,esa,1,x,2\n2,esa,1,y,3\n")
        err = self.refused("esa_plot", "a", "b.csv")
        self.assertIn("b.csv: has no 'switch.memory_bytes' (system esa, seed 1), which", err)
