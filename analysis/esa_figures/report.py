# SPDX-License-Identifier: GPL-2.0-only
"""The report of the paper's figures: sections, with every picture in the page."""

import base64
import collections
import html

from esa_page import pixels_wide, write_page
from esa_runs.text import counted

from .section import Badge, Finding

_PHONE = "(max-width: 44rem)"  # as in esa_page.css

_INTRODUCTION = """
<p>ESA (<a href="https://arxiv.org/abs/2201.06398">arXiv 2201.06398</a>) decides which training jobs may
use the memory of a switch that sums their gradients. This page has the simulations of that paper, made
anew with this repository's simulator{verdicts}.</p>
<details><summary>The systems in a sentence each</summary>
<dl>
<dt>ESA</dt><dd>takes memory from a sum that is less urgent than the newcomer's. A host, the
<em>parameter server</em>, completes that sum.</dd>
<dt>ATP</dt><dd>gives memory to the first that needs it. A packet that finds it in use goes to the
parameter server.</dd>
<dt>SwitchML</dt><dd>gives each training (<em>job</em>) a fixed part of the memory.</dd>
<dt>Straw1, Straw2</dt><dd>are ESA without priorities: the newcomer always gets the memory, or in
half of the cases.</dd>
</dl></details>
"""

VERDICTS = """
<h3 id="verdicts">How claims are judged</h3>
<p>A measured ratio is the mean of several runs with different random numbers, taken run by run,
with its 95&nbsp;% confidence interval in brackets (Student's t). What counts is the <em>gain</em>,
the distance of a ratio from 1: 1.15 is three times the gain of 1.05.</p>
<ul>
<li>A number is <em>reproduced</em> if the published ratio lies in the measured interval, or if the
measured gain differs from the published one by 20&nbsp;% of it at most. The interval must exclude 1,
and must not be wider than the published gain. It is <em>partly</em> reproduced if the interval
excludes 1 and the gain differs by 50&nbsp;% at most. All else is <em>not reproduced</em>, above all
a mean on the other side of 1.</li>
<li>&ldquo;Largest of all points&rdquo;: the paper does not say at which point. Who
picks the largest of many points picks noise, too. So the interval of the picked point is wider
(Bonferroni's correction for the number of points).</li>
<li>&ldquo;In all cases&rdquo; is reproduced if the interval of every point is above 1. It is partly
reproduced if every mean is, and at least half of the intervals.</li>
<li>&ldquo;Grows&rdquo;: a straight line is laid through the ratios of all points by least squares,
with the seeds as repeats, for each workload. The table has what the line gains from one end of the
axis to the other. The claim is reproduced if the 95&nbsp;% interval of every workload's slope is
above 0, and partly if every slope is, and at least half of the intervals.</li>
</ul>
"""
"""The rules of the judge, for readers."""

_ONCE = "<p>A claim counts once, with all interpretations side by side.</p>"

_READINGS = """
<h3>Interpretations of the paper</h3>
<p>The paper's &ldquo;base RTT of 10&nbsp;us&rdquo; can be that from worker to switch to worker,
which makes <em>5&nbsp;us</em> per link, or that from host to host and back, <em>2.5&nbsp;us</em> per
link. It does not say how far windows may grow. <em>Capped</em> windows stop at 500 packets, and
SwitchML's at 60&nbsp;KB. <em>Open</em> windows have no cap, and SwitchML's is all of its slots; slow
start and marked queues (ECN) then keep the windows in bounds. Each combination is an interpretation. The
<em>fitted</em> interpretation is one more: the settings, the same for all systems and figures, that a
search with DNN A found (<code>scenarios/paper/calibrated.json</code>). It is no evidence of what the
authors ran. The two claims of Figure 7, a testbed, are judged with it and with settings of their own
(<em>not fitted</em>). Open windows have fewer points: 1, 2, 4 and 8 jobs, 2 and 8 workers; the fitted
interpretation has 1 and 8 jobs (A to B 1:1: 2, too), 2 and 8 workers.</p>
"""

_QUICK = (
    "A first look: partitions, computation, random delays and memory are a tenth of the paper's, "
    "with 2 iterations and one seed. The numbers are not comparable with the published ones, so "
    "neither those nor verdicts are shown. ./ns3 figures without --quick makes the real ones."
)


_NOT_HERE = """
<h3>What of the paper is missing</h3>
<ul>
<li>Figures 1 and 3 to 5 are drawings and pseudocode, in which nothing is measured. <code>./ns3 p4</code>
runs the switch of Figure 5 as a P4 program.</li>
<li>Figure 2, the stages of a Tofino that ATP's P4 code fills: no command makes it.</li>
<li>Figure 6 (a), the accuracy of ResNet50 by epoch: no command makes it. <code>./ns3 figures</code> trains
smaller networks through the switch, further below.</li>
<li>Figure 6 (b), the time to an accuracy of 75&nbsp;%: no command makes it. <code>./ns3 figures</code> without
<code>--quick</code> compares iteration times instead (last row of &ldquo;What the paper's sentences follow from&rdquo;).</li>
<li>Figure 7 was measured on a testbed. The software of its hosts is not simulated.</li>
</ul>
"""
"""The paper's figures that are not attempted, and why."""


def _picture(picture):
    def data(svg):
        return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()

    caption = html.escape(picture.caption)
    return f"""<figure><picture>
<source media="{_PHONE}" srcset="{data(picture.narrow)}">
<img alt="{html.escape(picture.title)}" width="{pixels_wide(picture.wide)}" src="{data(picture.wide)}">
</picture>{f"<figcaption>{caption}</figcaption>" if caption else ""}</figure>
"""


def _cell(cell):
    if isinstance(cell, Badge):
        return f'<span class="badge {cell.kind}">{html.escape(cell.text)}</span>'
    if isinstance(cell, Finding):
        badge = _cell(cell.badge) if cell.badge else ""
        where = f"<small>{html.escape(cell.where)}</small>"
        return f"{html.escape(cell.measured)} {where} {badge}"
    return html.escape(cell)


def _table(found):
    """Returns a Table as HTML."""
    heads = [html.escape(head) for head in found.heads]
    lines = [f'<div class="scroll"><table class="{found.kind}"><thead><tr>' + "".join(f"<th>{head}</th>" for head in heads)]
    lines.append("</tr></thead><tbody>")
    for row in found.rows:
        cells = "".join(
            f'<td data-head="{head}"><span>{_cell(cell)}</span></td>'
            for head, cell in zip(heads, row)
        )
        lines.append(f"<tr>{cells}</tr>")
    text = "\n".join(lines) + "</tbody></table></div>\n"
    return _folded(found.fold, text) if found.fold else text


def _folded(summary, text):
    return f"<details><summary>{html.escape(summary)}</summary>\n{text}</details>\n"


def _sources(sources):
    parts = [
        f"<p>{counted(source.runs, 'run')} of <code>{html.escape(source.command)}</code></p>"
        f"<pre>{html.escape(source.text)}</pre>"
        for source in sources
    ]
    return _folded("How to run it again", "\n".join(parts)) if parts else ""


def _section(section):
    title = f"{section.figure}. {section.title}" if section.figure else section.title
    heading = f"<h2>{html.escape(title)}</h2>"
    parts = [f"<p>{html.escape(section.text)}</p>"]
    parts += [_picture(picture) for picture in section.pictures if not picture.is_folded]
    parts += [f"<p>{html.escape(note)}</p>" for note in section.notes]
    parts += map(_table, section.tables)
    folded = "".join(_picture(picture) for picture in section.pictures if picture.is_folded)
    parts.append(_folded("The same pictures in other interpretations", folded) if folded else "")
    parts.append(_sources(section.sources))
    body_text = "\n".join(parts)
    if not section.figure:
        body_text = f"<details><summary>{heading}</summary>\n{body_text}</details>"
        heading = ""
    return f'<section id="{section.name}">\n{heading}{body_text}</section>\n'


def _counts(badges):
    """Returns a badge for each outcome, with how many there are."""
    counts = collections.Counter((badge.kind, badge.text) for badge in badges)
    order = ("good", "fair", "poor")
    return " ".join(
        _cell(Badge(f"{count} {text}", kind))
        for (kind, text), count in sorted(counts.items(), key=lambda item: order.index(item[0][0]))
    )


def _contents(sections):
    """Returns links to the sections, as HTML."""
    links = "\n".join(
        f'<li><a href="#{section.name}"><span>{html.escape(section.figure or section.title)}</span> '
        f"{_counts(section.badges)}</a></li>"
        for section in sections
    )
    top = '<li><a href="#top"><span>Summary</span></a></li>'
    return f'<nav aria-label="Contents">\n<ul>\n{top}\n{links}\n</ul>\n</nav>'


def _body(title, header, sections, footer):
    """
    Returns the body of the report as HTML.

    title: text; header: HTML below the title; sections: list of Section; footer: list of texts, how
    the page was made
    """
    made = "<br>\n".join(html.escape(line) for line in footer)
    return f"""{_contents(sections)}
<main>
<header id="top">
<h1>{html.escape(title, quote=False)}</h1>
{header}
</header>
{"".join(map(_section, sections))}
<footer>
{made}
</footer>
</main>"""


def _summary(summary):
    sentences = "\n".join(f"<li>{html.escape(text)}</li>" for text in summary.sentences)
    return f"""<p class="lead">{html.escape(summary.claims)}</p>
{_table(summary.counts)}
<details><summary>The same with numbers and intervals</summary>
<ol class="summary">
{sentences}
</ol></details>
"""


def write_report(path, sections, footer, summary=None):
    """
    Writes the report.

    path: the HTML file; sections: list of Section; footer: list of texts, how the report was made;
    summary: a Summary, or None of a first look, which judges nothing
    """
    title = "ESA: the paper's figures" + ("" if summary else " (first look)")
    rules = f"""<details id="reading"><summary>Interpretations of the paper, and how claims are judged</summary>
{_READINGS + VERDICTS + _ONCE}</details>"""
    verdicts = ", and a verdict on each of its claims" if summary else ""
    header = f"""{_INTRODUCTION.format(verdicts=verdicts)}
{_summary(summary) if summary else f'<p class="quick">{_QUICK}</p>'}
{_NOT_HERE}{rules if summary else ""}"""
    write_page(path, title, _body(title, header, sections, footer), "report")
