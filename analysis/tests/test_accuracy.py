# SPDX-License-Identifier: GPL-2.0-only
"""The section of what is learnt through the switch, from points that are made up."""

import io
import unittest

import pandas
from esa_figures import accuracy, style

POINTS = """system,seed,job,iteration,loss,accuracy,exact_loss,exact_accuracy,largest_difference,\
preemptions,packets_lost
esa,1,0,0,2.3,0.1,2.3,0.1,0,1234,56
esa,1,1,0,2.4,0.2,2.4,0.2,0,1234,56
esa,1,1,10,1.5,0.4,1.5,0.4,2e-8,1234,56
esa,1,0,10,1,0.5,1,0.625,1e-8,1234,56
atp,1,0,10,9,0.9,9,0.9,0,0,7
atp,1,1,10,9,0.8,9,0.8,0,0,7
"""


class AccuracyTest(unittest.TestCase):
    """The table as esa-learning prints it."""

    def setUp(self):
        self.points = pandas.read_csv(io.StringIO(POINTS))

    def test_the_first_system_is_drawn_a_panel_a_job(self):
        figure = accuracy.draw(self.points)
        jobs = figure.axes[:2]
        self.assertEqual([panel.get_title() for panel in jobs], ["job 0", "job 1"])
        exact, learnt = (list(line.get_ydata()) for line in jobs[0].lines)
        self.assertEqual((exact, learnt), ([0.1, 0.625], [0.1, 0.5]))
        apart = [list(line.get_ydata()) for line in figure.axes[2].lines]
        self.assertEqual(apart, [[1e-8], [2e-8]])
        self.assertEqual(style.svg(figure), style.svg(accuracy.draw(self.points)))

    def test_words_and_table_are_made_of_the_last_points(self):
        text = accuracy.explain(self.points)
        self.assertIn("After 10 iterations the accuracy differs", text)
        self.assertIn("by 0.1250 at most", text)
        table = accuracy.table_of(self.points)
        accuracies = ["0.5000 (0.6250)", "0.4000 (0.4000)"]
        self.assertEqual(table.rows[0], ["ESA", "1,234", "56", *accuracies, "2.0e-08"])
        self.assertEqual(table.rows[1][:3], ["ATP", "0", "7"])
        self.assertEqual(len(table.heads), len(table.rows[0]))
