# SPDX-License-Identifier: GPL-2.0-only
"""Translates the stages of the TNA program to v1model.

There is no Tofino here, but bmv2 can run what its program does with a packet: tables, actions and
headers are the same in both architectures. A RegisterAction is replaced by its meaning: a read, its
body and a write in the action that executes it.
"""

import pathlib
import re
import subprocess

P4 = pathlib.Path(__file__).resolve().parents[2] / "contrib/esa/p4"
SOURCES = ("esa-tna-stages.p4", "esa-tna-switch.p4")

REGISTER = re.compile(r"Register<(?:bit|int)<(\d+)>, bit<32>>\((.*?), 0\) (\w+);")
REGISTER_ACTION = re.compile(
    r"RegisterAction<(?P<type>\w+<(?P<bits>\d+)>), bit<32>, [^()]+>\((?P<register>\w+)\)\s*"
    r"(?P<name>\w+) = \{\s*void apply\(inout \S+ value, out \S+ (?P<result>\w+)\)\s*"
    r"\{(?P<body>(?:[^{}]|\{[^{}]*\})*)\}\s*\};")
CONDITION = re.compile(r"if \((.*?)\)\s*\{\s*value = (.*?);\s*\}", re.DOTALL)
EXECUTE = re.compile(r"([\w.]+) = (\(bit<32>\))?(\w+)\.execute\(([\w.]+)\);")


def preprocess():
    """Returns the text of the stages with all included files."""
    text = "".join(f'#include "{name}"\n' for name in SOURCES)
    run = subprocess.run(["cpp", "-P", "-undef", "-nostdinc", "-DESA_WIRE_FORMAT_P4",
                          "-DESA_FRAGMENT_P4", f"-I{P4}", "-"],
                         input=text, text=True, capture_output=True, check=True)
    return run.stdout


def inline(match, actions):
    """Returns an execution of a register action, written out."""
    target, cast, name, index = match.groups()
    a = actions[name]
    body = CONDITION.sub(r"value = \1 ? \2 : value;", a["body"])
    return (f"bit<{a['bits']}> stored; {a['register']}.read(stored, {index}); "
            f"{a['type']} value = ({a['type']})stored; {a['type']} {a['result']};{body}"
            f"{a['register']}.write({index}, (bit<{a['bits']}>)value); "
            f"{target} = {cast or ''}{a['result']};")


def for_v1model():
    """Returns the stages for v1model."""
    text = preprocess()
    actions = {found["name"]: found for found in REGISTER_ACTION.finditer(text)}
    text = REGISTER_ACTION.sub("", text)
    text = REGISTER.sub(r"register<bit<\1>>(\2) \3;", text)
    text = EXECUTE.sub(lambda match: inline(match, actions), text)
    # a header cannot be metadata there
    text = text.replace("header Resubmitted", "struct Resubmitted")
    text = re.sub(r"Counter<bit<32>, bit<4>>\((\d+), CounterType_t.PACKETS\)",
                  r"counter(\1, CounterType.packets)", text)
    return text.replace("counts.count(m.outcome)", "counts.count((bit<32>)m.outcome)")
