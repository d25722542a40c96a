# SPDX-License-Identifier: GPL-2.0-only
"""
Every command of README, ARTIFACT and the manual, and every sweep: it runs, or is valid as far as can be told without.
Every field of scenarios that they name exists.

It is among the quick tests (tests/manual.sh), as a text is changed more often than what it names.
"""

import glob
import importlib.util
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest

from esa_compare.__main__ import _options as compare_options
from esa_figures.__main__ import _options as figures_options
from esa_plot.options import parse as plot_options
from esa_sweep.fields import field_path
from esa_sweep.plan import make_plan
from esa_sweep.program import Program
from esa_sweep.sweepfile import Sweep

from .support import ANALYSIS, REAL_PROGRAM

ROOT = os.path.dirname(ANALYSIS)
TEXTS = ("*.md", "*/README.md", "*/*/README.md", "contrib/esa/doc/*.rst")

_TUTORIAL = "esa-tutorial.rst"  # tests/tutorial/run runs its commands
_PLACEHOLDER = re.compile(r"\b(SWEEP|FILE|NAME|PREFIX|FOLDER|\$\w+)\b|\$racks|\$one")
_OF_NS3 = ("--enable-", "--filter-module")  # options of others' commands
_SMALL_TRACE = "job"


def commands():
    """Returns (file, command) of each command that begins with ./ns3."""
    found = []
    for pattern in TEXTS:
        for path in sorted(glob.glob(os.path.join(ROOT, pattern))):
            if os.path.basename(path) == _TUTORIAL:
                continue
            with open(path, encoding="utf-8") as file:
                text = file.read().replace("\\\n", " ")
            for line in re.findall(r"(?<![\w/.])\./ns3 ([^\n`|]*)", text):
                found.append((os.path.relpath(path, ROOT), re.sub(r"\s+", " ", line).strip()))
    return list(dict.fromkeys(found))


class CommandsTest(unittest.TestCase):
    """Commands as they are written, run in a copy of what they read."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="esa-commands-")
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        for name in ("scenarios", "inputs", "analysis", "contrib"):
            os.symlink(os.path.join(ROOT, name), os.path.join(cls.folder, name))
        shutil.copytree(os.path.join(ROOT, "traces"), os.path.join(cls.folder, "traces"))  # some write into it
        with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
            scenario = re.search(r"```json\n(.*?)```", file.read(), re.DOTALL)[1]
        with open(os.path.join(cls.folder, "mine.json"), "w", encoding="utf-8") as file:
            file.write(json.dumps(json.loads(scenario)))
        cls.addClassCleanup(os.chdir, os.getcwd())
        os.chdir(cls.folder)
        cls.make_trace(_SMALL_TRACE, "--data", "4", "--tensor", "2")
        cls.program = Program(REAL_PROGRAM)
        with open(os.path.join(ROOT, "cmake", "command", "help.txt"), encoding="utf-8") as file:
            cls.help = file.read()

    @classmethod
    def make_trace(cls, *arguments):
        """Runs ./ns3 trace make in the folder."""
        tool = os.path.join(ROOT, "contrib", "esa", "tools", "esa-trace-make")
        subprocess.run(["/usr/bin/env", "python3", tool, *arguments], cwd=cls.folder, check=True)

    def test_commands(self):
        seen = commands()
        self.assertGreater(len(seen), 100)
        for file, line in seen:
            if _PLACEHOLDER.search(line.replace("$OUT", "out")):
                continue
            with self.subTest(file=file, command=line):
                lexer = shlex.shlex(line, posix=True, punctuation_chars="&>;")
                lexer.whitespace_split = True
                words = list(lexer)
                end = [i for i, word in enumerate(words) if word in ("&&", ">", ";")]
                self.check(words[: min(end)] if end else words)

    def test_sweeps(self):
        """The program takes every run of every sweep, whole and for a first look."""
        for path in sorted(glob.glob(os.path.join(ANALYSIS, "sweeps", "*.json"))):
            for quick in (False, True):
                with self.subTest(sweep=os.path.basename(path), quick=quick):
                    make_plan(Sweep(path, self.program, quick), self.program)

    def test_fields(self):
        """A field that a text names exists. Columns are named like fields, and so is a file."""
        spec = importlib.util.spec_from_file_location("names", os.path.join(ROOT, "contrib", "esa", "doc", "names.py"))
        names = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(names)
        fields = self.program.schema["properties"]
        groups = "|".join(name for name, one in fields.items() if {"properties", "patternProperties"} & set(one))
        count = 0
        for pattern in TEXTS:
            for path in sorted(glob.glob(os.path.join(ROOT, pattern))):
                for line, literal in names.literals(pathlib.Path(path)):
                    for found in re.findall(rf"(?<![\w./-])((?:{groups})(?:\.\w+)+)", literal):
                        count += 1
                        if found not in ("jobs.csv", "jobs.jct_us", "jobs.queueing_us"):
                            with self.subTest(f"{os.path.relpath(path, ROOT)}:{line}"):
                                field_path(found, self.program.schema, "the text")
        self.assertGreater(count, 400)

    def test_sources(self):
        """The table of systems in the manual has the sources that --list-systems prints."""
        listed = subprocess.run([REAL_PROGRAM, "--list-systems"], capture_output=True, text=True, check=True).stdout
        sources = re.findall(r"^([a-z0-9_]+) .* \[([a-z]+)\]$", listed.split("\n\n")[0], re.MULTILINE)
        self.assertGreater(len(sources), 14)
        with open(os.path.join(ROOT, "contrib", "esa", "doc", "esa-systems.rst"), encoding="utf-8") as file:
            table = file.read()
        for name, source in sources:
            row = rf"(?m)^([a-z0-9_]+, )*{name}(, [a-z0-9_]+)* +{source}[ ,]+[^ ]"
            self.assertRegex(table, row, f"{name} has the source {source}")

    def check(self, words):
        """Checks a command. words: what follows ./ns3"""
        name, *rest = words
        if name == "run":
            self.check_run(rest)
        elif name == "sweep" and rest and rest[0].startswith("analysis/"):  # others are the user's own
            path = os.path.join(ROOT, rest[0])
            self.assertGreater(len(make_plan(Sweep(path, self.program, "--quick" in rest), self.program)), 0)
        elif name == "plot" and rest:
            plot_options(["out", *rest] if rest[0].startswith("-") else rest)
        elif name == "compare" and rest:
            compare_options(rest)
        elif name == "figures":
            figures_options([*rest, "--program", REAL_PROGRAM])
        elif name == "trace" and rest[0] == "make" and len(rest) > 1:
            self.make_trace(*rest[1:], "--force", *(() if "--slice" in rest else ("--slice", "0.001"))[: 2 * ("--model" in rest)])
        elif name == "trace" and rest[0] == "import":
            tool = os.path.join(ROOT, "contrib", "esa", "tools", "esa-trace-import")
            text = subprocess.run([tool, "--help"], capture_output=True, text=True, check=True).stdout
            for option in rest:
                self.assertTrue(not option.startswith("--") or option in text, option)
        else:
            self.assertRegex(self.help, rf"(?m)^  {name}\b", "help.txt has the command")
            for option in rest:
                if option.startswith("--") and not option.startswith(_OF_NS3):
                    self.assertTrue(option in self.help, option)

    def check_run(self, rest):
        """Checks ./ns3 run: a scenario is validated, another program is there."""
        words = [word for each in rest for word in (shlex.split(each) if " " in each else [each])]
        words = [word for word in words if word != "--"]
        program = os.path.join(os.path.dirname(REAL_PROGRAM), words[0])
        if not words or not os.path.exists(program) or not words[0].startswith("esa-"):
            return
        is_scenario = words[0] in ("esa-scenario", "esa-own-system")
        if not is_scenario or any(word.startswith("--Print") for word in words):
            return
        arguments = [re.sub(r"^contrib/esa/scenarios", "scenarios", word) for word in words[1:]]
        if "--trace" in arguments:
            arguments[arguments.index("--trace") + 1] = _SMALL_TRACE
        if not {"--help", "--print-schema", "--print-columns", "--list-systems"} & set(arguments):
            arguments.append("--validate")
        done = subprocess.run(
            [program, *arguments], cwd=self.folder, capture_output=True, text=True, check=False
        )
        self.assertEqual(done.returncode, 0, done.stderr)
