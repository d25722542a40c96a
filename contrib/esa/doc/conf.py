# SPDX-License-Identifier: GPL-2.0-only
"""The manual on its own, by Sphinx: ./ns3 docs. ns-3's manual takes the pages without this file."""

import re
from pathlib import Path

from docutils import nodes

HERE = Path(__file__).parent
project = "esa"
author = "The esa authors"
copyright = "2026, The esa authors"  # pylint: disable=redefined-builtin
version = release = (HERE.parent / "VERSION").read_text(encoding="ascii").strip()

highlight_language = "none"
smartquotes = False  # --options stay as they are
html_theme = "alabaster"
html_theme_options = {
    "description": "In-network aggregation for ns-3",
    "page_width": "1120px",
    "sidebar_width": "230px",
    "font_family": "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'DejaVu Sans', sans-serif",
    "head_font_family": "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'DejaVu Sans', sans-serif",
    "code_font_family": "ui-monospace, 'DejaVu Sans Mono', monospace",
    "font_size": "16px",
    "show_powered_by": False,
    "show_relbar_bottom": True,
}
html_sidebars = {"**": ["about.html", "searchbox.html", "navigation.html"]}
html_static_path = ["static"]
html_css_files = ["manual.css"]
# only pages of our own: whatever else is in a link is not looked for
nitpicky = True


def mark_commands(app, doctree):  # pylint: disable=unused-argument
    """Tells commands to type from what they print and from files."""
    for block in doctree.findall(nodes.literal_block):
        if re.match(r"(\$ )?(\./ns3|cd|git|tar|/usr/bin/python3) ", block.astext().lstrip()):
            block["classes"].append("command")


def setup(app):
    """Called by Sphinx."""
    app.connect("doctree-read", mark_commands)
