# SPDX-License-Identifier: GPL-2.0-only
"""The parts of the report, whatever they show."""

from dataclasses import dataclass


@dataclass
class Picture:
    """A figure as the report shows it."""

    title: str  # for readers who cannot see it
    caption: str  # may be empty
    wide: str  # SVG
    narrow: str  # SVG for a phone
    is_folded: bool = False


@dataclass
class Badge:
    """A cell that has the outcome of something."""

    text: str
    kind: str  # good, fair or poor


@dataclass
class Finding:
    """A cell that has what was measured, where, and what comes of it."""

    measured: str
    where: str
    badge: Badge = None


@dataclass
class Table:
    """A table; a cell is a text, a Badge or a Finding."""

    heads: list
    rows: list
    fold: str = ""  # text by which readers unfold it; "" for one that is shown
    kind: str = ""  # "cards": rows are cards, as on a phone; "small": they are none there


@dataclass
class Source:
    """What a section was made from, for readers who want to make it again."""

    command: str
    runs: int  # their number
    text: str  # of the sweep file


@dataclass
class Section:
    """A part of the report."""

    name: str  # the name by which links point to it
    title: str
    text: str
    pictures: list
    tables: tuple = ()  # of Table
    sources: tuple = ()  # of Source
    badges: tuple = ()  # a Badge per claim
    notes: tuple = ()  # paragraphs below the pictures that explain what is seen there
    figure: str = ""  # of the paper: "Figure 8"; without one the section is folded
