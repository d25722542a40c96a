#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# A program that registers a system of its own can run it by name: the system is listed, its
# parameter is a field of scenario files and an attribute, and its sums are checked like all others.
#
# usage: own-system.sh DIRECTORY-OF-PROGRAMS

. "$(dirname -- "$0")/script/common.sh"
program=$programs/esa-own-system
needs "$program"
make_folder

# expect FILE TEXT: the file has a line with the text
expect() {
    grep -qF -- "$2" "$1" || fail "not in the output of esa-own-system: $2: $(cat "$1")"
}

"$program" --list-systems >"$work/list"
expect "$work/list" "reluctant         as esa, but"
grep -q '^reluctant .* \[own\]$' "$work/list" || fail "the source of reluctant is not its program"
expect "$work/list" "reluctant.factor             2: reluctant"

"$program" --help >"$work/help"
expect "$work/help" "Usage: esa-own-system [options]"
expect "$work/help" "  reluctant.factor             2: reluctant"

"$program" --PrintAttributes=ns3::esa::Reluctant >"$work/attributes"
expect "$work/attributes" "--ns3::esa::Reluctant::Factor=[2]"

cat >"$work/scenario.json" <<'END'
{"systems": ["esa", "reluctant"], "reluctant": {"factor": 1.5}}
END
"$program" --config "$work/scenario.json" --out "$work/out" >"$work/table"
expect "$work/table" "sums were exact"
expect "$work/out/result.csv" "reluctant,"
expect "$work/out/result.json" '"factor": 1.5'

# Another factor is another system: fewer preemptions the higher it is.
preemptions() {
    "$program" --system reluctant --set "reluctant.factor=$1" --out "$work/factor-$1" --quiet
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
             NR == 2 { print $column["preemptions"] }' "$work/factor-$1/result.csv"
}
low=$(preemptions 1)
high=$(preemptions 255)
[ "$high" -lt "$low" ] || fail "a factor of 255 preempts $high times, a factor of 1 $low times"

code=0
"$program" --system reluctant --set reluctant.factor=0.5 2>"$work/error" || code=$?
[ "$code" = 2 ] || fail "a factor below its range ends with $code, not 2"
expect "$work/error" "esa-own-system: error: "
expect "$work/error" "/reluctant/factor: 0.5 is not allowed: must be a number from 1 to 255"

# ./ns3 sweep runs the program by its name; the parameter does not multiply the runs of esa.
cat >"$work/sweep.json" <<'END'
{"name": "own", "set": {"iterations": 1, "jobs": 1},
 "axes": {"reluctant.factor": [1, 2], "system": ["esa", "reluctant"], "seed": [1]}}
END
sweep() {
    ESA_NO_INSTALL=1 ESA_BUILD_DIR=$(dirname "$1") ./ns3 sweep --no-build "$work/sweep.json" \
        --out "$work/swept" --program "$2" >"$work/swept.txt" 2>&1
}
sweep "$1" esa-own-system || fail "$(cat "$work/swept.txt")"
expect "$work/swept.txt" "3 runs in 4 rows"
expect "$work/swept/own.csv" "2,reluctant,1,"
if sweep "$1" no-such-program; then
    fail "a sweep of a program that does not exist ends well"
fi
expect "$work/swept.txt" "--program: there is no program 'no-such-program'"
