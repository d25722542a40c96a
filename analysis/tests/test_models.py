# SPDX-License-Identifier: GPL-2.0-only
"""Model files follow from their derivation."""

import os
import unittest

from esa_models import pipedream
from esa_models.__main__ import FOLDER
from esa_models.architectures import MODELS
from esa_models.layers import text

NODE = (
    "{} -- {} -- forward_compute_time={}, backward_compute_time={}, "
    "activation_size=1.000, parameter_size={}\n"
)
GRAPH = (
    NODE.format("node10", "ReLU(inplace)", "4.000", "8.000", "0.000")
    + NODE.format("node1", "Input", "100.000", "0.000", "0.000")
    + NODE.format("node9", "BatchNorm2d(2)", "0.400", "0.800", "16.000")
    + NODE.format("node2", "Conv2d(1, 2)", "1.000", "2.000", "40.000")
    + NODE.format("node11", "Linear(in_features=1, out_features=3)", "2.000", "1.000", "24.000")
    + "\tnode1 -- node2\n"
)


class Models(unittest.TestCase):
    def test_estimated_files_are_what_is_derived(self):
        for name, make in MODELS.items():
            with self.subTest(name):
                path = os.path.join(FOLDER, f"{name}.json")
                with open(path, encoding="ascii") as file:
                    self.assertEqual(file.read(), text(*make()))

    def test_profile_is_grouped_by_weights_in_the_order_of_nodes(self):
        conv, linear = pipedream.layers(GRAPH)
        self.assertEqual((conv.name, conv.parameters), ("conv1", 10 + 4))
        self.assertAlmostEqual(conv.forward_us, (1 + 0.4 + 4) * 250)
        self.assertAlmostEqual(conv.backward_us, (2 + 0.8 + 8) * 250)
        self.assertEqual((linear.name, linear.parameters), ("fc1", 6))

    def test_other_files_are_refused(self):
        for other in ("", "node1 is not one\n"):
            with self.assertRaises(ValueError):
                pipedream.layers(other)
