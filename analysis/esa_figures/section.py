# SPDX-License-Identifier: GPL-2.0-only
"""The parts of the report, whatever they show."""


class Picture:
    """A figure as the report shows it."""

    is_folded = False

    def __init__(self, title, caption, wide, narrow):
        self.title = title  # for readers who cannot see it
        self.caption = caption  # may be empty
        self.wide = wide  # SVG
        self.narrow = narrow  # SVG for a phone


class Badge:
    """A cell that has the outcome of something."""

    def __init__(self, text, kind):
        self.text = text
        self.kind = kind  # good, fair or poor


class Finding:
    """A cell that has what was measured, where, and what comes of it."""

    def __init__(self, measured, where, badge=None):
        self.measured = measured
        self.where = where
        self.badge = badge


class Table:
    """A table; a cell is a text, a Badge or a Finding."""

    def __init__(self, heads, rows, fold="", kind=""):
        self.heads = heads
        self.rows = rows
        self.fold = fold  # text by which readers unfold it; "" for one that is shown
        self.kind = kind  # "cards": rows are cards, as on a phone; "small": they are none there


class Source:
    """What a section was made from, for readers who want to make it again."""

    def __init__(self, command, runs, text):
        self.command = command
        self.runs = runs  # their number
        self.text = text  # of the sweep file


class Section:
    """A part of the report."""

    def __init__(
        self, name, title, text, pictures, tables=(), sources=(), badges=(), notes=(), figure=""
    ):
        self.name = name  # the name by which links point to it
        self.title = title
        self.text = text
        self.pictures = pictures
        self.tables = tables  # list of Table
        self.sources = sources  # list of Source
        self.badges = badges  # a Badge per claim
        self.notes = notes  # paragraphs below the pictures that explain what is seen there
        self.figure = figure  # of the paper: "Figure 8"; without one the section is folded
