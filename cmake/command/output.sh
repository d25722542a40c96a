#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# What ./ns3 says. A build or a test run prints a thousand lines that nobody reads:
# shortened() shows in their place how far it is, and warnings and failures in full.

say() {
    echo "ns3: $*" >&2
}

fail() {
    say "$*"
    exit 2
}

# Prints the word of $2... that $1 is probably misspelt for, as "; did you mean WORD?". Each
# letter that is added, removed or replaced, and each two that change places, are one step.
did_you_mean() {
    printf '%s\n' "$@" | awk '
        NR == 1 { given = $0; nearest = int(length(given) / 3) + 1; next }
        { steps = distance(given, $0); if (steps < nearest) { nearest = steps; word = $0 } }
        END { if (word != "") printf "; did you mean %s?", word }
        function distance(a, b,   i, j, least, d, same) {
            for (i = 0; i <= length(a); i++) d[i, 0] = i
            for (j = 0; j <= length(b); j++) d[0, j] = j
            for (i = 1; i <= length(a); i++)
                for (j = 1; j <= length(b); j++) {
                    same = substr(a, i, 1) == substr(b, j, 1)
                    least = d[i - 1, j - 1] + !same
                    if (d[i - 1, j] + 1 < least) least = d[i - 1, j] + 1
                    if (d[i, j - 1] + 1 < least) least = d[i, j - 1] + 1
                    if (i > 1 && j > 1 && substr(a, i - 1, 1) == substr(b, j, 1) &&
                        substr(a, i, 1) == substr(b, j - 1, 1) && d[i - 2, j - 2] + 1 < least)
                        least = d[i - 2, j - 2] + 1
                    d[i, j] = least
                }
            return d[length(a), length(b)]
        }'
}

# Runs a command and shows its output shortened, on stderr: on a terminal one line that
# moves and is gone at the end, otherwise a line for every fifth of the work.
# $1: a function that looks at $line; it sets $step (and $done_steps, $all_steps where the
#     line tells them), or fails if the line is to be shown as it is
# $2: what is done; then the command
shortened() {
    look_at=$1
    what=$2
    shift 2
    # the pipe would hide the status of the command
    status=$({ { s=0; "$@" 2>&1 3>&- || s=$?; echo "$s" >&3; } | shorten >/dev/null; } 3>&1)
    return "${status:-1}"
}

# Runs a command for shortened(), and adds a line $tick every second, so that it can tell what
# takes long. The output of the command may stop within a line: shorten() joins its parts.
tick=$(printf '\001')
with_ticks() {
    while sleep 1 >/dev/null 2>&1 && echo "$tick"; do :; done &
    ticker=$!
    ended=0
    "$@" || ended=$?
    kill "$ticker" 2>/dev/null || true
    return "$ended"
}

shorten() {
    held=
    began_at=$(date +%s)
    shown=
    moving=
    fifth=0
    while IFS= read -r line || [ -n "$line" ]; do
        case $line in
        *"$tick")
            held=$held${line%"$tick"}
            line=$tick
            ;;
        *)
            line=$held$line
            held=
            ;;
        esac
        step=
        done_steps=0
        all_steps=1
        if "$look_at"; then
            [ -z "$step" ] || progress
        else
            end_progress
            printf '%s\n' "$line" >&2
        fi
    done
    end_progress
    [ -z "$held" ] || printf '%s\n' "$held" >&2
}

# Says what is done, and how far it is.
progress() {
    if [ -t 2 ]; then
        printf '\r\033[Kns3: %s %.60s%s' "$what" "$step" "$(time_left)" >&2
        moving=1
    elif [ -z "$shown" ]; then
        say "$what"
    elif [ $((done_steps * 5 / all_steps)) -gt "$fifth" ] && [ "$done_steps" -lt "$all_steps" ]; then
        fifth=$((done_steps * 5 / all_steps))
        say "$what [$done_steps/$all_steps]$(time_left)"
    fi
    shown=1
}

# Prints the time left, if the other steps take as long, and if it is worth a word.
time_left() {
    [ "$done_steps" -gt 0 ] && [ "$all_steps" -gt 1 ] || return 0
    left=$((($(date +%s) - began_at) * (all_steps - done_steps) / done_steps))
    if [ "$left" -ge 90 ]; then
        printf ', about %s min left' $(((left + 30) / 60))
    elif [ "$left" -ge 10 ]; then
        printf ', about %s s left' "$left"
    fi
}

# Removes the line that moves.
end_progress() {
    [ -z "$moving" ] || printf '\r\033[K' >&2
    moving=
}

# Sets $done_steps and $all_steps from a word like 12/345.
count_steps() {
    case $1 in
    */*[!0-9]* | *[!0-9]*/* | */ | /* | */0) return ;;
    esac
    done_steps=${1%%/*}
    all_steps=${1##*/}
}
