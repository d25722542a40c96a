#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The commands of manual and README files that run esa-scenario are valid: --validate accepts each
# one that names no file of a reader. The tutorial has a test of its own. The tables of systems have the
# sources that --list-systems prints.
#
# usage: manual.sh DIRECTORY-OF-PROGRAMS

. "$(dirname -- "$0")/script/common.sh"
program=$programs/esa-scenario
needs "$program"
make_folder

# Prints the arguments of each command on a line; a line that ends with \ goes on.
commands() {
    sed -e ':more' -e '/\\$/N' -e 's/\\\n */ /' -e 'tmore' "$@" |
        sed -n -e 's/^ \{3,\}\(\$ \)\{0,1\}\.\/ns3 run "esa-scenario *\([^"]*\)".*/\2/p' \
            -e 's/^ \{3,\}\(\$ \)\{0,1\}\.\/ns3 run esa-scenario\( -- \(.*\)\)\{0,1\}$/ \3/p' |
        sed -e 's/  *#.*//' -e 's|contrib/esa/scenarios/|scenarios/|' # a package has them there
}

count=0
cd "$root"
for chapter in contrib/esa/doc/*.rst README.md contrib/esa/README.md ./*/README.md ./*/*/README.md; do
    case $chapter in
    */esa-tutorial.rst | "./*"*) continue ;;
    esac
    commands "$chapter" >"$work/commands"
    while read -r arguments; do
        case " $arguments " in
        *" --config mine.json "* | *" FILE "* | *" PREFIX "* | *" --trace "*) continue ;;
        esac
        count=$((count + 1))
        echo "\"$program\" --validate $arguments" >"$work/command"
        sh "$work/command" >"$work/output" 2>&1 || fail "$chapter: $arguments: $(cat "$work/output")"
    done <"$work/commands"
done
[ "$count" -ge 20 ] || fail "only $count commands were found"

"$program" --list-systems >"$work/list"
sed -n '/^$/q; s/^\([a-z0-9_]*\) .* \[\([a-z]*\)\]$/\1 \2/p' "$work/list" >"$work/sources"
while read -r name source; do
    grep -Eq "^([a-z0-9_]+, )*$name(, [a-z0-9_]+)* +${source}[ ,]+[^ ]" contrib/esa/doc/esa-systems.rst || fail "esa-systems.rst: $name has another source than --list-systems ($source)"
done <"$work/sources"
[ "$(wc -l <"$work/sources")" -ge 15 ] || fail "--list-systems has no sources"
