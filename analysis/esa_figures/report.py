# SPDX-License-Identifier: GPL-2.0-only
"""The report: one HTML file with every figure in it, which needs no other file."""

import base64
import collections
import html
import os

from esa_sweep.files import replacing

from .section import Badge, Finding

_STYLE = os.path.join(os.path.dirname(__file__), "report.css")
_PHONE = "(max-width: 44rem)"  # as in report.css
_PNG_WIDTH = slice(16, 20)  # its bytes in a PNG
_SCALE = 0.55  # letters of 9 points in the figures are as large as those of the page

_INTRODUCTION = """
<p>When many machines train one neural network, they add up their gradients again and again. With
<em>in-network aggregation</em> the switch between them does the adding, so that less has to cross
the network. But the memory of a switch is small, and several trainings want it at once. ESA is a
proposal for who gets it (<a href="https://arxiv.org/abs/2201.06398">arXiv 2201.06398</a>). This
page shows the simulations of that paper, made anew with this repository's simulator.</p>
<dl>
<dt>ESA</dt><dd>takes memory from a sum that is less urgent than the newcomer's; the rest of that
sum is made at a <em>parameter server</em>, a machine that helps out.</dd>
<dt>ATP</dt><dd>first come, first served: who finds the memory taken goes to the parameter
server.</dd>
<dt>SwitchML</dt><dd>gives each training (<em>job</em>) a fixed part of the memory.</dd>
<dt>Straw1, Straw2</dt><dd>like ESA without priorities: the newcomer always gets the memory, or in
half of the cases.</dd>
</dl>
"""

_VERDICTS = """
<h3 id="verdicts">How claims are judged</h3>
<p>A measured ratio is the mean of several runs with different random numbers, taken run by run,
with its 95&nbsp;% confidence interval in brackets (Student's t). What counts is the <em>gain</em>,
the distance of a ratio from 1: 1.15 is three times the gain of 1.05.</p>
<ul>
<li>A number is <em>reproduced</em> if the published ratio lies in the measured interval, or if the
measured gain differs from the published one by 20&nbsp;% of it at most. The interval must exclude 1,
and must not be wider than the published gain. It is <em>partly</em> reproduced if the interval
excludes 1 and the gain differs by 50&nbsp;% at most. All else is <em>not reproduced</em>, above all
a mean on the other side of 1. &ldquo;135% of the gain&rdquo; in a table is the measured gain as a
share of the published one.</li>
<li>&ldquo;At most&rdquo; is the largest ratio of all points where the paper does not say which. Who
picks the largest of many points picks noise, too. So the interval of the picked point is wider
(Bonferroni's correction for the number of points).</li>
<li>&ldquo;In all cases&rdquo; is reproduced if the interval of every point is above 1. It is partly
reproduced if every mean is, and at least half of the intervals.</li>
<li>&ldquo;Grows&rdquo;: a straight line is laid through the ratios of all points by least squares,
with the seeds as repeats, for each workload. The table has what the line gains from one end of the
axis to the other. The claim is reproduced if the 95&nbsp;% interval of every workload's slope is
above 0, and partly if every slope is, and at least half of the intervals.</li>
</ul>
<p>A claim counts once, with all readings side by side.</p>
"""

_READINGS = """
<h3>How the paper is read</h3>
<p>The paper's &ldquo;base RTT of 10&nbsp;us&rdquo; can be that from worker to switch to worker,
which makes <em>5&nbsp;us</em> per link, or that from host to host and back, <em>2.5&nbsp;us</em> per
link. It does not say how far windows may grow. <em>Capped</em> windows stop at 500 packets, and
SwitchML's at 60&nbsp;KB. <em>Open</em> windows have no cap, and SwitchML's is all of its slots; slow
start and marked queues (ECN) then keep the windows in bounds. Each combination is a reading. Open
windows have fewer points: 1, 2, 4 and 8 jobs, 2 and 8 workers.</p>
"""

_QUICK = (
    "A first look: partitions, computation, random delays and memory are a tenth of the paper's, "
    "with 2 iterations and one seed. The numbers are not comparable with the published ones, so "
    "neither those nor verdicts are shown. ./ns3 figures without --quick makes the real ones."
)


def _picture(picture):
    def data(png):
        return "data:image/png;base64," + base64.b64encode(png).decode()

    width = round(int.from_bytes(picture.wide[_PNG_WIDTH], "big") * _SCALE)
    caption = html.escape(picture.caption)
    return f"""<figure><picture>
<source media="{_PHONE}" srcset="{data(picture.narrow)}">
<img alt="{html.escape(picture.title)}" width="{width}" src="{data(picture.wide)}">
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


def _table(table):
    heads = [html.escape(head) for head in table.heads]
    lines = ["<table><thead><tr>" + "".join(f"<th>{head}</th>" for head in heads)]
    lines.append("</tr></thead><tbody>")
    for row in table.rows:
        cells = "".join(
            f'<td data-head="{head}"><span>{_cell(cell)}</span></td>'
            for head, cell in zip(heads, row)
        )
        lines.append(f"<tr>{cells}</tr>")
    return "\n".join(lines) + "</tbody></table>\n"


def _source(source):
    runs = f"{source.runs} run" + ("" if source.runs == 1 else "s")
    return f"""<details><summary>{runs} of
<code>{html.escape(source.command)}</code></summary>
<pre>{html.escape(source.text)}</pre></details>
"""


def _section(section):
    parts = [f'<section id="{section.name}">\n<h2>{html.escape(section.title)}</h2>']
    parts.append(f"<p>{html.escape(section.text)}</p>")
    parts += [_picture(picture) for picture in section.pictures]
    parts += [f"<p>{html.escape(note)}</p>" for note in section.notes]
    parts.append(_table(section.table) if section.table else "")
    parts += [_source(source) for source in section.sources]
    return "\n".join(parts) + "</section>\n"


def _counts(badges):
    """Returns a badge for each outcome, with how many there are."""
    counts = collections.Counter((badge.kind, badge.text) for badge in badges)
    order = ("good", "fair", "poor")
    return " ".join(
        _cell(Badge(f"{count} {text}", kind))
        for (kind, text), count in sorted(counts.items(), key=lambda item: order.index(item[0][0]))
    )


def _contents(sections):
    links = "\n".join(
        f'<li><a href="#{section.name}"><span>{html.escape(section.title)}</span>'
        f"{_counts(section.badges)}</a></li>"
        for section in sections
    )
    return f'<nav aria-label="Contents">\n<ul>\n{links}\n</ul>\n</nav>'


def _summary(summary):
    sentences = "\n".join(f"<li>{html.escape(text)}</li>" for text in summary.sentences)
    return f"""<h2>What of the paper holds</h2>
<ol class="summary">
{sentences}
</ol>
<p>{html.escape(summary.claims)} (<a href="#verdicts">How claims are judged</a>)</p>
{_table(summary.counts)}
"""


def write_report(path, sections, footer, summary=None):
    """
    Writes the report.

    path: the HTML file; sections: list of Section; footer: list of texts, how the report was made;
    summary: a Summary, or None of a first look, which judges nothing
    """
    with open(_STYLE, encoding="utf-8") as file:
        style = file.read()
    title = "ESA: the paper's figures" + ("" if summary else " (first look)")
    made = "<br>\n".join(html.escape(line) for line in footer)
    text = f"""<!DOCTYPE html>
<!-- SPDX-License-Identifier: GPL-2.0-only -->
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<style>
{style}</style></head><body>
<header>
<h1>{title}</h1>
{_summary(summary) if summary else f'<p class="quick">{_QUICK}</p>'}
{_INTRODUCTION}
{_contents(sections)}
{_READINGS + _VERDICTS if summary else ""}
</header>
<main>
{"".join(_section(section) for section in sections)}
</main>
<footer>
{made}
</footer>
</body></html>
"""
    with replacing(path) as temporary:
        with open(temporary, "w", encoding="utf-8") as file:
            file.write(text)
