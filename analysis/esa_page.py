# SPDX-License-Identifier: GPL-2.0-only
"""A page of the report or of plots: one HTML file, which needs no other file and no network."""

import html
import os
import re

from esa_sweep.files import write_text

_PIXELS_OF_POINT = 1.53  # letters of 9 points are as large as small ones of the page
_WIDTH = re.compile(r'<svg [^>]*?width="([\d.]+)pt"')

_STYLE = os.path.join(os.path.dirname(__file__), "esa_page.css")


def pixels_wide(svg):
    """Returns the width of a drawing on the page, which has letters as large as those of others."""
    return round(float(_WIDTH.search(svg)[1]) * _PIXELS_OF_POINT)


def write_page(path, title, body, kind):
    """
    Writes a page.

    path: the file; title: text; body: HTML; kind: class of the body, "report" or "plots"
    """
    with open(_STYLE, encoding="utf-8") as file:
        style = file.read()
    write_text(
        path,
        f"""<!DOCTYPE html>
<!-- SPDX-License-Identifier: GPL-2.0-only -->
<html lang="en"><head><meta charset="utf-8"><title>{html.escape(title, quote=False)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<style>
{style}</style></head><body class="{kind}">
{body}
</body></html>
""",
    )
