# SPDX-License-Identifier: GPL-2.0-only
"""All packet sequences: named situations first, then hostile ones."""

import situations  # each of the two registers its own
import special_situations
import group_situations
from groups import group_situation_sequences
from hostile import hostile_group_sequences, hostile_sequences
from sequence import situation_sequences

SITUATIONS = (situations, special_situations, group_situations)


def all_sequences(hostile):
    """Returns them; hostile: how many of these for each system."""
    return (situation_sequences() + hostile_sequences(hostile) +
            group_situation_sequences() + hostile_group_sequences(hostile))
