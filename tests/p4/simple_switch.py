# SPDX-License-Identifier: GPL-2.0-only
"""Drives bmv2's simple_switch: packets through pcap files, tables and registers through its CLI.

simple_switch reorders and drops packets if it gets them as fast as it can read a file. So the files
are pipes, and a packet is sent in only after all output of the one before has left. To know when
this is so, an ordinary frame follows each packet to one port of each egress thread of the switch.
Each thread keeps its packets in order. So when all copies of that frame have come out, all output
of the packet has come out, too.
"""

import json
import os
import pathlib
import re
import select
import socket
import struct
import subprocess
import sys
import tempfile
import threading

PCAP_HEADER = struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1)
EGRESS_THREADS = 4
PROBE_PORTS = range(60, 60 + EGRESS_THREADS)
PROBE_GROUP = 1000
PROBE_ADDRESS = "06:00:00:00:00:01"
INPUT_PORT = 0
TIMEOUT_S = 30
PROMPT = b"RuntimeCmd: "
COMMANDS_AT_ONCE = 200  # less than a pipe holds


class SwitchError(Exception):
    """simple_switch or its CLI did not do what was expected."""


class PcapPipe:
    """What simple_switch writes to one port."""

    def __init__(self, path):
        os.mkfifo(path)
        self.descriptor = os.open(path, os.O_RDWR | os.O_NONBLOCK)
        self.buffer = b""
        self.has_header = False

    def read(self):
        """Returns the frames that have come out."""
        try:
            self.buffer += os.read(self.descriptor, 1 << 20)
        except BlockingIOError:
            pass
        found = []
        if not self.has_header and len(self.buffer) >= len(PCAP_HEADER):
            self.buffer = self.buffer[len(PCAP_HEADER):]
            self.has_header = True
        while self.has_header and len(self.buffer) >= 16:
            length = struct.unpack("<I", self.buffer[8:12])[0]
            if len(self.buffer) < 16 + length:
                break
            found.append(self.buffer[16:16 + length])
            self.buffer = self.buffer[16 + length:]
        return found


def check_answer(command, answer):
    """Fails if the CLI did not carry out a command."""
    if re.search(r"^(Error|Invalid|\*\*\*)", answer, re.MULTILINE):
        raise SwitchError(f"{command}: {answer.strip()}")


class CommandLine:
    """simple_switch_CLI, kept open."""

    def __init__(self, port):
        self.process = subprocess.Popen(
            ["simple_switch_CLI", "--thrift-port", str(port)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=dict(os.environ, PYTHONUNBUFFERED="1"),
        )
        self._answer()

    def _answer(self):
        text = b""
        while not text.endswith(PROMPT):
            text += self._read()
        return text[:-len(PROMPT)].decode()

    def _read(self):
        text = os.read(self.process.stdout.fileno(), 65536)
        if not text:
            raise SwitchError("simple_switch_CLI ended")
        return text

    def run(self, command):
        """Returns what the CLI prints on a command."""
        self.process.stdin.write(command.encode() + b"\n")
        self.process.stdin.flush()
        answer = self._answer()
        check_answer(command, answer)
        return answer

    def run_all(self, commands):
        """Returns what the CLI prints on each of some commands. All are written at once, which is
        much faster than one at a time."""
        answers = []
        for first in range(0, len(commands), COMMANDS_AT_ONCE):
            some = commands[first:first + COMMANDS_AT_ONCE]
            self.process.stdin.write("".join(c + "\n" for c in some).encode())
            self.process.stdin.flush()
            text = b""
            while text.count(PROMPT) < len(some):
                text += self._read()
            answers += text.decode().split(PROMPT.decode())[:-1]
        for command, answer in zip(commands, answers):
            check_answer(command, answer)
        return answers

    def close(self):
        """Ends it."""
        self.process.stdin.close()
        self.process.wait(timeout=TIMEOUT_S)


def free_port():
    """Returns a free TCP port."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class SimpleSwitch:
    """A running simple_switch with a compiled program; to be used in a with statement."""

    def __init__(self, program, ports, counts_actions=True, passes=1):
        self.program = program
        self.passes = passes  # of a packet through the switch, at most
        # Only the log tells what was executed; writing it takes most of the time.
        self.log_level = "debug" if counts_actions else "info"
        self.ports = sorted({INPUT_PORT, *ports, *PROBE_PORTS})
        self.actions = set()  # those that were executed
        self.serial = 0

    def __enter__(self):
        self.directory = tempfile.TemporaryDirectory(prefix="esa-p4-")
        base = pathlib.Path(self.directory.name)
        self.outputs = {}
        self.poll = select.poll()
        arguments = []
        for port in self.ports:
            path = base / f"{port}_in.pcap"
            if port == INPUT_PORT:
                os.mkfifo(path)
                self.input = os.open(path, os.O_RDWR)
                os.write(self.input, PCAP_HEADER)
            else:
                path.write_bytes(PCAP_HEADER)
            pipe = PcapPipe(base / f"{port}_out.pcap")
            self.outputs[port] = pipe
            self.poll.register(pipe.descriptor, select.POLLIN)
            arguments += ["-i", f"{port}@{base / str(port)}"]
        thrift_port = free_port()
        self.process = subprocess.Popen(
            ["simple_switch", "--use-files", "0", "--thrift-port", str(thrift_port),
             "--log-console", "--log-level", self.log_level, *arguments, str(self.program)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        started = threading.Event()
        self.log = threading.Thread(target=self._read_log, args=(started,), daemon=True)
        self.log.start()
        if not started.wait(TIMEOUT_S):
            self.process.kill()
            raise SwitchError("simple_switch did not start")
        self.cli = CommandLine(thrift_port)
        self.nodes = 0
        self.group(PROBE_GROUP, enumerate(PROBE_PORTS))
        self.cli.run(f"table_add hosts forwardFrame.ToGroup {PROBE_ADDRESS} => {PROBE_GROUP}")
        return self

    def __exit__(self, *_):
        self.cli.close()
        self.process.terminate()
        self.process.wait(timeout=TIMEOUT_S)
        self.log.join(TIMEOUT_S)
        os.close(self.input)
        for pipe in self.outputs.values():
            os.close(pipe.descriptor)
        self.directory.cleanup()

    def _read_log(self, started):
        for line in self.process.stdout:
            found = re.search(rb"Action entry is (\S+) -", line)
            if found:
                self.actions.add(found[1].decode())
            elif b"Thrift server was started" in line:
                started.set()
            elif b"error" in line.lower() or b"critical" in line:
                print("simple_switch:", line.decode().strip(), file=sys.stderr)

    def group(self, number, members):
        """Makes a multicast group of (replication id, port)."""
        self.cli.run(f"mc_mgrp_create {number}")
        for rid, port in members:
            self.cli.run(f"mc_node_create {rid} {port}")
            self.cli.run(f"mc_node_associate {number} {self.nodes}")
            self.nodes += 1

    def load(self, entries):
        """Carries out commands of the CLI, as esa-p4-entries writes them for a switch without
        multicast groups."""
        first = self.nodes
        self.nodes += sum(entry.startswith("mc_node_create") for entry in entries)
        self.cli.run_all([re.sub(r"^(mc_node_associate \d+) (\d+)$",
                                 lambda found: f"{found[1]} {first + int(found[2])}", entry)
                          for entry in entries])

    def send(self, frame):
        """Sends a frame in, and returns [(port, frame)] of all frames that came out, by port and in
        their order."""
        self.serial += 1
        probe = bytes.fromhex(PROBE_ADDRESS.replace(":", "")) + bytes(6) + b"\x88\xb5"
        probe += struct.pack(">I", self.serial).ljust(46, b"\0")
        came = []
        self._write(frame)
        # The switch takes a packet that enters it again before the next one from outside. So one
        # probe after the other has left behind each pass.
        for _ in range(self.passes):
            self._write(probe)
            came += self._read_until(probe)
        return sorted(came, key=lambda out: out[0])

    def put(self, frame):
        """Sends a frame in, and does not wait."""
        self._write(frame)

    def _write(self, packet):
        length = len(packet)
        os.write(self.input, struct.pack("<IIII", 0, 0, length, length) + packet)

    def _read_until(self, probe):
        """Returns the frames that leave before all copies of a probe have left."""
        missing = set(PROBE_PORTS)
        came = []
        while missing:
            if not self.poll.poll(1000 * TIMEOUT_S):
                raise SwitchError(f"packet {self.serial} did not leave the switch")
            # The probes are read first. All other frames left the switch before them, so they are
            # there by then and are read afterwards. (poll() does not guarantee this order: a frame
            # may come to a port that it has already checked, and then a probe to a later one.)
            for port in PROBE_PORTS:
                for out in self.outputs[port].read():
                    if out != probe:
                        raise SwitchError(f"packet {self.serial}: unexpected frame at port {port}")
                    missing.remove(port)
            for port in self.ports:
                if port not in PROBE_PORTS:
                    came += ((port, out) for out in self.outputs[port].read())
        return came

    def registers(self, names):
        """Returns all numbers of each of some register arrays."""
        answers = self.cli.run_all([f"register_read {name}" for name in names])
        return [[int(n) for n in answer.split("=", 1)[1].split(",")] for answer in answers]

    def named_actions(self):
        """Returns the names of the program's actions, without those that p4c made up."""
        program = json.loads(pathlib.Path(self.program).read_text())
        return {a["name"] for a in program["actions"] if "." in a["name"]}
