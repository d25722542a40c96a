# SPDX-License-Identifier: GPL-2.0-only
"""The report: one HTML file with every figure in it, which needs no other file."""

import base64
import collections
import html
import os

from esa_sweep.files import replacing

from .section import Badge

_STYLE = os.path.join(os.path.dirname(__file__), "report.css")
_PHONE = "(max-width: 44rem)"  # as in report.css
_PNG_WIDTH = slice(16, 20)  # its bytes in a PNG
_SCALE = 0.55  # letters of 9 points in the figures are as large as those of the page

_INTRODUCTION = """
<p>When many machines train one neural network, they add up their gradients again and again. With
<em>in-network aggregation</em> the switch between them does the adding, so that less has to cross
the network. But the memory of a switch is small, and several trainings want it at once. ESA is a
proposal for who gets it (<a href="https://arxiv.org/abs/2201.06398">arXiv 2201.06398</a>). This
page shows the simulations of that paper, made anew with this repository's simulator, and sets what
was measured beside what was published.</p>
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

_RULES = """
<h3>How to read the tables</h3>
<p>A measured ratio is the mean of several runs with different random numbers, taken run by run,
with its 95&nbsp;% confidence interval in brackets (Student's t). <em>Reproduced</em>: within
10&nbsp;% of the published ratio, or true at every point. <em>Partly</em>: on the same side of 1
and between half and twice as far from it, or true at some points. Points and bars have their
95&nbsp;% intervals, too; most are smaller than the marks.</p>
<p>The paper's &ldquo;base RTT of 10&nbsp;us&rdquo; can be read in two ways: from worker to switch
to worker, which makes <em>5&nbsp;us</em> a link, or from host to host and back,
<em>2.5&nbsp;us</em> a link. Both are simulated. With the second reading windows are not capped and
queues are marked from 100&nbsp;KB (<code>scenarios/paper/</code> has both).</p>
"""

_QUICK = (
    "A first look: partitions, computation, random delays and memory are a tenth of the paper's, "
    "with 2 iterations and one seed. The numbers are not comparable with the published ones, so "
    "there are no verdicts. ./ns3 figures without --quick makes the real ones."
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


def _remarks(remarks):
    if not remarks:
        return ""
    lines = "\n".join(f"<li>{html.escape(remark)}</li>" for remark in remarks)
    return f"<h3>What is not, or not wholly, reproduced</h3>\n<ul>\n{lines}\n</ul>\n"


def _source(source):
    return f"""<details><summary>{source.runs} runs of
<code>{html.escape(source.command)}</code></summary>
<pre>{html.escape(source.text)}</pre></details>
"""


def _section(section):
    parts = [f'<section id="{section.name}">\n<h2>{html.escape(section.title)}</h2>']
    parts.append(f"<p>{html.escape(section.text)}</p>")
    parts += [_picture(picture) for picture in section.pictures]
    parts.append(_table(section.table) if section.table else "")
    parts.append(_remarks(section.remarks))
    parts.append(_source(section.source) if section.source else "")
    return "\n".join(parts) + "</section>\n"


def _counts(badges):
    """Returns a badge for each kind, with how many there are."""
    counts = collections.Counter((badge.kind, badge.text) for badge in badges)
    order = ("good", "fair", "poor")
    return " ".join(
        _cell(Badge(f"{count} {text}", kind))
        for (kind, text), count in sorted(counts.items(), key=lambda item: order.index(item[0][0]))
    )


def _contents(sections):
    links = "\n".join(
        f'<li><a href="#{section.name}"><span>{html.escape(section.title)}</span>'
        f"{_counts(section.badges())}</a></li>"
        for section in sections
    )
    badges = [badge for section in sections for badge in section.badges()]
    total = f"<p>All claims, in each reading: {_counts(badges)}</p>" if badges else ""
    return f'<nav aria-label="Contents">\n<ul>\n{links}\n</ul>\n{total}</nav>'


def write_report(path, sections, versions, quick):
    """
    Writes the report.

    path: the HTML file; sections: list of Section; versions: text; quick: whether the runs are
    those of a first look
    """
    with open(_STYLE, encoding="utf-8") as file:
        style = file.read()
    title = "ESA: the paper's figures" + (" (first look)" if quick else "")
    text = f"""<!DOCTYPE html>
<!-- SPDX-License-Identifier: GPL-2.0-only -->
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<style>
{style}</style></head><body>
<header>
<h1>{title}</h1>
{f'<p class="quick">{_QUICK}</p>' if quick else ""}
{_INTRODUCTION}
{_contents(sections)}
{_RULES}
</header>
<main>
{"".join(_section(section) for section in sections)}
</main>
<footer>Made with {html.escape(versions)}.</footer>
</body></html>
"""
    with replacing(path) as temporary:
        with open(temporary, "w", encoding="utf-8") as file:
            file.write(text)
