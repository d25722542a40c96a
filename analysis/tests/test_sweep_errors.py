# SPDX-License-Identifier: GPL-2.0-only
"""Bad input: one line that names the fault, exit code 2, and nothing has run."""

from .support import SweepTestCase


NESTED = {"one": {"jobs": 1}, "two": {"jobs": 1}}
MANY = list(range(1, 2001))
NAME = "must be 1 to 60"
CHANGES = {
    "unknown fields": [
        (
            {"axes": {"link.delay_ms": [1]}},
            *("axes: unknown field 'link.delay_ms'", "did you mean 'link.delay_us'?"),
        ),
        ({"axes": {"job": [1]}}, "unknown field 'job'; did you mean 'jobs'?"),
        ({"set": {"swich.memory_bytes": 1}}, "'swich.memory_bytes'; did you mean 'switch.memory_bytes'?"),
        ({"set": {"reluctant.factor": 2}}, "unknown field 'reluctant.factor'; there are: a2tp, "),
        ({"axes": {"sed.ways": [1]}}, "unknown field 'sed.ways'; did you mean 'seeds'?"),
        ({"axes": {"seeds.first": [1]}}, "'seeds' has no fields"),
        (
            {"axes": {"jobs": [{"count": 2, "workers": 3}]}},
            "axes: 'jobs' is short for jobs.count; name the fields: jobs.count, jobs.workers",
        ),
    ],
    "systems beside set": [({"systems": "esa"}, "/systems: esa is not allowed here: ", "stand in set")],
    "empty axes": [
        ({"axes": {"jobs": []}}, "/axes/jobs: [] is not allowed: must be a list of 1 or more values, or an object of 1 or more cases with their fields\n"),
        ({"axes": {"c": {}}}, "/axes/c: {} is not allowed: must be "),
        ({"axes": {}}, "/axes: {} is not allowed: must be an object with 1"),
    ],
    "too many runs": [
        (
            {"axes": {"seed": list(range(1, 10002))}},
            *("10001 runs are more than the limit of 10000", "seed (10001)"),
        ),
        ({"axes": {"run": MANY, "iterations": MANY, "link.delay_us": MANY[:1000]}}, "4000000000 runs"),
    ],
    "values that a scenario refuses": [
        (
            {"axes": {"link.delay_us": [1, -1]}},
            "at link.delay_us=-1: /link/delay_us: -1 is not allowed",
        ),
        ({"axes": {"jobs": [1, 100]}}, "at jobs=100: /jobs: 100 jobs x 4 workers"),
        ({"axes": {"system": ["esa", "bogus"]}}, "/systems", "bogus"),
    ],
    "axes that meet": [
        ({"axes": {"jobs": [1], "jobs.count": [2]}}, "'jobs' and 'jobs' both set 'jobs.count'"),
        ({"axes": {"link": [{}], "link.delay_us": [2]}}, "'link' and 'link.delay_us' both set"),
        ({"axes": {"c": NESTED}}, "are the same run"),
    ],
    "shape of the file": [
        ({"name": None}, f"/name: missing: {NAME} lower-case letters"),
        ({"name": "A b"}, f'/name: "A b" is not allowed: {NAME}'),
        ({"axes": {"jobs": 3}}, "/axes/jobs: 3 is not allowed: must be a list of 1 or more values, or"),
        ({"axis": {}}, "/axis: unknown field (value {}); did you mean axes?"),
        ({"axes": {"c": {"one": 3}}}, "/axes/c/one: 3 is not allowed"),
        ({"quick": {"axes": {"jobs": 3}}}, "/quick/axes/jobs: 3 is not allowed"),
        ({"set": []}, "/set: [] is not allowed"),
    ],
}
"""What is wrong -> changes of a sweep file, and the parts of the error."""

TEXTS = (
    ('{"name": "s", "jobs": {"count": 2}}', "is a scenario; ./ns3 run esa-scenario -- --config "),
    ("{", ":1:2: syntax error"),
    ('{"name": "a", "name": "b"}', "/name: is given twice"),
    ("[" * 100000, "is nested more than 64 deep"),
)
"""Text of a sweep file, and a part of the error."""


class ErrorsTest(SweepTestCase):
    """Sweep files and options that are refused."""

    def test_changes_of_the_file(self):
        for name, rows in CHANGES.items():
            for changes, *parts in rows:
                with self.subTest(name, parts=parts):
                    path = self.sweep_file(**changes)
                    self.assert_refused(path, path, *parts)

    def test_texts(self):
        for text, part in TEXTS:
            with self.subTest(part):
                path = self.write("text.json", text)
                self.assert_refused(path, path, part)

    def test_system_and_seed_may_stand_in_set(self):
        self.run_sweep(self.sweep_file(set={"system": "esa", "seed": 1}, axes={"jobs": [1]}), "--dry-run")

    def test_limit_counts_the_systems_of_the_base(self):
        path = self.sweep_file(axes={"seed": [1, 2]})
        self.assert_refused(path, "10 runs", "limit of 9", options=["--limit", "9"])

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

    def test_options(self):
        self.assert_refused(self.folder + "/none.json", "none.json: does not exist")
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
