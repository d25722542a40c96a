# SPDX-License-Identifier: GPL-2.0-only
"""The page of the study."""

import html
import os

from esa_figures.page import contents, write_page
from esa_figures.report_context import FIRST_LOOK
from esa_figures.verdicts import REPRODUCED

from .design import KNOWN, SHIPPED
from .sections import sections

_TITLE = "ESA: settings fitted to the paper"

_QUICK = (
    "A first look: few points, and everything a tenth of the paper's size. No set of settings comes of "
    "it. ./ns3 calibrate without --quick makes the real ones."
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
<p>A Latin hypercube fills the space of {settings} settings with {drawn} points. {known} more are the shipped
scenario, the other readings of the report of the paper's figures, and those of an independent simulator of
the paper, with jitter drawn per packet and a fixed window. At each point ESA, ATP and SwitchML run with 8, 4
and 1 jobs of 8 workers and 8 jobs of 2, and the straw-men with 8 jobs of 8, all with DNN A, one iteration and
the same random numbers. Each claim has one gain at a point, as the judge of the paper's figures computes it.
Then {candidates} more points, in {rounds}, lie around the best ones so far: settings of two
good points are mixed, and some of them moved. The best {finals} and the shipped set are simulated again, with
{seeds} seeds that the search has not had, and judged by the rules of the paper's figures. Neither DNN B nor A
to B 1:1 is seen here: with these, and with other seeds again, the report of the paper's figures tests the
fitted set. The claims on the testbed are not part of the study, and no claim on the simulations is about
iSwitch, so its frame is not searched.{failed}</p>
<p>The points that were judged are put in order by this rule: all systems have the same settings
(a preset gives ATP or SwitchML some of its own); then the most claims are reproduced; then the most claims
partly; then the score; then the fewest settings differ from those of jct-8x8.json; then the name. The shipped
scenario and the other readings of the report are judged there in any case, so none of them is called fitted,
even if it comes first.</p>
<p>A point's <em>score</em> is the sum over the claims: 0 on the other side of 1, 1 where the claim
holds, and from 1 to a half where the gain of a number is farther off.</p>
"""


def sentences(study):
    """Returns what came of the study, in sentences."""

    def held(name):
        return f"{study.finals[name].count(REPRODUCED)} of {len(study.goals)}"

    best = study.finals[study.best].verdicts
    failing = [goal.text for goal, one in zip(study.goals, best) if one.verdict != REPRODUCED]
    never = [study.goals[place].text for place in study.unreached()]
    return [
        f"With DNN A and {study.final_seeds} seeds that the search has not had, {held(study.best)} claims are "
        f"reproduced with the fitted set; with the shipped set of jct-8x8.json {held(SHIPPED)}.",
        f"With the fitted set these are not: {'; '.join(failing) or 'none'}.",
        f"With one seed, there is no point of all {len(study.gains)} at which holds: "
        f"{'; '.join(never) or '(each claim holds at one point at least)'}.",
        "The report of ./ns3 figures judges the fitted set with other seeds, and with DNN B and A to "
        "B 1:1, which the search has not seen.",
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
</ol>"""
    method = _METHOD.format(
        settings=len(next(iter(study.points.values()))),
        drawn=len(study.designed) - 1 - len(KNOWN),
        known=1 + len(KNOWN),
        finals=len(study.finals) - (SHIPPED in study.finals),
        seeds=study.final_seeds,
        rounds="one round" if len(study.rounds) == 1 else f"{len(study.rounds)} rounds",
        candidates=sum(map(len, study.rounds)),
        failed=f" {len(failed)} points have a run that failed; they are left out." if failed else "",
    )
    header = f"""{f'<p class="quick">{_QUICK}</p>' if quick else ""}
{_INTRODUCTION}
{summary}
{contents(found)}
{method}"""
    write_page(path, _TITLE + (FIRST_LOOK if quick else ""), header, found, footer)
