# SPDX-License-Identifier: GPL-2.0-only
"""All parts of the report, put together."""

import os

from .accuracy import accuracy_sections
from .grid import grid_sections
from .headroom import headroom_sections
from .mechanisms import mechanism_sections
from .paper import paper_sections
from .provenance import made_by
from .report import write_report
from .sensitivity import sensitivity_sections
from .summary import summary_of
from .timeline import timeline_sections
from .validation import validation_sections

PARTS = (
    paper_sections,
    mechanism_sections,
    headroom_sections,
    grid_sections,
    sensitivity_sections,
    timeline_sections,
    accuracy_sections,
    validation_sections,
)
"""The report from top to bottom: functions of a ReportContext that return a list of Section."""


def make_report(context, root, arguments):
    """
    Runs, draws and writes everything; returns the report's path.

    root: of the repository; arguments: of the command
    """
    sections = [section for part in PARTS for section in part(context)]
    path = os.path.join(context.out, "index.html")
    footer = made_by(root, context.versions(), arguments, given=context.given)
    write_report(path, sections, footer, summary_of(context))
    return path
