# SPDX-License-Identifier: GPL-2.0-only
"""A folder for the files of a test."""

import os
import shutil
import tempfile
import unittest


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
