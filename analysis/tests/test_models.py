# SPDX-License-Identifier: GPL-2.0-only
"""Model files are what their derivation says; times to epoch are what the runs say."""

import os
import unittest

import esa_end_to_end
import pandas
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


class EndToEnd(unittest.TestCase):
    def test_time_to_epoch_and_ratio(self):
        runs = pandas.DataFrame(
            [
                {"system": system, "seed": 1, "run": 1, "workers": 4, "compute_scale": "1",
                 "jct_ms_per_job": jcts}
                for system, jcts in (("esa", (100.0, 200.0)), ("atp", (101.0, 230.0)))
            ]  # fmt: skip
        )
        table = esa_end_to_end.table(runs)
        row = table[(table["model"] == "VGG16") & (table["system"] == "atp")].iloc[0]
        self.assertAlmostEqual(row["epoch_s"], 50000 / 128 * 0.23)
        self.assertAlmostEqual(row["over_esa"], 1.15)
        self.assertEqual(row["published"], "1.15")
        self.assertEqual(len(table), 4)


if __name__ == "__main__":
    unittest.main()
