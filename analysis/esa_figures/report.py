# SPDX-License-Identifier: GPL-2.0-only
"""The report: runs of sweeps, the pictures of pictures.json by ./ns3 plot, the verdicts on claims.csv, one page."""

import base64
import collections
import functools
import math
import os
import shlex
import shutil

import esa_page
import jinja2
from esa_claims import claims, verdicts
from esa_plot import draw
from esa_plot.__main__ import figure_of
from esa_plot.options import parse
from esa_plot.series import add_published
from esa_runs.read import read
from esa_runs.text import plain
from esa_sweep.csv_table import write_csv
from esa_sweep.errors import BadInput
from esa_sweep.execute import RunFailed
from esa_sweep.files import read_json, replacing
from esa_sweep.streams import say
from esa_sweep.sweep import ANALYSIS
from esa_sweep.sweepfile import Sweep

HERE = os.path.dirname(os.path.abspath(__file__))
PICTURES = os.path.join(HERE, "pictures.json")
KINDS = {
    **{verdicts.REPRODUCED: "good", verdicts.PARTLY: "fair", verdicts.NOT: "poor"},
    **{claims.IN_SOME: "fair", claims.AT_BEST_PARTLY: "fair"},
}
"""How badges of verdicts and outcomes look."""


class Tables:
    """The tables of sweeps, each run once, or as they are in a folder."""

    def __init__(self, out, quick=False, given=None, run=None):
        """
        out: folder of the report; quick: whether this is a first look; given: a folder that has the
        tables; run: else a function of a sweep's file that runs what is missing of it, and returns its Result
        """
        self._out, self._quick, self._given, self._run = out, quick, given, run

    def folder(self):
        """Returns the folder that has the tables, as a command would name it."""
        return self._given or self._out

    def has(self, name):
        """Returns whether there is a table: a first look has the tables of sweeps with a first look."""
        return not self._quick or "quick" in read_json(_sweep_file(name))

    @functools.lru_cache(maxsize=None)
    def path(self, name):
        """Returns the path of the table of a sweep; what is missing of it is run."""
        if self._given:
            return os.path.join(self._given, f"{name}.csv")
        result = self._run(_sweep_file(name))
        if result.failures:
            raise RunFailed("\n".join(f"{name}: {run}: {why}; log: {log}" for run, why, log in result.failures))
        path = os.path.join(self._out, f"{name}.csv")
        with replacing(path) as temporary:
            shutil.copyfile(result.csv, temporary)
        return path

    @functools.lru_cache(maxsize=None)
    def rows(self, name):
        """Returns the rows of the table of a sweep."""
        return read(self.path(name)).rows


def _sweep_file(name):
    return os.path.join(ANALYSIS, "sweeps", f"{name}.json")


def runner(program, kept, cores, quick, quiet):
    """Returns a function for Tables. program: its name; kept: folder of the sweeps' results"""
    import esa

    built = esa.program(program)

    def run(file):
        sweep = Sweep(file, built, quick)
        if not quiet:
            say(f"{sweep.name}:")
        folder = os.path.join(kept, sweep.name + ("-quick" if quick else ""))
        return esa.run_missing(sweep, built, folder, cores, quiet=quiet)

    return run


class Picture:
    """A picture of pictures.json, drawn."""

    def __init__(self, entry, tables, out, marks):
        """
        entry: of the file; out: folder for NAME.svg; marks: list of (settings, where, number) that others
        have published
        """
        self.name = entry["name"]
        self.is_folded = entry.get("fold", False)
        self.caption = ", ".join(filter(None, [entry.get("caption", ""), in_words(entry.get("reading", ""))]))
        path = os.path.join(out, f"{self.name}.svg")
        options = shlex.split(entry["plot"])
        if "reading" in entry and entry["reading"] != "fitted":
            options += ["--where", f"reading={entry['reading']}"]
        self.command = shlex.join(["./ns3", "plot", *(f"RESULTS/{name}.csv" for name in entry["sweeps"]), *options])
        options = parse([*map(tables.path, entry["sweeps"]), *options, "--out", path])
        figure, x = figure_of(options)
        points = [point for panel in figure.panels for line in panel.lines for point in line.points]
        names = {name for point in points for name in point.settings}
        where = dict(options.where)
        for settings, value in marks:
            if all(plain(v) in where.get(k, [plain(v)]) for k, v in settings.items()):
                shown = {k: plain(v) for k, v in settings.items() if k in names}
                if any(all(plain(p.settings.get(k)) == v for k, v in shown.items()) for p in points):
                    add_published(figure, [(shown, value)])
        draw.draw(figure, x, path)
        legend, panels = draw.draw_panels(figure, x)
        about = f"{figure.y_label} by {figure.x_label}"
        self.panels = [_image(svg, f"{panel.name}: {about}".lstrip(": "), panel.name)
                       for panel, (svg, _) in zip(figure.panels, panels)]  # fmt: skip
        self.legend = _image(legend, "Legend", "") if legend else None


def _image(svg, about, title):
    """Returns what the page needs of a drawing."""
    data = base64.b64encode(svg.encode()).decode()
    return {"data": data, "about": about, "title": title, "width": esa_page.pixels_wide(svg)}


def in_words(reading):
    """Returns an interpretation as a text that needs no heading."""
    return reading.replace(" us,", " us links,").replace("capped", "capped windows").replace("fitted", "fitted to DNN A")


def marks_of(judged, reading):
    """Returns (settings, number) of the published ratios to ESA of a reading, each where it is judged."""
    found = []
    for one in judged:
        finding = one.findings.get(reading)
        if finding and finding.value and finding.verdict:
            _, system, _, other = one.claim.expression.split()[:4]
            number = float(one.claim.published)
            if other == "esa":
                found.append(({**finding.value.point, "system": system}, number))
            elif system == "esa":
                found.append(({**finding.value.point, "system": other}, 1 / number))
    return found


def make_report(tables, out, footer, quick=False):
    """Draws and judges everything; returns the page's path. footer: function that returns lines"""
    judged = claims.judge_all(claims.read_claims(), tables.rows, _there(tables, quick))
    write_csv(os.path.join(out, "verdicts.csv"), claims.VERDICT_HEADS, claims.verdict_lines(judged, quick))
    sections = []
    for entry in read_json(PICTURES):
        mine = [one for one in judged if one.claim.figure == entry.get("figure")]
        drawn = [
            Picture(each, tables, out, [] if quick else marks_of(mine, each.get("published", "")))
            for each in entry["pictures"]
            if all(map(tables.has, each["sweeps"])) and not (quick and each.get("reading", "5")[0] != "5")
        ]
        if drawn:
            sections.append(_section(entry, mine, drawn, tables))
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(HERE), autoescape=True, trim_blocks=True,
                                     lstrip_blocks=True)  # fmt: skip
    title = "ESA: the paper's figures" + (" (first look)" if quick else "")
    body = environment.get_template("page.html").render(
        title=title,
        quick=quick,
        summary=claims.summary(judged),
        counts=claims.counts(judged),
        verdicts=verdicts.VERDICTS,
        kinds=KINDS,
        sections=sections,
        footer=footer(),
        folder=tables.folder(),
    )
    path = os.path.join(out, "index.html")
    esa_page.write_page(path, title, body, "report")
    return path


def _there(tables, quick):
    """Returns the sweeps that a first look has, None of all."""
    names = {name for claim in claims.read_claims() for name in claim.sweeps}
    return {name for name in names if tables.has(name)} if quick else None


def _section(entry, judged, pictures, tables):
    """Returns what the template needs of a section."""
    outcomes = collections.Counter(filter(None, (one.outcome() for one in judged)))
    names = dict.fromkeys(name for each in entry["pictures"] for name in each["sweeps"])
    names.update(dict.fromkeys(name for one in judged for name in one.claim.sweeps))
    readings = dict.fromkeys(reading for one in judged for reading in one.findings)
    return {
        **entry,
        "is_of_paper": entry.get("figure", "").startswith("Figure"),
        "shown": [picture for picture in pictures if not picture.is_folded],
        "folded": [picture for picture in pictures if picture.is_folded],
        "badges": [(f"{outcomes[kind]} {kind}", KINDS[kind]) for kind in KINDS if outcomes[kind]],
        "judged": judged,
        "readings": list(readings),
        "rows": [_measured(one) for one in judged if not one.outcome()],
        "commands": [picture.command for picture in pictures],
        "sweeps": list(filter(tables.has, names)),
    }


def _measured(one):
    """Returns the cells of a claim that has a distance and no verdict."""
    (finding,) = one.findings.values()
    bound = "" if math.isnan(finding.bound) else f"{finding.bound:.4g} {one.claim.unit}".strip()
    share = finding.share
    if math.isnan(share):
        share = finding.value.mean() / finding.bound - 1 if bound else math.nan
        words = "" if math.isnan(share) else f"{verdicts.percent_text(share)} from the bound"
    else:
        words = "within the range" if share == 0 and " " in one.claim.published else verdicts.percent_text(share)
    return {"claim": one.claim, "finding": finding, "bound": bound, "distance": words}
