# SPDX-License-Identifier: GPL-2.0-only
"""Writes the shipped model files anew: python3 -m esa_models (in analysis/)."""

import argparse
from pathlib import Path

from . import pipedream
from .architectures import MODELS
from .layers import text

FOLDER = Path(__file__).resolve().parents[2] / "contrib/esa/workload/models"


def main():
    """The command."""
    parser = argparse.ArgumentParser(prog="esa_models", description=__doc__)
    parser.add_argument(
        "--pipedream",
        metavar="CLONE",
        type=Path,
        help=f"clone of https://github.com/msr-fiddle/pipedream at {pipedream.COMMIT}; "
        "without, its models stay as they are",
    )
    parser.add_argument("--out", metavar="DIR", type=Path, default=FOLDER, help="[%(default)s]")
    arguments = parser.parse_args()
    models = {name: make() for name, make in MODELS.items()}
    if arguments.pipedream:
        profiles = arguments.pipedream / "profiler/image_classification/profiles"
        for name in pipedream.TITLES:
            graph = (profiles / name / "graph.txt").read_text(encoding="ascii")
            models[name] = pipedream.model(name, graph)
    for name, (header, layers) in models.items():
        (arguments.out / f"{name}.json").write_text(text(header, layers), encoding="ascii")


if __name__ == "__main__":
    main()
