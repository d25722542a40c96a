# SPDX-License-Identifier: GPL-2.0-only
"""The verdicts on claims.csv by the tables in analysis/results, and the texts that repeat them."""

import functools
import math
import os
import re
import textwrap

from esa_claims import claims
from esa_claims.expression import Expression
from esa_claims.verdicts import REPRODUCED
from esa_runs.read import read
from esa_sweep.csv_table import write_csv
from esa_sweep.errors import BadInput
from esa_sweep.files import write_text

_BLOCK = re.compile(r"(<!-- ./ns3 update verdicts -->\n).*?(<!-- end -->)", re.DOTALL)
_NUMBER = re.compile(
    r"(?P<mean>-?\d+(?:\.(?P<digits>\d+))?)(?P<interval>\s\[[^]]*\])?(?P<about><!--\s(?P<sweeps>[\w\s-]+):\s(?P<text>.*?)\s-->)",
    re.DOTALL,
)
"""A number, perhaps its interval, and behind it in a comment the sweeps and the expression that it comes from."""
FAR = 0.1
"""Share of a published value from which on a difference needs an explanation."""
_MISSING = "Not modelled"  # what a note explains begins with it
_READINGS = ("5 us, capped", "2.5 us, open")


def write(results, manual):
    """Writes all of it. results: folder of the tables; manual: folder of its texts"""

    @functools.lru_cache(maxsize=None)
    def rows(name):
        return read(os.path.join(results, f"{name}.csv")).rows

    judged = claims.judge_all(claims.read_claims(), rows)
    write_csv(os.path.join(results, "verdicts.csv"), claims.VERDICT_HEADS, claims.verdict_lines(judged))
    readme = os.path.join(results, "README.md")
    with open(readme, encoding="utf-8") as file:
        text = _BLOCK.sub(lambda found: found[1] + _counts(judged) + found[2], file.read())
    write_text(readme, _NUMBER.sub(lambda found: number(found, rows), text))
    write_text(os.path.join(manual, "paper-ratios.txt"), _ratios(judged))
    write_text(os.path.join(manual, "published-measurements.txt"), _published(judged))


def number(found, rows):
    """Returns a number of a text anew, with as many digits. found: a match of _NUMBER; rows: of a sweep's name"""
    expression = Expression(" ".join(found["text"].split()))
    values = expression.values([row for name in found["sweeps"].split() for row in rows(name)])
    if len(values) != 1:
        raise BadInput(f"{found['about']}: has {len(values)} points: must be one")
    digits = len(found["digits"] or "")
    low, high = values[0].interval()
    interval = f" [{low:.{digits}f}, {high:.{digits}f}]" if found["interval"] else ""
    return f"{values[0].mean():.{digits}f}{interval}{found['about']}"


def _counts(judged):
    """Returns how many claims hold, in sentences."""
    parts = [
        f"{reading}: {counts[REPRODUCED]} of {sum(counts.values())}" for reading, counts in claims.counts(judged).items()
    ]
    return f"{claims.summary(judged)}\nReproduced by interpretation: {'; '.join(parts)}.\n"


def _ratios(judged):
    """Returns the ratios that the paper names, beside the ratios of two interpretations."""
    lines = [("Ratio", "published", *_READINGS)]
    for one in judged:
        if one.claim.rule == "ratio":
            found = [one.findings[reading].short for reading in _READINGS]
            lines.append((one.claim.claim, one.claim.published, *found))
    return table(lines)


def _published(judged):
    """Returns what others published, beside what was measured, and what is missing where that is far."""
    lines, missing = [("Figure", "published", "measured", "error", "bound", "sweep")], {}
    for one in judged:
        if one.claim.figure == "hardware":
            (found,) = one.findings.values()
            digits = ".0f" if found.bound >= 1000 else ".4g"
            bound = "none" if math.isnan(found.bound) else f"{found.bound:{digits}}"
            error = "" if math.isnan(found.share) else f"{round(100 * found.share):+} %"
            published = one.claim.published or "not at hand"
            lines.append((one.claim.claim, published, found.short, error, bound, " ".join(one.claim.sweeps)))
            if abs(found.share) > FAR:
                why = one.claim.note[one.claim.note.index(_MISSING) :]
                missing.setdefault(why, []).append(f"*{one.claim.claim}* ({error})")
    texts = [f"* {'; '.join(names)}. {why}" for why, names in missing.items()]
    far = f"Where the error is more than {100 * FAR:.0f} %, and why:"
    items = [line for text in texts for line in textwrap.wrap(text, 119, subsequent_indent="  ")]
    return "\n".join([table(lines), far, "", *items, ""])


def table(lines):
    """Returns a table in reStructuredText. lines: of texts, the heads first"""
    widths = [max(map(len, column)) for column in zip(*lines)]
    rule = "  ".join("=" * width for width in widths)
    texts = ["  ".join(f"{cell:{width}}" for cell, width in zip(line, widths)).rstrip() for line in lines]
    return "\n".join([rule, texts[0], rule, *texts[1:], rule, ""])
