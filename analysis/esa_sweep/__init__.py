# SPDX-License-Identifier: GPL-2.0-only
"""Sweeps: many runs of esa-scenario along axes, and their results in one table."""
