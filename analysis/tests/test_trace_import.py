# SPDX-License-Identifier: GPL-2.0-only
"""Traces of other tools, imported by esa-trace-import."""

import contextlib
import gzip
import importlib.machinery
import importlib.util
import io
import json
import os
import random
import re
import struct
import sys
import unittest

from .folder_support import ANALYSIS, FolderTestCase
from .goal_binary import binary

ROOT = os.path.dirname(ANALYSIS)
TOOLS = os.path.join(ROOT, "contrib", "esa", "tools")
sys.path.insert(0, TOOLS)
from esa_traces import wire  # noqa: E402  pylint: disable=wrong-import-position

LOADER = importlib.machinery.SourceFileLoader("esa_trace_import", os.path.join(TOOLS, "esa-trace-import"))
program = importlib.util.module_from_spec(importlib.util.spec_from_loader(LOADER.name, LOADER))
LOADER.exec_module(program)

CARDS = """num_ranks 3
rank 0 {
a: calc 4000 cpu 1 nic 2
b: send 70000b to 1 tag 3 cpu 1 nic 1
c: send 9b to 2 tag 4
b requires a
c irequires b
}
rank 1 {
d: recv 70000b from 0 tag 3 cpu 0 nic 3
e: calc 100
e requires d
}
rank 2 {
f: recv 9b from 0 tag 4
}
"""

PHILLY = [
    {
        "status": "Killed",
        "vc": "v",
        "jobid": "application_2",
        "user": "u",
        "submitted_time": "2017-10-09 07:02:00",
        "attempts": [
            {
                "start_time": "2017-10-09 07:02:30",
                "end_time": "2017-10-09 07:03:00",
                "detail": [{"ip": "m1", "gpus": ["gpu0"]}],
            }
        ],
    },
    {
        "status": "Pass",
        "vc": "v",
        "jobid": "application_1",
        "user": "u",
        "submitted_time": "2017-10-09 07:01:00",
        "attempts": [
            {
                "start_time": "2017-10-09 07:01:05",
                "end_time": "2017-10-09 07:01:09",
                "detail": [{"ip": "m1", "gpus": ["gpu0"]}],
            },
            {
                "start_time": "2017-10-09 07:02:00",
                "end_time": "2017-10-09 07:03:30",
                "detail": [{"ip": "m1", "gpus": ["gpu0", "gpu1"]}, {"ip": "m2", "gpus": ["gpu3"]}],
            },
        ],
    },
    {
        "status": "Failed",
        "vc": "v",
        "jobid": "application_3",
        "user": "u",
        "submitted_time": "2017-10-09 07:03:00",
        "attempts": [],
    },
    {
        "status": "Pass",
        "vc": "v",
        "jobid": "application_4",
        "user": "u",
        "submitted_time": "2017-10-09 07:04:00",
        "attempts": [
            {
                "start_time": "2017-10-09 07:05:00",
                "end_time": "None",
                "detail": [{"ip": "m1", "gpus": ["gpu0"]}],
            }
        ],
    },
]

PROFILE = "layer_index, numel, forward_pass_ns, backward_pass_ns\n"


def integers_in(data):
    """Returns packed integers."""
    out, at = [], 0
    while at < len(data):
        value, at = wire.take_varint(data, at)
        out.append(value)
    return out


def nodes_in(data):
    """Returns the nodes of a .et file: dicts of what they have."""
    messages, at = [], 0
    while at < len(data):
        size, at = wire.take_varint(data, at)
        messages.append(data[at : at + size])
        at += size
    return [node_in(message) for message in messages[1:]]


def node_in(message):
    """Returns a node."""
    node = {"data": [], "control": []}
    for number, value, _ in wire.fields(message):
        if number == wire.NODE_ATTRIBUTE:
            (_, name, _), (kind, held, _) = wire.fields(value)
            if kind == wire.UINT64_LIST:
                held = integers_in(next(wire.fields(held))[1])
            node[name.decode()] = held.decode() if kind == wire.STRING else held
        elif number in (wire.NODE_DATA, wire.NODE_CONTROL):
            node["data" if number == wire.NODE_DATA else "control"].append(value)
        elif number == wire.NODE_INPUTS:
            node["groups"] = next(wire.fields(value))[1].decode()
        else:
            names = {wire.NODE_ID: "id", wire.NODE_NAME: "name", wire.NODE_TYPE: "type", wire.NODE_US: "us"}
            node[names[number]] = value
    return node


class ImportTestCase(FolderTestCase):
    """A test that imports."""

    def data(self, name, data):
        """Writes a file of bytes; returns its path."""
        with open(self.path(name), "wb") as file:
            file.write(data)
        return self.path(name)

    def run_import(self, *arguments, code=0, out="made"):
        """Imports; returns what was printed to standard error."""
        err = io.StringIO()
        with contextlib.redirect_stderr(err):
            ended = program.main([*arguments, "--out", self.path(out)])
        self.assertEqual(ended, code, err.getvalue())
        return err.getvalue()

    def error_of(self, name, data, *options, out="made"):
        """Returns the error about a file, without the folder."""
        path = self.data(name, data if isinstance(data, bytes) else data.encode())
        text = self.run_import(path, *options, "--force", code=2, out=out)
        self.assertEqual(text.count("\n"), 1, text)
        self.assertTrue(text.isprintable() or text.rstrip("\n").isprintable(), text)
        left = [name for name in os.listdir(self.folder) if name.startswith((".", out))]
        self.assertEqual(left, [], "nothing is written")
        return text.replace(self.folder + "/", "").removeprefix("esa-trace-import: error: ").rstrip("\n")

    def ranks(self, count, out="made"):
        """Returns the nodes of each rank."""
        made = []
        for rank in range(count):
            with open(self.path(f"{out}.{rank}.et"), "rb") as file:
                made.append(nodes_in(file.read()))
        self.assertFalse(os.path.exists(self.path(f"{out}.{count}.et")))
        return made


def in_rank_0(statements):
    """A schedule of two ranks, of which the first one has some statements, from line 3 on."""
    return f"num_ranks 2\nrank 0 {{\n{statements}\n}}\n"


class GoalTest(ImportTestCase):
    """GOAL schedules."""

    def test_computations_and_messages(self):
        text = (
            "// made by hand\nnum_ranks 2 /* of\n two */\nrank 1 {\nl1: recv 9b from 0 tag 7\n}\n"
            "rank 0 { calc 1500\ns: send 9b to 1 tag 7 cpu 1 nic 0\nw: calc 3 cpu 2\nw irequires s\nw requires s\n}\n"
        )
        self.run_import(self.data("t.goal", text.encode()))
        zero, one = self.ranks(2)
        self.assertEqual(zero[0], {"id": 7, "type": wire.COMPUTE, "duration_ns": 1500, "data": [], "control": []})
        self.assertEqual(zero[1]["type"], wire.SEND)
        self.assertEqual((zero[1]["name"], zero[1]["comm_dst"]), (b"s", 1))
        self.assertEqual((zero[1]["comm_size"], zero[1]["comm_tag"]), (9, 7))
        self.assertEqual((zero[2]["unit"], zero[2]["data"], zero[2]["starts_after"]), (2, [8], [8]))
        self.assertEqual((one[0]["type"], one[0]["comm_src"]), (wire.RECEIVE, 0))

    def test_a_rank_that_is_left_out_does_nothing(self):
        self.run_import(self.data("t.goal", b"\xef\xbb\xbfnum_ranks 3\nrank 2 {\ncalc 5\n}\n"))
        self.assertEqual([len(rank) for rank in self.ranks(3)], [0, 0, 1])

    def test_both_forms_are_the_same_trace(self):
        shipped = os.path.join(ROOT, "traces", "goal")
        texts = [CARDS]
        for name in sorted(os.listdir(shipped)):
            if name.endswith(".goal"):
                with open(os.path.join(shipped, name), encoding="ascii") as file:
                    texts.append(file.read())
        self.assertEqual(len(texts), 3)
        for text in texts:
            self.run_import(self.data("t.goal", text.encode()), "--one-card", "--force", out="text")
            self.run_import(self.data("t.bin", gzip.compress(binary(text))), "--one-card", "--force", out="binary")
            count = int(re.search(r"num_ranks (\d+)", text)[1])
            for of_text, of_binary in zip(self.ranks(count, "text"), self.ranks(count, "binary")):
                self.assertEqual(*map(self.without_ids, (of_text, of_binary)))
            for rank in range(count):
                os.unlink(self.path(f"text.{rank}.et"))
                os.unlink(self.path(f"binary.{rank}.et"))

    def without_ids(self, nodes):
        """Returns nodes with their numbers in place of ids, without names."""
        places = {node["id"]: place for place, node in enumerate(nodes)}
        made = []
        for node in nodes:
            node = {name: value for name, value in node.items() if name not in ("id", "name")}
            for name in ("data", "starts_after"):
                if name in node:
                    node[name] = sorted(places[awaited] for awaited in node[name])
            made.append(node)
        return made

    def test_what_is_shipped_is_what_was_imported(self):
        shipped = os.path.join(ROOT, "traces", "goal", "stencil8")
        self.run_import(f"{shipped}.goal")
        for rank in range(8):
            with open(f"{shipped}.{rank}.et", "rb") as wanted, open(self.path(f"made.{rank}.et"), "rb") as made:
                self.assertEqual(made.read(), wanted.read(), "./ns3 trace import writes them anew")

    def test_a_rank_has_one_card(self):
        error = self.error_of("t.goal", CARDS)
        self.assertIn("the messages of rank 0 name the network cards 0 and 1 (nic), which is not allowed", error)
        self.assertIn("--one-card", error)
        self.run_import(self.data("t.goal", CARDS.replace("nic 1", "nic 0").encode()))

    def test_what_is_no_schedule_is_refused(self):
        statement = " is not allowed: must be LABEL: calc, send or recv, LABEL requires LABEL, or }"
        cases = {
            "rank 0 {}": "t.goal:1: rank is not allowed: must be num_ranks",
            "//\n": "t.goal:1: the end of the file is not allowed: must be num_ranks",
            "num_ranks 0": "t.goal:1: 0 is not allowed: must be a number of ranks from 1 to 32766",
            "num_ranks 2\n2": "t.goal:2: 2 is not allowed: must be rank and a number",
            "num_ranks 2\nrank 2 {}": "t.goal:2: 2 is not allowed: must be a rank from 0 to 1",
            "num_ranks 2\nrank 1 {}\nrank 1 {}": "t.goal:3: rank 1 is there twice",
            "num_ranks 2\nrank 1 {\ncalc 1\n": "t.goal:2: rank 1 begins here, and no } ends it",
            "num_ranks 2\nrank 1 calc": "t.goal:2: calc is not allowed: must be {",
            in_rank_0("5"): "t.goal:3: 5" + statement,
            in_rank_0("l1 calc 5"): "t.goal:3: calc is not allowed: must be : or requires or irequires",
            in_rank_0("l1: wait 5"): "t.goal:3: wait is not allowed: must be calc, send or recv",
            in_rank_0("calc x"): "t.goal:3: x is not allowed: must be a number of ns from 0 to 1000",
            in_rank_0("calc"): "t.goal:3: the end of the line is not allowed: must be a number of ns",
            in_rank_0("calc 1 calc 2"): "t.goal:3: calc is not allowed: must be cpu or nic, each once",
            in_rank_0("calc 1 cpu 65536"): "t.goal:3: 65536 is not allowed: must be a cpu from 0 to 65535",
            in_rank_0("calc 1 cpu 1 cpu 1"): "t.goal:3: cpu is not allowed: must be cpu or nic, each",
            in_rank_0("calc 1 tag 1"): "t.goal:3: tag is not allowed: must be cpu or nic, each once",
            in_rank_0("calc 1 }\ncalc 2"): "t.goal:4: calc is not allowed: must be rank and a number",
            in_rank_0("send 8 to 1"): "t.goal:3: to is not allowed: must be b",
            in_rank_0("send 8b from 1"): "t.goal:3: from is not allowed: must be to",
            in_rank_0("send 8b to 0"): "t.goal:3: 0 is not allowed: must be one of the 2 ranks",
            in_rank_0("recv 8b from -1"): "t.goal:3: -1 is not allowed: must be one of the 2",
            in_rank_0("recv 8b from 1 tag -1"): "t.goal:3: -1 is not allowed: must be a tag from 0",
            in_rank_0("send 8b to 1 tag 4294967295"): "t.goal:3: 4294967295 is not allowed: must be a tag from 0",
            in_rank_0("send 8b to 1 nic 256"): "t.goal:3: 256 is not allowed: must be a network card",
            in_rank_0("l1: calc 1\nl1: calc 1"): "t.goal:4: the label l1 is there twice",
            in_rank_0("l1: calc 1\nl1 requires l2"): "t.goal:4: the label l2 is not allowed",
            in_rank_0("calc 1 /"): "t.goal:3: / is not allowed: must be a comment",
            in_rank_0("/* calc 1"): "t.goal:3: a comment that begins here is not ended by */",
            in_rank_0("calc -2"): "t.goal:3: - is not allowed: must be words",
            in_rank_0("calc 1 \x1b[2J"): "t.goal:3: \\x1b is not allowed: must be words",
            in_rank_0("calc 18446744073709551616"): "t.goal:3: 18446744073709551616 is not allowed",
            in_rank_0("x" * 300): "t.goal:3: has a word or number of more than 200",
        }
        for text, wanted in cases.items():
            with self.subTest(text=text[:80]):
                self.assertTrue(self.error_of("t.goal", text).startswith(wanted), self.error_of("t.goal", text))

    def test_a_binary_file_that_is_cut_or_changed(self):
        data = binary(CARDS)
        draw = random.Random(1)
        cases = [data[:size] for size in range(1, len(data))] + [data + b"x"]
        for _ in range(300):
            copy = bytearray(data)
            copy[draw.randrange(8, len(data))] = draw.randrange(256)
            cases.append(bytes(copy))
        for number, case in enumerate(cases):
            path = self.data("t.bin", case)
            err = io.StringIO()
            with contextlib.redirect_stderr(err):
                ended = program.main([path, "--one-card", "--out", self.path("made"), "--force"])
            is_sound = ended == 0 and number >= len(data)
            if not is_sound:
                self.assertRegex(err.getvalue(), r"t\.bin: (byte \d+: |the messages of rank)", case.hex())
                self.assertEqual(ended, 2)
        used_up = struct.pack("<Q", 2342) + data[8:]
        self.assertIn("used the schedule up", self.error_of("t.bin", used_up, out="none"))

    def test_packed_data_that_is_damaged(self):
        packed = gzip.compress(CARDS.encode())
        for data in (packed[:-9], packed + b"garbage", packed[:30] + b"\0\0\0" + packed[33:]):
            self.assertIn("the packed data is damaged or cut", self.error_of("t.goal", data, "--one-card"))


class ChakraTest(ImportTestCase):
    """Chakra traces as other tools write them."""

    def graph(self, nodes, name="t.0.json"):
        """Writes a file of a rank; returns its path."""
        text = '\ufeff{"ngpus": [1, {"Id": 9}], "workload_graph": [' + nodes + '], "soc": "x"}'
        return self.data(name, text.encode())

    def test_json_has_what_a_node_has(self):
        path = self.graph(
            '{"Id": 3, "Name": "first", "NodeType": 4, "runtime": 250, "data_deps": [], "is_cpu_op": true},\n'
            '{"Id": 4, "NodeType": 7, "comm_type": 0, "comm_size": 77, "pg_name": "7", "more": {"Id": 9},\n'
            ' "data_deps": [3], "ctrlDeps": [3, 3], "is_cpu_op": false},'
            '{"Id": 5, "NodeType": 4, "duration_micros": 1000}'
        )
        self.write("t.groups.json", '{"7": [0]}')
        self.run_import(path)
        first, second, third = self.ranks(1)[0]
        self.assertEqual((first["id"], first["name"], first["us"], first["is_cpu_op"]), (3, b"first", 250, 1))
        self.assertEqual((second["comm_size"], second["pg_name"]), (77, "7"))
        self.assertEqual((second["data"], second["control"]), ([3], [3, 3]))
        self.assertEqual(third["us"], 1000, "Chakra's own name of the duration")
        self.assertEqual(self.text("made.groups.json"), '{"7": [0]}')

    def test_a_pattern_may_name_the_file_of_process_groups(self):
        node = wire.framed(wire.integer(wire.NODE_ID, 1) + wire.integer(wire.NODE_TYPE, 4))
        ranks = {"t": self.graph('{"Id": 1, "NodeType": 4}'), "u": self.data("u.0.et", wire.head() + node)}
        for prefix, rank in ranks.items():
            for name in (f"{prefix}.groups.json", "comm_group.json"):
                with self.subTest(rank=rank, name=name):
                    groups = self.data(name, b'{"7": [0]}')
                    self.run_import(groups, rank, "--force")
                    self.assertEqual(self.text("made.groups.json"), '{"7": [0]}')
                    os.remove(groups)
        other = self.data("v.groups.json", b"{}")
        self.assertIn("v.groups.json: several files are allowed", self.run_import(ranks["u"], other, code=2))

    def test_ranks_are_those_of_the_names(self):
        paths = [self.graph(f'{{"Id": {rank}, "NodeType": 4}}', f"t.{rank}.json") for rank in range(12)]
        self.run_import(*sorted(paths))
        self.assertEqual([nodes[0]["id"] for nodes in self.ranks(12)], list(range(12)))
        self.assertIn("rank 0 is missing", self.run_import(paths[1], "--force", code=2))

    def test_a_name_that_is_there_twice_is_refused(self):
        for nodes in ('{"Id": 1, "NodeType": 4, "runtime": 5, "runtime": 9}', '{"Id": 1, "Id": 2}'):
            with self.subTest(nodes=nodes):
                self.assertIn("is there twice", self.error_of("t.0.json", f'{{"workload_graph": [{nodes}]}}'))
        both = '{"Id": 1, "NodeType": 4, "runtime": 5, "duration_micros": 9}'
        self.assertIn("has runtime and duration_micros", self.error_of("t.0.json", f'{{"workload_graph": [{both}]}}'))
        twice = '{"workload_graph": [], "workload_graph": []}'
        self.assertIn("workload_graph is there twice", self.error_of("t.0.json", twice))

    def test_what_is_no_graph_is_refused(self):
        cases = {
            "{}": "has no list workload_graph",
            '{"schema": "1.0.2-chakra", "nodes": [{"id": 1}]}': "has no list workload_graph",
            '{"workload_graph": 5}': "workload_graph: must be a list",
            '{"workload_graph": null}': "workload_graph: must be a list",
            '{"workload_graph": "abc"}': "workload_graph: must be a list",
            '{"workload_graph": {"1": {"Id": 1}}}': "workload_graph: must be a list",
            '{"workload_graph": [5]}': "element 0 of workload_graph: must be an object with Id",
            '{"workload_graph": [{"Id": 1, "NodeType": 4}, {"NodeType": 4}]}': "element 1 of workload_graph: ",
            '{"workload_graph": [{"Id": -1}]}': "Id -1 is not allowed",
            '{"workload_graph": [{"Id": 1, "NodeType": "COMP"}]}': 'NodeType "COMP" is not allowed',
            '{"workload_graph": [{"Id": 1, "runtime": 1.5}]}': "runtime 1.5 is not allowed",
            '{"workload_graph": [{"Id": 1, "runtime": 1e999}]}': "runtime Infinity is not allowed",
            '{"workload_graph": [{"Id": 1, "runtime": NaN}]}': "NaN is not allowed in JSON",
            '{"workload_graph": [{"Id": 1, "data_deps": 2}]}': "data_deps must be a list",
            '{"workload_graph": [{"Id": 1, "comm_type": "x"}]}': 'comm_type "x" is not allowed',
            '{"workload_graph": [{"Id": 1, "comm_tag": 9223372036854775808}]}': "comm_tag 9223372036854775808 is",
            '{"workload_graph": [{"Id": 1}': "is not allowed: must be ,",
            '{"workload_graph": [{"Id": 1,': "element 0 of workload_graph: is no JSON, or the file is cut",
            '{"workload_graph": []} 5': "something follows",
            '{"workload_graph": [' + "[" * 100000: "nested too deeply",
        }
        for text, wanted in cases.items():
            with self.subTest(text=text[:80]):
                self.assertIn(wanted, self.error_of("t.0.json", text))

    def test_json_of_any_size_is_read_in_pieces(self):
        name = "x" * 300_000
        nodes = ",".join(f'{{"Id": {i}, "NodeType": 4, "Name": "{name}\\u00e4\u00e4"}}' for i in range(20))
        self.run_import(self.graph(nodes))
        self.assertEqual([node["id"] for node in self.ranks(1)[0]], list(range(20)))

    def test_definitions_of_process_groups_become_json(self):
        wanted = [{"pg_name": "3", "ranks": [0, 1]}]
        text = json.dumps(wanted)
        forms = {
            "JSON": text,
            "Chakra's converter": str([text]),
            "a list in JSON": json.dumps([text]),
            "PyTorch of 2023": str([str([{"pg_id": 3, "ranks": {0: 0, 1: 1}}])]),
        }
        for name, form in forms.items():
            with self.subTest(name):
                head = wire.integer(wire.NODE_ID, 1) + wire.integer(wire.NODE_TYPE, wire.METADATA)
                node = head + wire.text(wire.NODE_INPUTS, wire.text(1, form))
                path = self.data("t.0.et", wire.head() + wire.framed(node))
                self.run_import(path, "--force")
                made = json.loads(self.ranks(1)[0][0]["groups"])
                self.assertEqual([{"pg_name": each["pg_name"], "ranks": each["ranks"]} for each in made], wanted)

    def test_other_nodes_stay_as_they_are(self):
        node = wire.integer(wire.NODE_ID, 1) + wire.integer(3, 1) + wire.text(8, wire.text(1, "no groups"))
        other = wire.integer(wire.NODE_ID, 2) + wire.integer(3, 4) + wire.text(8, wire.text(1, "[[1, 2]]") * 30)
        data = wire.head() + (wire.framed(node) + wire.framed(other)) * 20000
        self.run_import(self.data("t.0.et", data))
        with open(self.path("made.0.et"), "rb") as file:
            self.assertEqual(file.read(), data)
        self.assertIn("is cut in message 40000", self.error_of("u.0.et", data[:-1], out="none"))


class PhillyTest(ImportTestCase):
    """Logs of jobs."""

    def test_the_last_attempt_counts(self):
        log = self.write("log", json.dumps(PHILLY))
        heading = "submit_time,gpu_num,duration,model\n"
        self.assertEqual(
            self.run_import(log, "--models", "A"),
            "esa-trace-import: left out 1 jobs never started\n"
            "esa-trace-import: left out 1 jobs without the start or end of the last attempt\n",
        )
        self.assertEqual(self.text("made.csv"), heading + "0,3,90,A\n60,1,30,A\n")
        self.run_import(log, "--models", "B", "--status", "Killed", "--force")
        self.assertEqual(self.text("made.csv"), heading + "0,1,30,B\n")
        self.run_import(log, "--models", "A", "--max-gpus", "2", "--force")
        self.assertEqual(self.text("made.csv"), heading + "0,1,30,A\n")

    def test_what_is_no_log_is_refused(self):
        text = json.dumps(PHILLY)
        changes = {
            ('"application_1"', "17"): "job 1: jobid: 17 is not allowed: must be a text",
            ('"jobid"', '"id"'): "job 0: jobid: missing: must be a text",
            ("07:01:00", "27:01:00"): "job 1: submitted_time: 2017-10-09 27:01:00 is not allowed: must be a time",
            ('"attempts": []', '"attempts": 5'): "job 2: attempts: 5 is not allowed: must be a list",
            ('["gpu0"]', "7"): "gpus: 7 is not allowed: must be a list of GPUs",
            ('"Pass"', "{}"): "status: {} is not allowed: must be a text",
            ('"vc": "v"', '"status": "Pass"'): "status is there twice",
            ('"u"', '"\x1b"'): "is not JSON in UTF-8",
        }
        for (old, new), wanted in changes.items():
            with self.subTest(new=new):
                self.assertIn(old, text)
                self.assertIn(wanted, self.error_of("log", text.replace(old, new)))
        self.assertIn("nested too deeply", self.error_of("log", "[" * 100000))
        for option, value in (("--status", "Passed"), ("--max-gpus", "0"), ("--models", "A,")):
            self.assertIn(f"{option}", self.error_of("log", text, option, value))
        for path in ("/dev/zero", self.folder):
            self.assertIn("must be a regular file", self.run_import(path, code=2))


class ProfileTest(ImportTestCase):
    """Profiles of SwitchML's DNN benchmark."""

    def layers(self, text):
        """Returns the layers of a profile."""
        self.run_import(self.data("Res Net.csv", text.encode()), "--force", out="Res_Net")
        model = json.loads(self.text("Res_Net.json"))
        self.assertEqual(model["name"], "res-net")
        return model["layers"]

    def test_a_line_is_a_layer(self):
        wanted = [
            {"name": "layer 0", "parameters": 620, "forward_us": 1.0, "backward_us": 2.0},
            {"name": "layer 1", "parameters": 62, "forward_us": 2.5005, "backward_us": 0.0},
        ]
        self.assertEqual(self.layers(PROFILE + "0,620,1000,2000\n1, 62 ,2500.5,0"), wanted)
        self.assertEqual(len(self.layers(PROFILE + "1,5,0,0\r\n2,6,0,0\r\n")), 2, "layers may count from 1")
        quoted = '"layer_index","kind","backward_pass_ns","numel","forward_pass_ns"\n"0","a, b","7000","62","3000"\n'
        self.assertEqual(
            self.layers(quoted), [{"name": "layer 0", "parameters": 62, "forward_us": 3.0, "backward_us": 7.0}]
        )

    def test_what_is_no_profile_is_refused(self):
        for bad in ("0", "-1", "1.5", "1000000000001", "1e30", "", "NaN", "\xff", "1_0", "\u0661"):
            with self.subTest(numel=bad):
                self.assertIn("p.csv:2: numel: ", self.error_of("p.csv", PROFILE + f"0,{bad},1,1\n"))
        for bad in ("-0.1", "1000000000001", "1e999", "", "inf", "1 2", "0x5"):
            with self.subTest(forward=bad):
                self.assertIn("p.csv:2: forward_pass_ns: ", self.error_of("p.csv", PROFILE + f"0,1,{bad},1\n"))
        cases = {
            PROFILE + "0,1,1,1\n2,1,1,1\n": "p.csv:3: layer_index: 2 is not allowed: must be 1, since layers",
            PROFILE + "2,1,1,1\n": "p.csv:2: layer_index: 2 is not allowed: must be 0 or 1",
            PROFILE + "conv1,1,1,1\n": 'layer_index: "conv1" is not allowed',
            PROFILE + '0,1,1,"' + "[" * 200_000: "p.csv: is not CSV",
            PROFILE + '0,"1"2,1,1': "p.csv: is not CSV",
            PROFILE: "0 rows are not allowed: must be 1 to 1000",
            PROFILE + "0,1,1\n": "p.csv:2: 3 fields, but the first line names 4",
            "numel," + PROFILE + "1,0,1,1,1\n": "p.csv:1: numel: there twice",
            "layer_index,numel\n0,1\n": "p.csv:1: forward_pass_ns: missing",
            PROFILE + "".join(f"{layer},1,1,1\n" for layer in range(1001)): "1001 rows are not allowed",
        }
        for text, wanted in cases.items():
            with self.subTest(text=text[:80]):
                self.assertIn(wanted, self.error_of("p.csv", text))


class FilesTest(ImportTestCase):
    """What is read and written."""

    GOAL = b"num_ranks 2\nrank 0 {\ncalc 5\n}\n"

    def test_files_of_others_are_not_replaced(self):
        path = self.data("t.goal", self.GOAL)
        self.data("made.1.et", b"of another one")
        self.assertIn("made.1.et exists; --force replaces it", self.run_import(path, code=2))
        self.assertFalse(os.path.exists(self.path("made.0.et")))
        self.run_import(path, "--force")
        self.assertEqual(self.ranks(2)[1], [])
        self.data("made.2.et", b"of a third rank")
        self.data("made.groups.json", b"{}")
        self.run_import(path, "--force")
        self.assertFalse(os.path.exists(self.path("made.2.et")), "a third rank would be one more")
        self.assertFalse(os.path.exists(self.path("made.groups.json")))
        self.assertIn("the folder", self.run_import(path, code=2, out="no/made"))

    def test_other_files_are_refused(self):
        cases = {
            "0 NORMAL 1 2 3\n": "must be a GOAL schedule, a Chakra trace, Philly's cluster_job_log, or a profile",
            "": "must be a GOAL schedule",
            "\x7fELF\x01\x02": "must be a GOAL schedule",
            "submit_time,gpu_num,duration,model\n0,1,1,A\n": "is a job trace, which scenarios read as it is",
            '{"traceEvents": []}': "is not called PREFIX.RANK.json",
        }
        for text, wanted in cases.items():
            with self.subTest(text=text):
                self.assertIn(wanted, self.error_of("x", text))
        goal = self.data("t.goal", self.GOAL)
        self.assertIn("several files are allowed if", self.run_import(goal, goal, code=2))
        self.assertIn("No such file", self.run_import(self.path("none"), code=2))


if __name__ == "__main__":
    unittest.main()
