#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Runs the tests: ./ns3 test.
# Uses $root, $build and $jobs of ./ns3.
# shellcheck disable=SC2034,SC2154

command_test() {
    if [ "${1:-}" = --long ]; then
        shift
        test_long "$@"
        return
    fi
    build
    run_ctest "$@"
}

# The tests with many more random cases, what they came to, and the mutants.
test_long() {
    build
    export ESA_SCHEDULES="${ESA_SCHEDULES:-20000}"
    export RC_PARAMS="${RC_PARAMS:-max_success=20000}"
    export ESA_SCENARIOS="${ESA_SCENARIOS:-1000}"
    export ESA_HOSTILE="${ESA_HOSTILE:-20000}"
    export ESA_KILLS="${ESA_KILLS:-100}"
    export ESA_MOMENTS="${ESA_MOMENTS:-100}"
    failed=0
    run_ctest --timeout 7200 "$@" || failed=1
    sed -n '/ schedules, .* violations$/p' "$build/Testing/Temporary/LastTest.log"
    ESA_JOBS=$jobs "$root/tests/mutants/run" || failed=1
    return "$failed"
}

# Runs ctest with the options $*; its output is shortened unless they ask for another one.
run_ctest() {
    for option; do
        case $option in
        -V | -VV | --verbose | --extra-verbose | -N | --show-only* | --print-labels | \
            -Q | --quiet | --progress | --debug | --help*)
            ctest --test-dir "$build" --output-on-failure --no-tests=error -j "$jobs" "$@"
            return
            ;;
        esac
    done
    skipped_tests=$build/skipped-tests.txt
    : >"$skipped_tests"
    status=0
    # failures and the summary are what this command is for: they go to stdout
    shortened look_at_tests "testing" \
        ctest --test-dir "$build" --output-on-failure --no-tests=error -j "$jobs" "$@" 2>&1 || status=$?
    tell_why_skipped
    return "$status"
}

# Output of ctest: "      Start  1: name" and " 12/345 Test   #7: name ....   Passed    0.01 sec".
# What is no test that passed is shown: failures with their output, tests that were skipped
# (their names go to the file $skipped_tests too), and the summary.
look_at_tests() {
    case $line in
    "Internal ctest changing into directory: "* | "Test project "* | "      "*"Start "*[0-9]": "*) return ;;
    esac
    words=${line#"${line%%[! ]*}"}
    case $words in
    [0-9]*/[0-9]*" Test "*"#"*": "*" Passed "*" sec"*)
        count_steps "${words%% *}"
        words=${words#*#*: }
        step="[$done_steps/$all_steps] ${words%% *}"
        ;;
    [0-9]*/[0-9]*" Test "*"#"*": "*"***Skipped "*)
        words=${words#*#*: }
        echo "${words%% .*}" >>"$skipped_tests"
        return 1
        ;;
    *) return 1 ;;
    esac
}

# Prints what the skipped tests said last, or what GTEST_SKIP() said.
tell_why_skipped() {
    [ -s "$skipped_tests" ] || return 0
    echo
    echo "Skipped:"
    awk '
        NR == FNR { skipped[$0] = 1; next }
        /^[0-9]+\/[0-9]+ Test: / { name = $0; sub(/^[^:]*: /, "", name); reason = ""; told = 0 }
        $0 == "Output:" { inside = 1; next }
        $0 == "<end of output>" {
            if (name in skipped) print "  " name ": " (reason == "" ? "it gives no reason" : reason)
            inside = 0
        }
        !inside || told || /^-+$/ { next }
        reason_follows { reason = $0; told = 1; reason_follows = 0; next }
        /: Skipped$/ { reason_follows = 1; next }
        $0 != "" { reason = $0; sub(/^[a-z-]+: skipped, /, "", reason) }
    ' "$skipped_tests" "$build/Testing/Temporary/LastTest.log"
}
