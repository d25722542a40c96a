# SPDX-License-Identifier: GPL-2.0-only
"""
Time to epoch of the paper's end-to-end experiment, and its ratios beside the published ones.

    ./ns3 sweep analysis/sweeps/end-to-end.json
    python3 analysis/esa_end_to_end.py out/sweeps/end-to-end
"""

import argparse

import esa_results
import pandas

IMAGES = 50000
"""Images that Cifar100 trains with."""

BATCH = 32
"""A worker's images in an iteration."""

JOBS = ("ResNet50", "VGG16")
"""Models of the jobs, by job number."""

PUBLISHED = {
    ("VGG16", "atp"): "1.15",
    ("VGG16", "byteps_nton"): "1.27",
    ("ResNet50", "atp"): "< 1.01",
    ("ResNet50", "byteps_nton"): "< 1.01",
}
"""The paper's times over ESA's (Testbed Experiments, End-to-End DNN Training); its BytePS is NtoN."""


def epochs(runs):
    """Returns the runs with one row per job: its model and its time to epoch in s."""
    iterations = IMAGES / (BATCH * runs["workers"])
    parts = []
    for job, model in enumerate(JOBS):
        jct_ms = runs["jct_ms_per_job"].map(lambda jcts, job=job: jcts[job])
        parts.append(runs.assign(model=model, epoch_s=iterations * jct_ms / 1000))
    return pandas.concat(parts, ignore_index=True)


def table(runs):
    """Returns times to epoch and ratios, with one row per model, computation and system."""
    by = ["compute_scale", "model"]
    jobs = epochs(runs)
    times = esa_results.summary(jobs, [*by, "system"], "epoch_s")
    rows = []
    for system in dict.fromkeys(jobs["system"]):
        ratios = esa_results.ratio(jobs, system, "esa", by, "epoch_s")
        part = times[times["system"] == system].merge(ratios, on=by, suffixes=("", "_ratio"))
        rows.append(part)
    frame = pandas.concat(rows).sort_values(by, kind="stable", ascending=[False, True])
    frame["published"] = [
        PUBLISHED.get((model, system), "") for model, system in zip(frame["model"], frame["system"])
    ]
    names = {"mean": "epoch_s", "mean_ratio": "over_esa"}
    columns = [*by, "system", "epoch_s", "over_esa", "low_ratio", "high_ratio", "published"]
    return frame.rename(columns=names)[columns].reset_index(drop=True)


def main():
    """The command."""
    parser = argparse.ArgumentParser(prog="esa_end_to_end.py", description=__doc__.split("\n")[1])
    parser.add_argument("sweep", metavar="DIR", help="results of analysis/sweeps/end-to-end.json")
    frame = table(esa_results.read(parser.parse_args().sweep))
    print(frame.to_string(index=False, float_format="{:.3f}".format, na_rep="-"))


if __name__ == "__main__":
    main()
