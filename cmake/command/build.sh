#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Configures and builds: ./ns3 configure, build and clean.
# Uses $root, $build and $jobs of ./ns3.
# shellcheck disable=SC2034,SC2154

is_configured() {
    [ ! -e "$build/.configuring" ] && [ -f "$build/CMakeCache.txt" ] &&
        { [ -f "$build/build.ninja" ] || [ -f "$build/Makefile" ]; } &&
        is_ours
}

# The cache belongs to this folder: not when the folder was copied or moved.
is_ours() {
    grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt"
}

# What may be removed must be known to be of this command: the file .esa-build says so. It is
# made with the folder, or in an empty one. A folder that had other files first is no one's to
# remove but the user's.
make_build_folder() {
    mark=$build/.esa-build
    [ ! -e "$mark" ] || return 0
    if [ -z "$(find "$build/" -mindepth 1 -maxdepth 1 ! -name .configuring 2>/dev/null)" ]; then
        text="made by ./ns3, and removed by ./ns3 clean"
    elif may_remove; then
        return 0
    else
        text="other files were here first: ./ns3 clean removes nothing"
    fi
    mkdir -p "$build"
    echo "$text" >"$mark"
}

# Whether all in the build folder comes from this command. Folders of earlier versions have no
# mark: they are known by their cache, or by their place in this repository.
may_remove() {
    folder=$(CDPATH='' cd -- "$build" && pwd -P) || return
    case $root/ in
    "${folder%/}"/*) return 1 ;;
    esac
    if [ -e "$build/.esa-build" ]; then
        grep -qs '^made by ./ns3' "$build/.esa-build"
    elif [ "$folder" = "$root/build" ]; then
        [ -f "$build/CMakeCache.txt" ] || [ -e "$build/.configuring" ]
    else
        [ -f "$build/CMakeCache.txt" ] && is_ours
    fi
}

# A cache that is not of this folder is thrown away: not that of another project.
refuse_foreign_build() {
    [ ! -f "$build/CMakeCache.txt" ] || is_ours || may_remove ||
        fail "$build is the build of another project; name another folder in ESA_BUILD_DIR"
}

# Runs cmake with the arguments. The file .configuring is there from the start
# until success, so that an interrupted configuration is noticed and done anew.
configure() {
    make_build_folder
    if [ -f "$build/CMakeCache.txt" ] && ! is_ours; then
        rm -rf "$build/CMakeCache.txt" "$build/CMakeFiles"
    elif [ -e "$build/.configuring" ]; then
        # what cmake found out about the compiler may be half written
        rm -rf "$build/CMakeFiles"
    fi
    : >"$build/.configuring"
    if [ ! -f "$build/CMakeCache.txt" ] && command -v ninja >/dev/null 2>&1; then
        set -- -G Ninja "$@"
    fi
    cmake -S "$root" -B "$build" "$@" || return
    rm -f "$build/.configuring"
}

# Output of cmake, and of ninja or make: "[12/345] Building ..." or "[ 12%] Building ..."
look_at_build() {
    case $line in
    "-- "* | "ninja: no work to do." | "[0/"*"] Re-"*) ;;
    "["*"/"*"] "*)
        step=${line%%]*}
        count_steps "${step#[}"
        step="$step]"
        ;;
    "["*"%] "*)
        step="${line%%]*}]"
        percent=${step#[}
        percent=${percent%"%]"}
        done_steps=${percent##* }
        all_steps=100
        ;;
    *) return 1 ;;
    esac
}

# Two builds in one folder would compile everything twice, and mix their lines in Ninja's files. So
# the second one waits.
lock_build() {
    make_build_folder
    command -v flock >/dev/null 2>&1 || return 0
    exec 9>"$build/.lock"
    flock -n 9 || {
        say "another ./ns3 builds in $build: waiting for it (run, sweep and test take what is built with --no-build)"
        flock 9 || true # where files have no locks, as on some networks, it builds
    }
}

unlock_build() {
    exec 9>&-
}

# Builds the targets, or everything. The libraries of tests are only there where tests are built.
build() {
    refuse_foreign_build
    case " ${*:-esa-gtest}" in
    *" esa-gtest"* | *" esa-p4-replay"*) ensure_packages "build test" ;;
    *) ensure_packages build ;;
    esac
    lock_build
    is_configured || shortened look_at_build "configuring" configure
    if [ $# = 0 ]; then
        shortened look_at_build "building" cmake --build "$build" -j "$jobs"
    else
        shortened look_at_build "building $*" cmake --build "$build" -j "$jobs" --target "$@"
    fi
    unlock_build
}

# Sets $target to a target of cmake that is no program. A misspelt one is found before anything is installed.
find_target() {
    target=$1
    names="all clean test $(programs)"
    if is_configured; then
        # ninja prints "NAME: phony", make "... NAME"
        names="$names $(cmake --build "$build" --target help 2>/dev/null | sed -e 's/^\.\.\. //' -e 's/[: ].*//')"
    fi
    # shellcheck disable=SC2086
    printf '%s\n' $names | grep -qxF -- "$target" ||
        fail "build: there is no target '$target'$(did_you_mean "$target" $names)"
}

# ./ns3 build [TARGET...]: a program of the user's own goes by its name too.
command_build() {
    count=$#
    while [ "$count" -gt 0 ]; do
        find_program "$1" || find_target "$1"
        shift
        count=$((count - 1))
        set -- "$@" "$target"
    done
    began=$(date +%s)
    build "$@"
    say "built, $(($(date +%s) - began)) s"
}

# Turns upstream's options into cmake's: takes each argument from the front and
# puts what it means at the end.
command_configure() {
    count=$#
    while [ "$count" -gt 0 ]; do
        argument=$1
        shift
        count=$((count - 1))
        case $argument in
        -d | --build-profile)
            [ "$count" -gt 0 ] || fail "configure: $argument needs a profile: debug, release or optimized"
            profile=$1
            shift
            count=$((count - 1))
            ;;
        --build-profile=*) profile=${argument#*=} ;;
        --sanitize | --enable-sanitizers)
            set -- "$@" -DESA_SANITIZE=ON
            continue
            ;;
        --no-sanitize | --disable-sanitizers)
            set -- "$@" -DESA_SANITIZE=OFF
            continue
            ;;
        *)
            set -- "$@" "$argument"
            continue
            ;;
        esac
        case $profile in
        debug) set -- "$@" -DCMAKE_BUILD_TYPE=Debug -DESA_LOG=ON -DESA_ASSERT=ON -DESA_NATIVE=OFF ;;
        release) set -- "$@" -DCMAKE_BUILD_TYPE=Release -DESA_LOG=OFF -DESA_ASSERT=OFF -DESA_NATIVE=OFF ;;
        optimized) set -- "$@" -DCMAKE_BUILD_TYPE=Release -DESA_LOG=OFF -DESA_ASSERT=OFF -DESA_NATIVE=ON ;;
        *) fail "configure: unknown profile '$profile'; there are: debug release optimized" ;;
        esac
    done
    refuse_foreign_build
    ensure_packages build "$@"
    lock_build
    configure "$@"
}

command_clean() {
    [ $# = 0 ] || fail "clean: unknown argument '$1'"
    [ -e "$build" ] || return 0
    may_remove || fail "clean: $build was not made by ./ns3, or had other files first: nothing is removed"
    rm -rf "$build"
}
