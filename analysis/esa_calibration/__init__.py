# SPDX-License-Identifier: GPL-2.0-only
"""The command ./ns3 calibrate: which settings fit the paper best, where it leaves them open."""
