# SPDX-License-Identifier: GPL-2.0-only
"""The calibration from design to page: with made-up runs, and with a program and tiny DNNs."""

import copy
import csv
import itertools
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import pandas
from esa_calibration import design, space
from esa_calibration.report import sentences, write_study
from esa_calibration.runner import BASE, SIZES, Runner
from esa_calibration.study import Plan, run_study
from esa_calibration.tables import write_tables
from esa_figures.claims import Verdict
from esa_figures.verdicts import NOT, PARTLY, REPRODUCED
from esa_sweep.files import read_json
from esa_sweep.program import Program

from . import browser
from .support import ANALYSIS, REAL_PROGRAM, TINY

ROOT = os.path.dirname(ANALYSIS)
RECORDED = os.path.join(ANALYSIS, "results", "calibration-full-size")
PLAN = Plan(12, 4, 2, 3, 2, 3)
_RATIOS = {"esa": 1.0, "atp": 1.35, "switchml": 1.89, "straw1": 0.98, "straw2": 1.05}


class MadeUpRunner:
    """A runner whose runs are made up: leads shrink with the distance from 3 us links."""

    def __init__(self):
        self.asked = []  # (name, number of points, seeds)

    def runs(self, name, points, seeds):
        """Returns made-up runs, which do not depend on the seed but for a trace."""
        self.asked.append((name, len(points), list(seeds)))
        rows = []
        for point, fields in points.items():
            near = 1 - abs(fields["link.delay_us"] - 3) / 4
            for size in SIZES.values():
                for system, seed in itertools.product(size["systems"], seeds):
                    grown = (size["jobs"] * size["workers"] / 64) ** 0.1
                    jct = _RATIOS[system] ** (near * grown) * (1 + seed % 7 * 1e-4 * len(system))
                    rows.append(
                        (point, "A", size["jobs"], size["workers"], system, seed, 1, jct, 0.5 / jct)
                    )
        names = ["point", "workload", "jobs", "workers", "system", "seed", "run"]
        return pandas.DataFrame(rows, columns=[*names, "jct_ms", "utilization"])


def points(count):
    """Returns a design with a shipped point that is far from the best one."""
    found = design.hypercube(count)
    return {design.SHIPPED: dict(found["p001"], **{"link.delay_us": 5}), **found}


class StudyTest(unittest.TestCase):
    """The study with made-up runs."""

    @classmethod
    def setUpClass(cls):
        cls.runner = MadeUpRunner()
        cls.study = run_study(cls.runner, PLAN, points(PLAN.points))

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="esa-calibration-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def test_the_steps_and_their_seeds(self):
        self.assertEqual(
            self.runner.asked[:-1],
            [
                ("calibration-design", 13, [101]),
                ("calibration-search-1", 4, [101]),
                ("calibration-search-2", 4, [101]),
                ("calibration-finals", 3, [102, 103, 104]),  # with the shipped one
            ],
        )
        self.assertEqual(self.runner.asked[-1][0], "calibration-set-back")

    def test_the_best_point_is_taken(self):
        delay = self.study.points[self.study.best]["link.delay_us"]
        self.assertLess(abs(delay - 3), 0.6)
        best = self.study.finals[self.study.best]
        others = [one for name, one in self.study.finals.items() if name != design.SHIPPED]
        self.assertEqual(best.rank(), max(final.rank() for final in others))

    def test_a_reading_of_the_report_is_never_the_fitted_set(self):
        designed = self.study.designed[1:]
        best = next(name for name in self.study.ranked(self.study.gains) if name in designed)
        found = {name: self.study.points[best] for name in design.READINGS}
        found.update((name, self.study.points[name]) for name in designed)
        study = run_study(MadeUpRunner(), Plan(12, 0, 0, 3, 2, 3), found)
        self.assertIn(study.ranked(study.gains)[0], design.READINGS)
        self.assertNotIn(study.best, design.READINGS)

    def test_what_no_point_reaches(self):
        texts = [self.study.goals[place].text for place in self.study.unreached()]
        self.assertIn("ESA is faster than Straw1", texts)
        self.assertNotIn("ESA is faster than Straw2", texts)
        said = sentences(self.study)
        self.assertTrue(all("ESA is faster than Straw1" in one for one in said[1:3]), said)

    def test_the_rule(self):
        best = self.study.finals[self.study.best]

        def rank(**changes):
            other = copy.copy(best)
            vars(other).update(changes)
            return other.rank()

        self.assertGreater(best.rank(), rank(is_one_scenario=False))
        self.assertGreater(rank(is_one_scenario=True, score=0), rank(is_one_scenario=False))
        nothing = [Verdict("", "", NOT)] * 2
        reproduced, partly = (nothing[:1] + [Verdict("", "", one)] for one in (REPRODUCED, PARTLY))
        self.assertGreater(rank(verdicts=reproduced, score=0), rank(verdicts=partly))
        self.assertGreater(rank(verdicts=partly, score=0), rank(verdicts=nothing))
        self.assertGreater(rank(score=2.0, changed=9), rank(score=1.0, changed=1))
        self.assertGreater(rank(changed=1, name="a"), rank(changed=2, name="b"))
        self.assertGreater(rank(name="b"), rank(name="a"))

    def test_tables(self):
        write_tables(self.folder, self.study)
        rows = {}
        for name in ("points", "finals", "set-back"):
            with open(os.path.join(self.folder, f"{name}.csv"), encoding="utf-8") as file:
                rows[name] = list(csv.DictReader(file))
        fitted = [row["point"] for row in rows["points"] if row["fitted"] == "1"]
        self.assertEqual(fitted, [self.study.best])
        self.assertIn(self.study.best, [row["point"] for row in rows["finals"][:2]])
        self.assertEqual(len(rows["points"]), 1 + PLAN.points + 2 * PLAN.candidates)
        best, shipped = (self.study.points[name] for name in (self.study.best, design.SHIPPED))
        differing = [one.short for one in space.SPACE if best[one.path] != shipped[one.path]]
        self.assertEqual([row["set_back"] for row in rows["set-back"]], ["none", *differing])

    def test_page(self):
        path = os.path.join(self.folder, "index.html")
        write_study(path, self.study, ["made up"], quick=False)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.assertIn("is no default", text)
        self.assertNotIn("first look", text)
        self.assertIn("What each setting of the fitted set carries", text)
        self.assertTrue(os.path.isfile(os.path.join(self.folder, "reach.svg")))
        if browser.is_installed():
            for width in (browser.DESKTOP_WIDTH, browser.PHONE_WIDTH):
                with browser.Browser(width) as window:
                    seen = window.look_at(path)
                self.assertEqual((seen["faults"], seen["images"]), ([], 1))


class CommandTest(unittest.TestCase):
    """./ns3 calibrate."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="esa-calibration-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def refused(self, *arguments):
        """Returns the error of a command that is to end with code 2 before anything runs."""
        done = subprocess.run(
            [sys.executable, ANALYSIS, "esa_calibration", "--program", REAL_PROGRAM, *arguments],
            **{"capture_output": True, "text": True, "cwd": self.folder, "check": False},
        )
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr

    def test_bad_usage(self):
        self.assertIn("--cores: '0' is not allowed", self.refused("--cores", "0"))
        self.assertIn("unrecognized arguments: --fast", self.refused("--fast"))
        path = os.path.join(self.folder, "file")
        with open(path, "w", encoding="utf-8"):
            pass
        for option in ("--out", "--runs"):
            other = "--runs" if option == "--out" else "--out"
            with self.subTest(option=option):
                error = self.refused("--quick", option, path, other, self.folder)
                self.assertIn(f"--out {path}" if option == "--out" else f"--runs {path}", error)

    def test_results_of_another_design(self):
        design.write_design(self.folder, design.hypercube(3))
        error = self.refused("--quick", "--out", self.folder)
        self.assertIn(f"--out {self.folder}: holds the results of another design", error)
        self.assertEqual(os.listdir(self.folder), [design.FILE])

    def test_from_design_to_page(self):
        plan = Plan(4, 1, 1, 2, 1, 2)
        tiny = {"dnns": {**TINY, "B": TINY["A"]}}
        program = Program(REAL_PROGRAM)
        shipped = design.shipped_point(program.effective(BASE))
        found = {design.SHIPPED: shipped, **design.hypercube(plan.points)}
        self.assertTrue(any(space.presets_of(point) for point in found.values()))
        out = os.path.join(self.folder, "out")
        os.mkdir(out)
        with mock.patch("esa_calibration.runner.tenth", lambda point, _: {**point, **tiny}):
            runner = Runner(program, out, self.folder, 2, True, True)
            study = run_study(runner, plan, found)
        write_study(os.path.join(out, "index.html"), study, [runner.told()], quick=True)
        self.assertEqual(list(study.gains), [*found, "c1-01"])
        self.assertIn(study.best, study.gains)
        with open(os.path.join(out, "calibration-finals.csv"), encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), len(study.finals) * 14 * plan.seeds)
        self.assertEqual({row["case"].split(",")[0] for row in rows}, set(study.finals))


class ShippedTest(unittest.TestCase):
    """scenarios/paper/calibrated.json."""

    def test_it_is_what_the_study_found(self):
        shipped = os.path.join(ROOT, "scenarios", "paper", "calibrated.json")
        with open(shipped, encoding="utf-8") as one:
            with open(os.path.join(RECORDED, "calibrated.json"), encoding="utf-8") as other:
                self.assertEqual(one.read(), other.read())
        self.assertTrue(read_json(shipped)["description"].startswith("FITTED"))
        point = design.shipped_point(Program(REAL_PROGRAM).effective(shipped))
        with open(os.path.join(RECORDED, "points.csv"), encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file) if row["fitted"] == "1"]
        self.assertEqual(len(rows), 1)
        base = design.shipped_point(Program(REAL_PROGRAM).effective(BASE))
        for one in space.SPACE:
            recorded = rows[0].get(one.path, str(base[one.path]))
            if isinstance(one, space.Range):
                self.assertEqual(point[one.path], float(recorded), one.path)
            else:
                self.assertEqual(str(point[one.path]), recorded, one.path)


if __name__ == "__main__":
    unittest.main()
