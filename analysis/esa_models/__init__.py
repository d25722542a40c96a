# SPDX-License-Identifier: GPL-2.0-only
"""Derives the shipped model files: parameters and times of each layer, and where they come from."""
