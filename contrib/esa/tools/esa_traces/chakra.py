# SPDX-License-Identifier: GPL-2.0-only
"""
Execution traces of MLCommons Chakra as other tools write them, a file per rank.

JSON is what Chakra's feeder reads: {"workload_graph": [NODE, ...]}. A node has Id, Name, NodeType, runtime (or
duration_micros), data_deps and ctrlDeps, and beside them the attributes of a node in a .et file. Such files have
gigabytes, so only one node is in memory at a time.

Of files .et only the nodes that define process groups change: their texts become JSON, whether a tool wrote JSON, a
list of Python that holds JSON, or a list of Python.
"""

import ast
import json
import os
import re

from . import wire
from .files import MAX_RANKS, PIECE, STRICT, BadInput, Input, shown

MAX_NODE = 16 << 20  # bytes
MAX_NATURAL = 2**63 - 1
NUMBERS = ("num_ops", "tensor_size", "comm_type", "comm_size", "comm_src", "comm_dst", "comm_tag")
ID, TYPE = "Id", "NodeType"
DURATIONS = ("runtime", "duration_micros")
CONTROL = ("ctrlDeps", "ctrl_deps")
SPACES = re.compile(r"[ \t\r\n]*")
RANK = re.compile(r"(.*)\.(0|[1-9][0-9]{0,8})\.(?:et|json)")


def _group_files(prefix):
    """Returns where the process groups of a trace may be: our name, and ASTRA-sim's."""
    return f"{prefix}.groups.json", os.path.join(os.path.dirname(prefix), "comm_group.json")


def without_groups(paths):
    """Leaves out the files of process groups of a trace, which a pattern of the shell names, too."""
    prefixes = {match[1] for match in map(RANK.fullmatch, paths) if match}
    groups = {path for prefix in prefixes for path in _group_files(prefix)}
    return [path for path in paths if path not in groups]


class Sources:
    """The files of a trace, by rank."""

    def __init__(self, paths):
        self.paths = {}
        self.prefix = None
        for path in paths:
            match = RANK.fullmatch(path)
            if not match:
                raise BadInput(
                    f"{shown(path)}: is not called PREFIX.RANK.json or PREFIX.RANK.et, as the file of a rank of a "
                    "Chakra trace is (Chakra's converter makes one of a recording of PyTorch)"
                )
            if self.prefix not in (None, match[1]):
                raise BadInput(f"{shown(path)}: is the file of another trace than {shown(self.prefix)}")
            self.prefix = match[1]
            if int(match[2]) in self.paths:
                raise BadInput(f"{shown(path)}: rank {match[2]} is there twice")
            self.paths[int(match[2])] = path
        if len(self.paths) > MAX_RANKS:
            raise BadInput(f"{shown(self.prefix)}: has {len(self.paths)} ranks: must be at most {MAX_RANKS}")
        for rank in range(len(self.paths)):
            if rank not in self.paths:
                raise BadInput(f"{shown(self.prefix)}: rank {rank} is missing, but there is rank {max(self.paths)}")

    def groups(self):
        """The file of process groups, or None."""
        return next(filter(os.path.exists, _group_files(self.prefix)), None)


def import_all(paths, convert, job):
    """Writes the files of all ranks. convert(source, file, job): of one rank"""
    sources = Sources(paths)
    job.begin(len(sources.paths))
    for rank in range(len(sources.paths)):
        with Input(sources.paths[rank]) as source, job.open(rank) as file:
            convert(source, file, job)
    groups = sources.groups()
    if groups:
        with Input(groups) as source, job.open_groups() as file:
            while piece := source.read():
                file.write(piece)


# JSON


class JsonText:
    """JSON that is read value by value."""

    def __init__(self, source):
        self.source = source
        self.text, self.at, self.is_all = "", 0, False
        self.decoder = json.JSONDecoder(**STRICT)
        self.left = b""  # bytes of a character that is not whole
        self.place = "the beginning"

    def fail(self, text):
        """Refuses the file."""
        self.source.fail(f"{self.place}: {text}")

    def more(self):
        """Reads on; returns whether there was more."""
        data = self.source.read(max(PIECE, len(self.text) - self.at))
        self.is_all = not data
        data = self.left + data
        self.left = b""
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            if self.is_all or error.end < len(data) or len(data) - error.start > 3:
                self.fail("is not UTF-8")
            self.left = data[error.start :]
            text = data[: error.start].decode()
        self.text = self.text[self.at :] + text
        self.at = 0
        return not self.is_all

    def peek(self):
        """The next character that is no space; empty at the end."""
        while True:
            self.at = SPACES.match(self.text, self.at).end()
            if self.at < len(self.text):
                return self.text[self.at]
            if not self.more():
                return ""

    def accept(self, mark):
        """Takes a character if it is the next one."""
        if self.peek() != mark:
            return False
        self.at += 1
        return True

    def need(self, mark):
        """Takes a character."""
        if not self.accept(mark):
            self.fail(f"{shown(self.peek()) or 'the end of the file'} is not allowed: must be {mark}")

    def value(self):
        """Takes a value."""
        self.peek()
        while True:
            problem = None
            try:
                value, end = self.decoder.raw_decode(self.text, self.at)
            except json.JSONDecodeError as error:
                problem = f"is no JSON, or the file is cut ({error.msg})"
            except (ValueError, RecursionError) as error:
                self.fail("is nested too deeply" if isinstance(error, RecursionError) else shown(str(error)))
            if problem is None and (end < len(self.text) or self.is_all):
                self.at = end
                return value
            if len(self.text) - self.at > MAX_NODE:
                self.fail(f"has a value of more than {MAX_NODE} bytes")
            if not self.more() and problem:
                self.fail(problem)

    def nodes(self):
        """Yields the nodes of the graph."""
        self.accept("\ufeff")
        self.need("{")
        is_found, is_first = False, True
        while not self.accept("}"):
            if not is_first:
                self.need(",")
            is_first = False
            name = self.value()
            self.need(":")
            if name != "workload_graph":
                self.value()
            elif is_found:
                self.fail("workload_graph is there twice")
            else:
                is_found = True
                yield from self.graph()
            self.place = "the end"
        if self.peek():
            self.fail("something follows the object")
        if not is_found:
            self.source.fail(
                "has no list workload_graph of nodes (Chakra's converter makes a trace of a recording of PyTorch)"
            )

    def graph(self):
        """Yields the nodes of the list."""
        self.place = "workload_graph"
        if self.peek() != "[":
            self.fail("must be a list of nodes")
        self.at += 1
        number = 0
        while not self.accept("]"):
            if number:
                self.need(",")
            self.place = f"element {number} of workload_graph"
            yield self.value()
            number += 1


def natural(value, name):
    """Returns an integer that is not negative."""
    if isinstance(value, bool):
        value = int(value)
    if not isinstance(value, int) or not 0 <= value <= MAX_NATURAL:
        raise ValueError(f"{name} {shown(json.dumps(value), 60)} is not allowed: must be an integer from 0 to 2^63 - 1")
    return value


def one_of(node, names):
    """Returns the value of a member that has several names, or None."""
    given = [name for name in names if name in node]
    if len(given) > 1:
        raise ValueError(f"has {given[0]} and {given[1]}, which are the same")
    return (given[0], node[given[0]]) if given else None


def of_json(node):
    """Returns a node as a message."""
    if not isinstance(node, dict) or ID not in node:
        raise ValueError(f"must be an object with {ID}")
    message = wire.integer(wire.NODE_ID, natural(node[ID], ID))
    if isinstance(node.get("Name"), str):
        message += wire.text(wire.NODE_NAME, node["Name"])
    message += wire.integer(wire.NODE_TYPE, natural(node.get(TYPE, 0), TYPE))
    for field, names in ((wire.NODE_CONTROL, CONTROL), (wire.NODE_DATA, ("data_deps",))):
        given = one_of(node, names)
        if given and not isinstance(given[1], list):
            raise ValueError(f"{given[0]} must be a list")
        for awaited in given[1] if given else ():
            message += wire.integer(field, natural(awaited, given[0]))
    us = one_of(node, DURATIONS)
    if us:
        message += wire.integer(wire.NODE_US, natural(us[1], us[0]))
    if "is_cpu_op" in node:
        message += wire.attribute("is_cpu_op", wire.BOOL, int(natural(node["is_cpu_op"], "is_cpu_op") != 0))
    for name in NUMBERS:
        if name in node:
            message += wire.attribute(name, wire.INT64, natural(node[name], name))
    if "pg_name" in node:
        group = node["pg_name"]
        message += wire.attribute("pg_name", wire.STRING, group if isinstance(group, str) else json.dumps(group))
    return message


def convert_json(source, file, job):
    """Writes the file of a rank from JSON."""
    text = JsonText(source)
    file.write(wire.head())
    for node in text.nodes():
        try:
            file.write(wire.framed(of_json(node)))
        except ValueError as error:
            text.fail(error)
        job.count()


# Files .et


def groups_of(text):
    """
    Returns the definitions of process groups in a text, as JSON; None: it cannot be read.

    The text is JSON, or what Python prints of a list. Chakra's converter prints a list of one text, in which PyTorch
    wrote JSON, or printed a list itself.
    """
    for _ in range(3):
        for read in (json.loads, ast.literal_eval):
            try:
                value = read(text)
                break
            except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
                value = None
        if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str):
            text = value[0]
            continue
        if not isinstance(value, list) or not all(isinstance(group, dict) for group in value):
            return None
        return json.dumps([group_of(group) for group in value], separators=(",", ":"))
    return None


def group_of(group):
    """Returns a definition with a name and a list of ranks. Before 2024 PyTorch wrote an id, and places by rank."""
    made = dict(group)
    if "pg_name" not in made and "pg_id" in made:
        made["pg_name"] = str(made["pg_id"])
    if isinstance(made.get("ranks"), dict):
        made["ranks"] = [int(rank) if rank.isdecimal() else rank for rank in map(str, made["ranks"])]
    return made


def normal(message):
    """Returns a node in which the texts of process groups are JSON."""
    fields = list(wire.fields(message))
    if not any(number == wire.NODE_TYPE and value == wire.METADATA for number, value, _ in fields):
        return message
    parts, groups = [], None
    for number, value, field in fields:
        if number == wire.NODE_INPUTS and isinstance(value, bytes):
            for inside, text, _ in wire.fields(value):
                if inside == 1 and isinstance(text, bytes):
                    groups = groups_of(text.decode(errors="replace"))
            if groups is not None:
                parts.append((number, wire.text(wire.NODE_INPUTS, wire.text(1, groups))))
                continue
        parts.append((number, field))
    return message if groups is None else b"".join(field for _, field in parts)


def messages(source):
    """Yields the messages of a file."""
    number, data, at = 0, b"", 0
    while True:
        if len(data) - at < wire.LONGEST_VARINT:
            data, at = data[at:] + source.read(), 0
            if not data:
                return
        try:
            length, begin = wire.take_varint(data, at)
        except wire.WireError:
            source.fail(f"is cut in message {number}, or this is no Chakra trace")
        if length > MAX_NODE:
            source.fail(f"message {number} is longer than {MAX_NODE} bytes, or this is no Chakra trace")
        if begin + length > len(data):
            data, at, begin = data[at:] + source.read(length + PIECE), 0, begin - at
        if begin + length > len(data):
            source.fail(f"is cut in message {number}, which has {length} bytes")
        at = begin + length
        yield data[begin:at]
        number += 1


def convert_et(source, file, job):
    """Writes the file of a rank from a .et file."""
    for number, message in enumerate(messages(source)):
        try:
            file.write(wire.framed(normal(message) if number else message))
        except wire.WireError as error:
            source.fail(f"message {number}: {error}")
        job.count()
