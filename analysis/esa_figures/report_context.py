# SPDX-License-Identifier: GPL-2.0-only
"""What a section is made with: runs of sweeps, pictures and files in the folder of the report."""

import os
import shutil
import sys

import esa
import esa_results
from esa_sweep.execute import RunFailed
from esa_sweep.files import replacing
from esa_sweep.sweep import ANALYSIS
from esa_sweep.sweepfile import Sweep

from . import style
from .section import Picture, Source


FIRST_LOOK = " (first look)"
"""What titles end in if nothing is of the paper's size."""


class ReportContext:
    """Runs sweeps and draws, each sweep once."""

    def __init__(self, program, out, kept, cores, quick, quiet, given=None):
        """
        program: a Program; out: folder of the report; kept: folder of the sweeps' results; cores:
        runs at a time; quick: whether this is a first look; quiet: no progress; given: a folder with
        the CSV file of each sweep, which is drawn instead of running it, or None
        """
        self.program = program
        self.out = out
        self.quick = quick
        self.kept = kept
        self.given = given
        self._cores = cores
        self._quiet = quiet
        self._sweeps = {}

    def runs(self, name):
        """Returns the runs of analysis/sweeps/NAME.json, a DataFrame; leaves NAME.csv in out if it runs them."""
        return self._sweep(name)[1]

    def source(self, name):
        """Returns the Source of a section from this sweep."""
        sweep, runs = self._sweep(name)
        command = f"./ns3 sweep analysis/sweeps/{name}.json" + (" --quick" if self.quick else "")
        return Source(command, len(runs), sweep.text)

    def picture(self, name, title, draw, caption=""):
        """
        Writes NAME.svg into out, and returns the Picture.

        title: above the panels in these files; draw: function of title=TEXT and narrow=BOOL, both
        optional, that returns a figure of matplotlib's; caption: what distinguishes the picture
            from others of its section
        """
        title += FIRST_LOOK if self.quick else ""
        style.save(draw(title=title), os.path.join(self.out, f"{name}.svg"))
        return Picture(title, caption, style.svg(draw()), style.svg(draw(narrow=True)))

    def begin(self, name):
        """Returns a sweep, and the directory for its results; says that it begins."""
        if not self._quiet:
            print(f"{name}:", file=sys.stderr)
        return self._sweep_file(name), os.path.join(self.kept, name + ("-quick" if self.quick else ""))

    def _sweep_file(self, name):
        path = os.path.join(ANALYSIS, "sweeps", f"{name}.json")
        return Sweep(path, self.program, self.quick)

    def versions(self):
        """Returns what the runs were made with, as a text."""
        _, runs = next(iter(self._sweeps.values()))
        return f"esa {runs['module_version'][0]}, ns-3 {runs['ns3_version'][0]}"

    def _sweep(self, name):
        if name not in self._sweeps:
            self._sweeps[name] = self._run(name)
        return self._sweeps[name]

    def _run(self, name):
        if self.given:
            return self._sweep_file(name), esa_results.read(os.path.join(self.given, f"{name}.csv"))
        sweep, directory = self.begin(name)
        result = esa.run_missing(sweep, self.program, directory, self._cores, quiet=self._quiet)
        if result.failures:
            lines = [f"{name}: {run}: {why}; log: {log}" for run, why, log in result.failures]
            raise RunFailed("\n".join(lines))
        with replacing(os.path.join(self.out, f"{name}.csv")) as temporary:
            shutil.copyfile(result.csv, temporary)
        return sweep, esa_results.read(result.csv)
