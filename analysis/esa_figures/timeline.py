# SPDX-License-Identifier: GPL-2.0-only
"""What one worker does over time and what the switch holds meanwhile, system beside system."""

from . import style
from .figures import Figure

FIGURE = Figure(
    "timeline",
    "A worker and the switch's aggregators over time, 8 jobs of 8 workers, DNN A",
    "paper-timeline",
    None,
    [],
)
COMMAND = (
    "./ns3 run esa-scenario -- --config scenarios/paper/jct-8x8.json --workload A "
    "--system esa,atp --seed 1 --timeline run.json --occupancy pool.csv"
)
"""What records the same runs for Perfetto; a first look's are smaller."""

_JOB = "job 0"
_WORKER = "worker 0: "
_MARGIN = 1.08  # how far time goes beyond the end of the slowest system's first iteration


class Timeline:
    """The first iteration of a worker in one system."""

    def __init__(self, recording):
        spans = recording.spans(_JOB, _WORKER)
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


def _since(table, begin_us):
    """Returns a table with its times in ms from a beginning."""
    return table.assign(
        begin_ms=(table["begin_us"] - begin_us) / 1000, end_ms=(table["end_us"] - begin_us) / 1000
    )


def draw(timelines, title):
    """Draws timelines side by side. timelines: system -> Timeline; returns the figure"""
    end_ms = max(timeline.end_ms for timeline in timelines.values()) * _MARGIN
    figure, above, below = style.panels_over_time(len(timelines))
    for worker, pool, (system, timeline) in zip(above, below, timelines.items()):
        worker.set_title(style.NAMES[system], fontsize=9)
        tracks = list(dict.fromkeys(timeline.spans["track"]))
        for place, track in enumerate(tracks):
            spans = timeline.spans[timeline.spans["track"] == track]
            style.draw_spans(worker, spans, place)
        worker.set_yticks(range(len(tracks)), tracks)
        worker.axvline(timeline.end_ms, color="black", linewidth=0.8, linestyle=":")
        rows = timeline.occupancy
        style.draw_states(pool, rows[(rows["end_ms"] > 0) & (rows["begin_ms"] < end_ms)])
        pool.set_xlim(0, end_ms)
        pool.set_xlabel("time from the start of the iteration (ms)")
    above[0].invert_yaxis()  # the rows of all panels are one axis; computation is at the top
    below[0].set_ylabel("aggregators in use")
    below[0].set_ylim(bottom=0)
    style.finish_over_time(figure, [above[0], below[0]], title)
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
        f"the workers; in the mean over the iteration {_mean(esa, 'aggregating')} of {pool} hold a "
        f"partial sum, and none a finished one. With ATP a finished sum makes the way to the PS and "
        f"back before its aggregator is free and before the workers' windows move on: "
        f"{_mean(atp, 'aggregating')} hold a partial sum, and {_mean(atp, 'waiting')} a finished one "
        f"that waits."
    )


def _mean(timeline, state):
    return f"{timeline.mean_held(state):.0f}"
