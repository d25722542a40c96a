# SPDX-License-Identifier: GPL-2.0-only
"""Tests of sweeps and results; ESA_SCENARIO names the program esa-scenario."""
