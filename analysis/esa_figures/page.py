# SPDX-License-Identifier: GPL-2.0-only
"""The body of the report: sections, with every picture in the page."""

import base64
import collections
import html

from esa_page import pixels_wide
from esa_runs.text import counted

from .section import Badge, Finding

_PHONE = "(max-width: 44rem)"  # as in esa_page.css


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


def table(found):
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
    parts += map(table, section.tables)
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


def body(title, header, sections, footer):
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
