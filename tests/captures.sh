#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Reads the captures of a small run with tshark and the module's dissector.
# $1: the directory of the built programs. Exits with 77 (skipped) without tshark.

. "$(dirname -- "$0")/script/common.sh"
dissector=contrib/esa/wireshark/esa.lua

needs tshark text2pcap
make_folder

# tshark with the dissector, on the file $1
read_capture() {
    file=$1
    shift
    tshark -X "lua_script:$dissector" -o ip.check_checksum:TRUE -r "$file" "$@" \
        2>>"$work/messages" || fail "tshark: $(cat "$work/messages")"
}

# Prints a line for each packet of file $1 that passes filter $2: the other arguments, as fields
fields() {
    capture=$1
    filter=$2
    shift 2
    for name; do
        set -- "$@" -e "$name"
        shift
    done
    read_capture "$capture" -Y "$filter" -T fields -E occurrence=f "$@"
}

# Fails if a packet of file $1 passes filter $2. $3: what that means
expect_none() {
    count=$(fields "$1" "$2" frame.number | wc -l)
    [ "$count" = 0 ] || fail "$1: $count packets: $3 ($2)"
}

# Fails if the files differ. $3: what that means
expect_same() {
    cmp -s "$1" "$2" || {
        diff "$1" "$2" | head -n 10 >&2
        fail "$3"
    }
}

# Runs the example with option $2 and checks its captures, $1-*. $3: length of all frames
run() {
    "$programs/esa-custom-topology" "$2" --pcap="$work/$1" >/dev/null
    # a worker's link and a PS's; node 0 is the switch, workers are 1 to 8, PSes 9 and 10
    for host in 1 10; do
        expect_none "$work/$1-$host-0.pcap" "frame.len != $3 || !esa.seq ||
            _ws.malformed || _ws.lua.error || esa.invalid || ip.checksum.status != 1" \
            "of wrong length, not dissected, malformed or with a wrong IPv4 checksum"
    done
}

# Two iterations of 2 x 24800 bytes in order, each packet once, from worker 0 of job 0.
# $1: name of the run, $2: packets, $3: the address they go to
check_gradients() {
    fields "$work/$1-1-0.pcap" "esa.kind == 0" esa.job esa.seq ip.src ip.dst >"$work/is"
    seq 0 $(($2 - 1)) | sed "s/^.*$/0 & 10.0.0.1 $3/" | tr ' ' '\t' >"$work/should"
    expect_same "$work/is" "$work/should" "$1: other gradients than these were sent"
}

# --- ESA, digests ---

run esa --system=esa 306
check_gradients esa 400 10.0.0.255
capture=$work/esa-1-0.pcap
expect_none "$capture" "esa.kind == 0 &&
    (esa.bitmap0 != 1 || esa.fan_in0 != 4 || esa.priority == 0 || esa.aggregator >= 151)" \
    "gradients of other workers than 0, or for an aggregator beyond 40000 / 264"
expect_none "$capture" "(esa.kind == 2 && esa.bitmap0 != 0xf) || esa.is_digest == 0 || !esa.digest" \
    "results without all workers, or packets without digest"

# every worker gets the same result of every fragment
for host in 1 2 3; do
    fields "$work/esa-$host-0.pcap" "esa.kind == 2" esa.seq esa.digest | sort -u >"$work/sums-$host"
    [ "$(wc -l <"$work/sums-$host")" = 400 ] || fail "esa: worker $host lacks results"
    expect_same "$work/sums-1" "$work/sums-$host" "esa: workers get different sums"
done

# what happens in the switch can be followed: partial sums and reminders reach the PS's link
[ "$(fields "$work/esa-9-0.pcap" "esa.kind == 1 || esa.kind == 3" esa.kind | sort -u | wc -l)" = 2 ] ||
    fail "esa: the PS's link carried no partial sums, or no reminders"

# frames are 26.4 ns apart, which microseconds would not show
fields "$capture" "frame.number == 2" frame.time_delta | grep -q '^0\.00000002[67]' ||
    fail "esa: the capture's clock is too coarse"

# --- ESA, full payload: the captures' first values add up ---

run full --fullPayload 306
for host in 1 2 3 4; do
    fields "$work/full-$host-0.pcap" "esa.kind == 0" esa.seq esa.value
done | awk '{ sum[$1] += $2 } END { for (seq in sum) print seq, sum[seq] }' | sort >"$work/should"
fields "$work/full-1-0.pcap" "esa.kind == 2" esa.seq esa.value | sort -u | tr '\t' ' ' | sort >"$work/is"
[ "$(wc -l <"$work/is")" = 400 ] || fail "full: results are missing"
expect_same "$work/is" "$work/should" "full: sums are wrong"
values=$(read_capture "$work/full-1-0.pcap" -c 1 -T fields -e esa.value -E aggregator=' ' | wc -w)
[ "$values" = 62 ] || fail "full: $values values in a packet"

# --- SwitchML ---

run switchml --system=switchml 180
check_gradients switchml 776 10.255.0.0
capture=$work/switchml-1-0.pcap
expect_none "$capture" "udp.dstport != 48864 || !esa.digest || esa.slot >= 73" \
    "not SwitchML, or a slot beyond half of 40000 / 272"
[ "$(fields "$capture" "esa.kind == 2" esa.seq | sort -nu | wc -l)" = 776 ] ||
    fail "switchml: results are missing"

# --- a reduce: only its root, worker 0, gets values ---

for system in esa switchml; do
    "$programs/esa-scenario" --quiet --system "$system" --jobs 1 --workers 2 \
        --set dnns.A.comm_comp_ratio=1 --set jobs.collective=reduce --pcap "$work/reduce" \
        --pcap-hosts job0-worker0,job0-worker1 || fail "reduce: esa-scenario writes no captures"
    expect_none "$work/reduce-$system-1-job0-worker0.pcap" "!esa.digest" "reduce: no values"
    capture=$work/reduce-$system-1-job0-worker1.pcap
    expect_none "$capture" "_ws.lua.error || esa.invalid || ip.checksum.status != 1 ||
        (esa.kind == 2 && (frame.len != 64 || esa.digest || !esa.values)) ||
        (esa.kind == 0 && !esa.digest)" "reduce: $system: wrong packets"
    [ "$(fields "$capture" "esa.kind == 2" esa.seq | sort -nu | wc -l)" -gt 1000 ] ||
        fail "reduce: $system: results are missing"
done

# --- captures of esa-scenario: files by role, frames that are cut ---

"$programs/esa-scenario" --quiet --system esa --jobs 1 --workers 2 --set dnns.A.comm_comp_ratio=1 \
    --pcap "$work/cut" --pcap-bytes 80 --pcap-hosts job0-worker1,job0-ps ||
    fail "esa-scenario writes no captures"
capture=$work/cut-esa-1-job0-worker1.pcap
[ -s "$capture" ] || fail "esa-scenario: the capture of worker 1 is missing"
[ ! -e "$work/cut-esa-1-job0-worker0.pcap" ] || fail "esa-scenario: a capture that nobody asked for"
expect_none "$capture" "frame.len != 306 || frame.cap_len != 80 || !esa.seq || !esa.digest ||
    _ws.lua.error || esa.invalid || ip.checksum.status != 1" "cut frames are not dissected"
[ "$(fields "$capture" "esa.kind == 2" esa.seq | sort -nu | wc -l)" -gt 1000 ] ||
    fail "esa-scenario: results are missing"

# --- headers that are not right ---

start="0000 00 00 00 01 00 00 00 00 00 00 00 00 00 00 00 00 00 05"
{
    echo "$start 10 00 04 6a 00 00" # as it should be
    echo "$start 10 0f 04 6a 00 00" # kind 15
    echo "$start fc 00 04 6a 00 00" # fan-in 63
    echo "$start 10 00 05 6a 00 00" # a reserved bit
    echo "$start 10 0c 04 6a 00 01" # a group in a packet of a flow
    echo "$start 10 00 04 6a"       # truncated
    echo "$start 10 00 04 6a 00 01" # a group in a gradient: right
} | text2pcap -q -i 253 - "$work/bad.pcap" 2>>"$work/messages"
fields "$work/bad.pcap" esa.invalid frame.number >"$work/is"
seq 2 6 >"$work/should"
expect_same "$work/is" "$work/should" "other headers than these are invalid"

echo "captures: passed"
