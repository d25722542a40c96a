# SPDX-License-Identifier: GPL-2.0-only
"""Names of columns: those of axes must be apart from one another and from those of every table."""

from .errors import BadInput, short

ORIGIN = ["config_hash", "module_version", "ns3_version", "program"]
"""Columns that say where a row comes from; program: hash of esa-scenario and its libraries."""

MOST_AXES = 100
_RESERVED = {"system", "seed", "wall_s", *ORIGIN}
_LONGEST_NAME = 100


def check_columns(path, axes):
    """
    Raises BadInput if the axes cannot all be columns of one table.

    path: the sweep file; axes: list of Axis
    """
    if len(axes) > MOST_AXES:
        raise BadInput(f"{path}: axes: {len(axes)} axes are more than {MOST_AXES}")
    seen = {}  # name -> path
    for axis in axes:
        name = axis.name
        if axis.path is None:
            _check_text(path, f"axes.{short(name)}", name)
            for case in axis.cases:
                _check_text(path, f"axes.{short(name)}.{short(case.shown)}", case.shown)
            if name in _RESERVED:
                raise BadInput(
                    f"{path}: axes: '{name}' is a column of every table; "
                    "give the axis another name"
                )
        if seen.setdefault(name, axis.path) != axis.path:
            raise BadInput(f"{path}: axes: '{short(name)}' is named twice")


def _check_text(path, where, text):
    if not (text.isprintable() and 0 < len(text) <= _LONGEST_NAME):
        raise BadInput(
            f"{path}: {where}: the name is not allowed: must be 1 to {_LONGEST_NAME} characters, "
            "none of them a control character"
        )


def apart(name, taken):
    """Returns a name for a column of results that no axis has. taken: names"""
    while name in taken:
        name = f"result_{name}"
    return name
