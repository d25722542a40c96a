#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Installs the Debian packages that are missing; packages.txt says what is needed.
# Uses $root and $build of ./ns3.
# shellcheck disable=SC2034,SC2154

# Prints the lines of packages.txt.
packages() {
    grep -v '^#' "$root/cmake/command/packages.txt"
}

# Succeeds where packages are none of our business: no Debian, or an ns-3 of the
# user's own (in the environment, the configured build or the arguments).
is_not_debian_build() {
    command -v dpkg-query >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1 || return 0
    [ -z "${CMAKE_PREFIX_PATH:-}${ns3_DIR:-}${ns3_ROOT:-}" ] || return 0
    case " $* " in
    *" -DCMAKE_PREFIX_PATH"* | *" -Dns3_DIR"* | *" -Dns3_ROOT"*) return 0 ;;
    esac
    grep -qsE '^(CMAKE_PREFIX_PATH|ns3_ROOT):[A-Z]+=.' "$build/CMakeCache.txt"
}

# Prints the lines of packages() for what is missing. $1: the groups
missing_packages() {
    # one call for all packages: it takes longer than all the rest of this script
    # shellcheck disable=SC2016
    installed=$(packages | while read -r _ package _; do echo "$package"; done |
        xargs dpkg-query -W -f '${db:Status-Status} ${Package}\n' 2>/dev/null) || true
    packages | while read -r group package command purpose; do
        case " $1 " in
        *" $group "*) ;;
        *) continue ;;
        esac
        if is_installed "$package"; then continue; fi
        case $command in
        -) ;;
        =*) if is_installed "${command#=}"; then continue; fi ;;
        *) if command -v "$command" >/dev/null 2>&1; then continue; fi ;;
        esac
        echo "$group $package $command $purpose"
    done
}

# Succeeds if a package is among $installed.
is_installed() {
    case "
$installed
" in
    *"
installed $1
"*) ;;
    *) return 1 ;;
    esac
}

# Prints the packages by group: what installs them, and what they take.
list_packages() {
    sed -n 's/^#: //p' "$root/cmake/command/packages.txt" | while read -r group text; do
        echo "$group: ${text#*; }; by ./ns3 ${text%%;*}"
        packages | while read -r its_group package _ purpose; do
            [ "$group" != "$its_group" ] || printf '  %-30s %s\n' "$package" "$purpose"
        done
    done
}

# Installs the missing packages of the groups $1; the other arguments are those
# of configure.
ensure_packages() {
    groups=$1
    shift
    if is_not_debian_build "$@"; then return; fi
    missing=$(missing_packages "$groups")
    [ -n "$missing" ] || return 0

    say "missing Debian packages:"
    names=
    while read -r _ package _ purpose; do
        printf '  %-30s %s\n' "$package" "$purpose" >&2
        names="$names $package"
    done <<END
$missing
END
    sudo=
    [ "$(id -u)" = 0 ] || sudo="sudo "
    install="apt-get install -y --no-install-recommends$names"
    if [ -n "${ESA_NO_INSTALL:-}" ]; then
        say "to install them, type:"
        echo "  ${sudo}apt-get update && $sudo$install" >&2
        exit 2
    fi
    if [ -n "$sudo" ] && ! command -v sudo >/dev/null 2>&1; then
        say "not root and no sudo here; as root, type:"
        echo "  apt-get update && $install" >&2
        exit 2
    fi

    lists=$(find /var/lib/apt/lists -maxdepth 1 -name '*_Packages*' 2>/dev/null) || true
    [ -n "$lists" ] || update_lists
    foretell
    if [ -t 0 ] && [ -t 2 ]; then
        printf 'ns3: install them? [Y/n] ' >&2
        read -r answer || answer=n
        case $answer in
        "" | [Yy]*) ;;
        *)
            say "nothing is installed; the command would be"
            echo "  $sudo$install" >&2
            exit 2
            ;;
        esac
    fi
    say "installing them: $sudo$install"
    # lists that are too old name packages that are gone: once more with new ones
    install_packages || { update_lists && foretell && install_packages; } ||
        { say "the installation failed, see above"; exit 1; }
    [ -z "$(missing_packages "$groups")" ] || { say "packages are still missing"; exit 1; }
    # let cmake look again
    case " $groups " in
    *" build "*) if [ -d "$build" ]; then : >"$build/.configuring"; fi ;;
    esac
}

# Without root nothing can be installed, but a package can be unpacked anywhere. Unpacks the libraries that are
# missing, with what they need, into the folder $1, and configures with them. Programs do not work from
# there: compiler, cmake and ninja have to be here.
unpack_packages() {
    for program in c++ cmake ninja apt-get dpkg; do
        command -v "$program" >/dev/null 2>&1 ||
            fail "setup --prefix: there is no $program here; without root, cmake and ninja come by pip, too"
    done
    mkdir -p "$1/archives/partial"
    prefix=$(CDPATH='' cd -- "$1" && pwd -P)
    names=$(missing_packages build | awk '$3 == "-" { print $2 }')
    # apt-get prints 'ADDRESS' FILE SIZE HASH for each package to come
    # shellcheck disable=SC2086
    files=$(apt-get install -y --no-install-recommends --print-uris -o Debug::NoLocking=1 \
        -o Dir::Cache::archives="$prefix/archives" $names |
        awk '/^\047/ { print $2 }')
    say "unpacking $(echo "$files" | grep -c .) packages into $prefix"
    # shellcheck disable=SC2046
    (cd "$prefix/archives" && apt-get -q download $(echo "$files" | sed 's/_.*//') >/dev/null) || exit 1
    for archive in "$prefix"/archives/*.deb; do
        dpkg -x "$archive" "$prefix"
    done
    libraries=$prefix/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH 2>/dev/null || gcc -dumpmachine)
    # the package file of Debian's ns-3 asks for programs that are in another package
    rm -rf "$libraries/cmake/ns3"
    # libraries of the prefix find each other there
    flags="-Wl,--disable-new-dtags,-rpath,$libraries -Wl,-rpath-link,$libraries"
    command_configure -DCMAKE_PREFIX_PATH="$prefix/usr" \
        -DCMAKE_EXE_LINKER_FLAGS="$flags" -DCMAKE_SHARED_LINKER_FLAGS="$flags"
}

# Says what the installation takes, and sets $packages_to_come. About 300 MB come in a minute.
foretell() {
    packages_to_come=
    # apt-get -s does not tell the size; --print-uris does, and installs nothing either
    # shellcheck disable=SC2086
    plan=$(LC_ALL=C apt-get ${install#apt-get } --print-uris -o Debug::NoLocking=1 2>/dev/null) || return 0
    packages_to_come=$(echo "$plan" | awk '/^[0-9]+ upgraded, [0-9]+ newly/ { print $1 + $3 }')
    fetched=$(echo "$plan" | sed -n 's/^Need to get \(.*B\) of archives.*/\1/p')
    size=$(echo "$plan" | sed -n 's/^After this operation, \(.*B\) of additional disk space.*/\1/p')
    case $size in
    *" MB")
        megabytes=$(echo "${size%%[!0-9,]*}" | tr -d ,)
        minutes=$((megabytes / 300 + 1))
        ;;
    *) minutes=1 ;;
    esac
    say "with what they need, these are $packages_to_come packages: ${size:-0 B} on disk," \
        "${fetched:-0 B} to fetch, about $minutes min"
}

# Runs apt-get as root, with its output shortened. $1: the function that looks at it; $2: what is done
apt() {
    look_at=$1
    what=$2
    shift 2
    # shellcheck disable=SC2086
    shortened "$look_at" "$what" \
        ${sudo}env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get -q \
        -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=1800 "$@" </dev/null # waits for another one
}

update_lists() {
    apt look_at_lists "fetching the lists of packages" update
}

look_at_lists() {
    case $line in
    Get:*) step=$line ;;
    E:* | W:* | Err:* | *sudo*) return 1 ;;
    esac
}

# shellcheck disable=SC2086
install_packages() {
    apt look_at_installation "installing packages" ${install#apt-get }
}

# A package is fetched, unpacked and set up; those that are set up are done.
look_at_installation() {
    case $line in
    Get:*)
        number=${line#Get:}
        step="[fetched ${number%%[!0-9]*} of $packages_to_come]"
        ;;
    "Unpacking "*)
        unpacked=$((${unpacked:-0} + 1))
        step="[unpacked $unpacked of $packages_to_come]"
        ;;
    "Setting up "*)
        set_up=$((${set_up:-0} + 1))
        count_steps "$set_up/$packages_to_come"
        step="[set up $set_up of $packages_to_come]"
        ;;
    E:* | W:* | Err:* | "dpkg: "* | *sudo*) return 1 ;;
    esac
}
