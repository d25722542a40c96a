# SPDX-License-Identifier: GPL-2.0-only
"""The v1model program and the TNA program's stages, each in a simple_switch.

A packet of the TNA program passes the stages up to three times. Here it leaves after each pass, and
waits in one of two queues, as on hardware: that of resubmitted and that of recirculated packets.
"""

import collections
import json
import pathlib
import struct
import subprocess

import tna_levels
import tna_stages
import topology
import traces
from sequence import AGGREGATORS, JOBS

HERE = pathlib.Path(__file__).resolve().parent
ETHERNET_BYTES = 14
# tna-on-v1model.p4
PASS_PORT = 50
TAG_BYTES = 7
RESUBMITTED_BYTES = 8
RESUBMITTED = 1

PORTS = [*topology.PORTS, *tna_levels.PORTS, PASS_PORT]


def compile_stages(directory, p4=traces.P4):
    """Returns the compiled stages; p4: the folder with the TNA program."""
    stages = directory / "esa-tna-stages-for-v1model.p4"
    traces.generate(directory, p4)
    stages.write_text(tna_stages.for_v1model(directory, p4))
    program = directory / "esa-tna-on-v1model.json"
    # sizes beside constant entries are for Tofino; only headers are recirculated
    subprocess.run(["p4c-bm2-ss", "--Wdisable=mismatch", "--Wdisable=invalid",
                    f"-DESA_AGGREGATORS={AGGREGATORS}", f"-I{directory}", f"-I{p4}", "-o", program,
                    HERE / "tna-on-v1model.p4"], check=True)
    return program


def datagram(frame):
    """Returns a frame without what is behind its IPv4 datagram: Tofino cannot cut that off."""
    ip_bytes = struct.unpack_from(">H", frame.ljust(18, b"\0"), ETHERNET_BYTES + 2)[0]
    return frame[:ETHERNET_BYTES + ip_bytes]


class Side:
    """The v1model program in its switch."""

    def __init__(self, switch):
        self.switch = switch
        program = json.loads(pathlib.Path(switch.program).read_text())
        self.registers = [array["name"] for array in program["register_arrays"]]
        topology.add_links(switch)
        self.add_jobs()

    def add_jobs(self):
        """Fills the tables for jobs of one level and of two."""
        for job, workers in JOBS.items():
            topology.add_job(self.switch, job, workers)
        tna_levels.add_groups(self.switch)

    def clear(self):
        """Frees all aggregators."""
        self.switch.cli.run_all([f"register_reset {name}" for name in self.registers])

    def pending(self):
        """Returns the queues in which a packet waits for its next pass."""
        return []

    def enter(self, frame):
        """Returns the frames that leave after the first pass of a frame."""
        return self.switch.send(frame)

    def send(self, frame):
        """Returns the frames that leave after all passes of a frame."""
        came = self.enter(frame)
        while self.pending():
            came += self.next_pass(self.pending()[0])
        return sorted((port, datagram(frame)) for port, frame in came)


class TnaSide(Side):
    """The stages of the TNA program in theirs."""

    def __init__(self, switch):
        super().__init__(switch)
        self.resubmitted = collections.deque()  # (tag, frame as it came)
        self.recirculated = collections.deque()  # (frame with its tag, frame as it came)

    def add_jobs(self):
        """Fills the tables; workers are named by the last byte of their addresses."""
        for job, workers in JOBS.items():
            ports = {1 + worker: topology.worker_port(worker) for worker in range(workers)}
            topology.add_ways(self.switch, job, ports, topology.ps_port(job))
            topology.add_members(self.switch, job, ports)
            self.switch.cli.run(f"table_add jobs Known {job} 0 => {tna_levels.ONLY}")
        tna_levels.add_levels(self.switch)

    def pending(self):
        """Returns the queues in which a packet waits for its next pass."""
        return [queue for queue in (self.resubmitted, self.recirculated) if queue]

    def enter(self, frame):
        """Returns the frames that leave after the first pass of a frame. Those of jobs with two levels
        are translated."""
        if tna_levels.is_of_levels(frame):
            frame = tna_levels.to_levels(frame)
        return self._pass(frame, frame)

    def next_pass(self, queue):
        """Returns the frames that leave after the next pass of the first packet in a queue."""
        tagged, original = queue.popleft()
        if queue is self.resubmitted:
            return self._pass(tagged + original, original)
        return self._pass(tagged, original)

    def _pass(self, frame, original):
        out = []
        for port, came in self.switch.send(frame):
            if port != PASS_PORT:
                is_of_levels = tna_levels.is_of_levels(came)
                out.append((port, tna_levels.from_levels(came) if is_of_levels else came))
            elif came[TAG_BYTES - 1] == RESUBMITTED:
                self.resubmitted.append((came[:TAG_BYTES + RESUBMITTED_BYTES], original))
            else:
                self.recirculated.append((came, original))
        return out
