# SPDX-License-Identifier: GPL-2.0-only
"""Derives the shipped model files: per layer parameters and times, with where they are from."""
