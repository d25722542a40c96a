# SPDX-License-Identifier: GPL-2.0-only
"""The table for a planner: rows of what there is, columns of what may happen."""

import json

from esa_plot.answer import NO, YES, Answer
from esa_plot.planner import Cell, Planner, conditions_of, html_planner, sentence, steadiest
from esa_plot.table import Table
from esa_runs.read import read

from .results_support import ResultsTestCase

TIMES = {
    ("packed", "none", "esa"): 1.0,
    ("packed", "none", "panama"): 1.25,
    ("packed", "none", "ring"): 1.5,
    ("packed", "loss", "esa"): 4.0,
    ("packed", "loss", "panama"): 2.5,
    ("packed", "loss", "ring"): 2.0,
    ("spread", "none", "esa"): 3.0,
    ("spread", "none", "panama"): 2.0,
    ("spread", "none", "ring"): 6.0,
}
"""(placement, what happens, system) -> time in ms."""

NEEDS = {"esa": True, "panama": True, "ring": False}


class PlannerTest(ResultsTestCase):
    """A sweep with an axis of cases of faults, and one of cases of something else."""

    def sweep_of(self, times):
        """Writes a sweep with the results of its runs; returns its folder."""
        lines = ["where,trouble,system,seed,config_hash,workload,jct_ms"]
        for number, ((place, trouble, system), time) in enumerate(times.items()):
            lines += [f"{place},{trouble},{system},{seed},{number},A,{time * (1 + seed / 1024)}" for seed in (1, 2)]
            loss = 0.01 if trouble == "loss" else 0
            config = {"placement": {"policy": place}, "faults": {"every_link": {"loss": loss}}}
            result = {"config_hash": str(number), "config": config, "needs_switches": {}}
            result["needs_switches"][system] = NEEDS[system]
            self.write(f"sweep/runs/{number}.json", json.dumps(result))
        self.write("sweep/sweep.csv", "\n".join(lines) + "\n")
        return self.path("sweep")

    def planner(self):
        """Returns the Planner and its Answer."""
        table = Table([read(self.sweep_of(TIMES))])
        answer = Answer(table, "jct_ms", ["ring"])
        return Planner(answer, ["where"], ["trouble"]), answer

    def test_conditions_set_faults_only(self):
        table = Table([read(self.sweep_of(TIMES))])
        self.assertEqual(conditions_of(table, ["where", "trouble"]), ["trouble"])
        self.assertEqual(table.fields_behind("where"), {"placement.policy"})

    def test_conditions_are_known_by_name_where_scenarios_are_not(self):
        self.sweep_of(TIMES)
        table = Table([read(self.path("sweep", "sweep.csv"))])
        names = ["faults", "faults.every_link.loss_probability", "defaults"]
        table.varying += names
        self.assertEqual(conditions_of(table, names)[:2], names[:2])

    def test_rows_and_columns(self):
        planner, answer = self.planner()
        self.assertEqual([row for row, _ in planner.rows], [("packed",), ("spread",)])
        self.assertEqual(planner.heads(), ["none", "loss"])
        packed, spread = (cases for _, cases in planner.rows)
        cells = [Cell(answer, packed[column]) for column in (("none",), ("loss",))]
        self.assertEqual([(cell.switch, cell.verdict) for cell in cells], [("ESA", YES), ("PANAMA", NO)])
        self.assertEqual([cell.shade() for cell in cells], ["gain3", "loss2"])
        self.assertEqual(list(spread), [("none",)])

    def test_the_steadiest_system_is_best_in_its_worst_case(self):
        planner, answer = self.planner()
        packed = list(planner.rows[0][1].values())
        # esa 1 and 2 times the fastest, panama 1.25 and 1.25, ring 1.5 and 1
        self.assertEqual(steadiest(packed), ("panama", 1.25))
        self.assertIn("PANAMA takes at most 1.25 times as long", sentence(answer)[0])

    def test_page(self):
        planner, _ = self.planner()
        page = html_planner(planner)
        self.assertIn('<td class="gain3" data-head="none"><span><b>1.50</b> ESA', page)
        self.assertIn("over Ring, does not pay", page)
        self.assertIn('<td data-head="loss">-</td>', page)
        self.assertIn("PANAMA is the fastest everywhere", page)

    def test_command_takes_the_rivals_from_the_results(self):
        self.sweep_of(TIMES)
        out, _ = self.command("esa_plot", "sweep", "--does-ina-pay", "--out", "p")
        self.assertIn("pays at 2 of 3 points", out)
        self.assertIn("x: system; lines: trouble; panels: where", out)
        page = self.text("p", "index.html")
        self.assertLess(page.index('id="planner"'), page.index("<details>"))

    def test_results_that_do_not_say_it_are_refused(self):
        lines = "system,seed,config_hash,jct_ms\nesa,1,a,1\nring,1,b,2\n"
        self.write("alone.csv", lines)
        said = self.refused("esa_plot", "alone.csv", "--does-ina-pay")
        self.assertIn("do not say whether esa, ring need switches that sum", said)
