# SPDX-License-Identifier: GPL-2.0-only
"""What the page has to know of a drawing: where points stand, and what to hide with them."""

from matplotlib import container


class Spot:
    """Where a point stands, and which mark it is a part of."""

    def __init__(self, x, y, line, point, mark):
        self.x = x  # in the axes' data; draw_panels() makes points of the drawing of it
        self.y = y
        self.line = line
        self.point = point
        self.mark = mark  # what the identifiers of its parts of the drawing begin with


def mark(drawn, name):
    """Names what is drawn of a line or bar: the identifiers in the SVG begin with the name."""
    parts = list(drawn.get_children() if isinstance(drawn, container.Container) else drawn)
    if getattr(drawn, "errorbar", None):
        parts += drawn.errorbar.get_children()
    for number, part in enumerate(parts):
        part.set_gid(f"{name}-{number}")
