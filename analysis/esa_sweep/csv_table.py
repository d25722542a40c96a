# SPDX-License-Identifier: GPL-2.0-only
"""Tables as CSV files: what is written is read again as it was, whatever is in a cell."""

import csv
import sys

from .files import replacing

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")  # what a formula of a spreadsheet begins with


def _is_formula(cell):
    """Returns whether a spreadsheet would take a cell for a formula, were it not for quotes in front."""
    if not cell.lstrip("'").startswith(_FORMULA):
        return False
    try:
        float(cell)
    except ValueError:
        return True
    return False


def harmless(cell):
    """
    Returns a cell that no spreadsheet takes for a formula: a text that begins like one gets a ' in
    front, as OWASP advises. Numbers stay as they are. as_meant() takes the ' away.
    """
    return "'" + cell if isinstance(cell, str) and _is_formula(cell) else cell


def as_meant(cell):
    """Returns what harmless() was given."""
    return cell[1:] if isinstance(cell, str) and cell.startswith("'") and _is_formula(cell) else cell


def write_csv(path, columns, rows):
    """Writes the table as CSV (RFC 4180, lines end with a newline only)."""
    with replacing(path) as temporary:
        with open(temporary, "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(map(harmless, columns))
            writer.writerows(map(harmless, row) for row in rows)


def read_csv(path):
    """
    Returns the columns of a table, and its lines as column -> text.

    A line that is too long has the rest in the column "", and one that is too short has None. Raises
    csv.Error, UnicodeDecodeError and OSError.
    """
    csv.field_size_limit(sys.maxsize)  # a cell may hold the times of a million iterations
    with open(path, encoding="utf-8-sig", newline="") as file:
        reader = csv.DictReader(file, restkey="", strict=True)
        columns = reader.fieldnames = list(map(as_meant, reader.fieldnames or []))
        return columns, [{name: as_meant(text) for name, text in line.items()} for line in reader]
