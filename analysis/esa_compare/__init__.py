# SPDX-License-Identifier: GPL-2.0-only
"""Compares two folders of results, run by run: ./ns3 compare."""
