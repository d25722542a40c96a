#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# What the scripts of tests share. A script includes it: . "$(dirname -- "$0")/script/common.sh"
# Then there are $name, $programs (its first argument, the directory of the built programs), $root
# and $python. A script ends with 77 (skipped) where something is missing.

set -eu
# shellcheck disable=SC2034 # scripts use some of these
{
    name=$(basename -- "$0" .sh)
    programs=${1:-}
    root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
    python=/usr/bin/python3
}
[ -x "$python" ] || python=python3
export PYTHONDONTWRITEBYTECODE=1
export ESA_NO_INSTALL=1 # a test changes no machine

fail() {
    echo "$name: $*" >&2
    exit 1
}

skip() {
    echo "$name: skipped, $*"
    exit 77
}

# needs PROGRAM...: programs without which the test is skipped
needs() {
    for tool; do
        command -v "$tool" >/dev/null 2>&1 || skip "there is no $tool"
    done
}

# needs_modules MODULE...: modules of Python without which the test is skipped
needs_modules() {
    for module; do
        "$python" -c "import $module" >/dev/null 2>&1 || skip "$python has no module $module"
    done
}

# make_folder: $work is a new folder, which the end of the script removes
make_folder() {
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
}
