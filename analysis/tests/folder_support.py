# SPDX-License-Identifier: GPL-2.0-only
"""A folder for the files of a test, and commands that run there."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

ANALYSIS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class FolderTestCase(unittest.TestCase):
    """A test with a folder."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="esa-test-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def path(self, *names):
        """Returns a path in the folder."""
        return os.path.join(self.folder, *names)

    def text(self, *names):
        """Returns the text of a file in the folder."""
        with open(self.path(*names), encoding="utf-8") as file:
            return file.read()

    def write(self, name, text):
        """Writes a file; returns its path."""
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def command(self, module, *arguments, code=0):
        """Runs a module in the folder, which is to end with the code; returns (stdout, stderr)."""
        done = subprocess.run(
            [sys.executable, "-m", module, *arguments],
            cwd=self.folder,
            env=dict(os.environ, PYTHONPATH=ANALYSIS),
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual(done.returncode, code, f"{done.stdout}\n{done.stderr}")
        return done.stdout, done.stderr

    def refused(self, module, *arguments):
        """Runs a module, which is to refuse its input in one line; returns that line."""
        out, err = self.command(module, *arguments, code=2)
        self.assertEqual(out, "")
        self.assertEqual(err.count("\n"), 1, err)
        return err
