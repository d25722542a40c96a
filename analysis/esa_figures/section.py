# SPDX-License-Identifier: GPL-2.0-only
"""The parts of the report, whatever they show."""


class Picture:
    """A figure as the report shows it."""

    def __init__(self, title, caption, wide, narrow):
        self.title = title  # for readers who cannot see it
        self.caption = caption  # may be empty
        self.wide = wide  # PNG
        self.narrow = narrow  # PNG for a phone


class Badge:
    """A cell that tells the outcome of something."""

    def __init__(self, text, kind):
        self.text = text
        self.kind = kind  # good, fair or poor


class Table:
    """A table; a cell is a text or a Badge."""

    def __init__(self, heads, rows):
        self.heads = heads
        self.rows = rows


class Source:
    """What a section was made from, for readers who want to make it again."""

    def __init__(self, command, runs, text):
        self.command = command
        self.runs = runs  # their number
        self.text = text  # of the sweep file


class Section:
    """A part of the report."""

    def __init__(self, name, title, text, pictures, table=None, remarks=(), source=None):
        self.name = name  # the name by which links point to it
        self.title = title
        self.text = text
        self.pictures = pictures
        self.table = table
        self.remarks = remarks  # sentences
        self.source = source

    def badges(self):
        """Returns the badges of the table, in order."""
        rows = self.table.rows if self.table else []
        return [cell for row in rows for cell in row if isinstance(cell, Badge)]
