# SPDX-License-Identifier: GPL-2.0-only
"""
How each system is called and looks in every picture: one name, one colour, one mark, for ever.

A reader compares pictures of one paper, so no system has the colours of another one, not even where
that one is left out. Colours of Okabe and Ito come first; marks, dashes and hatches tell the systems
apart in grey.
"""

import zlib


class Look:
    """Colour, marker, dashes and hatch of a line or bar."""

    def __init__(self, colour, marker="o", dashes=(), hatch=""):
        self.colour = colour
        self.marker = marker  # as of matplotlib
        self.dashes = dashes  # lengths of dash and gap in turn; none: solid
        self.hatch = hatch

    def style(self):
        """Returns the style of a line, as of matplotlib."""
        return (0, self.dashes) if self.dashes else "-"

    def as_variant(self, number):
        """Returns the look of the same system with another setting: other dashes and hatch."""
        if number == 0:
            return self
        others = [dashes for dashes in _DASHES if dashes != self.dashes]
        return Look(self.colour, self.marker, others[(number - 1) % len(others)], "/\\-|+x"[number % 6])


_DASHES = ((), (6, 3), (2, 2), (6, 2, 1, 2), (1, 3), (10, 3), (3, 1, 1, 1, 1, 1))

_SYSTEMS = {
    "esa": ("ESA", "#0072B2", "o", (), ""),
    "atp": ("ATP", "#D55E00", "s", (6, 3), "//"),
    "switchml": ("SwitchML", "#009E73", "^", (2, 2), ".."),
    "straw1": ("Straw1", "#E69F00", "D", (6, 2, 1, 2), "\\\\"),
    "straw2": ("Straw2", "#CC79A7", "v", (4, 2, 1, 2, 1, 2), "xx"),
    "panama": ("PANAMA", "#56B4E9", "P", (8, 2), "++"),
    "iswitch": ("iSwitch", "#000000", "X", (1, 1), "--"),
    "hire": ("HIRE", "#8C510A", "<", (5, 1), "||"),
    "byteps": ("BytePS", "#6A51A3", ">", (3, 3), "oo"),
    "ring": ("Ring", "#7F7F7F", "*", (8, 2, 2, 2), "OO"),
    "halving_doubling": ("Halving and doubling", "#8CC152", "h", (10, 2), "**"),
    "double_tree": ("Double tree", "#FB9A99", "p", (10, 2, 1, 2), "/."),
    "a2tp": ("A2TP", "#A50F15", "d", (4, 1), "\\."),
    "sharp": ("SHARP", "#00A6A6", "H", (7, 1, 1, 1), "-."),
    "hierarchical": ("Hierarchical", "#5E8C31", "3", (2, 3), "*-"),
}
_OWN = (
    ("#1B7837", "d", (6, 1), "//."),
    ("#B2182B", "H", (2, 1), "\\\\."),
    ("#542788", "8", (9, 2), "xx."),
    ("#35978F", "X", (4, 2), "++."),
    ("#BF812D", "P", (1, 1), "--."),
    ("#4D4D4D", "*", (7, 2), "||."),
)
"""Looks of systems that the table above does not have: those of users."""

# values of other settings have an order, and no system has these shades
_VALUES = ("#2B0A3D", "#4B2A7B", "#5A4FA2", "#5D78B5", "#6C9EBF", "#8FC1C4", "#B9DCC8", "#DDEFC2")
_VALUE_MARKS = "os^DvPX<>*hp"

WORKLOADS = {"A": "DNN A", "B": "DNN B", "AB": "A to B 1:1"}

_names = {}  # system -> the name that the user gave


def call(names):
    """Gives systems other names. names: system -> name"""
    _names.update(names)


def name_of(system):
    """Returns a system as papers write it; a system of a user's as its record, or as called."""
    return _names.get(system) or _SYSTEMS.get(system, (str(system),))[0]


def look_of(system, among=()):
    """
    Returns the Look of a system.

    among: all systems of the results, which keep two systems of a user's apart
    """
    if system in _SYSTEMS:
        return Look(*_SYSTEMS[system][1:])
    places = {}
    for own in sorted({system, *among} - set(_SYSTEMS), key=str):
        place = zlib.crc32(str(own).encode("utf-8", "surrogatepass")) % len(_OWN)
        while place in places.values() and len(places) < len(_OWN):
            place = (place + 1) % len(_OWN)
        places[own] = place
    return Look(*_OWN[places[system]])


def value_look(place, count):
    """Returns the Look of one of `count` values of a setting, in their order."""
    shade = round(place * (len(_VALUES) - 2) / max(1, count - 1))
    mark = _VALUE_MARKS[place % len(_VALUE_MARKS)]
    return Look(_VALUES[shade], mark, _DASHES[place % len(_DASHES)], "/\\-|+x"[place % 6] if place else "")
