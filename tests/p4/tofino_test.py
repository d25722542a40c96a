# SPDX-License-Identifier: GPL-2.0-only
"""Tests of tofino.py with small reports in the format of p4c's Tofino compiler, and of
tna_stages.py with the TNA program."""

import contextlib
import importlib.machinery
import importlib.util
import io
import json
import pathlib
import re
import tempfile
import unittest

import tna_stages
import tofino
import traces


def load_report():
    """Returns the script tofino-report as a module."""
    path = pathlib.Path(__file__).resolve().parent / "tofino-report"
    loader = importlib.machinery.SourceFileLoader("tofino_report", str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("tofino_report", loader))
    loader.exec_module(module)
    return module


REGISTER = """\
  stateful first$salu.Process.sums:
    p4: { name: Process.sums, size: 1024 }
    actions:
      put_0:
      - alu_a lo, phv_lo
"""


def ternary(name, number, following, register=None):
    """Returns a table with a key; its entries run its action, which may access a register."""
    attached = f"    stateful: {register}(hash_dist 0, $DEFAULT, meter_type)\n" if register else ""
    return (f"  ternary_match {name} {number}:\n"
            f"    p4: {{ name: Process.{name} }}\n"
            f"    hit: [  {following} ]\n    miss:  {following}\n    indirect: {name}$tind\n"
            f"  ternary_indirect {name}$tind:\n    row: 0\n{attached}"
            f"    instruction: {name}$tind(action, $DEFAULT)\n")


def keyless(name, number, if_run, if_not, register):
    """Returns a table without a key behind a condition."""
    return (f"  hash_action {name} {number}:\n    p4: {{ name: {name}, hidden: true }}\n"
            f"    gateway:\n      name: cond-{number}\n      payload: 0x1801\n"
            f"      0x02:\n        next:  {if_run}\n      miss:\n        run_table : true\n"
            f"      condition: \n        expression: \"(hdr.h.c == 2)\"\n"
            f"        true:  {if_run}\n        false:  {if_not}\n"
            f"    next:  {if_not}\n    stateful: {register}(hash_dist 0, meter_pfe, meter_type)\n")


def behind_condition(name, number, if_run, if_not, register):
    """Returns a table with a key behind a condition."""
    return ternary(name, number, if_run, register).replace(
        "    hit:",
        f"    gateway:\n      name: cond-{number}\n      0x1:\n        run_table: true\n"
        f"      miss:\n        next:  {if_not}\n    hit:")


def assembly(*tables):
    """Returns an assembly file with a stage for each table."""
    parser = "parser ingress:\n  start: $entry_point\n  states:\n    ipv4:\n      next: end\n"
    stages = "".join(f"stage {number} ingress:\n{table}"
                     for number, table in enumerate(tables))
    return parser + stages + "\nprimitives: \"x.prim.json\"\n"


SUMS = "first$salu.Process.sums"


BITMAPS = "first$salu.Process.bitmaps"
SECOND_OF_AN_ACTION = ternary("first", 0, "END", SUMS).replace(
    "    instruction:", "    actions:\n      Process.Put(1, 1):\n"
    "      - next_table: second\n      - next_table_miss: END\n    instruction:")
TWICE = [(SUMS, "first", "second")]
ACCESSES = {
    "one table with several actions":
        ([], ternary("first", 0, "second", SUMS), ternary("second", 0, "END")),
    "two tables with others between":
        (TWICE, ternary("first", 0, "between", SUMS), ternary("between", 0, "second"),
         ternary("second", 0, "END", SUMS)),
    "different registers":
        ([], ternary("first", 0, "second", SUMS),
         ternary("second", 0, "END", BITMAPS) + REGISTER.replace("sums", "bitmaps")),
    "either or":
        ([], keyless("first", 0, "END", "second", SUMS), keyless("second", 0, "END", "END", SUMS)),
    "either or, with keys":
        ([], behind_condition("first", 0, "END", "second", SUMS),
         behind_condition("second", 0, "END", "END", SUMS)),
    "two conditions that may both hold":
        (TWICE, keyless("first", 0, "second", "second", SUMS),
         keyless("second", 0, "END", "END", SUMS)),
    "two conditions with keys that may both hold":
        (TWICE, behind_condition("first", 0, "second", "second", SUMS),
         behind_condition("second", 0, "END", "END", SUMS)),
    "second behind one of the actions":
        (TWICE, SECOND_OF_AN_ACTION, ternary("second", 0, "END", SUMS)),
}
"""Tables, of which the first has the register, and the faults that are found."""


class DoubleAccesses(unittest.TestCase):
    """Which tables may access a register in one pass."""

    def test_faults(self):
        for name, (wanted, first, *others) in ACCESSES.items():
            with self.subTest(name):
                text = assembly(first + REGISTER, *others)
                self.assertEqual(tofino.double_accesses(tofino.read_assembly(text)), wanted)


def stage(number, srams, alus):
    """Returns a stage of resources.json."""
    def used(kind, count):
        return [{"usages": [{"used_by": "x", "used_for": kind}]} for _ in range(count)]
    return {"stage_number": number,
            "rams": {"srams": used("stateful_ram", srams)},
            "map_rams": {"maprams": used("stateful_ram", srams)},
            "meter_alus": {"meters": used("stateful_ram", alus) + used("meter_ram", 1)},
            "gateways": {"gateways": used("gateway", 2)},
            "tcams": {"tcams": used("ternary_match", 3)}}


class Report(unittest.TestCase):
    """What tofino-report prints."""

    def run_on(self, text, stages):
        """Returns the exit code for a compiler's output, and what is printed."""
        with tempfile.TemporaryDirectory() as name:
            directory = pathlib.Path(name)
            (directory / "pipe/logs").mkdir(parents=True)
            (directory / "pipe/x.bfa").write_text(text)
            (directory / "pipe/logs/resources.json").write_text(
                json.dumps({"resources": {"mau": {"nStages": 12, "mau_stages": stages}}}))
            out, err = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = load_report().main([str(directory)])
            return code, out.getvalue() + err.getvalue()

    def test_good_program(self):
        code, text = self.run_on(assembly(ternary("first", 0, "END", SUMS) + REGISTER),
                                 [stage(0, 6, 1), stage(1, 44, 4)])
        self.assertEqual(code, 0)
        self.assertIn("| 1 | 44 | 44 | 4 | 2 | 3 |\n", text)
        self.assertIn("2 stages; 1 registers; accessed twice in a pass: 0\n", text)

    def test_program_that_accesses_twice(self):
        code, text = self.run_on(assembly(ternary("first", 0, "second", SUMS) + REGISTER,
                                          ternary("second", 0, "END", SUMS)), [stage(0, 6, 1)])
        self.assertEqual(code, 1)
        self.assertIn("one pass may access Process.sums twice: in first, then in second\n", text)

    def test_no_registers_are_no_good_sign(self):
        code, text = self.run_on(assembly(ternary("first", 0, "END")), [stage(0, 6, 1)])
        self.assertEqual(code, 2)
        self.assertIn("no registers", text)

    def test_missing_reports(self):
        with tempfile.TemporaryDirectory() as name, contextlib.redirect_stderr(io.StringIO()) as err:
            self.assertEqual(load_report().main([name]), 2)
        self.assertIn("resources.json", err.getvalue())


class StagesForV1model(unittest.TestCase):
    """The TNA program's stages in v1model."""

    @classmethod
    def setUpClass(cls):
        generated = tempfile.TemporaryDirectory()
        cls.addClassCleanup(generated.cleanup)
        cls.generated = generated.name
        traces.generate(cls.generated)

    def test_values_and_workers_are_all_generated(self):
        text = tna_stages.preprocess(traces.P4, self.generated)
        sums = re.findall(r"Register<.*\) sum(\d+);", text)
        self.assertEqual(sums, [str(number) for number in range(31)])
        for worker in range(32):
            self.assertRegex(text, rf"1 << {worker}\b")

    def test_nothing_of_tna_is_left(self):
        text = tna_stages.for_v1model(self.generated)
        for word in ("Register<", "RegisterAction", ".execute(", "CounterType_t"):
            self.assertNotIn(word, text)

    def test_each_execution_is_one_read_and_one_write(self):
        executions = len(tna_stages.EXECUTE.findall(tna_stages.preprocess(traces.P4, self.generated)))
        text = tna_stages.for_v1model(self.generated)
        self.assertGreater(executions, 2 * 31)
        # a register with two words is two in v1model
        pairs = text.count(f"_{tna_stages.PAIR_WORDS[0]}.read(")
        self.assertGreater(pairs, 0)
        self.assertEqual(text.count(".read(stored, ") + pairs, executions)
        self.assertEqual(text.count(".write("), executions + pairs)


if __name__ == "__main__":
    unittest.main()
