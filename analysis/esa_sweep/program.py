# SPDX-License-Identifier: GPL-2.0-only
"""The program esa-scenario, as a sweep sees it."""

import contextlib
import hashlib
import json
import os
import re
import subprocess
import tempfile

from .errors import BadInput


def stamp_of(path):
    """Returns what changes when a program is built anew while a sweep runs."""
    about = os.stat(path)
    return f"{about.st_size}-{about.st_mtime_ns}"


class Program:
    """A built esa-scenario."""

    def __init__(self, path):
        """Finds out which program this is. path: the executable"""
        self.path = os.path.abspath(path)
        if not os.access(self.path, os.X_OK) or os.path.isdir(self.path):
            raise BadInput(f"{path}: there is no such program; ./ns3 build {os.path.basename(path)} builds it")
        self.stamp = stamp_of(self.path)
        self.identity = self._identity()
        try:
            self.schema = json.loads(self._output("--print-schema"))
        except (OSError, ValueError):
            raise BadInput(f"{path}: is not esa-scenario, nor built upon it: it prints no schema") from None

    def _start(self, arguments, out=subprocess.PIPE, folder=None):
        return subprocess.Popen(
            [self.path, *arguments],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="backslashreplace",
        )

    def _finish(self, process):
        """Returns what a process prints; raises BadInput with what it says about bad input."""
        out, err = process.communicate()
        if process.returncode == 0:
            return out
        text = err.strip() or f"{self.path} ended with code {process.returncode}"
        raise BadInput(re.sub(r"^[^\s:]+: error: ", "", text, flags=re.MULTILINE))

    def _output(self, *arguments):
        return self._finish(self._start(arguments))

    def check_file(self, path, schema):
        """Raises BadInput with all errors of a JSON file. schema: path of its JSON Schema"""
        self._output("--validate", "--config", path, "--schema", schema)

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

    def effective_of_all(self, configs, where, folder=None):
        """
        Returns the effective configurations, with every field, of many scenarios.

        configs: the scenarios; where: function of an index that says which scenario this is;
        folder: where relative paths in them begin, or None: they have none. Raises BadInput with
        what the program says about the first one that is not valid.
        """
        parts = max(1, min(len(os.sched_getaffinity(0)), len(configs) // 50))
        size = -(-len(configs) // parts)
        begins = range(0, len(configs), size)
        result = []
        with tempfile.TemporaryDirectory() as scratch, contextlib.ExitStack() as stack:
            processes = []
            for begin in begins:
                path = os.path.join(scratch, str(begin))
                with open(path, "w", encoding="utf-8") as file:
                    file.writelines(json.dumps(one) + "\n" for one in configs[begin:][:size])
                # no pipe: it would make the second process wait until the first one is read
                out = stack.enter_context(open(f"{path}.out", "w+", encoding="utf-8"))
                arguments = ["--print-config", "--config-lines", path]
                started = self._start(arguments, out, folder or scratch)
                processes.append(stack.enter_context(started))
                stack.callback(processes[-1].kill)
            for begin, process in zip(begins, processes):
                try:
                    self._finish(process)
                except BadInput as error:
                    raise BadInput(
                        re.sub(
                            rf"^{re.escape(os.path.join(scratch, str(begin)))}:(\d+)",
                            lambda match: where(begin + int(match[1]) - 1),
                            str(error),
                            flags=re.MULTILINE,
                        )
                    ) from None
                with open(os.path.join(scratch, f"{begin}.out"), encoding="utf-8") as lines:
                    result += map(json.loads, lines)
        return result

    def to_change(self, config=None):
        """
        Returns that of a scenario, as a base for changes.

        Models stand in place of layers, so that their fields can change. What follows from another
        field is left out, so that it follows from that field's new value.
        """
        arguments = ["--config", config] if config else []
        return json.loads(self._output(*arguments, "--print-config", "--to-change"))
