# SPDX-License-Identifier: GPL-2.0-only
"""The page: one HTML file with all figures and their table, which needs no other file."""

import html
import json
import os
import re

import esa_page
from esa_runs.results import is_number
from esa_runs.text import aligned, number, plain

from .draw import draw_panels
from .series import percentile
from .styles import label, tick_text, value_text

_NUMBERED = re.compile(r' id="[\w.]+_\d+"')  # that matplotlib numbers, in each drawing anew
_PERCENTS = (50, 90, 95, 99)
FILTERS = ("system", "workload")
"""Settings that the page can filter by."""


def _marks(settings):
    """Returns what the filters compare: setting -> text."""
    return {name: plain(settings[name]) for name in FILTERS if name in settings}


def _attributes(settings):
    """Returns the same as attributes of HTML."""
    marks = _marks(settings).items()
    return "".join(f' data-{name}="{html.escape(text)}"' for name, text in marks)


def _spoken(figure, panel, line, point):
    """Returns what is said at a point."""
    heads = [text for text in (panel.name, line.name) if text]
    if figure.kind == "cdf":
        share = number(100 * point.mean)
        return "\n".join([*heads, f"{figure.x_label}: {point.place}", f"{share} % are not larger"])
    if point.place not in heads:
        heads.append(f"{figure.x_label}: {point.place}")
    heads.append(f"{figure.y_label}: {number(point.mean)}")
    if point.low is not None:
        heads.append(f"95 %: {number(point.low)} to {number(point.high)}")
    if point.is_best:
        heads.append("nothing is lower with as little")
    return "\n".join([*heads, f"{point.count} seed" + ("" if point.count == 1 else "s")])


def _drawing(figure, panel, svg, prefix):
    """Returns the SVG for the page. prefix: of the identifiers that no other drawing may have"""
    names = ", ".join(line.name for line in panel.lines if line.name)
    about = f"{panel.name}: " if panel.name else ""
    about += f"{figure.y_label} by {figure.x_label}" + (f" of {names}" if names else "")
    return for_page(svg, prefix, about)


def for_page(svg, prefix, about):
    """
    Returns a drawing as a part of the page.

    prefix: of the identifiers that no other drawing may have; about: what it shows
    """
    label_text = html.escape(f"{about}. The table below has the values.")
    svg = _NUMBERED.sub("", svg[svg.index("<svg ") :]).replace(' id="mark-', f' id="{prefix}mark-')
    width = esa_page.pixels_wide(svg)
    about = f'role="img" tabindex="0" style="max-width:{width}px" aria-label="{label_text}" '
    return svg.replace("<svg ", f"<svg {about}", 1)


def _panels(figure, plan, place):
    """Returns the panels of a figure as HTML, and what the page's script reads of them."""
    texts, data = [], []
    legend, drawn = draw_panels(figure, plan.x)
    if legend:
        svg = for_page(legend, f"f{place}legend", "Legend")
        texts.append(f'<figure class="legend" data-legend="{place}">{svg}</figure>')
    for number, (panel, (svg, spots)) in enumerate(zip(figure.panels, drawn)):
        prefix = f"f{place}p{number}"
        caption = f"<figcaption>{html.escape(panel.name)}</figcaption>" if panel.name else ""
        svg = _drawing(figure, panel, svg, prefix)
        texts.append(f'<figure id="{prefix}" data-figure="{place}">{caption}{svg}</figure>')
        data.append(
            {
                "id": prefix,
                "spots": [
                    {
                        "at": [spot.x, spot.y],
                        "text": _spoken(figure, panel, spot.line, spot.point),
                        "mark": prefix + spot.mark,
                        **_marks(spot.point.settings),
                    }
                    for spot in spots
                ],
            }
        )
    return texts, data


def _cell(column, value):
    is_bytes = "." in column and column.endswith("_bytes")
    text = tick_text(column, value) if column in FILTERS or is_bytes else plain(value)
    kind = ' class="number"' if is_number(value) else ""
    return f"<td{kind}>{html.escape(text)}</td>"


def _has_intervals(figure):
    lines = [line for panel in figure.panels for line in panel.lines]
    return any(point.low is not None for line in lines for point in line.points)


def _rows(figure):
    """Yields (settings, texts of numbers) of the table's rows."""
    lines = [line for panel in figure.panels for line in panel.lines]
    if figure.kind == "cdf":
        for line in lines:
            ranks = [percentile(line.values, percent) for percent in _PERCENTS]
            mean = sum(line.values) / len(line.values)
            yield line.settings, [str(len(line.values)), *aligned([mean, *ranks, line.values[-1]])]
        return
    points = [point for line in lines for point in line.points]
    numbers = aligned([value for point in points for value in (point.mean, point.low, point.high)])
    kept = 3 if _has_intervals(figure) else 2
    for place, point in enumerate(points):
        mean, low, high = numbers[3 * place :][:3]
        interval = "-" if point.low is None else f"{low} to {high}"
        yield point.settings, [str(point.count), mean, interval][:kept]


def _table(figure, columns, place):
    if figure.kind == "cdf":
        measured = ["values", "mean", *(f"{percent} %" for percent in _PERCENTS), "largest"]
    else:
        measured = ["seeds", figure.y_label] + ["95 % interval"] * _has_intervals(figure)
    heads = "".join(f'<th scope="col">{html.escape(label(name))}</th>' for name in columns)
    heads += "".join(f'<th scope="col" class="number">{html.escape(m)}</th>' for m in measured)
    lines = []
    for settings, texts in _rows(figure):
        cells = "".join(_cell(name, settings[name]) for name in columns)
        cells += "".join(f'<td class="number">{text}</td>' for text in texts)
        lines.append(f"<tr{_attributes(settings)}>{cells}</tr>")
    caption = html.escape(figure.x_label if figure.kind == "cdf" else figure.y_label)
    rows = "\n".join(lines)
    return f"""<div class="table" data-figure="{place}" tabindex="0" role="region"
 aria-label="Table of {caption}"><table><caption>{caption}</caption>
<thead><tr>{heads}</tr></thead>
<tbody>
{rows}
</tbody></table></div>"""


def _filter(figures, name):
    """Returns the boxes for the values that some figure shows."""
    shown = [settings for figure in figures for settings, _ in _rows(figure) if name in settings]
    values = dict.fromkeys(settings[name] for settings in shown)
    if len(values) < 2:
        return ""
    boxes = "\n".join(
        f'<label><input type="checkbox" checked data-filter="{name}" '
        f'value="{html.escape(plain(value))}"> {html.escape(value_text(name, value))}</label>'
        for value in values
    )
    return f"<fieldset><legend>{name.capitalize()}</legend>\n{boxes}\n</fieldset>"


def _notes(said):
    lines = "\n".join(f"<li>{html.escape(note)}</li>" for note in said)
    return f'<div class="warn">Notes<ul>\n{lines}\n</ul></div>\n' if said else ""


def _choice(figures):
    if len(figures) < 2:
        return ""
    options = "".join(
        f'<option value="{place}">{html.escape(_name(figure))}</option>'
        for place, figure in enumerate(figures)
    )
    return f'<label class="choice">Figure <select id="figure">{options}</select></label>'


def _name(figure):
    return f"{figure.x_label}: distribution" if figure.kind == "cdf" else figure.y_label


def write_page(path, title, table, plan, figures, sources, answer="", said=()):
    """
    Writes the page.

    table: the Table; plan: its Plan; figures: list of Figure; sources: list of (path, number of
    runs); answer: HTML above the figures; said: what the program says of fields
    """
    columns = [name for name in [*plan.panels, *plan.lines, plan.x] if name]
    drawn = [_panels(figure, plan, place) for place, figure in enumerate(figures)]
    constants = [
        f"{name} {text}" if text == plain(value) else text
        for name, value in table.constants()
        for text in [value_text(name, value)]
    ] + table.setup()
    made_of = [f"{path} ({count} run{'' if count == 1 else 's'})" for path, count in sources]
    how = "distributions hold the values of all seeds together"
    if any(figure.kind != "cdf" for figure in figures):
        how = "means over the seeds with 95 % confidence intervals (Student's t)"
        if not any(map(_has_intervals, figures)):
            how = "one seed for each point: there are no intervals"
    equal = [text for figure in figures for text in figure.equal]
    filters = "\n".join(_filter(figures, name) for name in FILTERS)
    tables = "\n".join(_table(figure, columns, place) for place, figure in enumerate(figures))
    fill_page(
        path,
        title,
        panels=[text for texts, _ in drawn for text in texts],
        data=[panel for _, panels in drawn for panel in panels],
        how=" ".join([how[0].upper() + how[1:] + ".", *table.notes(), *equal]),
        tables=tables,
        footer=f"Made of {'; '.join(made_of)}. In all rows: {', '.join(constants)}.",
        answer=_notes(said) + answer,
        choice=_choice(figures),
        filters=filters,
    )


def fill_page(path, title, panels, data, how, tables, footer, answer="", choice="", filters=""):
    """
    Writes a page.

    panels: list of HTML; data: what the script reads of each; how: what the figures show; tables:
    HTML; footer: text; answer, choice, filters: HTML above the figures
    """
    with open(os.path.join(os.path.dirname(__file__), "page.js"), encoding="utf-8") as file:
        script = file.read()
    # the text of a script ends at the first "</"
    data = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    drawn = "\n".join(panels)
    body = f"""<main>
<h1>{html.escape(title)}</h1>
{answer}
<form id="controls" onsubmit="return false">
{choice}
{filters}
</form>
<section aria-label="Figure">
<div id="panels">
{drawn}
</div>
<p id="empty" class="note" hidden>Nothing is chosen. Choose a system and a workload above.</p>
<p class="note" id="help">{html.escape(how)} <span class="script">Point at a mark for its value, or use the
arrow keys in a figure.</span></p>
<div id="tip" aria-hidden="true" hidden></div>
<div id="said" aria-live="polite"></div>
</section>
<section>
<h2>Table</h2>
{tables}
</section>
</main>
<footer>{html.escape(footer)}</footer>
<script id="data" type="application/json">{data}</script>
<script>
{script}</script>"""
    esa_page.write_page(path, title, body, "plots")
