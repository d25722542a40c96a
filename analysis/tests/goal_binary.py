# SPDX-License-Identifier: GPL-2.0-only
"""Makes the binary form of a small GOAL schedule, as LogGOPSim's txt2bin does.

It takes what the module's own examples have: one statement a line, ranks in their order.
contrib/esa/tools/esa_traces/goal.py has the form."""

import re
import struct

TYPES = {"send": 1, "recv": 2, "calc": 3}


def read(text):
    """The ranks: lists of operations and of edges (waiting, awaited, whether for its start)."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)
    count = int(re.search(r"num_ranks\s+(\d+)", text).group(1))
    ranks = [([], []) for _ in range(count)]
    for number, body in re.findall(r"rank\s+(\d+)\s*\{(.*?)\}", text, flags=re.S):
        nodes, edges = ranks[int(number)]
        labels = {}
        for line in filter(None, map(str.strip, body.splitlines())):
            edge = re.fullmatch(r"(\w+)\s+(i?)requires\s+(\w+)", line)
            if edge:
                edges.append((labels[edge[1]], labels[edge[3]], edge[2] == "i"))
                continue
            label, statement = re.fullmatch(r"(?:(\w+)\s*:)?\s*(.*)", line).groups()
            labels[label] = len(nodes)
            kind, size = re.match(r"(\w+)\s+(\d+)", statement).groups()
            peer = re.search(r"(?:to|from)\s+(\d+)", statement)
            options = {name: int(value) for name, value
                       in re.findall(r"(tag|cpu|nic)\s+(\d+)", statement)}
            nodes.append((TYPES[kind], int(peer[1]) if peer else 0, int(size),
                          options.get("tag", 0), options.get("cpu", 0), options.get("nic", 0)))
    return ranks


def part(nodes, edges):
    """The bytes of one rank."""
    awaited = [sum(edge[0] == node for edge in edges) for node in range(len(nodes))]
    roots = [node for node, count in enumerate(awaited) if count == 0]
    fixed = struct.pack(f"<II{len(roots)}I", len(nodes), len(roots), *roots)
    places = []
    for node, (kind, peer, size, tag, cpu, nic) in enumerate(nodes):
        fixed += struct.pack("<IBIQIBB", awaited[node], kind, peer, size, tag, cpu, nic)
        for is_start in False, True:
            waiting = [edge[0] for edge in edges if edge[1:] == (node, is_start)]
            fixed += struct.pack("<II", len(waiting), len(places))
            places += waiting
    return fixed + struct.pack(f"<{len(places)}I", *places)


def binary(text):
    """The bytes of a schedule."""
    ranks = read(text)
    parts = [part(*rank) for rank in ranks]
    highest = [max((node[field] for nodes, _ in ranks for node in nodes), default=0)
               for field in (4, 5)]
    head = struct.pack("<QIBB", 4223, len(ranks), *highest)
    begin = len(head) - 8 + 16 * len(ranks)
    for data in parts:
        head += struct.pack("<QQ", begin, begin + len(data))
        begin += len(data)
    return head + b"".join(parts)
