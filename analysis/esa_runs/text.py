# SPDX-License-Identifier: GPL-2.0-only
"""Values and names as texts for readers."""

import difflib
import math

_LISTED = 6  # names in a message; the rest is counted
_LONGEST_NAME = 100  # of names that are compared


def plain(value):
    """Returns a value as a user would type it: 2.5, esa, 1e-06."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    return str(value)


def number(value, digits=5):
    """Returns a number with the given significant digits; whole numbers as they are."""
    if value is None or not math.isfinite(value):
        return "-"
    if float(value).is_integer() and abs(value) < 1e15:
        return str(int(value))
    text = f"{value:.{digits}g}"
    if "e" not in text:
        return text
    # 1.2346e+05 says less than 123460
    return f"{value:.0f}" if 1 <= abs(value) < 1e15 else text


def aligned(values):
    """
    Returns numbers as texts with the same decimals, so that a column of a table can be compared.

    The middle number has 4 significant digits. None becomes '-'.
    """
    sizes = sorted(abs(v) for v in values if v is not None and math.isfinite(v) and v)
    decimals = 0
    if sizes and any(v is not None and not float(v).is_integer() for v in values):
        decimals = max(0, 3 - math.floor(math.log10(sizes[len(sizes) // 2])))
    return ["-" if v is None or not math.isfinite(v) else f"{v:.{decimals}f}" for v in values]


def listed(values):
    """Returns values as 'a, b, c', the first few of them."""
    values = [plain(value) for value in values]
    more = len(values) - _LISTED
    return ", ".join(values[:_LISTED]) + (f" and {more} more" if more > 0 else "")


def meant(names, known):
    """
    Returns 'did you mean a, b?' for names that are not known, and the first few that are.

    To be followed by where all of them can be read.
    """
    near = []
    small = {each.lower(): each for each in known}
    for name in (name[:_LONGEST_NAME].lower() for name in names):
        found = difflib.get_close_matches(name, small, 1) or [each for each in small if name in each]
        near += [small[each] for each in found]
    near = list(dict.fromkeys(near))
    return (f"did you mean {listed(near)}? " if near else "") + f"there are: {listed(known)}"


def counted(count, noun):
    """Returns '1 run', '2 runs'."""
    return f"{count} {noun}" + ("" if count == 1 else "s")
