# SPDX-License-Identifier: GPL-2.0-only
"""Results of anyone's own runs and sweeps, read with Python's standard library alone."""
