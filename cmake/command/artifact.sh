#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Checks the claims of ARTIFACT.md: ./ns3 artifact.
# Uses $root of ./ns3.
# shellcheck disable=SC2154

command_artifact() {
    check_options esa_artifact "$@"
    ensure_packages "build test"
    exec "$python" "$root/analysis" esa_artifact "$@"
}
