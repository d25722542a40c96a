# SPDX-License-Identifier: GPL-2.0-only
"""Writes anew what follows from the program: ./ns3 update."""
