# SPDX-License-Identifier: GPL-2.0-only
"""Translates the stages of the TNA program to v1model.

There is no Tofino here, but bmv2 can run what its program does with a packet: tables, actions and
headers are the same in both architectures. A RegisterAction is replaced by its meaning: a read, its
body and a write in the action that executes it.
"""

import re
import subprocess

from traces import P4

SOURCES = ("esa-tna-stages.p4", "esa-tna-switch.p4")

REGISTER = re.compile(r"Register<(?:bit|int)<(\d+)>, bit<32>>\((.*?), 0\) (\w+);")
PAIR = re.compile(r"Register<OwnerTask, bit<32>>\((.*?)\) (\w+);")
PAIR_WORDS = ("job", "seq")
REGISTER_ACTION = re.compile(
    r"RegisterAction<(?P<type>\w+(?:<(?P<bits>\d+)>)?), bit<32>, [^()]+>\((?P<register>\w+)\)\s*"
    r"(?P<name>\w+) = \{\s*void apply\(inout \S+ value, out \S+ (?P<result>\w+)\)\s*"
    r"\{(?P<body>(?:[^{}]|\{[^{}]*\})*)\}\s*\};")
CONDITION = re.compile(r"if \((.*?)\)\s*\{(.*?)\}", re.DOTALL)
ASSIGNMENT = re.compile(r"(\w+) = (.*?);")
EXECUTE = re.compile(r"([\w.]+) = (\(bit<32>\))?(\w+)\.execute\(([\w.]+)\);")


def preprocess(p4, generated):
    """Returns the text of the stages with all included files, from two folders."""
    text = "".join(f'#include "{name}"\n' for name in SOURCES)
    run = subprocess.run(["cpp", "-P", "-undef", "-nostdinc", "-DESA_WIRE_FORMAT_P4",
                          "-DESA_FRAGMENT_P4", f"-I{p4}", f"-I{generated}", "-"],
                         input=text, text=True, capture_output=True, check=True)
    return run.stdout


def without_condition(match):
    """Returns a conditional block as assignments, which an action of v1model may have."""
    condition, block = match.groups()
    return f"bool holds = {condition};" + ASSIGNMENT.sub(r"\1 = holds ? \2 : \1;", block)


def inline_pair(a, target, index):
    """Returns an execution of an action of a register with two words, written out."""
    body = re.sub(r"\bvalue\.(\w+)", r"value_\1", a["body"])
    body = CONDITION.sub(without_condition, body)
    reads = "".join(f"bit<32> value_{w}; {a['register']}_{w}.read(value_{w}, {index}); "
                    for w in PAIR_WORDS)
    writes = "".join(f"{a['register']}_{w}.write({index}, value_{w}); " for w in PAIR_WORDS)
    return f"{reads} bit<32> {a['result']}; {body} {writes} {target} = {a['result']};"


def inline(match, actions):
    """Returns an execution of a register action, written out."""
    target, cast, name, index = match.groups()
    a = actions[name]
    if a["type"] == "OwnerTask":
        return inline_pair(a, target, index)
    body = CONDITION.sub(without_condition, a["body"])
    return (f"bit<{a['bits']}> stored; {a['register']}.read(stored, {index}); "
            f"{a['type']} value = ({a['type']})stored; {a['type']} {a['result']};{body}"
            f"{a['register']}.write({index}, (bit<{a['bits']}>)value); "
            f"{target} = {cast or ''}{a['result']};")


def for_v1model(generated, p4=P4):
    """Returns the stages for v1model; generated: the folder of the generated files."""
    text = preprocess(p4, generated)
    actions = {found["name"]: found for found in REGISTER_ACTION.finditer(text)}
    text = REGISTER_ACTION.sub("", text)
    text = REGISTER.sub(r"register<bit<\1>>(\2) \3;", text)
    text = PAIR.sub(lambda match: "".join(f"register<bit<32>>({match[1]}) {match[2]}_{word}; "
                                          for word in PAIR_WORDS), text)
    text = EXECUTE.sub(lambda match: inline(match, actions), text)
    # A header cannot be metadata there. It stands in the tag of a packet that comes again.
    fields = re.search(r"header Resubmitted\s*(\{.*?\})", text, re.DOTALL)[1]
    text = text.replace("header Resubmitted", f"header ResubmittedTag {fields}\nstruct Resubmitted")
    text = re.sub(r"(struct TnaHeaders\s*\{)", r"\1 PassTag tag; ResubmittedTag resubmitted;", text)
    text = re.sub(r"Counter<bit<32>, bit<4>>\((\d+), CounterType_t.PACKETS\)",
                  r"counter(\1, CounterType.packets)", text)
    # p4c 1.2.4.1 refuses a Boolean literal in a ternary key of v1model.
    text = re.sub(r"([(,]\s*)true(?=,)", r"\g<1>1", text)
    text = re.sub(r"(hdr\.(\w+)\.isValid\(\)) : ternary", r'(bit<1>)\1 : ternary @name("\2")', text)
    return text.replace("counts.count(m.outcome)", "counts.count((bit<32>)m.outcome)")
