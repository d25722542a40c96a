# SPDX-License-Identifier: GPL-2.0-only
"""Cases of the command line."""

from case import SCENARIO_FILE, Case, text_of
from rng import numbers, texts

FILE = "scenario.json"
RUN = ["--config", FILE]
WITH_TEXT = ("--system", "--workload", "--config")
WITH_NUMBER = ("--jobs", "--workers", "--iterations", "--seed", "--run", "--sample-us",
               "--stall-after", "--pcap-bytes", "--pcap-max", "--threads")
WITH_PATH = ("--out", "--pcap", "--timeline", "--report", "--occupancy", "--links", "--switches")
ALONE = ("--force", "--quiet", "--to-change", "--help", "--version", "--list-systems",
         "--list-models", "--validate", "--print-config", "--print-schema",
         "--print-fields", "--print-columns", "--why")


def plain(text):
    """Returns a text that can be an argument: without NUL."""
    return text.replace("\0", "")


def draw_arguments(rng, _fields):
    """Options that are unknown, doubled, without or with a wrong value."""
    arguments = list(RUN)
    for _ in range(rng.pick((1, 1, 2, 3, 6))):
        arguments += argument(rng)
    if rng.chance(0.7):
        arguments.append("--validate")
    else:  # what is asked for may be a large run: it has to be refused or small
        arguments += ["--iterations", "1"] if rng.chance(0.5) else ["--print-config"]
        arguments = [word for word in arguments if "iterations" not in word or "=" not in word]
        arguments += ["--validate"]
    return Case(arguments, files={FILE: text_of(SCENARIO_FILE)}, outputs=("*",))


def argument(rng):
    """Returns an option in one word or two."""
    way = rng.weighted({"text": 3, "number": 3, "path": 1, "alone": 2, "odd": 3})
    if way == "alone":
        return [rng.pick(ALONE) + rng.pick(("", "", "=", "=1", "=true"))]
    if way == "odd":
        word = rng.pick((texts(rng), "--" + texts(rng), "-" + texts(rng), "--conf", "--Validate"))
        odd = (word, word, "-h", "-", "--", "---", "--=", "--set", "--set=", "--set==")
        return [plain(rng.pick(odd))]
    options = {"text": WITH_TEXT, "number": WITH_NUMBER, "path": WITH_PATH}[way]
    option = rng.pick(options)
    given = relative(plain(value(rng)))
    return [f"{option}={given}"] if rng.chance(0.5) else [option, given]


def value(rng):
    """Returns a text or a number as a text."""
    return texts(rng) if rng.chance(0.6) else str(numbers(rng))


def relative(path):
    """Returns a path that does not leave the folder of the case."""
    return path.lstrip("/~")
