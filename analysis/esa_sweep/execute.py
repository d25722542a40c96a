# SPDX-License-Identifier: GPL-2.0-only
"""
One run of a sweep, as Ninja or Slurm start it:

    python3 analysis esa_sweep.execute PROGRAM STAMP DIRECTORY KEY

STAMP is that of the Program. The run fails if it is another one now, since KEY stands for the
program, too. ESA_SWEEP_PARENT in the environment is the process that the run must not outlive.

Reads DIRECTORY/scenarios/KEY.json, and leaves DIRECTORY/runs/KEY.json if the run succeeds, or
DIRECTORY/failed/KEY.json if it does not. What the program printed is in DIRECTORY/logs/KEY.log.
"""

import contextlib
import functools
import os
import shutil
import subprocess
import sys
import tempfile

from .csv_table import read_csv
from .files import checksum_of, die_with_parent, read_json, write_json
from .program import stamp_of


class RunFailed(Exception):
    """A run gave no result."""


def simulate(program, directory, key, log):
    """
    Runs a scenario and returns what its result.json holds, with a checksum.

    log: file for what it prints
    """
    scratch = tempfile.mkdtemp(prefix=f"{key}.", dir=os.path.join(directory, "scratch"))
    try:
        code = subprocess.run(
            [
                program,
                "--config",
                os.path.join(directory, "scenarios", f"{key}.json"),
                "--quiet",
                "--out",
                os.path.join(scratch, "out"),
            ],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            preexec_fn=functools.partial(die_with_parent, os.getpid()),
            check=False,
        ).returncode
        if code < 0:
            raise RunFailed(f"ended by signal {-code}")
        if code > 0:
            raise RunFailed(f"exit code {code}")
        result = read_json(os.path.join(scratch, "out", "result.json"))
        if not result["complete"] or len(result["rows"]) != 1:
            raise RunFailed("the result is not complete")
        jobs = os.path.join(scratch, "out", "jobs.csv")
        if os.path.exists(jobs):  # of a job trace
            _, lines = read_csv(jobs)
            of_row = ("system", "seed")
            result["jobs"] = [{k: v for k, v in line.items() if k not in of_row} for line in lines]
        return dict(result, checksum=checksum_of(result))
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def main(program, stamp, directory, key):
    """Does one run; returns the exit code."""
    die_with_parent(int(os.environ.get("ESA_SWEEP_PARENT", "0")))
    result = os.path.join(directory, "runs", f"{key}.json")
    if os.path.exists(result):
        return 0  # another array of the sweep has made it
    failure = os.path.join(directory, "failed", f"{key}.json")
    with contextlib.suppress(FileNotFoundError):
        os.unlink(failure)
    try:
        if stamp_of(program) != stamp:
            raise RunFailed("the program was built anew after the sweep had begun")
        with open(os.path.join(directory, "logs", f"{key}.log"), "wb") as log:
            made = simulate(program, directory, key, log)
        write_json(result, made)
        return 0
    except (RunFailed, OSError, ValueError, LookupError, TypeError, RecursionError) as error:
        print(f"{key}: {error}", file=sys.stderr)
        with contextlib.suppress(OSError):
            write_json(failure, {"reason": str(error)})
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
