# SPDX-License-Identifier: GPL-2.0-only
"""Types of options that several commands have."""

import argparse

from esa_sweep.errors import short

_LONGEST = 200  # letters of a name, and of a title


def names(text):
    """Returns the names of a list by commas."""
    found = text.split(",")
    if not all(0 < len(name) <= _LONGEST for name in found):
        raise argparse.ArgumentTypeError(
            f"'{short(text)}' is not allowed: must be names of 1 to {_LONGEST} letters, by commas"
        )
    return found


def words(text):
    """Returns a text that is not too long to be read."""
    if len(text) > _LONGEST:
        raise argparse.ArgumentTypeError(
            f"'{short(text)}' is not allowed: must have at most {_LONGEST} letters"
        )
    return text


class Conditions(argparse.Action):
    """Collects what condition() returns: values of one setting are alternatives, also if it is named twice."""

    def __call__(self, parser, namespace, values, option_string=None):
        name, texts = values
        all_of = dict(getattr(namespace, self.dest))
        all_of[name] = list(dict.fromkeys([*all_of.get(name, []), *texts]))
        setattr(namespace, self.dest, list(all_of.items()))


def condition(text):
    """Returns (setting, texts) of SETTING=VALUE,...; the last text is all, if a value has commas."""
    name, equals, values = text.partition("=")
    if not name or not equals or not values:
        raise argparse.ArgumentTypeError(
            f"'{short(text)}' is not allowed: must be SETTING=VALUE,..."
        )
    return words(name), list(dict.fromkeys([*values.split(","), values]))
