# SPDX-License-Identifier: GPL-2.0-only
"""Claims on results, and what runs say of them: claims.csv, ARTIFACT.md."""
