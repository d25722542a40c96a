# SPDX-License-Identifier: GPL-2.0-only
"""The section on what is learnt through the switch: it trains perceptrons, see accuracy.py."""

import functools
import hashlib
import json
import os
import shutil
import subprocess
import tempfile

import pandas
from esa_sweep.execute import RunFailed
from esa_sweep.files import die_with_parent, replacing
from esa_sweep.sweep import ANALYSIS

from . import accuracy, style
from .section import Section, Source, Table

NAME = "accuracy"
TITLE = "What is learnt through the switch, and by exact sums"

_ROOT = os.path.dirname(ANALYSIS)
_SCENARIO = os.path.join("scenarios", "accuracy", "digits.json")
_SAMPLES = os.path.join("traces", "datasets", "digits.csv")
_QUICK = ["--set", "iterations=100"]
_POINTS = "accuracy.csv"
_RESULT = "result.csv"


class Learnt:
    """What some systems learnt."""

    def __init__(self, directory):
        """directory: holds the points and the results"""
        self.path = os.path.join(directory, _POINTS)
        self.points = pandas.read_csv(self.path)
        self.results = pandas.read_csv(os.path.join(directory, _RESULT))

    def systems(self):
        """Returns the systems in order."""
        return list(dict.fromkeys(self.points["system"]))

    def last(self, system):
        """Returns the last points of a system, a row per job."""
        rows = self.points[self.points["system"] == system]
        return rows[rows["iteration"] == rows["iteration"].max()].sort_values("job")

    def result(self, system):
        """Returns the row of a system's results."""
        return self.results[self.results["system"] == system].iloc[0]


def learn(program, kept, quick):
    """Trains what is missing; returns what was Learnt. kept: folder for results"""
    options = _QUICK if quick else []
    directory = os.path.join(kept, NAME, _key(program, options))
    if not os.path.isdir(directory):
        os.makedirs(os.path.dirname(directory), exist_ok=True)
        _train(program, options, directory)
    return Learnt(directory)


def _key(program, options):
    """Returns what tells this training from others."""
    digest = hashlib.sha256(json.dumps([program.identity, options]).encode())
    for name in (_SCENARIO, _SAMPLES):
        with open(os.path.join(_ROOT, name), "rb") as file:
            digest.update(hashlib.sha256(file.read()).digest())
    return digest.hexdigest()[:24]


def _train(program, options, directory):
    """Runs the program; the directory is complete or absent."""
    with tempfile.TemporaryDirectory(dir=os.path.dirname(directory)) as scratch:
        written = os.path.join(scratch, "out")
        command = [program.path, "--config", os.path.join(_ROOT, _SCENARIO), "--quiet", *options]
        command += ["--learn", os.path.join(_ROOT, _SAMPLES)]
        command += ["--accuracy", os.path.join(scratch, _POINTS), "--out", written]
        done = subprocess.run(
            command, capture_output=True, text=True, preexec_fn=die_with_parent, check=False
        )
        if done.returncode != 0:
            said = done.stderr.splitlines() or [f"ended with code {done.returncode}"]
            raise RunFailed(f"{_SCENARIO}: {said[-1]}")
        os.rename(os.path.join(scratch, _POINTS), os.path.join(written, _POINTS))
        os.rename(written, directory)


def explain(learnt):
    """Returns what the figure shows, in words and numbers."""
    ends = [learnt.last(system) for system in learnt.systems()]
    apart = max((abs(end["accuracy"] - end["exact_accuracy"])).max() for end in ends)
    row = learnt.result(learnt.systems()[0])
    return (
        f"Preemption and repair split sums and add them elsewhere; is the same still learnt? Two "
        f"jobs train perceptrons on handwritten digits through a switch with "
        f"{row['aggregators']} aggregators, and one packet in a hundred is lost. Grey: the same "
        f"training by exact sums, without a network. After {int(ends[0]['iteration'].iloc[0])} "
        f"iterations the accuracy differs from that of exact sums by {apart:.4f} at most, with "
        f"every system. The paper shows curves of ResNet50 with ESA and BytePS that are alike."
    )


def table_of(learnt):
    """Returns the last accuracies of each system beside those of exact sums."""
    rows = []
    for system in learnt.systems():
        result, last = learnt.result(system), learnt.last(system)
        accuracies = [f"{p.accuracy:.4f} ({p.exact_accuracy:.4f})" for p in last.itertuples()]
        rows.append(
            [style.NAMES[system], f"{result['preemptions']:,}", f"{result['packets_lost']:,}"]
            + [*accuracies, f"{last['largest_difference'].max():.1e}"]
        )
    jobs = sorted(set(learnt.points["job"]))
    heads = ["System", "Preemptions", "Packets lost"]
    heads += [f"Accuracy, job {job} (exact sums)" for job in jobs]
    return Table([*heads, "Largest difference of a parameter"], rows)


def learning_sections(workshop):
    """Returns the section; leaves accuracy.csv in the folder of the report."""
    learnt = learn(workshop.program, workshop.kept, workshop.quick)
    with replacing(os.path.join(workshop.out, _POINTS)) as temporary:
        shutil.copyfile(learnt.path, temporary)
    draw = functools.partial(accuracy.draw, accuracy.first_run(learnt.path))
    picture = workshop.picture(NAME, TITLE, draw)
    command = ["./ns3 run esa-scenario --", "--config", _SCENARIO]
    command += ["--learn", _SAMPLES, "--accuracy", _POINTS, *(_QUICK if workshop.quick else [])]
    with open(os.path.join(_ROOT, _SCENARIO), encoding="utf-8") as file:
        source = Source(" ".join(command), len(learnt.systems()), file.read())
    return [
        Section(NAME, TITLE, explain(learnt), [picture], table_of(learnt), sources=[source])
    ]
