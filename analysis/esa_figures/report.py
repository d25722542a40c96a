# SPDX-License-Identifier: GPL-2.0-only
"""The report: one HTML file with every figure in it, which needs no other file."""

import base64
import html

from esa_sweep.files import replacing

_STYLE = """
body { font: 16px/1.5 sans-serif; max-width: 62em; margin: 2em auto; padding: 0 1em; color: #222; }
img { max-width: 100%; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { border: 1px solid #bbb; padding: .3em .6em; text-align: left; vertical-align: top; }
.quick { border: 3px solid #d55e00; padding: .6em 1em; font-weight: bold; }
"""

_QUICK = (
    "A first look: partitions, computation, random delays and memory are a tenth of the paper's, "
    "with 2 iterations and one seed. The numbers are not comparable with the published ones, so "
    "there are no verdicts. ./ns3 figures without --quick makes the real ones."
)

_ABOUT = (
    "Measured ratios are means over the seeds, taken seed by seed, with their 95 % confidence "
    "interval (Student's t). Reproduced: within 10 % of the published ratio; partly: on the same "
    "side of 1 (for 'in all cases': at some points). The base round-trip time of 10 us is read as "
    "worker - switch - worker, 5 us a link. Throughput is what the paper's microbenchmark "
    "measured on its testbed, simulated here with the same placement; the published ratios are of "
    "both of its settings together."
)


class Section:
    """A figure of the report."""

    def __init__(self, figure, image, verdicts, scenario, command, runs, text=""):
        self.figure = figure
        self.image = image  # path of the PNG
        self.verdicts = verdicts
        self.scenario = scenario  # text of the sweep file
        self.command = command
        self.runs = runs  # their number
        self.text = text  # what the figure shows, in words


def _table(verdicts, quick):
    if not verdicts:
        return ""
    heads = ["The paper says", "published", "measured", "where"] + ([] if quick else ["verdict"])
    rows = [verdict.cells(quick)[: len(heads)] for verdict in verdicts]
    lines = ["<tr>" + "".join(f"<th>{html.escape(head)}</th>" for head in heads) + "</tr>"]
    for cells in rows:
        lines.append("<tr>" + "".join(f"<td>{html.escape(c)}</td>" for c in cells) + "</tr>")
    return "<table>\n" + "\n".join(lines) + "\n</table>"


def _section(section, quick):
    with open(section.image, "rb") as file:
        image = base64.b64encode(file.read()).decode()
    title = html.escape(section.figure.title)
    return f"""<h2 id="{section.figure.name}">{title}</h2>
<p><img alt="{title}" src="data:image/png;base64,{image}"></p>
{f"<p>{html.escape(section.text)}</p>" if section.text else ""}
{_table(section.verdicts, quick)}
<details><summary>{section.runs} runs of <code>{html.escape(section.command)}</code></summary>
<pre>{html.escape(section.scenario)}</pre></details>
"""


def write_report(path, sections, versions, quick):
    """
    Writes the report.

    path: the HTML file; sections: list of Section; versions: text; quick: whether the runs are
    those of a first look
    """
    links = " | ".join(
        f'<a href="#{section.figure.name}">{html.escape(section.figure.title)}</a>'
        for section in sections
    )
    title = "ESA: the paper's figures" + (" (first look)" if quick else "")
    text = f"""<!DOCTYPE html>
<!-- SPDX-License-Identifier: GPL-2.0-only -->
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>{_STYLE}</style></head><body>
<h1>{title}</h1>
{f'<p class="quick">{_QUICK}</p>' if quick else ""}
<p>{_ABOUT}</p>
<p>{links}</p>
{"".join(_section(section, quick) for section in sections)}
<p>Made with {html.escape(versions)}.</p>
</body></html>
"""
    with replacing(path) as temporary:
        with open(temporary, "w", encoding="utf-8") as file:
            file.write(text)
