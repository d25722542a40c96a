# SPDX-License-Identifier: GPL-2.0-only
"""./ns3 plot --link-map and --pareto."""

import os
import subprocess

from esa_plot.link_map import LinkLoads, draw
from esa_plot.plan import make_plan
from esa_plot.series import add_frontier, points_figure
from esa_plot.table import Table
from esa_runs.read import read
from esa_sweep.errors import BadInput

from .results_support import ResultsTestCase
from .support import REAL_PROGRAM

LINKS = """sender,frames,load_from_us,load_us,load
a,5,20,10,0;0.5;1
a-port,5,20,10,0.25;0;0
idle,0,20,10,0;0;0
"""


class LinkMapTest(ResultsTestCase):
    """Maps of made-up links."""

    def loads(self, text):
        """Returns the loads of a file with this text."""
        self.write("links.csv", text)
        return LinkLoads(self.path("links.csv"))

    def test_loads_stand_at_their_time(self):
        loads = self.loads(LINKS)
        self.assertEqual((loads.from_us, loads.part_us), (20, 10))
        ends, hidden = loads.shown()
        self.assertEqual(ends, [("a", [0, 0.5, 1]), ("a-port", [0.25, 0, 0])])
        self.assertEqual(hidden, 1)
        picture, spots = draw(loads)
        (image,) = picture.axes[0].images
        self.assertEqual(list(image.get_extent()), [20, 50, 1.5, -0.5])
        self.assertEqual(image.get_array().tolist(), [[0, 0.5, 1], [0.25, 0, 0]])
        self.assertEqual(spots[2]["text"], "from a\n40 to 50 us\nload: 100.0 %")
        self.assertEqual(len(spots), 6)

    def test_only_the_busiest_links_are_shown_in_the_order_of_the_file(self):
        rows = [f"end{n},0,0,1,{(n * 7 % 300) / 300}" for n in range(300)]
        ends, hidden = self.loads("\n".join(["sender,frames,load_from_us,load_us,load", *rows])).shown()
        self.assertEqual(len(ends), 120)
        self.assertEqual(hidden, 180)
        numbers = [int(name[3:]) for name, _ in ends]
        self.assertEqual(numbers, sorted(numbers))
        self.assertGreaterEqual(min(loads[0] for _, loads in ends), 0.6)

    def test_other_files_are_refused(self):
        for text in ("", "sender,frames\na,1\n", LINKS.replace("0.5", "much"), LINKS + "b,0,20,10,0\n"):
            with self.subTest(text=text), self.assertRaises(BadInput):
                self.loads(text)
        with self.assertRaises(BadInput):
            LinkLoads(self.path("missing.csv"))

    def test_file_of_the_program_is_read(self):
        links = self.path("real.csv")
        subprocess.run([REAL_PROGRAM, "--system=esa", "--quiet", f"--links={links}"], check=True)
        loads = LinkLoads(links)
        names = [name for name, _ in loads.ends]
        self.assertIn("job0-worker0", names)
        self.assertGreater(max(max(values) for _, values in loads.ends), 0.9)
        self.assertLessEqual(max(max(values) for _, values in loads.ends), 1)

    def test_frontier_has_what_nothing_beats(self):
        self.sweep("sweep")
        table = Table([read(self.path("sweep"))])
        figure = points_figure(table, make_plan(table), "jct_ms")
        add_frontier(figure, "switch.memory_bytes")
        (panel,) = figure.panels
        points = [point for line in panel.lines for point in line.points]
        best = [point for _, point in panel.frontier]
        self.assertTrue(best)
        for point in points:
            beaten = any(
                other.x <= point.x
                and other.mean <= point.mean
                and (other.x, other.mean) != (point.x, point.mean)
                for other in points
            )
            self.assertEqual(point in best, not beaten, (point.x, point.mean))
            self.assertEqual(point.is_best, point in best)

    def test_what_has_no_meaning_is_refused(self):
        self.sweep("sweep")
        self.write("links.csv", LINKS)
        for arguments, said in (
            (["links.csv", "--link-map", "--cdf"], "--cdf: is not for --link-map"),
            (["links.csv", "links.csv", "--link-map"], "draws one file"),
            (["sweep", "--link-map"], "needed is a file of esa-scenario --links"),
            (["sweep", "--pareto", "--x", "system"], "--x: is not for --pareto"),
            (["sweep", "--pareto", "--y", "utilization"], "must be times"),
            (["sweep", "--pareto", "system"], "is not a number with two values"),
        ):
            with self.subTest(arguments=arguments):
                self.assertIn(said, self.refused("esa_plot", *arguments))
                self.assertFalse(os.path.exists(self.path("out")))

    def test_pages_are_the_same_twice(self):
        self.sweep("sweep")
        self.write("links.csv", LINKS)
        for arguments, name in ((["links.csv", "--link-map"], "links"), (["sweep", "--pareto"], "jct_ms")):
            texts = []
            for out in ("one", "two"):
                self.command("esa_plot", *arguments, "--out", f"{name}-{out}")
                for file in (f"{name}.svg", "index.html"):
                    texts.append(self.text(f"{name}-{out}", file))
            self.assertEqual(texts[:2], texts[2:])
