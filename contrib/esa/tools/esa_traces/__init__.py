# SPDX-License-Identifier: GPL-2.0-only
"""What the programs that write traces share, and the forms of traces that are imported."""
