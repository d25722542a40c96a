#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Converts an invented log in the format of the Philly traces, generates the sample
# trace again, and checks that esa-scenario reads both.
# $1: the directory of the built programs. Exits with 77 (skipped) without Python.

. "$(dirname -- "$0")/script/common.sh"
needs /usr/bin/python3
make_folder

# expect TEXT FILE: the file holds just the text
expect() {
    printf '%s\n' "$1" >"$work/expected"
    diff -u "$work/expected" "$2" || fail "$2 has other contents than expected"
}

# valid TRACE: esa-scenario accepts it
valid() {
    "$programs/esa-scenario" --set "trace.file=\"$1\"" --validate >"$work/out" ||
        fail "esa-scenario refuses $1"
}

# The last attempt counts: 2 + 1 GPUs, 90 s; submission decides about the order.
cat >"$work/log" <<'END'
[
 {"status": "Killed", "vc": "v", "jobid": "application_2", "user": "u",
  "submitted_time": "2017-10-09 07:02:00",
  "attempts": [{"start_time": "2017-10-09 07:02:30", "end_time": "2017-10-09 07:03:00",
                "detail": [{"ip": "m1", "gpus": ["gpu0"]}]}]},
 {"status": "Pass", "vc": "v", "jobid": "application_1", "user": "u",
  "submitted_time": "2017-10-09 07:01:00",
  "attempts": [{"start_time": "2017-10-09 07:01:05", "end_time": "2017-10-09 07:01:09",
                "detail": [{"ip": "m1", "gpus": ["gpu0"]}]},
               {"start_time": "2017-10-09 07:02:00", "end_time": "2017-10-09 07:03:30",
                "detail": [{"ip": "m1", "gpus": ["gpu0", "gpu1"]}, {"ip": "m2", "gpus": ["gpu3"]}]}]},
 {"status": "Failed", "vc": "v", "jobid": "application_3", "user": "u",
  "submitted_time": "2017-10-09 07:03:00", "attempts": []},
 {"status": "Pass", "vc": "v", "jobid": "application_4", "user": "u",
  "submitted_time": "2017-10-09 07:04:00",
  "attempts": [{"start_time": "2017-10-09 07:05:00", "end_time": "None",
                "detail": [{"ip": "m1", "gpus": ["gpu0"]}]}]}
]
END
"$root/traces/jobs/philly-to-csv" --models A "$work/log" >"$work/all.csv" 2>"$work/left-out"
expect "submit_time,gpu_num,duration,model
0,3,90,A
60,1,30,A" "$work/all.csv"
expect "philly-to-csv: left out 1 jobs never started
philly-to-csv: left out 1 jobs without the start or end of the last attempt" "$work/left-out"
valid "$work/all.csv"

"$root/traces/jobs/philly-to-csv" --models B --status Killed "$work/log" >"$work/killed.csv" \
    2>"$work/left-out"
expect "submit_time,gpu_num,duration,model
0,1,30,B" "$work/killed.csv"
"$root/traces/jobs/philly-to-csv" --models A --max-gpus 2 "$work/log" >"$work/small.csv" \
    2>"$work/left-out"
expect "submit_time,gpu_num,duration,model
0,1,30,A" "$work/small.csv"

# bad input: exit code 2, and nothing is written
for arguments in "--status Passed $work/log" "--max-gpus 0 $work/log" "$work/all.csv" "$work/none"; do
    status=0
    # shellcheck disable=SC2086 # several arguments
    "$root/traces/jobs/philly-to-csv" $arguments >"$work/bad.csv" 2>"$work/errors" || status=$?
    [ "$status" = 2 ] || fail "exit code $status, not 2: $arguments"
    [ -s "$work/errors" ] || fail "no error: $arguments"
    [ ! -s "$work/bad.csv" ] || fail "written in spite of an error: $arguments"
done

# refused TEXT: a log that holds it is refused with one short line that says why
refused() {
    status=0
    timeout 20 "$root/traces/jobs/philly-to-csv" "${2:-$work/bad-log}" >"$work/bad.csv" 2>"$work/errors" || status=$?
    [ "$status" = 2 ] || fail "exit code $status, not 2: $1: $(cat "$work/errors")"
    [ "$(wc -l <"$work/errors")" = 1 ] || fail "not one line: $1: $(cat "$work/errors")"
    grep -q "^philly-to-csv: error: .*$1" "$work/errors" || fail "no '$1' in: $(cat "$work/errors")"
    [ "$(wc -c <"$work/errors")" -lt 600 ] || fail "a long error: $1"
}

# spoilt SED-SCRIPT TEXT: the log with a change is refused
spoilt() {
    sed "$1" "$work/log" >"$work/bad-log"
    refused "$2"
}
spoilt 's/"application_1"/17/' 'job 1: jobid: 17 is not allowed: must be a text'
spoilt 's/"application_1"/["\\u001b", "\\ud800"]/' 'jobid: .* is not allowed: must be a text'
spoilt 's/"jobid"/"id"/' 'job 0: jobid: missing: must be a text'
spoilt 's/07:01:00/27:01:00/' 'job 1: submitted_time: 2017-10-09 27:01:00 is not allowed: must be a time'
spoilt 's/"attempts": \[\]/"attempts": 5/' 'job 2: attempts: 5 is not allowed: must be a list'
spoilt 's/\["gpu0"\]/7/' 'gpus: 7 is not allowed: must be a list of GPUs'
spoilt 's/"Pass"/{}/' 'status: {} is not allowed: must be a text'
python3 -c 'print("[" * 100000)' >"$work/bad-log"
refused 'nested too deeply'
python3 -c 'print("[" + "9" * 5000 + "]")' >"$work/bad-log"
refused 'is not JSON'
printf '[\0]' >"$work/bad-log"
refused 'is not JSON in UTF-8'
refused 'must be a regular file' /dev/zero
mkfifo "$work/fifo"
refused 'must be a regular file' "$work/fifo"
printf '[{"a": "\033[2J\\n\\u0000"}]' >"$work/bad-log"
refused 'Invalid control character'
if [ -w /dev/full ]; then
    status=0
    "$root/traces/jobs/philly-to-csv" "$work/log" >/dev/full 2>"$work/errors" || status=$?
    [ "$status" = 1 ] || fail "exit code $status, not 1, on a full disk"
    expect "philly-to-csv: error: standard output cannot be written: No space left on device" "$work/errors"
fi

"$root/traces/jobs/make-sample" >"$work/sample.csv"
cmp "$work/sample.csv" "$root/traces/jobs/sample.csv" ||
    fail "traces/jobs/sample.csv is not what make-sample writes"
valid "$root/traces/jobs/sample.csv"

# SwitchML's header has 256 job numbers: a job that has left makes room for another one. 300 jobs run,
# two at a time; all sums are exact, and both runners agree.
"$python" -c 'print("submit_time,gpu_num,duration,model")
for job in range(300): print(f"{job / 2},2,1,A")' >"$work/many.csv"
for runner in rounds ns3; do
    "$programs/esa-scenario" --system switchml,hire --seed 1 --out "$work/$runner" \
        --set "trace.file=\"$work/many.csv\"" --set topology.hosts=4 --set trace.time_scale=1e-6 \
        --set trace.max_jobs=2 --set engine=$runner >"$work/table" || fail "300 jobs in $runner"
    grep -q 'sums were exact' "$work/table" || fail "sums of 300 jobs are not exact: $(cat "$work/table")"
done
cmp "$work/rounds/jobs.csv" "$work/ns3/jobs.csv" || fail "300 jobs differ between runners"
