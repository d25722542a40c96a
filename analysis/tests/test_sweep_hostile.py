# SPDX-License-Identifier: GPL-2.0-only
"""What a user, a disk or another program may do to a sweep: one sentence, and no result is lost."""

import json
import os
import re
import shutil
import subprocess
import sys

from esa_sweep.files import checksum_of
from esa_sweep.plan import Run
from esa_sweep.results import read_result

from .support import ANALYSIS, REAL_PROGRAM, TINY, SweepTestCase

TWO = {"system": ["esa"], "seed": [1, 2]}
"""Axes of two runs."""

CHARACTERS = "a b#c{d}$HOME:e'f\"g%j"
"""What a folder may be called, and what shells, Ninja, Python and Slurm read in another way."""


class HostileTest(SweepTestCase):
    """Sweeps with the program itself."""

    def shell(self, text, folder=None, program=None, code=0):
        """Runs a line of the shell, in which $sweep begins the command; returns its output."""
        command = [sys.executable, folder or ANALYSIS, "esa_sweep", "--program"]
        command.append(program or self.program)
        begin = " ".join("'" + word.replace("'", "'\\''") + "'" for word in command)
        done = subprocess.run(
            ["sh", "-c", text.replace("$sweep", begin)],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertNotIn("Traceback", done.stdout + done.stderr)
        return done.stdout + done.stderr

    def assert_file_refused(self, text, *parts):
        """A sweep file of this text is refused."""
        path = self.path("hostile.json")
        with open(path, "w", encoding="utf-8", errors="surrogatepass") as file:
            file.write(text if isinstance(text, str) else json.dumps(text))
        self.assert_refused(path, *parts)

    def test_results_that_are_none(self):
        path = self.sweep_file(axes={"system": ["esa"], "seed": list(range(1, 11))})
        self.run_sweep(path, "--out", "out")
        rows = self.rows()
        folder = self.path("out", "runs")
        names = sorted(name for name in os.listdir(folder) if name.endswith(".json"))
        with open(os.path.join(folder, names[9]), "rb") as file:
            whole = file.read()
        other = json.loads(whole)
        other["config"]["link"]["delay_us"] = 77

        def spoilt(name, change):
            """Returns a run's own result with a change of its row."""
            with open(os.path.join(folder, name), "rb") as file:
                result = json.load(file)
            change(result["rows"][0])
            return json.dumps(result).encode()

        texts = [
            whole[:1000],
            b"",
            b"[1, 2]",
            b"[" * 100000,
            b"\xff\xfe{",
            json.dumps(other).encode(),
            spoilt(names[6], lambda row: row.update(jct_ms=float("nan"))),
            spoilt(names[7], lambda row: row.update(jct_ms="2.5")),
            spoilt(names[8], lambda row: row.pop("jct_ms")),
        ]
        for name, text in zip(names, texts):
            with open(os.path.join(folder, name), "wb") as file:
                file.write(text)
        os.unlink(os.path.join(folder, names[9]))
        os.mkdir(os.path.join(folder, names[9]))
        before = len(self.starts())
        err = self.run_sweep(path, "--quiet", "--out", "out")
        self.assertEqual(sum(".broken, and" in line for line in err.splitlines()), 10, err)
        for name, text in zip(names, texts):
            self.assertIn(os.path.join(folder, name) + ": it is ", err)
            with open(os.path.join(folder, name + ".broken"), "rb") as file:
                self.assertEqual(file.read(), text, "what was there is gone")
        self.assertEqual(sorted(self.starts()[before:]), [name[:-5] for name in names])
        self.assertEqual(self.rows(), rows)

    def test_number_that_comes_back_in_another_form(self):
        """Layers of models are 2924.0 in a plan, and 2924 in the result of its run."""
        run = Run({"system": "esa", "seed": 1}, {"a": {"b": 2924.0}, "name": "x"}, "program")
        result = {"config": {"a": {"b": 2924}, "name": "y"}, "complete": True}
        result.update(dict.fromkeys(("config_hash", "module_version", "ns3_version"), "1"))
        result["rows"] = [{"system": "esa", "seed": 1, "jct_ms": 2.5}]
        result["checksum"] = checksum_of(result)
        self.write(f"out/runs/{run.key}.json", json.dumps(result))
        self.assertEqual(read_result(self.path("out"), run)["jct_ms"], 2.5)

    def test_numbers_and_texts_that_a_parser_may_choke_on(self):
        axes = '{"name": "a", "axes": {"system": ["esa"], %s}}'
        self.assert_file_refused(axes % '"link.delay_us": ["\\ud800"]', "surrogate")
        self.assert_file_refused(axes % '"\\udfff": {"a": {"run": 1}}', "surrogate")
        self.assert_file_refused(axes % ('"link.delay_us": [%s]' % ("9" * 5000)), "hostile.json")
        self.assert_file_refused(axes % ('"run": [%s]' % ("9" * 300)), "/run")
        deep = "[" * 900 + "]" * 900
        self.assert_file_refused(axes % f'"link.delay_us": [{deep}]', "more than 64 deep")
        self.assert_file_refused(axes % '"link.delay_us": [NaN]', "hostile.json:1:")
        self.assert_file_refused(axes % ('"link.%s": [1]' % ("x" * 100000)), "unknown field")
        self.assert_file_refused(axes % '"link\\nerror: forged": [1]', "link\\nerror")
        nested = {"name": "a", "set": {"link": 5}, "axes": {"link.delay_us": [1]}}
        self.assert_file_refused(nested, "'link.delay_us' has no place: 'link' is set to 5")

    def test_names_of_columns(self):
        cases = {"one": {"run": 1}, "two": {"run": 2}}
        for name in ("config_hash", "program", "wall_s"):
            self.assert_file_refused(
                {"name": "a", "axes": {name: cases}}, f"'{name}' is a column of every table"
            )
        self.assert_file_refused({"name": "a", "axes": {"": cases}}, "must be 1 to 100")
        self.assert_file_refused({"name": "a", "axes": {"x\0y": cases}}, "must be 1 to 100")
        many = {f"axis {n}": {"one": {}} for n in range(101)}
        self.assert_file_refused({"name": "a", "axes": many}, "101 axes are more than 100")

    def test_very_many_mistakes(self):
        axes = {"mine": {f"case {n}": {f"x{n}": 1} for n in range(101)}}
        path = self.write("hostile.json", json.dumps({"name": "a", "axes": axes}))
        err = self.run_sweep(path, "--out", "out", code=2)
        self.assertEqual(err.count("\n"), 21)
        self.assertIn("axes.mine.case 19: unknown field 'x19'", err)
        self.assertTrue(err.endswith("and 81 more\n"), err[-100:])

    def test_case_that_has_the_name_of_a_result(self):
        axes = {"jct_ms": {"fast": {"run": 1}, "slow": {"run": 2}}, **TWO}
        self.run_sweep(self.sweep_file(axes=axes), "--out", "out")
        rows = self.rows()
        self.assertEqual([row["jct_ms"] for row in rows], ["fast"] * 2 + ["slow"] * 2)
        self.assertTrue(all(float(row["result_jct_ms"]) > 0 for row in rows))

    def test_cases_may_name_systems(self):
        axes = {"pair": {"first": {"system": ["esa"]}, "second": {"system": ["atp"]}}, "seed": [1]}
        self.run_sweep(self.sweep_file(axes=axes), "--out", "out")
        self.assertEqual(
            [(row["pair"], row["system"]) for row in self.rows()],
            [("first", "esa"), ("second", "atp")],
        )

    def test_closed_descriptors(self):
        path = self.sweep_file(axes=TWO)
        self.run_sweep(path, "--out", "whole")
        for index, closed in enumerate((">&-", "2>&-", "<&- >&- 2>&-")):
            self.shell(f"$sweep '{path}' --out out{index} {closed}")
            self.assertEqual(self.rows(f"out{index}"), self.rows("whole"))
        bad = self.sweep_file(axes={"job": [1]})
        self.shell(f"$sweep '{bad}' --out bad <&- >&- 2>&-", code=2)

    def test_streams_that_cannot_be_written(self):
        path = self.sweep_file(axes=TWO)
        said = self.shell(f"$sweep '{path}' --out out >/dev/full", code=1)
        self.assertIn("standard output cannot be written", said)
        self.assertEqual(len(self.rows()), 2)
        self.shell(f"$sweep '{path}' --out out 2>/dev/full")
        bad = self.sweep_file(axes={"job": [1]})
        self.shell(f"$sweep '{bad}' --out bad 2>/dev/full", code=2)

    def test_names_of_folders(self):
        """Of the checkout, of the program, of the sweep file and of the results."""
        odd = self.path(CHARACTERS)
        shutil.copytree(
            ANALYSIS, os.path.join(odd, "analysis"), ignore=shutil.ignore_patterns("results")
        )
        program = os.path.join(odd, "esa scenario$")
        os.symlink(REAL_PROGRAM, program)
        path = self.sweep_file(axes=TWO)
        os.rename(path, os.path.join(odd, "small.json"))
        self.shell(
            'cd "$(printf %s */analysis)/.." && HOME=/proc/none $sweep small.json --out ./out',
            os.path.join(odd, "analysis"),
            program,
        )
        self.assertEqual(len(self.rows(os.path.join(CHARACTERS, "out"))), 2)
        # a name that is no text, and one that could forge a line
        names = (b"line\nerror: x", b"\xff")
        for name in names:
            os.mkdir(os.path.join(os.fsencode(odd), name))
        said = self.shell(
            'cd "$(printf %s */analysis)/.." && '
            'for out in line* "$(printf \'\\377\')"; do $sweep small.json --out "$out"; done',
            os.path.join(odd, "analysis"),
            program,
        )
        self.assertNotIn("\nerror: x", said)
        for name in names:
            self.assertTrue(os.path.exists(os.path.join(os.fsencode(odd), name, b"small.csv")))

    def test_program_that_is_built_anew_during_the_sweep(self):
        self.make_program(pause_s=1)
        path = self.sweep_file(axes=TWO)
        sweep = self.start(path, "--cores", "1", "--out", "out")
        self.wait_for(self.starts)
        self.make_program(remark="another program")
        _, err = sweep.communicate(timeout=120)
        self.assertEqual(sweep.returncode, 1, err)
        self.assertIn("the program was built anew after the sweep had begun", err)
        self.run_sweep(path, "--out", "out")
        self.assertEqual(len(self.rows()), 2)

    def test_no_package_of_python_is_needed(self):
        path = self.sweep_file(set={"dnns": TINY, "iterations": 1}, axes=TWO)
        command = [sys.executable, "-S", "-X", "importtime", ANALYSIS, "esa_sweep"]
        command += ["--program", self.program, path, "--dry-run"]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=True)
        loaded = set(re.findall(r"\|\s+([a-z]\w*)", done.stderr)) - {"cumulative", "imported"}
        self.assertLess({"json", "csv"}, loaded)
        ours = {name.partition(".")[0] for name in os.listdir(ANALYSIS)}
        foreign = loaded - ours - sys.stdlib_module_names - {"org"}  # copy looks for Jython's
        self.assertEqual(foreign, set())
