# SPDX-License-Identifier: GPL-2.0-only
"""import esa: scenarios and sweeps from Python, and the notebook."""

import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest
from unittest import mock

import esa
import numpy as np
from esa_runs.read import read

from .support import ANALYSIS, REAL_PROGRAM

_SMALL = {"jobs": {"count": 1, "workers": 2}, "iterations": 1, "seeds": [1, 2], "systems": ["esa", "atp"]}


class EsaTest(unittest.TestCase):
    """Runs in a folder of their own."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="esa-api-")
        self.addCleanup(self.folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder.name)
        build = os.path.dirname(os.path.dirname(REAL_PROGRAM))
        self.enterContext(mock.patch.dict(os.environ, ESA_BUILD_DIR=build))

    def test_a_run_has_what_was_given(self):
        runs = esa.run(_SMALL, progress=False, link__delay_us=2.5, seed=[1])
        self.assertEqual(list(runs["link.delay_us"]), [2.5, 2.5])
        self.assertEqual(list(runs["system"]), ["esa", "atp"])
        self.assertTrue((runs["jct_ms"] > 0).all())
        self.assertEqual(os.listdir("."), [])

    def test_a_sweep_is_that_of_the_command(self):
        with open("base.json", "w", encoding="utf-8") as file:
            json.dump(_SMALL, file)
        asked = {"name": "delays", "base": "base.json", "axes": {"link.delay_us": [1, 5]}}
        runs = esa.sweep(asked, "kept", progress=False)
        self.assertEqual(list(runs["link.delay_us"]), [1] * 4 + [5] * 4)
        again = esa.sweep(asked, "kept", progress=False)
        self.assertEqual(list(again["wall_s"]), list(runs["wall_s"]), "nothing runs twice")
        whole = esa.sweep({**asked, "base": _SMALL}, "kept", progress=False)
        self.assertEqual(list(whole["wall_s"]), list(runs["wall_s"]), "the base is the same")

    def test_several_results_have_what_differs(self):
        for delay in (1, 5):
            command = [REAL_PROGRAM, "--quiet", "--system", "esa", "--jobs", "1", "--workers", "2"]
            subprocess.run([*command, "--set", f"link.delay_us={delay}", "--out", f"d{delay}"], check=True)
        runs = esa.read("d1", "d5")
        self.assertEqual(list(runs["link.delay_us"]), [1, 5])
        self.assertNotIn("switch.memory_bytes", runs)
        self.assertNotIn("link.delay_us", esa.read("d1"))

    def test_errors_are_those_of_the_program(self):
        with self.assertRaisesRegex(esa.BadInput, "link.delay_us.* is not allowed: must be"):
            esa.run(_SMALL, link__delay_us=-1)
        with self.assertRaisesRegex(esa.BadInput, "^esa.run: axes: unknown field 'link.delay'"):
            esa.run(_SMALL, link__delay=1)
        with self.assertRaisesRegex(esa.BadInput, "^the scenario: /jobs/cuont"):
            esa.run({"jobs": {"cuont": 1}}, system="esa")
        with self.assertRaisesRegex(esa.BadInput, "none.json"):
            esa.run("none.json")

    def test_values_of_numpy_and_paths(self):
        runs = esa.run(
            _SMALL, progress=False, system=["esa"], seed=np.arange(1, 3), link__delay_us=np.float32(2.5)
        )
        self.assertEqual(list(runs["seed"]), [1, 2])
        self.assertEqual(list(esa.run(_SMALL, progress=False, system="esa", seed=np.int64(3))["seed"]), [3])
        path = pathlib.Path("none.json")
        for scenario, fields in ((path, {}), (_SMALL, {"trace__file": path})):
            with self.assertRaisesRegex(esa.BadInput, "none.json"):
                esa.run(scenario, **fields)

    def test_what_is_no_input_is_refused_in_a_sentence(self):
        for given, fields, words in (
            (5, {}, "the scenario: 5 is not allowed: must be a path or a dict"),
            (_SMALL, {"seed": {1}}, "seed: {1} is not allowed: must be a number"),
            (_SMALL, {"link__delay_us": np.nan}, "link__delay_us: nan is not allowed: must be a finite number"),
            ({**_SMALL, "link": {"delay_us": np.inf}}, {}, "the scenario: inf is not allowed: must be a finite number"),
            (_SMALL, {"cores": 1.5}, "cores: 1.5 is not allowed: must be a whole number from 0"),
            (_SMALL, {"of": "/bin/true"}, "/bin/true: is not esa-scenario"),
            (_SMALL, {"of": self.folder.name}, "there is no such program"),
        ):
            with self.subTest(words=words), self.assertRaisesRegex(esa.BadInput, re.escape(words)):
                esa.run(given, **{"link__delay_us": 1, **fields})

    def test_a_model_replaces_the_layers_of_the_built_in_dnn(self):
        """As --set does, whichever of its fields is set first."""
        asked = {
            "name": "models",
            "set": {"dnns.A.slice": 0.001, "jobs": 1, "workers": 2, "iterations": 1},
            "axes": {"dnns.A.model": ["vgg16", "bert-large"], "system": ["esa"], "seed": [1]},
        }
        runs = esa.sweep(asked, out="swept", progress=False)
        swept = read("swept")
        self.assertEqual([swept.models(row)["A"] for row in swept.rows], ["vgg16", "bert-large"])
        sliced = []
        for model in ("vgg16", "bert-large"):
            command = [REAL_PROGRAM, "--quiet", "--system", "esa", "--seed", "1", "--jobs", "1"]
            command += ["--workers", "2", "--iterations", "1", "--out", model]
            command += ["--set", f"dnns.A.model={model}", "--set", "dnns.A.slice=0.001"]
            subprocess.run(command, check=True)
            sliced += list(esa.read(model)["jct_ms"])
        self.assertEqual(list(runs["jct_ms"]), sliced)

    def test_a_sweep_makes_its_execution_traces(self):
        asked = {
            "name": "made",
            "traces": {"four": "--model resnet50 --data 4 --fsdp --shard 2", "two": "--data 2"},
            "set": {"iterations": 1, "execution.slice": 0.01},
            "axes": {
                "trace": {"sharded": {"execution.traces": ["four"]}, "whole": {"execution.traces": ["two"]}},
                "system": ["esa", "ring"],
                "seed": [1],
            },
        }
        runs = esa.sweep(asked, progress=False)
        self.assertEqual(list(runs["workers"]), [4, 4, 2, 2])
        folders = os.listdir(os.path.join("out", "traces"))
        self.assertEqual(len(folders), 2)
        files = [path for path in os.listdir(os.path.join("out", "traces", min(folders))) if path.endswith(".et")]
        self.assertEqual(len(files), 4)
        esa.sweep(asked, progress=False)
        self.assertEqual(sorted(os.listdir(os.path.join("out", "traces"))), sorted(folders), "made once")
        refused = (("--data 3 --tensr 2", "tensr"), ("--data 0", "must be an integer"), ("'", "quotation"))
        for options, reason in refused:
            with self.subTest(options=options), self.assertRaisesRegex(esa.BadInput, f"traces.four: .*{reason}"):
                esa.sweep({**asked, "traces": {"four": options}}, progress=False)

    def test_jobs_of_a_trace_and_times_of_each_job(self):
        lines = "submit_time,gpu_num,duration,model\n0,2,1,A\n1,2,1,A\n"
        with open("jobs.csv", "w", encoding="utf-8") as file:
            file.write(lines)
        trace = {"name": "two", "systems": ["esa"], "seeds": [1, 2], "trace": {"file": os.path.abspath("jobs.csv")}}
        runs = esa.run(trace, "kept", progress=False, link__delay_us=1)
        self.assertEqual(list(map(len, runs["iteration_ms"])), [2, 2])
        for name in ("kept", os.path.join("kept", "run.csv")):
            jobs = esa.jobs(name)
            self.assertEqual(list(jobs["seed"]), [1, 1, 2, 2])
            self.assertEqual(list(jobs["link.delay_us"]), [1] * 4)
            self.assertEqual(list(jobs["jct_us"]), [t for each in runs["jobs.jct_us"] for t in each])
        with open("trace.json", "w", encoding="utf-8") as file:
            json.dump(trace, file)
        command = [REAL_PROGRAM, "--quiet", "--config", "trace.json", "--set", "link.delay_us=1"]
        subprocess.run([*command, "--out", "plain"], check=True)
        self.assertEqual(list(esa.jobs("plain")["jct_us"]), list(jobs["jct_us"]))

    def test_a_note_is_a_warning_at_the_line_of_the_user(self):
        with self.assertWarnsRegex(UserWarning, "the job collides with itself") as caught:
            esa.run(_SMALL, progress=False, switch__memory_bytes=10000)
        self.assertEqual(caught.filename, __file__)

    def test_notebook(self):
        """Its cells run one after the other, without Jupyter."""
        notebooks = os.path.join(ANALYSIS, "notebooks")
        with open(os.path.join(notebooks, "first-look.ipynb"), encoding="utf-8") as file:
            cells = [c["source"] for c in json.load(file)["cells"] if c["cell_type"] == "code"]
        os.chdir(notebooks)
        names = {}
        for cell in cells:
            text = "".join(cell).replace("../../out/notebook", os.path.join(self.folder.name, "out"))
            exec(compile(text, "first-look.ipynb", "exec"), names)  # pylint: disable=exec-used
        self.assertEqual(len(names["runs"]), 4 * 2 * 3)
