# SPDX-License-Identifier: GPL-2.0-only
"""JCT and utilisation of the fitted reading by jobs and workers, beside the published ratios."""

import esa_results

from . import readings, style
from .section import Section, Table

_TEXT = (
    "Every point of the fitted reading: means of the seeds; ratios are taken seed by seed. In brackets "
    "the published ratio, where the paper names the point. All jobs end, those of two workers included: "
    "what workers and PSes take for lost is judged by time where packets overtake each other."
)
_PUBLISHED = {
    ("A", 8, 8): {"atp": "1.35", "util switchml": "2.27", "util atp": "1.45"},
    ("AB", 8, 8): {"atp": "1.22"},
    ("B", 8, 8): {"util switchml": "1.9", "util atp": "1.28"},
}
_SYSTEMS = ("esa", "atp", "switchml")


def table_of(runs):
    """Returns the Table of runs of one reading."""
    rows = []
    for point, part in runs.groupby(["workload", "jobs", "workers"], sort=False):
        published = _PUBLISHED.get(point, {})

        def mean(system, value, part=part):
            return part.loc[part["system"] == system, value].mean()

        def ratio(above, over, value, name, part=part, published=published):
            found = esa_results.ratio(part, above, over, (), value).iloc[0]["mean"]
            return f"{found:.2f}" + (f" ({published[name]})" if name in published else "")

        row = [style.WORKLOADS[point[0]], f"{point[1]} x {point[2]}"]
        row += [f"{mean(system, 'jct_ms'):.3f}" for system in _SYSTEMS]
        row += [ratio(system, "esa", "jct_ms", system) for system in _SYSTEMS[1:]]
        row.append(f"{mean('esa', 'utilization'):.3f}")
        row += [
            ratio("esa", system, "utilization", f"util {system}") for system in _SYSTEMS[1:]
        ]
        rows.append(row)
    names = [style.name_of(system) for system in _SYSTEMS]
    heads = ["Workload", "Jobs x workers", *(f"{name} (ms)" for name in names)]
    heads += [f"JCT {name} / ESA" for name in names[1:]] + ["Utilisation ESA"]
    return Table([*heads, *(f"Utilisation ESA / {name}" for name in names[1:])], rows)


def table_sections(context):
    """Returns the section; a first look has none."""
    if context.quick:
        return []
    table = table_of(readings.runs_by_reading(context)[readings.FITTED])
    title = "JCT and utilisation by jobs and workers, fitted reading"
    source = context.source("paper-fitted")
    return [Section("fitted", title, _TEXT, [], [table], sources=[source])]
