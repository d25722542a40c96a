# SPDX-License-Identifier: GPL-2.0-only
"""Checks the claims of ARTIFACT.md: ./ns3 artifact."""
