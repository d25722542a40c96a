#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Finds and runs programs: ./ns3 run, sweep, figures, plot and compare.
# Uses $root and $build of ./ns3.
# shellcheck disable=SC2154

# Prints the programs that can be run, on one line.
programs() {
    module_programs
    for source in "$root"/scratch/*; do
        case $source in
        *.cc) printf ' %s' "$(basename "$source" .cc)" ;;
        *) if has_sources "$source"; then printf ' %s' "${source##*/}"; fi ;;
        esac
    done
    echo
}

module_programs() {
    for source in "$root"/contrib/esa/examples/*.cc; do
        [ ! -f "$source" ] || printf '%s ' "$(basename "$source" .cc)"
    done
    printf 'esa-bench esa-gtest esa-gtest-runs esa-p4-replay esa-test-runner'
}

# Succeeds if folder $1 has sources of a program.
has_sources() {
    for found in "$1"/*.cc; do
        [ -f "$found" ]
        return
    done
}

# Sets $target and $binary for a program: one of the module, one in scratch/, or, with a
# path, one anywhere. Fails if there is none.
find_program() {
    case $1 in
    */* | *.cc)
        find_source "$1"
        return
        ;;
    esac
    case " $(module_programs) " in
    *" $1 "*)
        target=$1
        binary=$build/bin/$1
        return
        ;;
    esac
    [ -f "$root/scratch/$1.cc" ] || has_sources "$root/scratch/$1" || return
    target=scratch_$1
    binary=$build/scratch/$1
}

# The same for the path $1 of a source, or of a folder of sources. cmake learns of one that
# is not in this repository from a file that holds its path (see cmake/OwnPrograms.cmake).
find_source() {
    source=$1
    [ -e "$source" ] || source=$1.cc
    [ -f "$source" ] || has_sources "$source" || return
    folder=$(CDPATH='' cd -- "$(dirname -- "$source")" && pwd -P) || return
    name=$(basename "$source" .cc)
    case $folder in
    "$root"/scratch | "$root"/contrib/esa/examples)
        find_program "$name"
        return
        ;;
    esac
    check_name "$name"
    path=$folder/$(basename "$source")
    make_build_folder
    mkdir -p "$build/outside"
    if [ "$(cat "$build/outside/$name.path" 2>/dev/null)" != "$path" ]; then
        echo "$path" >"$build/outside/$name.path"
    fi
    target=outside_$name
    binary=$build/outside/$name
}

# A target of cmake has no other characters in its name.
check_name() {
    case $1 in
    *[!A-Za-z0-9_.+-]*) fail "the name of a program consists of letters, digits and _.+-, not '$1'" ;;
    esac
}

command_run() {
    no_build=
    if [ "${1:-}" = --no-build ]; then
        no_build=1
        shift
    fi
    case ${1:-} in
    "") fail "run: no program given. There are: $(programs)" ;;
    -*) fail "run: unknown option '$1' (arguments of the program come after it)" ;;
    *" "*)
        # the program and its arguments in one word
        words=$1
        shift
        set -f
        # shellcheck disable=SC2086
        set -- $words "$@"
        set +f
        ;;
    esac
    program=$1
    shift
    if [ "${1:-}" = --no-build ]; then
        no_build=1
        shift
    fi
    if [ "${1:-}" = -- ]; then shift; fi
    find_program "$program" ||
        fail "run: there is no program '$program'. There are: $(programs); your own: the path of its source"
    if [ -z "$no_build" ]; then
        build "$target"
    elif [ ! -x "$binary" ]; then
        fail "run: $program is not built yet"
    fi
    use_large_pages
    exec "$binary" "$@"
}

# With a thousand hosts a simulation waits for memory most of the time, a part of it for
# its addresses: glibc asks the kernel for larger pages (results stay what they are).
use_large_pages() {
    GLIBC_TUNABLES=glibc.malloc.hugetlb=1${GLIBC_TUNABLES:+:$GLIBC_TUNABLES}
    export GLIBC_TUNABLES
}

# Sets $python to Debian's, which has the packages, whatever other one is first in
# PATH, and makes sure that it has the modules $*.
find_python() {
    python=/usr/bin/python3
    [ -x "$python" ] || python=python3
    lacking=$("$python" -c 'import importlib.util, sys
print(*(m for m in sys.argv[1:] if not importlib.util.find_spec(m)))' "$@") ||
        fail "there is no working Python 3"
    [ -z "$lacking" ] || fail "$python lacks the modules: $lacking"
}

# Sets $target and $binary for the program that --program names among the arguments of a module of
# analysis/: esa-scenario, or one with systems of the user's own.
find_named_program() {
    program=esa-scenario
    previous=
    for argument; do
        if [ "$previous" = --program ]; then
            program=$argument
        elif [ "${argument#--program=}" != "$argument" ]; then
            program=${argument#--program=}
        fi
        previous=$argument
    done
    find_program "$program" ||
        fail "--program: there is no program '$program'. There are: $(programs); your own: the path of its source"
}

# Checks the options of module $1 of analysis/: a misspelt one is found before anything is installed
# or built. --help is printed, and the command ends; $help_note: what stands below it.
help_note=
check_options() {
    module=$1
    shift
    ensure_packages python
    find_python
    "$python" "$root/analysis" "$module" "$@" --only-check || exit
    for argument; do
        case $argument in
        -h | --help)
            [ -z "$help_note" ] || printf '\n%s\n' "$help_note"
            exit
            ;;
        esac
    done
}

# Runs module $1 of analysis/ with the program, the packages of the groups $2 and the modules $3
# of Python; the other arguments are its own, but for --no-build.
run_analysis() {
    module=$1
    needed_packages=$2
    needed_modules=$3
    shift 3
    no_build=
    count=$#
    while [ "$count" -gt 0 ]; do
        argument=$1
        shift
        count=$((count - 1))
        if [ "$argument" = --no-build ]; then
            no_build=1
            continue
        fi
        set -- "$@" "$argument"
    done
    find_named_program "$@"
    help_note="./ns3 builds the program first; --no-build: it takes what is already built."
    check_options "$module" "$@"
    if [ -n "$no_build" ] && [ ! -x "$binary" ]; then
        fail "$program is not built yet; leave --no-build out"
    fi
    ensure_packages "$needed_packages"
    # shellcheck disable=SC2086
    find_python $needed_modules
    if [ -z "$no_build" ]; then
        build "$target"
    fi
    use_large_pages
    # the last one counts
    exec "$python" "$root/analysis" "$module" "$@" --program "$binary"
}

# The same without the program, for modules that only read results.
run_reader() {
    module=$1
    needed_packages=$2
    needed_modules=$3
    shift 3
    check_options "$module" "$@"
    ensure_packages "$needed_packages"
    # shellcheck disable=SC2086
    find_python $needed_modules
    exec "$python" "$root/analysis" "$module" "$@"
}
