# SPDX-License-Identifier: GPL-2.0-only
"""The paper's figures from the results of sweeps, and a report that compares the numbers."""
