# SPDX-License-Identifier: GPL-2.0-only
"""The one kind of error that the user has to correct."""


class BadInput(Exception):
    """What was given cannot be used; the text is one line for the user. Exit code 2."""
