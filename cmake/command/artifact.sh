#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Checks the claims of ARTIFACT.md, and writes anew what follows from the program: ./ns3 artifact and update.
# Uses $root of ./ns3.
# shellcheck disable=SC2154

command_artifact() {
    check_options esa_artifact "$@"
    ensure_packages "build test"
    exec "$python" "$root/analysis" esa_artifact "$@"
}

command_update() {
    check_options esa_update "$@"
    case " $* " in
    *" --list "*) ;;
    *)
        ensure_packages "build test plot"
        build esa-scenario
        ;;
    esac
    exec "$python" "$root/analysis" esa_update "$@"
}
