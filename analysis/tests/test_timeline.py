# SPDX-License-Identifier: GPL-2.0-only
"""The figure of a worker and the aggregators over time, from recordings that are made up."""

import os
import struct

from esa_figures import style, timeline
from esa_figures.recordings import Recording, record
from esa_sweep.execute import RunFailed
from esa_sweep.plan import Run
from esa_sweep.program import Program

from .folder_support import FolderTestCase
from .support import REAL_PROGRAM, TINY

OFFSET_US = 700
"""When job 0 begins."""


def varint(value):
    """Returns an integer of 7 bits a byte."""
    parts = []
    while value >= 0x80:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*parts, value])


def message(fields):
    """Returns a message of pairs of number and value: integers, floats, texts or messages."""
    data = b""
    for number, value in fields:
        if isinstance(value, int):
            data += varint(number << 3) + varint(value)
        elif isinstance(value, float):
            data += varint(number << 3 | 1) + struct.pack("<d", value)
        else:
            part = value if isinstance(value, bytes) else value.encode()
            data += varint(number << 3 | 2) + varint(len(part)) + part
    return data


def track(number, above, name):
    """Returns the packet that describes a track."""
    fields = [(1, number), *([(5, above)] if above else []), (2, name)]
    return message([(1, message([(60, message(fields))]))])


def span(place, category, iteration, begin_us, end_us):
    """Returns the packets of a span, whose times count from the start of job 0."""
    argument = message([(10, "iteration"), (4, iteration)])
    begin = [(9, 1), (11, place), (22, category), (23, "some span"), (4, argument)]
    events = [(begin_us, begin), (end_us, [(9, 2), (11, place)])]
    return b"".join(
        message([(1, message([(8, 1000 * (OFFSET_US + us)), (11, message(fields))]))])
        for us, fields in events
    )


TRACKS = [
    track(1, 0, "run"),
    track(2, 1, "switch"),
    track(3, 1, "job 0"),
    track(4, 1, "job 1"),
    track(5, 3, "worker 0"),
    track(6, 5, "iterations"),
    track(7, 5, "computation"),
    track(9, 3, "worker 1"),
    track(10, 9, "computation"),
    track(11, 4, "worker 0"),
    track(12, 11, "computation"),
    track(13, 3, "iterations, even"),
]

PARTITION = [track(8, 5, "partition 1 (layer 1)")]

EVENTS = [
    span(6, "iteration", 0, 0, 3000),
    span(7, "computation", 0, 2000, 3000),
    span(6, "iteration", 1, 3000, 7000),
    span(10, "computation", 0, 1, 2),  # another worker's
    span(12, "computation", 0, 1, 2),  # another job's
    span(13, "job iteration", 0, 0, 3000),
]

OF_PARTITION = [
    span(8, "communication", 0, 500, 2000),
    span(8, "communication", 1, 3500, 5000),
]

OCCUPANCY = """begin_us,end_us,free,aggregating,waiting
500,700,10,0,0
700,1700,4,6,0
1700,3700,1,3,6
3700,9000,10,0,0
"""


class TimelineTest(FolderTestCase):
    """Recordings in a folder."""

    def recording(self, packets, occupancy=OCCUPANCY):
        """Returns the timeline of a recording with these packets."""
        with open(self.path("timeline.pftrace"), "wb") as file:
            file.write(b"".join(packets))
        self.write("occupancy.csv", occupancy)
        return timeline.Timeline(Recording(self.folder))

    def made_up(self):
        """Returns the made-up recording."""
        return self.recording([*TRACKS, *PARTITION, *EVENTS, *OF_PARTITION])

    def test_numbers_are_of_the_first_iteration_of_one_worker(self):
        made = self.made_up()
        self.assertEqual(made.end_ms, 3)
        self.assertEqual(made.computation_ms(), 1)
        self.assertEqual(made.communication_ms(), 1.5)
        self.assertEqual(made.mean_held("aggregating"), (6 * 1 + 3 * 2) / 3)
        self.assertEqual(made.mean_held("waiting"), 6 * 2 / 3)
        text = timeline.explain({"esa": made, "atp": made})
        self.assertIn("4 of 10 hold a partial sum", text)

    def with_two_partitions(self, apart_us):
        """Returns a recording of two workers, which begin partition 2 so far apart."""
        begins = [(500, 1000), (700, 1000 + apart_us)]
        packets = [*TRACKS, *EVENTS]
        for worker, of_worker in enumerate(begins):
            for partition, begin_us in enumerate(of_worker, 1):
                place = 20 + 10 * worker + partition
                packets.append(track(place, (5, 9)[worker], f"partition {partition} (layer 1)"))
                packets.append(span(place, "communication", 0, begin_us, 2000))
        occupancy = OCCUPANCY.replace("1700,3700,1,3,6", "1700,3200,10,0,0\n3200,3700,1,3,6")
        return self.recording(packets, occupancy)

    def test_empty_stretch_is_explained_if_workers_are_in_step(self):
        made = self.with_two_partitions(apart_us=0)
        self.assertEqual(made.empty_stretch_ms(), (1.0, 2.5))
        self.assertEqual(list(made.starts_apart_us().values()), [200, 0])
        text = timeline.explain_empty(made)[0]
        self.assertIn("From 1.00 to 2.50 ms no aggregator of ESA is in use", text)
        self.assertIn("partition 1 up to 200 us apart", text)
        self.assertIn("the later partitions 0.0 us apart", text)
        self.assertEqual(timeline.explain_empty(self.with_two_partitions(apart_us=50)), [])
        self.assertEqual(timeline.explain_empty(self.made_up()), [])

    def test_figure_shows_spans_and_states(self):
        made = self.made_up()
        timelines = {"esa": made, "atp": made}
        figure = timeline.draw(timelines, "Title")
        worker, _, pool, _ = figure.axes
        labels = [label.get_text() for label in worker.get_yticklabels()]
        self.assertEqual(labels, ["computation", "partition 1 (layer 1)"])
        bars = [path.get_extents() for bar in worker.collections for path in bar.get_paths()]
        begins = sorted((round(bar.x0, 6), round(bar.x1, 6)) for bar in bars)
        self.assertEqual(begins, [(0.5, 2), (2, 3), (3.5, 5)])
        waiting, aggregating = (area.get_paths()[0].get_extents() for area in pool.collections)
        self.assertEqual(waiting.y1, 6)
        self.assertEqual(aggregating.y1, 9)

        for part in ("one", "two"):
            style.save(timeline.draw(timelines, "Title"), self.path(f"{part}.svg"))
        texts = [self.text("one.svg"), self.text("two.svg")]
        self.assertEqual(*texts)
        for shown in ("ESA", "ATP", "Title", "computation", "finished sum, waiting"):
            self.assertIn(f">{shown}<", texts[0])

    def test_legend_fits_a_desk_and_a_phone(self):
        made = self.made_up()
        for narrow in (False, True):
            figure = timeline.draw({"esa": made, "atp": made}, narrow=narrow)
            figure.canvas.draw()
            legend = figure.legends[0].get_window_extent()
            with self.subTest(narrow=narrow):
                self.assertGreaterEqual(legend.x0, 0)
                self.assertLessEqual(legend.x1, figure.bbox.x1)

    def run_of(self, program, **changes):
        """Returns a run of a small scenario."""
        config = program.effective()
        config.update(systems=["esa"], seeds=[1], dnns=TINY, **changes)
        return Run({"system": "esa"}, config, program.identity)

    def test_recordings_are_made_once_and_read(self):
        program = Program(REAL_PROGRAM)
        runs = [self.run_of(program, run=number) for number in (1, 2)]
        directory = self.path("recordings")
        for _ in range(2):
            recordings = record(runs, program, directory)
            self.assertEqual(sorted(os.listdir(directory)), sorted(run.key for run in runs))
            program.path = "/nowhere"  # what exists is not made again
        for made in recordings:
            spans = made.spans("job 0")
            spans = spans[spans["worker"] == "worker 0"]
            tracks = {"iterations", "computation", "partition 1 (layer 1)"}
            self.assertEqual(set(spans["track"]), tracks)
            self.assertEqual((spans["category"] == "communication").sum(), 2)
            self.assertGreater(len(made.occupancy), 1)

    def test_run_that_fails_is_named(self):
        program = Program(REAL_PROGRAM)
        run = self.run_of(program)
        run.config["link"]["queue_bytes"] = 400
        run.config["recovery"]["enabled"] = False
        run.config["jitter"]["mode"] = "packet"
        run.config["switch"]["memory_bytes"] = 264
        run.config["switch"]["aggregator_index"] = "mix64"
        with self.assertRaisesRegex(RunFailed, "system=esa: .*packets were lost"):
            record([run], program, self.path("recordings"))
        self.assertEqual(os.listdir(self.path("recordings")), [])
