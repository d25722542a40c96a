# SPDX-License-Identifier: GPL-2.0-only
"""The map of links against time, from a file that esa-scenario --links wrote."""

import csv
import html
import os

from . import style
from esa_runs.text import counted, number
from esa_sweep.csv_table import read_csv
from esa_sweep.errors import BadInput
from matplotlib import colors

from .page import fill_page, for_page

_NEEDED = "needed is a file of esa-scenario --links"
_MOST_ROWS = 120
_ROW_INCHES = 0.13
_SPOTS_OF_ROW = 20  # places with a value on hover
_COLOURS = colors.LinearSegmentedColormap.from_list(
    "load", ["#fff3b0", "#fecc5c", "#fd8d3c", "#e31a1c", "#67001f"]
)
_COLOURS.set_under("#e4e8ec")  # a link that carries nothing; the same colours as in --report
FILE = "links.svg"


class LinkLoads:
    """The load of each end of a link in equal parts of the time."""

    def __init__(self, path):
        """Reads a file; raises BadInput if it is none of --links."""
        self.path = path
        try:
            _, rows = read_csv(path)
        except OSError as error:
            raise BadInput(f"{path}: {error.strerror}; {_NEEDED}") from None
        except (UnicodeDecodeError, csv.Error):
            raise BadInput(f"{path}: is not a CSV file; {_NEEDED}") from None
        try:
            self.ends = [
                (row["sender"], [float(load) for load in row["load"].split(";")]) for row in rows
            ]
            self.from_us = float(rows[0]["load_from_us"])
            self.part_us = float(rows[0]["load_us"])
        except (KeyError, IndexError, ValueError, TypeError, AttributeError):
            raise BadInput(f"{path}: has no load over time; {_NEEDED}") from None
        if len({len(loads) for _, loads in self.ends}) > 1:
            raise BadInput(f"{path}: has loads of different lengths; {_NEEDED}")

    def shown(self):
        """Returns the ends that are shown, in the order of the file, and how many are not."""
        busy = [end for end in self.ends if any(end[1])]
        kept = sorted(busy, key=lambda end: -sum(end[1]))[:_MOST_ROWS]
        names = {name for name, _ in kept}
        return [end for end in busy if end[0] in names] or self.ends[:1], len(self.ends) - len(kept)


def _unit(last_us):
    return ("ms", 1000) if last_us >= 1000 else ("us", 1)


def draw(loads):
    """Draws the map; returns the picture and spots as [x, y, text] in units of the drawing."""
    ends, _ = loads.shown()
    parts = len(ends[0][1])
    unit, factor = _unit(loads.from_us + parts * loads.part_us)
    height = _ROW_INCHES * len(ends) + 1.1
    picture, grid = style.empty_grid(1, 1, 2.4 * style.WIDTH_INCHES, height)
    axes = grid[0, 0]
    sides = [us / factor for us in (loads.from_us, loads.from_us + parts * loads.part_us)]
    image = axes.imshow(
        [values for _, values in ends],
        aspect="auto",
        interpolation="none",
        cmap=_COLOURS,
        vmin=1e-9,
        vmax=1,
        extent=(*sides, len(ends) - 0.5, -0.5),
    )
    axes.grid(False)
    axes.set_yticks(range(len(ends)), [name for name, _ in ends], fontsize=7)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel(f"simulated time [{unit}]")
    beside = {"location": "top", "shrink": 0.5, "aspect": 30, "pad": 0.3 / height}
    bar = picture.colorbar(image, ax=axes, fraction=0.25 / height, **beside)
    bar.set_ticks([0, 0.25, 0.5, 0.75, 1], labels=["0 %", "25 %", "50 %", "75 %", "100 %"])
    bar.set_label("load")
    picture.tight_layout()
    picture.canvas.draw()
    scale = style.POINTS_OF_INCH / picture.dpi
    spots = []
    step = max(1, parts // _SPOTS_OF_ROW)
    for place, (name, values) in enumerate(ends):
        for part in range(step // 2, parts, step):
            begin = loads.from_us + part * loads.part_us
            across, up = axes.transData.transform(((begin + loads.part_us / 2) / factor, place))
            span = f"{number(begin / factor)} to {number((begin + loads.part_us) / factor)} {unit}"
            text = f"from {name}\n{span}\nload: {100 * values[part]:.1f} %"
            at = [round(across * scale, 1), round((picture.bbox.height - up) * scale, 1)]
            spots.append({"at": at, "text": text, "mark": "none"})
    return picture, spots


def _table(loads):
    ends, hidden = loads.shown()
    rows = "\n".join(
        f'<tr><td>{html.escape(name)}</td><td class="number">{100 * sum(v) / len(v):.1f} %</td>'
        f'<td class="number">{100 * max(v):.1f} %</td></tr>'
        for name, v in ends
    )
    more = f"; {counted(hidden, 'end')} with less or no load are not shown" if hidden else ""
    return f"""<div class="table" tabindex="0" role="region" aria-label="Table of loads"><table>
<caption>Load by the end that sends{html.escape(more)}</caption>
<thead><tr><th scope="col">sender</th><th scope="col" class="number">mean</th>
<th scope="col" class="number">peak</th></tr></thead>
<tbody>
{rows}
</tbody></table></div>"""


def write(loads, out, page, title):
    """Writes the drawing and the page. out: folder; page: name of the page"""
    picture, spots = draw(loads)
    style.save(picture, os.path.join(out, FILE))
    picture, _ = draw(loads)
    drawing = for_page(style.svg(picture, "links"), "f0", "Load of links over time")
    fill_page(
        os.path.join(out, page),
        title,
        panels=[f'<figure id="f0" class="map" data-figure="0">{drawing}</figure>'],
        data=[{"id": "f0", "figure": "0", "spots": spots}],
        how="The load of each end of a link that sends, mean over each part of the time.",
        tables=_table(loads),
        footer=f"Made of {loads.path}.",
    )
