# SPDX-License-Identifier: GPL-2.0-only
"""The page of the study."""

import html
import os

from esa_figures.page import contents, table, write_page
from esa_figures.report import VERDICTS
from esa_figures.report_context import FIRST_LOOK
from esa_figures.style import WORKLOADS
from esa_figures.verdicts import REPRODUCED

from .design import SHIPPED
from .goals import FIT, TESTS
from .sections import counts_table, sections
from .study import ALL

_TITLE = "ESA: settings fitted to the paper"

_QUICK = (
    "A first look: partitions, computation and memory are a tenth of the paper's, with few points "
    "and two seeds. The numbers are not comparable with the published ones, and no set of settings "
    "comes of them. ./ns3 calibrate without --quick makes the real ones."
)

_INTRODUCTION = """
<p>The paper on ESA (<a href="https://arxiv.org/abs/2201.06398">arXiv 2201.06398</a>) leaves many
settings of its simulation open. This page searches for those under which most of its claims hold.
It is a study of the claims, not a tuning of the simulator: the fitted set is shipped under its own
name and is no default. A set that fits says that the claims can hold, not that the authors used
it. A claim that no simulated set reproduces may still hold at a point between them.</p>
"""

_METHOD = """
<h3>How it was done</h3>
<p>A Latin hypercube fills the space of {settings} settings with {design} points, and the shipped
scenario is one more. At each point ESA, ATP and SwitchML run with 8, 4 and 1 jobs of 8 workers and 8
jobs of 2, and the straw-men with 8 jobs of 8, all with DNN A, one iteration and the same random
numbers, and everything a tenth of its size: DNNs, times, windows, queues and memory. Each claim has one
gain at a point, as the judge of the paper's figures computes it. Then {rounds} rounds look around the
best points so far, with {candidates} more points in all: settings of two good points are mixed, and some
of them moved. The {full} points of which most claims hold are simulated at full size, and the best of
these with further seeds, and judged. The best one by these verdicts is the fitted set. It is tested with
DNN B and with A to B 1:1, which no step before has seen. The claims on the testbed (microbenchmark) are
not part of the study.{failed}</p>
<p>A point's <em>score</em> is the sum over the claims: 0 on the other side of 1, 1 where the claim
holds, and from 1 to a half where the gain of a number is farther off.</p>
"""


def sentences(study):
    """Returns what came of the study, in sentences."""

    def reproduced(name, workload):
        counts = study.counts(name, workload)
        return f"{counts[REPRODUCED]} of {sum(counts.values())}"

    tests = " and ".join(f"{reproduced(study.best, one)} with {WORKLOADS[one]}" for one in TESTS)
    before = " and ".join(f"{reproduced(SHIPPED, one)} with {WORKLOADS[one]}" for one in TESTS)
    failing = [
        goal.text for goal, one in study.verdicts[study.best, FIT] if one.verdict != REPRODUCED
    ]
    never = [study.goals[place].text for place in study.unreached()]
    unproved = [study.goals[place].text for place in study.never_reproduced()]
    return [
        f"The fitted set reproduces {reproduced(study.best, FIT)} claims with DNN A, on which it "
        f"was fitted; the shipped set of jct-8x8.json {reproduced(SHIPPED, FIT)}.",
        f"In the test it reproduces {tests}; the shipped set {before}.",
        f"With all workloads together it reproduces {reproduced(study.best, ALL)} claims; the "
        f"shipped set {reproduced(SHIPPED, ALL)}.",
        "With DNN A it still fails, or does in part only: "
        + ("; ".join(failing) or "nothing")
        + ".",
        f"With further seeds, none of the {len(study.finalists)} sets that were judged reproduces: "
        + ("; ".join(unproved) or "(each claim is reproduced by one of them)")
        + ".",
        f"With one seed, which may be chance, there is no point of all {len(study.gains)} at which "
        f"holds: {'; '.join(never)}."
        if never
        else f"With one seed, which may be chance, each claim holds at one of the "
        f"{len(study.gains)} points at least; below is at how many.",
    ]


def write_study(path, study, footer, quick, failed=()):
    """
    Writes the page, and its pictures beside it.

    path: the HTML file; footer: list of texts, how it was made; quick: whether this is a first look;
    failed: names of points of which a run failed
    """
    found = sections(study, os.path.dirname(path))
    items = "\n".join(f"<li>{html.escape(text)}</li>" for text in sentences(study))
    summary = f"""<h2>What came of it</h2>
<ol class="summary">
{items}
</ol>
{table(counts_table(study))}"""
    method = _METHOD.format(
        settings=len(next(iter(study.points.values()))),
        design=len(study.designed) - 1,
        full=len(study.full),
        rounds=len(study.rounds),
        candidates=sum(map(len, study.rounds)),
        failed=f" {len(failed)} points have a run that failed; they are left out." if failed else "",
    )
    header = f"""{f'<p class="quick">{_QUICK}</p>' if quick else ""}
{_INTRODUCTION}
{summary}
{contents(found)}
{method}
{VERDICTS}"""
    write_page(path, _TITLE + (FIRST_LOOK if quick else ""), header, found, footer)
