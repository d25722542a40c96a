# SPDX-License-Identifier: GPL-2.0-only
"""How long common commands take: a table of the manual, measured on one machine."""

import os
import resource
import subprocess
import tempfile

from esa_sweep.execute import RunFailed
from esa_sweep.files import write_text
from esa_sweep.sweep import ANALYSIS

from .verdicts import table

# what the manual calls it -> the command, in which {out} is an empty folder
_COMMANDS = {
    "``./ns3 run esa-scenario``, built": "./ns3 run esa-scenario",
    "``... -- --config scenarios/paper/jct-8x8.json``": "./ns3 run esa-scenario -- --config scenarios/paper/jct-8x8.json",
    "``./ns3 sweep analysis/sweeps/memory.json``, 45 runs": "./ns3 sweep analysis/sweeps/memory.json --out {out}/memory",
    "``./ns3 plot out/sweeps/memory``": "./ns3 plot {out}/memory --out {out}/plots",
    "``./ns3 figures --quick``": "./ns3 figures --quick --runs {out}/runs --out {out}/figures",
    "``./ns3 figures --from analysis/results``": "./ns3 figures --from analysis/results --out {out}/page",
    "``./ns3 artifact --tier 1``": "./ns3 artifact --tier 1 --out {out}/artifact",
    "``./ns3 docs manual``": "./ns3 docs manual",
    "``./ns3 build esa-scenario``, the first time": "CCACHE_DISABLE=1 ESA_BUILD_DIR={out}/build ./ns3 build esa-scenario",
}


def write(path, commands=None):
    """Runs all commands, one after the other, and writes the table."""
    lines = [("Command", "seconds")]
    with tempfile.TemporaryDirectory(prefix="esa-times-") as out:
        for what, command in (commands or _COMMANDS).items():
            seconds = _seconds(command.format(out=out))
            lines.append((what, f"{seconds:.0f}" if seconds >= 10 else f"{seconds:.1f}"))
            print(f"  {lines[-1][1]} s: {what}", flush=True)
    machine = f"{_processor()}, {len(os.sched_getaffinity(0))} cores"
    head = f"Seconds of processor time, of all cores together, on one machine ({machine}):\n\n"
    write_text(path, head + table(lines))


def _seconds(command):
    """Returns the processor time that a command takes, with all that it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        ["sh", "-c", command], cwd=os.path.dirname(ANALYSIS), capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise RunFailed(f"times: {command}: {done.stderr.strip() or done.stdout.strip()}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _processor():
    """Returns the name of the processor."""
    with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
        names = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    return names[0] if names else "an unknown processor"
