# SPDX-License-Identifier: GPL-2.0-only
"""The body of the report: sections, with every picture in the page."""

import base64
import collections
import html
import re

from .section import Badge, Finding

_PHONE = "(max-width: 44rem)"  # as in esa_page.css
_WIDTH = re.compile(r'<svg [^>]*?width="([\d.]+)pt"')
_SCALE = 1.53  # pixels of a point: letters of 9 points are as large as those of the page


def _picture(picture):
    def data(svg):
        return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()

    width = round(float(_WIDTH.search(picture.wide)[1]) * _SCALE)
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


def table(found):
    """Returns a Table as HTML."""
    heads = [html.escape(head) for head in found.heads]
    lines = ["<table><thead><tr>" + "".join(f"<th>{head}</th>" for head in heads)]
    lines.append("</tr></thead><tbody>")
    for row in found.rows:
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
    parts.append(table(section.table) if section.table else "")
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


def contents(sections):
    """Returns links to the sections, as HTML."""
    links = "\n".join(
        f'<li><a href="#{section.name}"><span>{html.escape(section.title)}</span>'
        f"{_counts(section.badges)}</a></li>"
        for section in sections
    )
    return f'<nav aria-label="Contents">\n<ul>\n{links}\n</ul>\n</nav>'


def body(title, header, sections, footer):
    """
    Returns the body of the report as HTML.

    title: text; header: HTML below the title; sections: list of Section; footer: list of texts, how
    the page was made
    """
    made = "<br>\n".join(html.escape(line) for line in footer)
    return f"""<header>
<h1>{html.escape(title, quote=False)}</h1>
{header}
</header>
<main>
{"".join(_section(section) for section in sections)}
</main>
<footer>
{made}
</footer>"""
