#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Runs the tests: ./ns3 test.
# Uses $root, $build and $jobs of ./ns3.
# shellcheck disable=SC2034,SC2154

# The options of ctest that are passed on: alone, and with a value
plain_options="-V -VV --verbose --extra-verbose -N --show-only --print-labels -Q --quiet --progress \
--debug -F --rerun-failed --output-on-failure --stop-on-failure --schedule-random -U --union \
--no-compress-output --no-label-summary --no-subproject-summary --force-new-ctest-process"
value_options="-R --tests-regex -E --exclude-regex -L --label-regex -LE --label-exclude \
-I --tests-information -j --parallel -O --output-log -C --build-config --output-junit \
-FA --fixture-exclude-any -FS --fixture-exclude-setup -FC --fixture-exclude-cleanup \
--timeout --stop-time --repeat --repeat-until-fail --no-tests --test-load --max-width \
--resource-spec-file --interactive-debug-mode \
--test-output-size-passed --test-output-size-failed --test-output-truncation"

# The layers with quick tests
test_layers="core workload node model stats scenario"

# Takes the options of this command from the front, and puts those of ctest at the end. An option
# that neither has is refused before anything is built.
command_test() {
    all=
    long=
    no_build=
    layer=
    count=$#
    while [ "$count" -gt 0 ]; do
        option=$1
        shift
        count=$((count - 1))
        needs_value=
        case $option in
        --all)
            all=1
            continue
            ;;
        --long)
            all=1
            long=1
            continue
            ;;
        --no-build)
            no_build=1
            continue
            ;;
        --layer)
            [ "$count" -gt 0 ] || fail "test: --layer needs a layer: $test_layers"
            layer=$1
            shift
            count=$((count - 1))
            continue
            ;;
        --layer=*)
            layer=${option#*=}
            continue
            ;;
        -h | --help)
            usage test
            return
            ;;
        -j[0-9]* | -I[0-9,]*) ;;
        *) look_up "$option" ;;
        esac
        set -- "$@" "$option"
        if [ -n "$needs_value" ]; then
            [ "$count" -gt 0 ] || fail "test: $option needs a value"
            set -- "$@" "$1"
            shift
            count=$((count - 1))
        fi
    done
    if [ -n "$layer" ]; then
        [ -z "$all$no_build$*" ] || fail "test: --layer has no other options"
        test_layer
    elif [ -n "$all" ]; then
        [ -n "$no_build" ] || build
        if [ -n "$long" ]; then test_long "$@"; else run_ctest "$@"; fi
    else
        [ -n "$no_build" ] || build esa-gtest
        status=0
        run_ctest -L '^quick$' "$@" || status=$?
        say "these were quick tests only; ./ns3 test --all runs all"
        return "$status"
    fi
}

# Sets $needs_value if an option of ctest is followed by its value.
look_up() {
    case " $plain_options " in
    *" ${1%%=*} "*) return ;;
    esac
    case " $value_options " in
    *" ${1%%=*} "*)
        [ "$1" != "${1%%=*}" ] || needs_value=1
        return
        ;;
    esac
    # shellcheck disable=SC2086
    fail "test: unknown option '$1'$(did_you_mean "$1" --all --long --layer --no-build $plain_options $value_options)"
}

# The quick tests of $layer, in a build of its own in the build folder: each source is compiled alone,
# and no tests of other layers, so that a change of a source takes seconds.
test_layer() {
    case " $test_layers " in
    *" $layer "*) ;;
    *) fail "test: unknown layer '$layer'; there are: $test_layers" ;;
    esac
    make_build_folder
    build=$build/$layer
    is_configured || shortened look_at_build "configuring" configure -DESA_UNITY=OFF "-DESA_TEST_ROOMS=$layer"
    build esa-gtest
    cd "$root" || return
    exec "$build/bin/esa-gtest" --gtest_brief=1
}

# All tests with many more random cases, what they came to, and the mutants.
test_long() {
    export ESA_SCHEDULES="${ESA_SCHEDULES:-20000}"
    export ESA_PHYSICS="${ESA_PHYSICS:-20000}"
    export ESA_WAYS="${ESA_WAYS:-20000}"
    export ESA_DOCUMENTS="${ESA_DOCUMENTS:-20000}"
    export ESA_HOSTILE="${ESA_HOSTILE:-3000}"
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
        with_ticks ctest --test-dir "$build" --output-on-failure --no-tests=error -j "$jobs" "$@" 2>&1 ||
        status=$?
    tell_why_skipped
    return "$status"
}

# Output of ctest: "    Start  1: name" (more spaces, if there are many tests) and
# " 12/345 Test   #7: name ....   Passed    0.01 sec".
# What is no test that passed is shown: failures with their output, and the summary. Names of tests that
# were skipped go to the file $skipped_tests.
look_at_tests() {
    case $line in
    "$tick") tell_what_takes_long && return ;;
    "Internal ctest changing into directory: "* | "Test project "*) return ;;
    "    "*"Start "*[0-9]": "*)
        words=${line#*Start *: }
        running="${running:-} ${words%% *}=${seconds:-0}"
        return
        ;;
    esac
    # they are listed once, with their reasons
    case $line in
    "The following tests did not run:" | *" (Skipped)") return ;;
    esac
    words=${line#"${line%%[! ]*}"}
    case $words in
    [0-9]*/[0-9]*" Test "*"#"*": "*) ;;
    *) return 1 ;;
    esac
    tests_done=${words%% *}
    words=${words#*#*: }
    has_ended "${words%% *}"
    case $words in
    *" Passed "*" sec"*)
        count_steps "$tests_done"
        step="[$tests_done] ${words%% *}"
        ;;
    *"***Skipped "*)
        echo "${words%% .*}" >>"$skipped_tests"
        count_steps "$tests_done"
        step="[$tests_done] ${words%% *}"
        ;;
    *) return 1 ;;
    esac
}

# Takes test $1 from the list of those that run: words NAME=BEGIN, in seconds since the first.
has_ended() {
    others=
    for test in ${running:-}; do
        [ "${test%=*}" = "$1" ] || others="$others $test"
    done
    running=$others
}

# A second has gone by: names the tests that run for longer, on a terminal now, otherwise every
# minute.
tell_what_takes_long() {
    seconds=$((${seconds:-0} + 1))
    names=
    for test in ${running:-}; do
        [ $((seconds - ${test##*=})) -lt 2 ] || names="$names, ${test%=*} $((seconds - ${test##*=})) s"
    done
    [ -n "$names" ] || return 0
    if [ -t 2 ]; then
        step="[${tests_done:-0}] ${names#, }"
    elif [ $((seconds % 60)) = 0 ]; then
        say "$what [${tests_done:-0}], at work: ${names#, }"
    fi
}

# Prints what the skipped tests said last, or what GTEST_SKIP() said.
tell_why_skipped() {
    [ -s "$skipped_tests" ] || return 0
    echo
    echo "Skipped, since something is not here that they need (no fault):"
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
