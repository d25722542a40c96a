# SPDX-License-Identifier: GPL-2.0-only
"""Reads the reports of p4c's Tofino compiler about a program.

resources.json (written with -g) lists every memory and ALU of every stage. The assembly (*.bfa)
lists the logical tables, the tables that each may run next, and the registers that each accesses.

The hardware can access a register only once per pass. So two tables may access the same register
only if no pass runs both. The compiler does not check that.
"""

import itertools
import json
import re

# of a stage, Tofino 1
UNITS = {"SRAM": 80, "map RAM": 48, "stateful ALU": 4, "gateway": 16, "TCAM": 24}

LOGICAL = {"exact_match", "ternary_match", "hash_action", "gateway", "atcam_match", "phase0_match",
           "proxy_hash"}
# parts of a logical table: the assembly has them as separate tables, "NAME$..."
PARTS = {"ternary_indirect", "action"}
NEXT = re.compile(r"\s*(?:- )?(?:next|hit|miss|next_table|next_table_miss|0[bx][0-9a-f*]+)"
                  r"\s*:(.*)")
STAGE = re.compile(r"stage (\d+) (\w+):")
TABLE = re.compile(r"  (\w+) (\S+?)(?: \d+)?:$")
NAME = re.compile(r"[\w.$-]+")


def of_kind(usages, kind):
    """Returns the usages of a kind."""
    return [usage for usage in usages if any(u["used_for"] == kind for u in usage["usages"])]


def stage_resources(stage):
    """Returns how many units of each kind a stage uses."""
    return {
        "SRAM": len(stage["rams"]["srams"]),
        "map RAM": len(stage["map_rams"]["maprams"]),
        "stateful ALU": len(of_kind(stage["meter_alus"]["meters"], "stateful_ram")),
        "gateway": len(stage["gateways"]["gateways"]),
        "TCAM": len(stage["tcams"]["tcams"]),
    }


def resources(path):
    """Returns the units used in each stage, by the stage's number."""
    mau = json.loads(path.read_text())["resources"]["mau"]
    return {stage["stage_number"]: stage_resources(stage) for stage in mau["mau_stages"]}


def format_resources(by_stage):
    """Returns the resources as a Markdown table."""
    titles = ["stage"] + [f"{kind} (of {units})" for kind, units in UNITS.items()]
    rows = [titles, ["---:"] * len(titles)]
    rows += [[str(number)] + [str(used[kind]) for kind in UNITS]
             for number, used in sorted(by_stage.items())]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


class Table:
    """A table of the assembly: its kind, and the lines that describe it and its gateway."""

    def __init__(self, kind, stage, gress):
        self.kind = kind
        self.stage = stage
        self.gress = gress
        self.lines = []
        self.gateway = []
        self._is_gateway = False

    def add(self, line):
        """Appends a line."""
        depth = len(line) - len(line.lstrip())
        if depth == 4:
            self._is_gateway = line.strip() == "gateway:"
        (self.gateway if self._is_gateway else self.lines).append(line)

    def names(self):
        """Returns the names in its lines."""
        return {name for line in self.lines for name in NAME.findall(line)}

    def next(self):
        """Returns the names of what may run next."""
        return next_names(self.lines) | next_names(self.gateway)

    def next_if_run(self):
        """Returns the names of what may run next if the table has run. A table with a key runs
        if its gateway is not met; one without a key runs if its gateway is met."""
        if self.kind == "hash_action" and self.gateway:
            return next_names(self.gateway)
        return next_names(self.lines)


def next_names(lines):
    """Returns the names that follow the keywords for what runs next."""
    found = [match[1] for match in map(NEXT.match, lines) if match]
    return {name for text in found for name in NAME.findall(text)}


def read_assembly(text):
    """Returns the tables of an assembly file by name."""
    tables = {}
    place = current = None
    for line in text.splitlines():
        if line and not line.startswith(" "):
            found = STAGE.match(line)
            place = (int(found[1]), found[2]) if found else None
            current = None
        elif place:
            found = TABLE.match(line)
            if found:
                kind, name = found.groups()
                owner = tables.get(name.partition("$")[0])
                if kind in PARTS and owner:
                    current = owner
                else:
                    current = tables[name] = Table(kind, *place)
            elif current:
                current.add(line)
    return tables


def followers(tables, tell):
    """Returns the logical tables that each may run next; tell gives the names of a table's."""
    logical = {name for name, table in tables.items() if table.kind in LOGICAL}
    return {name: tell(tables[name]) & logical - {name} for name in logical}


def accesses(tables):
    """Returns the logical tables that access each register."""
    registers = [name for name, table in tables.items() if table.kind == "stateful"]
    return {register: [name for name, table in tables.items()
                       if table.kind in LOGICAL and register in table.names()]
            for register in registers}


def reachable(start, following):
    """Returns the tables that a pass may reach from some tables, these included."""
    seen = set(start)
    waiting = list(start)
    while waiting:
        for name in following[waiting.pop()] - seen:
            seen.add(name)
            waiting.append(name)
    return seen


def double_accesses(tables):
    """Returns (register, table, table) for each two tables that may access a register in one
    pass."""
    following = followers(tables, Table.next)
    after = {name: reachable(start, following)
             for name, start in followers(tables, Table.next_if_run).items()}
    return [(register, first, second)
            for register, users in sorted(accesses(tables).items())
            for first, second in itertools.permutations(sorted(users), 2)
            if second in after[first]]
