# SPDX-License-Identifier: GPL-2.0-only
"""How a report was made."""

import os
import shutil
import subprocess
import unittest
import unittest.mock

from esa_figures import provenance
from esa_figures.provenance import command, sources

from .folder_support import FolderTestCase


class MadeTest(FolderTestCase):
    """The footer."""

    def git(self, *arguments):
        """Runs git in the folder."""
        who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        subprocess.run(["git", "-C", self.folder, *who, *arguments], check=True)

    def test_command_is_what_the_user_gave(self):
        given = ["--program", "build/bin/esa-scenario", "--quick", "--out", "my report"]
        self.assertEqual(command(given), "./ns3 figures --quick --out 'my report'")
        self.assertEqual(command(["--program=x"]), "./ns3 figures")

    @unittest.skipUnless(shutil.which("git"), "there is no git here")
    def test_tree_of_the_sources_and_files_that_differ_from_it(self):
        self.write("contrib/esa/code", "a")
        self.write("analysis/results/claims.csv", "a")
        self.git("init", "-q")
        self.git("add", ".")
        self.git("commit", "-qm", "Add")
        known = sources(self.folder)
        self.assertRegex(known, "^contrib/esa of tree [0-9a-f]{12}$")
        # other files, and another commit, are not the sources
        self.write("analysis/results/claims.csv", "b")
        self.git("commit", "-qam", "Write anew", "--amend")
        self.assertEqual(sources(self.folder), known)
        self.write("contrib/esa/more", "new")
        self.assertEqual(sources(self.folder), known + ", with changes")
        self.git("add", ".")
        self.git("commit", "-qm", "Add more")
        self.assertNotEqual(sources(self.folder), known)
        # the documented command finds the commit: the first of those that it lists
        (tree,) = known.split()[-1:]
        listed = ["git", "-C", self.folder, "log", "-t", "--reverse", "--format=%s"]
        found = subprocess.run(
            [*listed, f"--find-object={tree}"], capture_output=True, text=True, check=True
        )
        self.assertEqual(found.stdout.split("\n")[0], "Write anew")

    def test_without_git(self):
        self.assertEqual(sources(self.folder), "contrib/esa of an unknown tree")
        with unittest.mock.patch.dict(os.environ, PATH=""):
            self.assertEqual(sources(self.folder), "contrib/esa of an unknown tree")

    def test_footer_has_sources_command_date_and_machine(self):
        lines = provenance.made_by(self.folder, "esa 1", ["--quick"])
        self.assertEqual(lines[0], "Made with esa 1, contrib/esa of an unknown tree.")
        self.assertEqual(lines[1], "Command: ./ns3 figures --quick")
        self.assertRegex(lines[2], r"^\d{4}-\d\d-\d\d \d\d:\d\d UTC, on .+, \d+ cores?, Linux")
