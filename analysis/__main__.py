# SPDX-License-Identifier: GPL-2.0-only
"""
Runs a module of this folder: python3 analysis MODULE [ARGUMENTS].

PYTHONPATH would do, too, but cannot hold a folder whose name has a colon.
"""

import runpy
import sys

if __name__ == "__main__":
    runpy.run_module(sys.argv.pop(1), run_name="__main__", alter_sys=True)
