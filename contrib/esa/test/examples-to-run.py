#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

# Examples that ns-3's test.py runs to see that they still work.
# Each is: (name and arguments, whether to run it, whether to run it with valgrind)

cpp_examples = [
    ("esa-scenario", "True", "False"),
    ("esa-custom-topology", "True", "True"),
    ("esa-custom-topology --system=switchml --fullPayload", "True", "False"),
    ("esa-mixed-network", "True", "False"),
    ("esa-own-system --system=esa,reluctant", "True", "False"),
]

python_examples = []
