# SPDX-License-Identifier: GPL-2.0-only
"""A log of jobs, and a profile of a model: cluster_job_log of Microsoft's Philly traces, and the CSV of SwitchML's
DNN benchmark."""

import collections
import csv
import datetime
import io
import json
import re
import zlib

from .files import STRICT, shown

# Philly

Job = collections.namedtuple("Job", "submit id gpus duration_s")

STATUSES = ["Pass", "Killed", "Failed"]
MOST_BYTES = 2**30
"""Of a log: ten times the public one's."""


class BadLog(Exception):
    """The log is not in the expected format."""


def member(place, name, kind, what):
    """Returns a member of an object; kind is its type, what says so to the user."""
    if not isinstance(place, dict):
        raise BadLog(f"{shown(place)} is not allowed: must be an object with '{name}'")
    if name not in place:
        raise BadLog(f"{name}: missing: must be {what}")
    if not isinstance(place[name], kind):
        raise BadLog(f"{name}: {shown(place[name])} is not allowed: must be {what}")
    return place[name]


def read_time(place, name):
    """Returns a time of the log, or None where it has none."""
    what = "a time as 2017-10-09 07:02:00, or null"
    text = member(place, name, (str, type(None)), what)
    if text in (None, "None", ""):
        return None
    try:
        return datetime.datetime.strptime(text, "%Y-%m-%d %H:%M:%S")
    except ValueError:
        raise BadLog(f"{name}: {shown(text)} is not allowed: must be {what}") from None


def convert(entry):
    """Returns a job of the log, and None; or None, and the reason why it is left out."""
    submit = read_time(entry, "submitted_time")
    name = member(entry, "jobid", str, "a text")
    attempts = member(entry, "attempts", list, "a list")
    if submit is None:
        return None, "never submitted"
    if not attempts:
        return None, "never started"
    last = attempts[-1]
    start, end = read_time(last, "start_time"), read_time(last, "end_time")
    if start is None or end is None:
        return None, "without the start or end of the last attempt"
    if end < start:
        return None, "ended before they started"
    detail = member(last, "detail", list, "a list of servers")
    gpus = sum(len(member(server, "gpus", list, "a list of GPUs")) for server in detail)
    if gpus == 0:
        return None, "without GPUs"
    return Job(submit, name, gpus, int((end - start).total_seconds())), None


def read_log(source):
    """Returns what a log holds."""
    data = source.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise BadLog(f"is larger than {MOST_BYTES >> 20} MiB")
    try:
        return json.loads(data.decode("utf-8-sig"), **STRICT)
    except RecursionError:
        raise BadLog("is nested too deeply") from None
    except ValueError as error:
        raise BadLog(f"is not JSON in UTF-8: {shown(str(error))}") from None


def read_jobs(entries, options):
    """Returns the jobs to keep, in the order of their submission, and counts of those left out."""
    if not isinstance(entries, list):
        raise BadLog("must be a list of jobs")
    jobs, left_out = [], collections.Counter()
    for number, entry in enumerate(entries):
        try:
            job, reason = convert(entry)
            status = member(entry, "status", str, "a text")
        except BadLog as error:
            raise BadLog(f"job {number}: {error}") from None
        if status not in STATUSES:
            status = "other than " + ", ".join(STATUSES)
        if status not in options.status:
            reason = f"with status {status}"
        elif job and options.max_gpus and job.gpus > options.max_gpus:
            reason = f"with more than {options.max_gpus} GPUs"
        if reason:
            left_out[reason] += 1
        else:
            jobs.append(job)
    return sorted(jobs)[: options.max_jobs], left_out


def import_philly(source, job, options):
    """Writes a job trace, the first job submitted at 0. Returns what has been left out."""
    try:
        jobs, left_out = read_jobs(read_log(source), options)
    except MemoryError:
        source.fail("does not fit the memory of this machine")
    except BadLog as error:
        source.fail(error)
    if not jobs:
        source.fail("has no job that is not left out")
    lines = ["submit_time,gpu_num,duration,model\n"]
    for each in jobs:
        submit_s = int((each.submit - jobs[0].submit).total_seconds())
        # The log does not say what a job trains: they are dealt out by a hash of their ids.
        model = options.models[zlib.crc32(each.id.encode(errors="surrogatepass")) % len(options.models)]
        lines.append(f"{submit_s},{each.gpus},{each.duration_s},{model}\n")
    with job.open_as(".csv") as file:
        file.write("".join(lines).encode())
    return [f"left out {count} jobs {reason}" for reason, count in sorted(left_out.items())]


# Profiles of models

COLUMNS = ("layer_index", "numel", "forward_pass_ns", "backward_pass_ns")
MAX_LAYERS = 1000
MAX_PARAMETERS = 10**12
MAX_NS = 10**12
NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")


def is_profile(line):
    """Whether a first line names the columns of a profile."""
    return sum(column in line for column in COLUMNS) >= 2


def import_profile(source, job):
    """Writes a model file."""
    try:
        data = source.read(MAX_LAYERS * 1000 + 1)
        if len(data) > MAX_LAYERS * 1000:
            source.fail(f"has more than {MAX_LAYERS * 1000} bytes")
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        source.fail("is not UTF-8")
    if "\0" in text:
        source.fail("has a byte 0")
    try:
        rows = list(csv.reader(io.StringIO(text), skipinitialspace=True, strict=True))
    except csv.Error as error:
        source.fail(f"is not CSV: {error}")
    heading = [cell.strip() for cell in rows[0]]
    for column in COLUMNS:
        if heading.count(column) != 1:
            found = "missing" if column not in heading else "there twice"
            source.fail(f"{column}: {found}: the first line names the columns {', '.join(COLUMNS)}, each once", 1)
    if not 1 <= len(rows) - 1 <= MAX_LAYERS:
        source.fail(f"{len(rows) - 1} rows are not allowed: must be 1 to {MAX_LAYERS} layers")
    layers, first = [], None
    for line, cells in enumerate(rows[1:], 2):
        if len(cells) != len(heading):
            source.fail(f"{len(cells)} fields, but the first line names {len(heading)}", line)
        row = dict(zip(heading, map(str.strip, cells)))
        refuse = Refusal(source, line, row)
        index = refuse.number("layer_index", 10**9, "0 or 1, the number of the front layer", whole=True)
        if first is None and index <= 1:
            first = index
        if first is None or index != first + len(layers):
            wanted = "0 or 1, the number of the front layer"
            if first is not None:
                wanted = f"{first + len(layers)}, since layers count up by one"
            refuse.fail("layer_index", wanted)
        what = f"an integer from 1 to {MAX_PARAMETERS}; a layer without parameters belongs to the layer before it"
        parameters = refuse.number("numel", MAX_PARAMETERS, what, least=1, whole=True)
        times = [refuse.number(name, MAX_NS, f"a number from 0 to {MAX_NS}, in ns") / 1000 for name in COLUMNS[2:]]
        layers.append(
            {"name": f"layer {index}", "parameters": parameters, "forward_us": times[0], "backward_us": times[1]}
        )
    name = re.sub("[^a-z0-9]+", "-", job.stem().lower()).strip("-")[:60] or "profile"
    listed = ",\n".join(f"    {json.dumps(layer)}" for layer in layers)
    with job.open_as(".json") as file:
        file.write(f'{{\n  "name": "{name}",\n  "layers": [\n{listed}\n  ]\n}}\n'.encode())


class Refusal:
    """A row of a profile."""

    def __init__(self, source, line, row):
        self.source, self.line, self.row = source, line, row

    def fail(self, column, allowed):
        """Refuses a cell."""
        text = self.row[column]
        found = text if NUMBER.fullmatch(text) else json.dumps(shown(text))
        self.source.fail(f"{column}: {found} is not allowed: must be {allowed}", self.line)

    def number(self, column, most, allowed, least=0, whole=False):
        """Returns the number of a cell."""
        text = self.row[column]
        if len(text) > 40 or not NUMBER.fullmatch(text):
            self.fail(column, allowed)
        value = int(text) if re.fullmatch("-?[0-9]+", text) else float(text)
        if not least <= value <= most or (whole and not isinstance(value, int)):
            self.fail(column, allowed)
        return value
