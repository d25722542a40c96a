# SPDX-License-Identifier: GPL-2.0-only
"""The figure of a worker and the aggregators over time, from recordings that are made up."""

import json
import os
import shutil
import tempfile
import unittest

from esa_figures import style, timeline
from esa_figures.recordings import Recording, record
from esa_sweep.execute import RunFailed
from esa_sweep.plan import Run
from esa_sweep.program import Program

from .support import REAL_PROGRAM, TINY

OFFSET_US = 700
"""When job 0 begins."""


def span(track, category, iteration, begin_us, end_us):
    """Returns a span, whose times count from the start of job 0."""
    return {
        "ph": "X",
        "pid": 2,
        "tid": track,
        "name": "some span",
        "cat": category,
        "ts": OFFSET_US + begin_us,
        "dur": end_us - begin_us,
        "args": {"iteration": iteration},
    }


def name(kind, text, group, track=0):
    """Returns the event that names a group or a track."""
    return {"ph": "M", "pid": group, "tid": track, "name": kind, "args": {"name": text}}


EVENTS = [
    name("process_name", "switch", 1),
    name("process_name", "job 0", 2),
    name("process_name", "job 1", 3),
    name("thread_name", "worker 0: computation", 2, 1),
    name("thread_name", "worker 0: partition 1 (layer 1)", 2, 2),
    name("thread_name", "worker 1: computation", 2, 3),
    name("thread_name", "worker 0: computation", 3, 4),
    {"ph": "C", "pid": 1, "name": "aggregators", "ts": 0, "args": {"waiting": 1}},
    span(1, "iteration", 0, 0, 3000),
    span(1, "computation", 0, 2000, 3000),
    span(2, "communication", 0, 500, 2000),
    span(1, "iteration", 1, 3000, 7000),
    span(2, "communication", 1, 3500, 5000),
    span(3, "computation", 0, 1, 2),  # another worker's
    dict(span(4, "computation", 0, 1, 2), pid=3),  # another job's
]

OCCUPANCY = """begin_us,end_us,free,aggregating,waiting
500,700,10,0,0
700,1700,4,6,0
1700,3700,1,3,6
3700,9000,10,0,0
"""


class TimelineTest(unittest.TestCase):
    """Recordings in a folder."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="esa-timeline-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def path(self, part):
        """Returns the path of a file in the folder."""
        return os.path.join(self.folder, part)

    def made_up(self):
        """Returns the made-up recording."""
        with open(self.path("timeline.json"), "w", encoding="utf-8") as file:
            json.dump({"traceEvents": EVENTS}, file)
        with open(self.path("occupancy.csv"), "w", encoding="utf-8") as file:
            file.write(OCCUPANCY)
        return timeline.Timeline(Recording(self.folder))

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
        events = [e for e in EVENTS if e.get("tid") not in (2, 3)]
        for worker, of_worker in enumerate(begins):
            for partition, begin_us in enumerate(of_worker, 1):
                track = 10 * (worker + 1) + partition
                text = f"worker {worker}: partition {partition} (layer 1)"
                events.append(name("thread_name", text, 2, track))
                events.append(span(track, "communication", 0, begin_us, 2000))
        with open(self.path("timeline.json"), "w", encoding="utf-8") as file:
            json.dump({"traceEvents": events}, file)
        with open(self.path("occupancy.csv"), "w", encoding="utf-8") as file:
            file.write(OCCUPANCY.replace("1700,3700,1,3,6", "1700,3200,10,0,0\n3200,3700,1,3,6"))
        return timeline.Timeline(Recording(self.folder))

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
            style.save(timeline.draw(timelines, "Title"), self.path(part))
        texts = []
        for part in ("one.svg", "two.svg"):
            with open(self.path(part), encoding="utf-8") as file:
                texts.append(file.read())
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
            spans = made.spans("job 0", "worker 0: ")
            self.assertEqual(set(spans["track"]), {"computation", "partition 1 (layer 1)"})
            self.assertEqual((spans["category"] == "communication").sum(), 2)
            self.assertGreater(len(made.occupancy), 1)

    def test_run_that_fails_is_named(self):
        program = Program(REAL_PROGRAM)
        run = self.run_of(program)
        run.config["link"]["queue_bytes"] = 400
        with self.assertRaisesRegex(RunFailed, "system=esa: .*packets were lost"):
            record([run], program, self.path("recordings"))
        self.assertEqual(os.listdir(self.path("recordings")), [])


if __name__ == "__main__":
    unittest.main()
