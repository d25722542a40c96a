# SPDX-License-Identifier: GPL-2.0-only
"""What one worker does over time, and what the switch holds meanwhile, for several systems."""

import os

from esa_sweep.plan import make_plan

from . import style
from .recordings import record
from .section import Section, Source

NAME = "timeline"
SWEEP = "paper-timeline"
TITLE = "A worker and the switch's aggregators over time, 8 jobs of 8 workers, DNN A"
COMMAND = (
    "./ns3 run esa-scenario -- --config scenarios/paper/jct-8x8.json --workload A "
    "--system esa,atp --seed 1 --timeline run.pftrace --occupancy pool.csv"
)
"""What records the same runs for Perfetto; a first look's are smaller."""

_JOB = "job 0"
_WORKER = "worker 0"
_NOTABLE = 0.05  # part of the iteration for which the aggregators are empty, to be explained
_TOGETHER = 0.01  # of the first partition's spread, within which workers begin together
_MARGIN = 1.08  # how far the time axis goes beyond the end of the slowest system's first iteration

_SPANS = {
    "computation": ("#E69F00", "\\\\\\"),
    "communication": ("#56B4E9", ""),
}
_STATES = {
    "waiting": ("finished sum, waiting", "#D55E00", "//"),
    "aggregating": ("partial sum", "#0072B2", ""),
}


class Timeline:
    """The first iteration of a worker in one system."""

    def __init__(self, recording):
        self._of_job = recording.spans(_JOB)
        spans = self._of_job[self._of_job["worker"] == _WORKER]
        iterations = spans[spans["category"] == "iteration"]
        self._begin_us = iterations["begin_us"].min()
        self.spans = _since(spans[spans["category"] != "iteration"], self._begin_us)
        self.occupancy = _since(recording.occupancy, self._begin_us)
        self.end_ms = (iterations["end_us"].min() - self._begin_us) / 1000

    def first(self, category):
        """Returns the first iteration's spans of a category."""
        spans = self.spans
        return spans[(spans["category"] == category) & (spans["iteration"] == 0)]

    def communication_ms(self):
        """Returns the time from the first fragment sent to the last result."""
        spans = self.first("communication")
        return spans["end_ms"].max() - spans["begin_ms"].min()

    def computation_ms(self):
        """Returns the time in which layers compute."""
        spans = self.first("computation")
        return (spans["end_ms"] - spans["begin_ms"]).sum()

    def mean_held(self, state):
        """Returns how many aggregators are in a state, mean over the iteration."""
        rows = self.occupancy
        rows = rows[(rows["begin_ms"] >= 0) & (rows["end_ms"] <= self.end_ms)]
        span = rows["end_ms"] - rows["begin_ms"]
        return (rows[state] * span).sum() / span.sum()

    def starts_apart_us(self):
        """
        Returns how far the workers of the job are apart when they begin to send a partition of
        the first iteration: partition -> us.
        """
        spans = self._of_job
        spans = spans[(spans["category"] == "communication") & (spans["iteration"] == 0)]
        begins = spans["begin_us"].groupby(spans["track"])
        return dict(begins.max() - begins.min())

    def empty_stretch_ms(self):
        """Returns begin and end of the longest time in the iteration with no aggregator in use."""
        longest = (0.0, 0.0)
        start = None
        for row in self.occupancy.itertuples():
            if row.begin_ms < 0 or row.end_ms > self.end_ms or row.aggregating + row.waiting > 0:
                start = None
                continue
            start = row.begin_ms if start is None else start
            longest = max(longest, (start, row.end_ms), key=lambda span: span[1] - span[0])
        return longest


def _since(table, begin_us):
    """Returns a table with its times in ms from a beginning."""
    return table.assign(
        begin_ms=(table["begin_us"] - begin_us) / 1000, end_ms=(table["end_us"] - begin_us) / 1000
    )


def _pairs_of_panels(count, narrow):
    """
    Returns a figure and two lists of panels, one list below the other, on a common time axis.

    count: of the pairs; narrow: pairs one below the other, for a phone
    """
    rows, columns = (2 * count, 1) if narrow else (2, count)
    width = style.NARROW_WIDTH_INCHES if narrow else style.WIDTH_INCHES * count + 1
    figure, grid = style.empty_grid(
        rows, columns, width, rows * style.HEIGHT_INCHES * 0.9, sharex=True
    )
    above, below = list(grid[0::2].flat), list(grid[1::2].flat)
    if not narrow:
        for axes in above[1:] + below[1:]:
            axes.tick_params(labelleft=False)
    return figure, above, below


def _draw_spans(panel, spans, place):
    """Draws spans as bars in a row. spans: columns category, begin_ms, end_ms; place: its y"""
    for category, (colour, hatch) in _SPANS.items():
        part = spans[spans["category"] == category]
        panel.broken_barh(
            list(zip(part["begin_ms"], part["end_ms"] - part["begin_ms"])),
            (place - 0.35, 0.7),
            label=category if len(part) else None,
            facecolor=colour,
            hatch=hatch,
            edgecolor="white",
        )


def _draw_states(panel, occupancy):
    """Draws the aggregators in use by state over time, as areas on top of each other."""
    edges = [*occupancy["begin_ms"], occupancy["end_ms"].iloc[-1]]
    base = [0] * len(edges)
    for state, (label, colour, hatch) in _STATES.items():
        top = [low + n for low, n in zip(base, [*occupancy[state], occupancy[state].iloc[-1]])]
        panel.fill_between(
            edges,
            base,
            top,
            step="post",
            label=label,
            facecolor=colour,
            hatch=hatch,
            edgecolor="white",
            linewidth=0,
        )
        base = top


def draw(timelines, title=None, narrow=False):
    """
    Draws timelines; returns the figure.

    timelines: system -> Timeline; title: text above, or None; narrow: for a phone
    """
    end_ms = max(timeline.end_ms for timeline in timelines.values()) * _MARGIN
    figure, above, below = _pairs_of_panels(len(timelines), narrow)
    for worker, pool, (system, timeline) in zip(above, below, timelines.items()):
        worker.set_title(style.name_of(system), fontsize=9)
        tracks = list(dict.fromkeys(timeline.spans["track"]))
        for place, track in enumerate(tracks):
            spans = timeline.spans[timeline.spans["track"] == track]
            _draw_spans(worker, spans, place)
        worker.set_yticks(range(len(tracks)), tracks)
        worker.invert_yaxis()  # computation is at the top
        worker.axvline(timeline.end_ms, color="black", linewidth=0.8, linestyle=":")
        rows = timeline.occupancy
        _draw_states(pool, rows[(rows["end_ms"] > 0) & (rows["begin_ms"] < end_ms)])
        pool.set_xlim(0, end_ms)
    most = max(pool.get_ylim()[1] for pool in below)
    for pool in below:
        pool.set_ylim(0, most)
    for pool in below if narrow else below[:1]:
        pool.set_ylabel("aggregators in use")
    for pool in below[-1:] if narrow else below:
        pool.set_xlabel("time from the start of the iteration (ms)")
    style.finish(figure, [above[0], below[0]], title, narrow)
    return figure


def explain(timelines):
    """Returns what the figure of ESA and ATP shows, in words and numbers."""
    esa, atp = timelines["esa"], timelines["atp"]
    pool = int(round(sum(atp.mean_held(state) for state in ("free", "aggregating", "waiting"))))
    return (
        f"The first iteration of a worker; the dotted line is its end. Its layers compute for "
        f"{esa.computation_ms():.2f} ms in both systems, but its gradients are on their way for "
        f"{esa.communication_ms():.2f} ms with ESA and {atp.communication_ms():.2f} ms with ATP, "
        f"and the layers wait for them. An aggregator of ESA is free again when its sum leaves for "
        f"the workers; in the mean over the iteration {_mean(esa, 'aggregating')} of {pool:,} hold a "
        f"partial sum, and none a finished one. With ATP a finished sum makes the way to the PS and "
        f"back before its aggregator is free and before the workers' windows move on: "
        f"{_mean(atp, 'aggregating')} hold a partial sum, and {_mean(atp, 'waiting')} a finished one "
        f"that waits."
    )


def explain_empty(timeline):
    """
    Returns why ESA's aggregators are empty for a while, as a list of paragraphs.

    It is empty itself if they are not, or for another reason than the one that is known.
    """
    begin, end = timeline.empty_stretch_ms()
    apart = timeline.starts_apart_us()
    first, *others = (apart[partition] for partition in sorted(apart))
    in_step = others and max(others) <= _TOGETHER * first
    if end - begin < _NOTABLE * timeline.end_ms or not in_step:
        return []
    return [
        f"From {begin:.2f} to {end:.2f} ms no aggregator of ESA is in use, although gradients are "
        f"on their way. The reason is that the workers of a job are in step by then. They begin to "
        f"send partition 1 up to {first:.0f} us apart, because each has a random delay, and an "
        f"aggregator is held from the first worker's fragment to the last one's. A worker that is "
        f"early soon has a full window and waits for the last one. From then on every result "
        f"reaches all workers at the same time and lets each of them send its next fragment: they "
        f"begin the later partitions {max(others):.1f} us apart. All fragments of a sum reach the "
        f"switch together, and in this model it adds them in no time, so that the aggregator is "
        f"free again at once. ATP's aggregators are held until the PS has answered."
    ]


def _mean(timeline, state):
    return f"{timeline.mean_held(state):,.0f}"


def timeline_sections(context):
    """Returns the section."""
    sweep, directory = context.begin(SWEEP)
    runs = make_plan(sweep, context.program)
    recordings = record(runs, context.program, os.path.join(directory, "recordings"))
    timelines = {
        run.shown["system"]: Timeline(recording) for run, recording in zip(runs, recordings)
    }
    picture = context.picture(NAME, TITLE, lambda **how: draw(timelines, **how))
    command = "./ns3 figures --quick" if context.quick else COMMAND
    source = Source(command, len(runs), sweep.text)
    text, notes = explain(timelines), explain_empty(timelines["esa"])
    return [Section(NAME, TITLE, text, [picture], sources=[source], notes=notes)]
