# SPDX-License-Identifier: GPL-2.0-only
"""
GOAL schedules (Group Operation Assembly Language; Hoefler, Siebert, Lumsdaine, ICPP 2009), the input of LogGOPSim
and ATLAHS. Written from its published grammar. One file has all ranks:

    num_ranks 2
    rank 0 {
    l1: calc 100 cpu 0       // computes for 100 ns
    l2: send 8b to 1 tag 5
    l2 requires l1           // l1 has ended; irequires: it has started
    }
    rank 1 { ... recv 8b from 0 tag 5 ... }

The binary form, which LogGOPSim's txt2bin makes of the text, has little-endian numbers, none aligned:

    8 bytes   4223 (2342: a simulation in place has used the schedule up)
    4, 1, 1   number of ranks, highest cpu, highest nic
    8, 8      of each rank: where its part begins and ends, counted from byte 8

The parts of the ranks follow in their order:

    4, 4      number of nodes, number of roots (nodes that wait for nothing)
    4         of each root: its index
    39        of each node: number of nodes that it waits for (4), type (1: 1 send, 2 recv, 3 calc), peer (4),
              bytes or ns (8), tag (4), cpu (1), nic (1); of the nodes that wait for its end, and of those that
              wait for its start: how many (4), and their first place in the list below (4)
    4         the list: indexes of waiting nodes

What the binary form has twice has to agree. The id of a node in the imported trace is its line, or the place of its
39 bytes in the file.
"""

import re
import struct
from array import array

from . import wire
from .files import MAX_RANKS, shown

MAX_NS = 10**15  # 11 days, as in a Chakra trace
MAX_BYTES = 0x7FFFFFFF * 128  # what a pair of ranks moves in an iteration
MAX_TAG = 2**32 - 2  # of 32 bits, of which the last one is -1
MAX_CPU = 65535
MAX_CARD = 255
MAX_NODES = 50_000_000
MAX_EDGES = 2**32 - 2  # of a rank

WHOLE, USED_UP = 4223, 2342
NODE = struct.Struct("<IBIQIBBIIII")
SEND, RECEIVE, COMPUTE = 1, 2, 3
ANY = 2**32 - 1
ANY_RANK = " (whose message a receiver of any sender gets depends on times)"

TOKENS = re.compile(r"[A-Za-z_][A-Za-z_0-9]*|[0-9]+|[:{}]|-1|//.*|[^ \t\r\n]")
WORD = re.compile(r"[A-Za-z_]")
DIGITS = re.compile(r"[0-9]+")
LONGEST_WORD = 200
STATEMENTS = "LABEL: calc, send or recv, LABEL requires LABEL, or }"


class Rank:
    """The nodes of a rank, whose dependencies may come later."""

    def __init__(self, number, ranks):
        self.number, self.ranks = number, ranks
        self.ids = array("Q")
        self.nodes = bytearray()  # one behind the other, without their dependencies
        self.node_ends = array("Q")
        self.ends = {}  # by index: what it awaits, as fields of a node
        self.starts = {}
        self.edges = 0
        self.cards = set()

    def add(self, identity, kind, size, peer, tag, cpu, card, name=""):
        """Adds a node. kind: as in the binary form; size: bytes or ns"""
        node = wire.integer(wire.NODE_ID, identity)
        if name:
            node += wire.text(wire.NODE_NAME, name)
        if kind == COMPUTE:
            node += b"\x18\x04" + wire.duration_ns(size)  # its type
            if cpu:
                node += wire.unit(cpu)
        else:
            node += b"\x18\x05" if kind == SEND else b"\x18\x06"
            node += wire.comm_size(size) + (wire.comm_dst if kind == SEND else wire.comm_src)(peer)
            if tag:
                node += wire.comm_tag(tag)
            self.cards.add(card)
        self.ids.append(identity)
        self.nodes += node
        self.node_ends.append(len(self.nodes))

    def wait(self, waiting, awaited, for_start):
        """Notes that a node waits for another one."""
        place = self.starts if for_start else self.ends
        field = (wire.number if for_start else wire.awaits)(self.ids[awaited])
        if waiting in place:
            place[waiting] += field
        else:
            place[waiting] = bytearray(field)
        self.edges += 1

    def write(self, file):
        """Writes the file of the rank."""
        file.write(wire.head())
        begin = 0
        for index, end in enumerate(self.node_ends):
            node = bytes(self.nodes[begin:end]) + self.ends.get(index, b"")
            begin = end
            if index in self.starts:
                node += wire.starts_after(self.starts[index])
            file.write(wire.framed(node))


class Schedule:
    """What both forms have in common: the ranks, and where they go."""

    def __init__(self, source, job):
        self.source, self.job = source, job
        self.ranks = 0
        self.nodes = 0

    def begin(self, ranks):
        """Notes the number of ranks."""
        self.ranks = ranks
        self.job.begin(ranks)

    def count(self, rank):
        """Counts an operation; returns whether there are too many."""
        self.nodes += 1
        if not self.nodes & 8191:
            self.job.progress.tell(lambda: f"{self.nodes} operations, rank {rank.number} of {self.ranks}")
        return self.nodes > MAX_NODES

    def end(self, rank):
        """Writes a rank that is complete."""
        if len(rank.cards) > 1 and not self.job.one_card:
            listed = sorted(rank.cards)
            self.source.fail(
                f"the messages of rank {rank.number} name the network cards {listed[0]} and {listed[1]} (nic)"
                f"{' and others' if len(listed) > 2 else ''}, which is not allowed: a rank has one card; --one-card "
                "gives it all messages, or make a schedule with a rank for each card"
            )
        with self.job.open(rank.number) as file:
            rank.write(file)


class Text(Schedule):
    """Reads the text."""

    def import_all(self):
        """Reads the schedule and writes its ranks."""
        self.pending = self.pieces()
        self.tokens, self.at, self.line = [], 0, 1
        self.skip_lines()
        if not self.accept("num_ranks"):
            self.refuse("num_ranks and a number, at the beginning of a GOAL schedule")
        self.begin(self.number(1, MAX_RANKS, "a number of ranks"))
        missing = set(range(self.ranks))
        while self.skip_lines():
            line = self.line
            if not self.accept("rank"):
                self.refuse("rank and a number, or the end of the file")
            rank = Rank(self.number(0, self.ranks - 1, "a rank"), self.ranks)
            if rank.number not in missing:
                self.source.fail(f"rank {rank.number} is there twice", line)
            missing.remove(rank.number)
            self.read_rank(rank, line)
            self.end(rank)
        for number in sorted(missing):
            self.end(Rank(number, self.ranks))

    # Pieces

    def pieces(self):
        """Yields the words, numbers and marks of each line that has any, with its number."""
        before, comment = "", 0  # what a line has before a comment that ends in another line
        number = 0
        for number, line in enumerate(self.source.lines(), 1):
            text = line.removeprefix(b"\xef\xbb\xbf" if number == 1 else b"").decode("latin-1")
            if comment or "/*" in text:
                text, comment = cut_comments(text, comment, number)
                text, before = before + text, ""
                if comment:
                    before = text
                    continue
            tokens = TOKENS.findall(text)
            if tokens and tokens[-1].startswith("//"):
                tokens.pop()
            if tokens:
                yield number, tokens
        self.last_line = max(number, 1)
        if comment:
            self.source.fail("a comment that begins here is not ended by */", comment)

    def skip_lines(self):
        """Goes to the next piece; returns whether there is one."""
        while self.at == len(self.tokens):
            try:
                self.line, self.tokens = next(self.pending)
            except StopIteration:
                self.line = self.last_line
                self.at_end = True
                return False
            self.at = 0
        return True

    at_end = False
    last_line = 1

    def here(self):
        """The next piece of the line; empty at its end."""
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def accept(self, wanted):
        """Takes a word or mark, if it is the next one."""
        if self.here() != wanted:
            return False
        self.at += 1
        return True

    def refuse(self, allowed):
        """Refuses the next piece."""
        found = self.here() or ("the end of the file" if self.at_end else "the end of the line")
        if len(found) > LONGEST_WORD:
            self.source.fail(f"has a word or number of more than {LONGEST_WORD} characters", self.line)
        if found == "/":
            allowed = "a comment, // to the end of the line or /* */"
        elif not (found.isalnum() or WORD.match(found) or found in ":{}" or found == "-1" or " " in found):
            allowed = "words, numbers, : { } and comments"
        self.source.fail(f"{shown(found)} is not allowed: must be {allowed}", self.line)

    def number(self, least, most, what):
        """Takes a number."""
        text = self.here()
        if not DIGITS.fullmatch(text) or len(text) > 20 or not least <= int(text) <= most:
            self.refuse(f"{what} from {least} to {most}")
        self.at += 1
        return int(text)

    # Statements

    def read_rank(self, rank, line):
        """Reads the block of a rank."""
        self.skip_lines()
        if not self.accept("{"):
            self.refuse("{")
        labels = {}
        while self.skip_lines() and not self.accept("}"):
            self.statement(rank, labels)
            if self.at < len(self.tokens) and self.here() != "}":
                self.refuse("the end of the line")
        if self.at_end:
            self.source.fail(f"rank {rank.number} begins here, and no }} ends it", line)

    def statement(self, rank, labels):
        """Reads a statement."""
        first = self.here()
        if first in ("calc", "send", "recv"):
            self.operation(rank, labels, "")
            return
        if not WORD.match(first) or len(first) > LONGEST_WORD:
            self.refuse(STATEMENTS)
        self.at += 1
        verb = self.here()
        if verb == ":":
            self.at += 1
            self.operation(rank, labels, first)
        elif verb in ("requires", "irequires"):
            self.at += 1
            awaited = self.here()
            if not WORD.match(awaited):
                self.refuse("a label")
            if rank.edges >= MAX_EDGES:
                self.refuse("one of at most 2^32 dependencies of a rank")
            self.at += 1
            for label in (first, awaited):
                if label not in labels:
                    self.source.fail(
                        f"the label {label} is not allowed: must stand before an operation of rank {rank.number} above",
                        self.line,
                    )
            rank.wait(labels[first], labels[awaited], verb == "irequires")
        else:
            self.refuse(f": or requires or irequires after the label {first}")

    def operation(self, rank, labels, label):
        """Reads calc, send or recv."""
        verb = self.here()
        if verb not in ("calc", "send", "recv"):
            self.refuse("calc, send or recv")
        if self.count(rank):
            self.refuse(f"one of at most {MAX_NODES} operations")
        if label:
            if label in labels:
                self.source.fail(f"the label {label} is there twice", self.line)
            labels[label] = len(rank.ids)
        self.at += 1
        peer = 0
        if verb == "calc":
            size = self.number(0, MAX_NS, "a number of ns")
        else:
            size = self.number(0, MAX_BYTES, "a number of bytes")
            for word in ("b", "to" if verb == "send" else "from"):
                if not self.accept(word):
                    self.refuse(word)
            peer = self.peer(rank)
        given = self.options(verb != "calc")
        kind = COMPUTE if verb == "calc" else SEND if verb == "send" else RECEIVE
        rank.add(self.line, kind, size, peer, given.get("tag", 0), given.get("cpu", 0), given.get("nic", 0), label)

    def peer(self, rank):
        """Takes the other rank of a message."""
        text = self.here()
        number = int(text) if DIGITS.fullmatch(text) and len(text) < 20 else self.ranks
        if number >= self.ranks or number == rank.number:
            self.refuse(
                f"one of the {self.ranks} ranks, and not {rank.number} itself" + (ANY_RANK if text == "-1" else "")
            )
        self.at += 1
        return number

    def options(self, is_message):
        """Takes what may follow an operation."""
        given = {}
        while self.at < len(self.tokens) and WORD.match(self.here()):
            name = self.here()
            if name in given or name not in ("cpu", "nic", *(("tag",) if is_message else ())):
                self.refuse(f"{'tag, ' if is_message else ''}cpu or nic, each once, or the end of the line")
            self.at += 1
            most, what = {
                "tag": (MAX_TAG, "a tag"),
                "cpu": (MAX_CPU, "a cpu"),
                "nic": (MAX_CARD, "a network card"),
            }[name]
            given[name] = self.number(0, most, what)
        return given


def cut_comments(text, comment, number):
    """
    Returns a line without comments in /* */, and the line in which one begins that is not over; 0: none.

    comment: the same of the line before
    """
    out = ""
    while text:
        if comment:
            end = text.find("*/")
            if end < 0:
                break
            text, comment = text[end + 2 :], 0
            out += " "
            continue
        begin, line = text.find("/*"), text.find("//")
        if begin < 0 or 0 <= line < begin:
            return out + text, 0
        out += text[:begin]
        text, comment = text[begin + 2 :], number
    return out, comment


class Binary(Schedule):
    """Reads the binary form."""

    offset = 0  # of the next byte

    def fail(self, offset, text):
        """Refuses the file at a place."""
        self.source.fail(f"byte {offset}: {text}")

    def take(self, count, what):
        """Takes bytes."""
        data = self.source.read(count)
        if len(data) < count:
            self.fail(self.offset + len(data), f"the file ends inside of {what}")
        self.offset += count
        return data

    def numbers(self, form, what):
        """Takes numbers."""
        return struct.unpack(form, self.take(struct.calcsize(form), what))

    def check(self, value, most, offset, what):
        """Refuses a number that is too large."""
        if value > most:
            self.fail(offset, f"{value} is not allowed for {what}: must be at most {most}")

    def import_all(self):
        """Reads the schedule and writes its ranks."""
        (mark,) = self.numbers("<Q", "the number 4223")
        if mark == USED_UP:
            self.fail(
                0,
                "2342 is not allowed: a simulation of LogGOPSim (--save-mem) has used the schedule up; make it anew by "
                "txt2bin",
            )
        (ranks,) = self.numbers("<I", "the number of ranks")
        self.check(ranks, MAX_RANKS, 8, "the number of ranks")
        if ranks == 0:
            self.fail(8, "0 ranks are not allowed: must be at least 1")
        self.take(2, "the highest cpu and nic")
        ends = self.table(ranks)
        self.begin(ranks)
        for number, end in enumerate(ends):
            self.read_rank(Rank(number, ranks), end)
        if self.source.read(1):
            self.fail(self.offset, "bytes are not allowed behind the last rank")

    def table(self, ranks):
        """Takes the table of ranks; returns where their parts end in the file."""
        ends, end = [], self.offset - 8 + 16 * ranks
        for rank in range(ranks):
            (begin,) = self.numbers("<Q", "the table of ranks")
            if begin != end:
                self.fail(
                    self.offset - 8,
                    f"rank {rank} begins at {begin}, which is not allowed: must be {end}, behind what is before it",
                )
            (end,) = self.numbers("<Q", "the table of ranks")
            if end < begin:
                self.fail(self.offset - 8, f"rank {rank} ends before it begins")
            ends.append(8 + end)
        return ends

    def read_rank(self, rank, end):
        """Reads and writes a rank. end: place behind it"""
        begin = self.offset
        if end - begin < 8:
            self.fail(begin, "the part of a rank has no 8 bytes")
        nodes, roots = self.numbers("<II", "the numbers of nodes and roots")
        left = end - begin - 8 - 4 * roots - NODE.size * nodes
        if left < 0 or left % 4:
            self.fail(
                begin,
                f"{nodes} nodes and {roots} roots do not fit the {end - begin} bytes of rank {rank.number}",
            )
        self.check(left // 4, MAX_EDGES, begin, "the number of dependencies of a rank")
        self.check(self.nodes + nodes, MAX_NODES, begin, "the number of operations")
        is_root = bytearray(nodes)
        last = -1
        for (root,) in struct.iter_unpack("<I", self.take(4 * roots, "the roots")):
            if root >= nodes or root <= last:
                self.fail(begin, f"the roots of rank {rank.number} are not nodes in their order")
            is_root[root] = 1
            last = root
        table_at = self.offset
        table = self.take(NODE.size * nodes, "the nodes")
        listed = 0
        for index, fields in enumerate(NODE.iter_unpack(table)):
            listed = self.add(rank, table_at + index * NODE.size, fields, listed)
        if listed != left // 4:
            self.fail(
                begin,
                f"rank {rank.number} has {left // 4} dependencies, and its nodes have {listed}",
            )
        counts = self.read_edges(rank, table, self.take(left, "the nodes that wait"))
        self.check_counts(rank, table, is_root, counts)
        self.end(rank)

    def add(self, rank, offset, fields, listed):
        """Adds a node; returns the place in the list behind the nodes that wait for it."""
        _, kind, peer, size, tag, cpu, card, ends, first_end, starts, first_start = fields
        self.count(rank)
        if kind == COMPUTE:
            self.check(size, MAX_NS, offset, "a number of ns")
        elif kind in (SEND, RECEIVE):
            self.check(size, MAX_BYTES, offset, "a number of bytes")
            if peer >= self.ranks or peer == rank.number:
                self.fail(
                    offset,
                    f"{-1 if peer == ANY else peer} is not allowed: must be one of the {self.ranks} ranks, and not "
                    f"{rank.number} itself{ANY_RANK if peer == ANY else ''}",
                )
            self.check(tag, MAX_TAG, offset, "a tag")
        else:
            self.fail(offset, f"the type {kind} is not allowed: must be 1 (send), 2 (recv) or 3 (calc)")
        for count, first in ((ends, first_end), (starts, first_start)):
            if count and first != listed:
                self.fail(
                    offset,
                    f"the nodes that wait for it begin at place {first} of the list, which is not allowed: must be "
                    f"{listed}",
                )
            listed += count
        rank.add(offset, kind, size, peer, tag, cpu, card)
        return listed

    def read_edges(self, rank, table, listed):
        """Gives each node what it waits for; returns how many that are, by node."""
        counts = [0] * len(rank.ids)
        waiting = struct.iter_unpack("<I", listed)
        for awaited, fields in enumerate(NODE.iter_unpack(table)):
            for count, for_start in ((fields[7], False), (fields[9], True)):
                for _ in range(count):
                    (node,) = next(waiting)
                    self.check(node, len(counts) - 1, rank.ids[awaited], "a node that waits")
                    rank.wait(node, awaited, for_start)
                    counts[node] += 1
        return counts

    def check_counts(self, rank, table, is_root, counts):
        """The file has numbers that follow from its dependencies."""
        for index, fields in enumerate(NODE.iter_unpack(table)):
            if fields[0] != counts[index]:
                self.fail(rank.ids[index], f"waits for {fields[0]} nodes, and {counts[index]} are listed")
            if bool(is_root[index]) != (counts[index] == 0):
                self.fail(rank.ids[index], "the list of roots does not fit it")
