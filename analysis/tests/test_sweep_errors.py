# SPDX-License-Identifier: GPL-2.0-only
"""Bad input: one line that names the fault, exit code 2, and nothing has run."""

import os

from .support import SweepTestCase


class ErrorsTest(SweepTestCase):
    """Sweep files and options that are refused."""

    def assert_refused(self, path, *parts, options=()):
        """The sweep is refused with one line that has all the parts."""
        err = self.run_sweep(path, "--out", "out", *options, code=2)
        self.assertEqual(err.count("\n"), 1, err)
        for part in ("ns3 sweep: error: ", *parts):
            self.assertIn(part, err)
        self.assertEqual(self.starts(), [])
        self.assertFalse(os.path.exists(self.path("out")))

    def assert_file_refused(self, *parts, **changes):
        """A sweep file with these changes is refused."""
        path = self.sweep_file(**changes)
        self.assert_refused(path, path, *parts)

    def assert_text_refused(self, text, *parts):
        """A sweep file of this text is refused."""
        path = self.write("text.json", text)
        self.assert_refused(path, path, *parts)

    def test_unknown_field(self):
        self.assert_file_refused(
            "axes: unknown field 'link.delay_ms'", "did you mean 'link.delay_us'?",
            axes={"link.delay_ms": [1]},
        )  # fmt: skip
        self.assert_file_refused("unknown field 'job'; did you mean 'jobs'?", axes={"job": [1]})
        self.assert_file_refused(
            "'swich.memory_bytes'; did you mean 'switch.memory_bytes'?", set={"swich.memory_bytes": 1}
        )
        self.assert_file_refused(
            "unknown field 'reluctant.factor'; there are: a2tp, ", set={"reluctant.factor": 2}
        )
        self.assert_file_refused("unknown field 'sed.ways'; did you mean 'seeds'?", axes={"sed.ways": [1]})
        self.assert_file_refused("'seeds' has no fields", axes={"seeds.first": [1]})

    def test_systems_and_seeds(self):
        one = self.sweep_file(set={"system": "esa", "seed": 1}, axes={"jobs": [1]})
        self.run_sweep(one, "--dry-run")
        self.assert_file_refused("/systems: esa is not allowed here: ", "stand in set", systems="esa")

    def test_all_mistakes_of_names_at_once(self):
        path = self.sweep_file(
            base="none/here.json",
            set={"link.dely_us": 1},
            axes={"job": [1], "c": {"one": {"x.y": 1}}, "workload": ["A", "A"]},
            quick={"axes": {"run": [1]}},
        )
        lines = self.run_sweep(path, "--out", "out", code=2).splitlines()
        wanted = (
            "base: there is no scenario file none/here.json, relative to the sweep file: "
            + self.path("none", "here.json"),
            "set: unknown field 'link.dely_us'",
            "axes: unknown field 'job'",
            "axes.c.one: unknown field 'x.y'",
            "axes.workload: a value is named twice",
            "quick.axes: 'run' is no axis",
        )
        self.assertEqual(len(lines), len(wanted), lines)
        for line, words in zip(lines, wanted):
            self.assertIn(words, line)

    def test_scenario(self):
        self.assert_text_refused(
            '{"name": "s", "jobs": {"count": 2}}',
            "is a scenario; ./ns3 run esa-scenario -- --config ",
        )

    def test_empty_axis(self):
        self.assert_file_refused(
            "/axes/jobs: [] is not allowed: must be a list of 1 or more values", axes={"jobs": []}
        )
        self.assert_file_refused("/axes/c: {} is not allowed: must be ", axes={"c": {}})
        self.assert_file_refused("/axes: {} is not allowed: must be an object with 1", axes={})

    def test_too_many_runs(self):
        self.assert_file_refused(
            "10001 runs are more than the limit of 10000", "seed (10001)",
            axes={"seed": list(range(1, 10002))},
        )  # fmt: skip
        many = list(range(1, 2001))
        self.assert_file_refused(
            "4000000000 runs",
            axes={"run": many, "iterations": many, "link.delay_us": many[:1000]},
        )
        # the systems of the base count as well
        path = self.sweep_file(axes={"seed": [1, 2]})
        self.assert_refused(path, "10 runs", "limit of 9", options=["--limit", "9"])

    def test_value_that_a_scenario_refuses(self):
        self.assert_file_refused(
            "at link.delay_us=-1: /link/delay_us: -1 is not allowed",
            axes={"link.delay_us": [1, -1]},
        )
        self.assert_file_refused(
            "at jobs=100: /jobs: 100 jobs x 4 workers", axes={"jobs": [1, 100]}
        )
        self.assert_file_refused("/systems", "bogus", axes={"system": ["esa", "bogus"]})

    def test_axes_that_meet(self):
        self.assert_file_refused(
            "'jobs' and 'jobs' both set 'jobs.count'", axes={"jobs": [1], "jobs.count": [2]}
        )
        self.assert_file_refused(
            "'link' and 'link.delay_us' both set", axes={"link": [{}], "link.delay_us": [2]}
        )
        self.assert_file_refused(
            "are the same run", axes={"c": {"one": {"jobs": 1}, "two": {"jobs": 1}}}
        )

    def test_shape_of_the_file(self):
        self.assert_file_refused("/name: missing: must be 1 to 60 lower-case letters", name=None)
        self.assert_file_refused('/name: "A b" is not allowed: must be 1 to 60', name="A b")
        self.assert_file_refused("/axes/jobs: 3 is not allowed: must be a list of 1 or more values, or", axes={"jobs": 3})
        self.assert_file_refused("/axis: unknown field (value {}); did you mean axes?", axis={})
        self.assert_file_refused("/axes/c/one: 3 is not allowed", axes={"c": {"one": 3}})
        self.assert_file_refused("/quick/axes/jobs: 3 is not allowed", quick={"axes": {"jobs": 3}})
        self.assert_file_refused("/set: [] is not allowed", set=[])
        self.assert_text_refused("{", ":1:2: syntax error")
        self.assert_text_refused('{"name": "a", "name": "b"}', "/name: is given twice")
        self.assert_text_refused("[" * 100000, "is nested more than 64 deep")

    def test_options(self):
        self.assert_refused(self.folder + "/none.json", "none.json: cannot be read")
        path = self.sweep_file()
        for cores in ("0", "-1", "two", "1.5"):
            self.assert_refused(path, "--cores", "whole number", options=[f"--cores={cores}"])
        self.assert_refused(path, "--core", options=["--core", "2"])

    def test_profiles(self):
        for name in ("none", "slurm2", self.path("mine")):
            self.assert_refused(
                self.sweep_file(), f"--profile {name}: must be slurm", options=["--profile", name]
            )

    def test_dry_run_runs_nothing(self):
        self.run_sweep(self.sweep_file(), "--dry-run", "--out", "out")
        self.assertEqual(self.starts(), [])
