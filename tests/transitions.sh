#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The tables of states in headers are true: the aggregator's is the same in P4, and each function
# that a table names exists, in P4 as a control.
#
# usage: transitions.sh DIRECTORY-OF-PROGRAMS

. "$(dirname -- "$0")/script/common.sh"
core=$root/contrib/esa/core
p4=$root/contrib/esa/p4

# rows FILE: the rows of its table
rows() {
    sed -n 's/^[ /*]*\(| .* |\)$/\1/p' "$1"
}

# functions FILE: what the third column names
functions() {
    rows "$1" | awk -F'|' 'NR > 1 { gsub(/ /, "", $4); print $4 }' | sort -u
}

# exist FILE BEFORE FILES...: each function of the table is in one of the files, behind a pattern
exist() {
    table=$1
    before=$2
    shift 2
    [ "$(functions "$table" | wc -l)" -ge 4 ] || fail "$table has no table"
    for function in $(functions "$table"); do
        grep -Eqs "$before$function\(" "$@" || fail "$table: there is no $function"
    done
}

aggregators=$core/switch/esa-aggregator-table.h
[ "$(rows "$aggregators")" = "$(rows "$p4/esa-dispatch.p4")" ] ||
    fail "the tables of $aggregators and $p4/esa-dispatch.p4 differ"
exist "$aggregators" '^SwitchPipeline::' "$core"/switch/*.cc
exist "$p4/esa-dispatch.p4" '^control ' "$p4"/*.p4
exist "$core/server/esa-task-dictionary.h" '^(ParameterServer|TaskDictionary)::' "$core"/server/*.cc
exist "$core/worker/esa-loss-detector.h" '(LossDetector::| )' "$core"/worker/esa-loss-detector.*
