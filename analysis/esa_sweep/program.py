# SPDX-License-Identifier: GPL-2.0-only
"""The program esa-scenario, as a sweep sees it."""

import hashlib
import json
import os
import re
import subprocess

from .errors import BadInput


class Program:
    """A built esa-scenario."""

    def __init__(self, path):
        """Finds out which program this is. path: the executable"""
        self.path = os.path.abspath(path)
        if not os.access(self.path, os.X_OK):
            raise BadInput(f"{path}: there is no such program; ./ns3 build esa-scenario builds it")
        self.identity = self._identity()
        self.schema = json.loads(self._output("--print-schema"))

    def _output(self, *arguments):
        done = subprocess.run(
            [self.path, *arguments], capture_output=True, text=True, check=False
        )
        if done.returncode == 0:
            return done.stdout
        text = done.stderr.strip() or f"{self.path} ended with code {done.returncode}"
        raise BadInput(text.replace("esa-scenario: error: ", ""))

    def _identity(self):
        """Returns a hash of the program and of the ns-3 libraries it loads, 16 hex digits."""
        files = [self.path]
        ldd = subprocess.run(["ldd", self.path], capture_output=True, text=True, check=False)
        files += sorted(re.findall(r"libns3\S* => (/\S+)", ldd.stdout))
        digest = hashlib.sha256()
        for name in files:
            with open(name, "rb") as file:
                digest.update(hashlib.sha256(file.read()).digest())
        return digest.hexdigest()[:16]

    def effective(self, config=None):
        """
        Returns the effective configuration, with every field, of a scenario.

        config: a scenario file, or None for the built-in comparison. Raises BadInput with what
        the program says about a scenario that is not valid.
        """
        arguments = ["--config", config] if config else []
        return json.loads(self._output(*arguments, "--print-config"))

    def to_change(self, config=None):
        """Returns the same with models in place of layers, so that fields of models can change."""
        arguments = ["--config", config] if config else []
        return json.loads(self._output(*arguments, "--print-config", "--keep-models"))
