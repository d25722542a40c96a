# SPDX-License-Identifier: GPL-2.0-only
"""What the values of a figure are divided by, or divide: one system's, or the best rival's."""

from esa_runs.results import is_number
from esa_runs.text import meant
from esa_sweep.errors import BadInput

from .styles import amount_text, label, value_text


class Ratio:
    """How a figure of ratios comes from a measured column."""

    def __init__(self, column, name, y_label, needed):
        self.column = column
        self.name = name  # of the figure's files
        self.y_label = y_label
        self.needed = needed  # what a run needs to have beside it, for messages
        self.left_out = set()  # systems that are not drawn
        self.base = {}  # (other settings, seed) -> value that is compared with
        self.is_gain = False  # whether the base stands above the line: 2 is twice as fast

    def value(self, table, place):
        """Returns the ratios of one row: one, or none if a value is missing."""
        mine = table.rows[place].get(self.column)
        base = self.base.get((point_of(table, place), table.rows[place]["seed"]))
        if not is_number(mine) or not base:
            return []
        if not self.is_gain:
            return [mine / base]
        return [base / mine] if mine else []


def point_of(table, place, left_out=()):
    """Returns the values of all settings of a row but the system and those left out."""
    names = [name for name in table.varying if name != "system" and name not in left_out]
    return tuple(table.value(place, name) for name in names)


def over_system(table, column, system):
    """Returns the Ratio that divides by one system's values."""
    systems = table.values("system")
    if system not in systems:
        raise BadInput(f"--ratio-to {system}: no runs of this system; {meant([system], systems)}")
    if len(systems) < 2:
        raise BadInput(f"--ratio-to {system}: the results have no other system")
    words = label(column).split(" [")[0]
    name = value_text("system", system)
    of = name + ("'" if name.endswith("s") else "'s")
    ratio = Ratio(column, f"{column}-to-{system}", f"{words} over {of}", system)
    ratio.left_out = {system}
    for place, row in enumerate(table.rows):
        if row["system"] == system and is_number(row.get(column)):
            ratio.base[(point_of(table, place), row["seed"])] = row[column]
    return ratio


def equal_texts(figure, setting, percent):
    """
    Returns sentences, one for each line: where its mean ratios are within some percent of 1.

    setting: x, a number. Figures of other kinds have none.
    """
    if figure.kind != "line" or figure.reference is None or figure.below:
        return []
    found = []
    for panel in figure.panels:
        for line in panel.lines:
            names = ", ".join(filter(None, (panel.name, line.name)))
            where = _where_equal(line.points, setting, percent / 100)
            found.append(f"{names}{': ' if names else ''}{figure.y_label} is within {percent:g} % of 1 {where}.")
    return found


def _where_equal(points, setting, share):
    """Returns at which x the means are within a share of 1."""
    texts = [amount_text(setting, point.x) for point in points]
    others = [place for place, point in enumerate(points) if abs(point.mean - 1) > share * (1 + 1e-9)]
    if not others:
        return "everywhere"
    if len(others) == len(points):
        return f"nowhere: {points[-1].mean:.3f} at {texts[-1]}"
    first, last = others[0], others[-1]
    if last + 1 < len(points):
        return f"from {texts[last + 1]} on ({points[last].mean:.3f} at {texts[last]})"
    if first > 0:
        return f"up to {texts[first - 1]} ({points[first].mean:.3f} at {texts[first]})"
    return f"at {', '.join(text for place, text in enumerate(texts) if place not in others)} only"
