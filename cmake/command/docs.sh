#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Builds the documents: ./ns3 docs. A warning is an error.
# Uses $root and $build of ./ns3.
# shellcheck disable=SC2154

command_docs() {
    [ $# -gt 0 ] || set -- manual reference
    for document; do
        case $document in
        manual | reference) ;;
        *) fail "docs: unknown document '$document'; there are: manual reference" ;;
        esac
    done
    ensure_packages "$*"
    make_build_folder
    mkdir -p "$build/docs"
    failed=0
    for document; do
        "docs_$document" || failed=1
    done
    return "$failed"
}

# The manual, by Sphinx. Names in it must exist.
docs_manual() {
    find_python
    "$python" "$root/contrib/esa/doc/names.py" || return
    sphinx=/usr/bin/sphinx-build
    [ -x "$sphinx" ] || sphinx="sphinx-build"
    "$sphinx" -q -W --keep-going -b html -d "$build/docs/.manual" \
        "$root/contrib/esa/doc" "$build/docs/manual" || return
    say "the manual: $build/docs/manual/index.html"
}

# The reference of the C++ classes, by Doxygen.
docs_reference() {
    warnings=$build/docs/reference-warnings.txt
    (cd "$root/contrib/esa" && {
        cat doc/Doxyfile
        echo "OUTPUT_DIRECTORY = \"$build/docs\""
        echo "WARN_LOGFILE = \"$warnings\""
    } | doxygen -) || return
    # what overrides a function of ns-3 is documented there
    sed -i '/ override (function) of /d' "$warnings"
    if [ -s "$warnings" ]; then
        cat "$warnings" >&2
        return 1
    fi
    rm "$warnings"
    say "the reference: $build/docs/reference/index.html"
}
