#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes the P4 files that say the same thing for each of a fragment's values.

NAME.p4 is made of NAME.p4.in. There, what stands between "@for half" and
"@end half" is written once for each of the two headers of values: @half@ is
low or high, @Half@ the same with a capital. In it, what stands between
"@for value" and "@end value" is written once for each of the header's values,
0 to 31 or 32 to 61: @i@ is its number. What stands between "@for word" and
"@end word" is written once for each of the values that Tofino adds in one
pass, which is half of all; "@for worker" goes over the bits of a bitmap.

usage: generate-values.py DIRECTORY   write the files there
"""

import pathlib
import re
import sys

HALVES = {"low": range(0, 32), "high": range(32, 62)}
RANGES = {"word": range(sum(map(len, HALVES.values())) // 2), "worker": range(32)}


def expand_numbers(text, name, numbers):
    """Returns the text with loops over the numbers written out."""
    return re.sub(
        rf"@for {name}\n(.*?)@end {name}\n",
        lambda loop: "".join(loop[1].replace("@i@", str(i)) for i in numbers),
        text,
        flags=re.DOTALL,
    )


def expand_halves(match):
    """Returns the text of a loop over the two headers, written out."""
    text = ""
    for half, numbers in HALVES.items():
        body = expand_numbers(match[1], "value", numbers)
        text += body.replace("@half@", half).replace("@Half@", half.capitalize())
    return text


def expand(text):
    """Returns the text of a template with all loops written out."""
    text = re.sub(r"@for half\n(.*?)@end half\n", expand_halves, text, flags=re.DOTALL)
    for name, numbers in RANGES.items():
        text = expand_numbers(text, name, numbers)
    return text


def main(arguments):
    if len(arguments) != 1 or not pathlib.Path(arguments[0]).is_dir():
        print("generate-values.py: one argument is needed, an existing directory", file=sys.stderr)
        return 2
    for template in pathlib.Path(__file__).parent.glob("*.p4.in"):
        notice = f"// Generated from {template.name} by generate-values.py.\n\n"
        text = expand(template.read_text()).replace("\n\n", "\n\n" + notice, 1)
        pathlib.Path(arguments[0], template.stem).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
