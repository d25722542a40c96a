# SPDX-License-Identifier: GPL-2.0-only
"""The figure of what is learnt through the switch, from points that are made up."""

import contextlib
import io
import os
import shutil
import tempfile
import unittest

from esa_figures import accuracy

POINTS = """system,seed,job,iteration,loss,accuracy,exact_loss,exact_accuracy,largest_difference
esa,1,0,0,2.3,0.1,2.3,0.1,0
esa,1,1,0,2.4,0.2,2.4,0.2,0
esa,1,0,10,1,0.5,1,0.625,1e-8
esa,1,1,10,1.5,0.4,1.5,0.4,2e-8
atp,1,0,0,9,0.9,9,0.9,0
"""


class AccuracyTest(unittest.TestCase):
    """A file of points in a folder."""

    def setUp(self):
        folder = tempfile.mkdtemp(prefix="esa-accuracy-")
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        self.points = os.path.join(folder, "accuracy.csv")
        self.path = os.path.join(folder, "accuracy")
        with open(self.points, "w", encoding="utf-8") as file:
            file.write(POINTS)

    def test_the_first_run_is_drawn_a_panel_a_job(self):
        figure = accuracy.draw(accuracy.first_run(self.points))
        jobs = figure.axes[:2]
        self.assertEqual([panel.get_title() for panel in jobs], ["job 0", "job 1"])
        exact, learnt = (list(line.get_ydata()) for line in jobs[0].lines)
        self.assertEqual((exact, learnt), ([0.1, 0.625], [0.1, 0.5]))
        apart = [list(line.get_ydata()) for line in figure.axes[2].lines]
        self.assertEqual(apart, [[1e-8], [2e-8]])

    def test_the_same_points_make_the_same_files(self):
        written = []
        for _ in range(2):
            self.assertEqual(accuracy.main([self.points, self.path]), 0)
            with open(self.path + ".svg", "rb") as svg, open(self.path + ".png", "rb") as png:
                written.append((svg.read(), png.read()))
        self.assertEqual(written[0], written[1])

    def test_bad_input_is_named(self):
        header = POINTS.splitlines()[0] + "\n"
        broken = {
            "system,seed\nesa,1\n": "accuracy.csv: has no column job",
            header: "accuracy.csv: has no run",
            header + "mine,1,0,0,9,0.9,9,0.9,0\n": "system mine is not drawn; there are: esa, atp",
        }
        for text, words in broken.items():
            with open(self.points, "w", encoding="utf-8") as file:
                file.write(text)
            self.check_refusal([self.points, self.path], words)
        self.check_refusal([], "usage:")
        self.check_refusal([self.points + ".none", self.path], "No such file")

    def check_refusal(self, arguments, words):
        """Checks that arguments are refused in these words."""
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            self.assertEqual(accuracy.main(arguments), 2)
        self.assertIn(words, said.getvalue())


if __name__ == "__main__":
    unittest.main()
