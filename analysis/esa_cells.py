# SPDX-License-Identifier: GPL-2.0-only
"""Cells of CSV files that a spreadsheet may open."""

_RUN = ("=", "+", "-", "@", "\t", "\r", "\n")


def harmless(cell):
    """
    Returns a cell that no spreadsheet takes for a formula: a text that begins like one gets a ' in
    front, as OWASP advises. Numbers stay as they are.
    """
    if not isinstance(cell, str) or not cell.startswith(_RUN):
        return cell
    try:
        float(cell)
    except ValueError:
        return "'" + cell
    return cell
