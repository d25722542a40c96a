# SPDX-License-Identifier: GPL-2.0-only
"""Plots of anyone's own runs and sweeps: ./ns3 plot."""
