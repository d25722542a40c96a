# SPDX-License-Identifier: GPL-2.0-only
"""./ns3 update: what is stale is named, and stays as it is."""

import glob
import os
from unittest import mock

from esa_sweep.errors import BadInput
from esa_update import fields, measured, times, verdicts
from esa_update.__main__ import MANUAL, PARTS, ROOT, Part, parse, stale
from esa_update.verdicts import table

from .folder_support import FolderTestCase
from .support import REAL_PROGRAM
from .test_claims import rows_of


class UpdateTest(FolderTestCase):
    """Parts, and the tables that they write."""

    def test_every_part_has_files(self):
        for part in PARTS:
            for pattern in part.files:
                self.assertTrue(glob.glob(os.path.join(ROOT, pattern), recursive=True), pattern)

    def part(self, write):
        """Returns a part of the files in the folder."""
        return Part("made up", "1 s", (os.path.join(self.folder, "*.txt"),), "files", write)

    def test_what_is_stale_is_named_and_put_back(self):
        for name in ("same", "other"):
            self.write(f"{name}.txt", name)

        def write(cores):
            self.write("same.txt", "same")
            self.write("other.txt", "changed")
            self.write("new.txt", "new")

        found = [os.path.basename(path) for path in stale(self.part(write), 0)]
        self.assertEqual(found, ["new.txt", "other.txt"])
        self.assertEqual(self.text("other.txt"), "other")
        self.assertFalse(os.path.exists(self.path("new.txt")))
        self.assertEqual(stale(self.part(lambda cores: None), 0), [])

    def test_a_part_that_fails_is_put_back(self):
        path = self.write("some.txt", "some")
        command = self.command("esa_update", "--list")[0]
        self.assertIn("fingerprints", command)

        def write(cores):
            os.unlink(path)
            raise OSError("no space")

        with self.assertRaises(OSError):
            stale(self.part(write), 0)
        self.assertEqual(self.text("some.txt"), "some")

    def test_verdicts_are_those_of_the_tables(self):
        said, _ = self.command("esa_update", "--check", "verdicts")
        self.assertIn("fresh", said)

    def test_pages_of_fields_and_columns_are_what_the_program_prints(self):
        fields.write(self.folder, REAL_PROGRAM)
        for name in ("esa-fields.rst", "esa-columns.rst"):
            with open(os.path.join(MANUAL, name), encoding="ascii") as page:
                self.assertEqual(page.read(), self.text(name), "./ns3 update fields")

    def test_numbers_of_a_text_follow_from_their_expressions(self):
        rows = {"s": rows_of({"esa": (1.0, 2.0, 3.0)})}
        for text, wanted in (
            ("9.00<!-- s: jct_ms esa -->", "2.00<!-- s: jct_ms esa -->"),
            ("9<!-- s: 10 *\n jct_ms esa -->", "20<!-- s: 10 *\n jct_ms esa -->"),
            ("9.0 [8.0, 9.0]<!-- s: jct_ms esa -->", "2.0 [-0.5, 4.5]<!-- s: jct_ms esa -->"),
            ("9.0 <!-- a remark: none -->", "9.0 <!-- a remark: none -->"),
        ):
            self.assertEqual(verdicts._NUMBER.sub(lambda found: verdicts.number(found, rows.get), text), wanted)
        with self.assertRaisesRegex(BadInput, "has 0 points: must be one"):
            verdicts.number(verdicts._NUMBER.match("9<!-- s: jct_ms atp -->"), rows.get)

    def test_single_tables_leave_the_others(self):
        path = os.path.join(ROOT, "analysis", "results", "measured.md")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        found = measured.sections(text)
        self.assertEqual(list(found), [name for name in measured.TABLES if name in found], "in their order")
        options = parse(["measured", "rates", "p4", "parts"])
        self.assertEqual([part.name for part in options.parts], ["measured", "p4"])
        self.assertEqual(options.parts[0].write.keywords, {"names": ("rates", "parts")})
        self.assertIn("there is no part 'rates'", self.refused("esa_update", "rates"))
        copy = self.write("copy.md", text)
        with mock.patch.multiple(measured, section=lambda name, *_: f"{name} anew\n", esa=mock.DEFAULT):
            measured.write(copy, names=("rates",))
        self.assertEqual(measured.sections(self.text("copy.md")), {**found, "rates": "rates anew\n"})

    def test_bad_options(self):
        self.assertIn("there is no part 'al'; there are: fields, verdicts, readme", self.refused("esa_update", "al"))
        self.assertIn("name parts to write, or all; there are: fields", self.refused("esa_update"))
        self.assertIn("did you mean --check?", self.refused("esa_update", "--chek"))

    def test_what_is_another_one_each_time_is_not_checked(self):
        self.assertIn("times", [part.name for part in parse(["all"]).parts])
        self.assertNotIn("times", [part.name for part in parse(["all", "--check"]).parts])
        self.assertIn("--check: times cannot be checked", self.refused("esa_update", "times", "--check"))

    def test_times_are_of_all_that_a_command_starts(self):
        spin = "import time\nwhile time.process_time() < 1: pass"
        self.write("spin.py", spin)
        python = f"/usr/bin/python3 {self.path('spin.py')}"
        times.write(self.path("t.txt"), {"two": f"{python} & {python}; wait", "none": "sleep 0.6; touch {out}/file"})
        lines = self.text("t.txt").splitlines()
        self.assertIn(" cores):", lines[0])
        self.assertEqual(lines[3:5], ["Command  seconds", "=======  ======="])
        self.assertRegex(lines[5], r"^two      2\.\d$")
        self.assertRegex(lines[6], r"^none     0\.\d$")
        with self.assertRaisesRegex(times.RunFailed, "times: false"):
            times.write(self.path("u.txt"), {"bad": "false"})
        self.assertFalse(os.path.exists(self.path("u.txt")))

    def test_tables(self):
        self.assertEqual(table([("a", "bcd"), ("ef", "")]), "==  ===\na   bcd\n==  ===\nef\n==  ===\n")
        rows = rows_of({"esa": (1.0, 2.0, 3.0), "atp": 2000.0}, memory=1)
        lines = measured.table(rows, ["memory"], "system")
        # t of 95 % with 2 degrees of freedom, 4.303, times 1 / sqrt(3)
        self.assertEqual(lines[2], "| 1 | 2.000 +- 2.484 | 2,000 +- 0 |")
