#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# What ./ns3 shows of a test run, a build and an installation, which options it refuses, and which
# folders ./ns3 clean removes.

. "$(dirname -- "$0")/script/common.sh"
make_folder

# shows PATTERN, hides PATTERN: a line of the output matches, or none does
shows() {
    grep -q -- "$1" "$work/output" || fail "no line '$1' in: $(cat "$work/output")"
}
hides() {
    if grep -q -- "$1" "$work/output"; then fail "a line '$1' in: $(cat "$work/output")"; fi
}

# A build with a test of each kind; ./ns3 test itself would build first.
cat >"$work/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.21)
project(kinds NONE)
enable_testing()
foreach(i RANGE 1 20)
  add_test(NAME good.${i} COMMAND true)
endforeach()
add_test(NAME bad COMMAND sh -c "echo 'Start 3: the fault'; exit 1")
add_test(NAME script.skipped COMMAND sh -c "echo 'x: skipped, there is no x'; exit 77")
set_tests_properties(script.skipped PROPERTIES SKIP_RETURN_CODE 77)
add_test(NAME Google.skipped COMMAND printf "[ RUN ] x\\nx.cc:1: Skipped\\nnot here\\n[  SKIPPED ] x\\n")
set_tests_properties(Google.skipped PROPERTIES SKIP_REGULAR_EXPRESSION "\\[  SKIPPED \\]")
END
cmake -G Ninja -S "$work" -B "$work/build" >"$work/output" || fail "$(cat "$work/output")"
cat >"$work/run" <<END
set -eu
root=$root build=$work/build jobs=2
. "$root/cmake/command/output.sh"
. "$root/cmake/command/test.sh"
run_ctest "\$@"
END

if sh "$work/run" >"$work/output" 2>&1; then fail "a failed test does not count as a failure"; fi
shows '^96% tests passed, 1 tests failed out of 23$'
shows 'bad \.*\*\*\*Failed'
shows '^Start 3: the fault$'
shows '^  script.skipped: there is no x$'
shows '^  Google.skipped: not here$'
shows '^ns3: testing \[[0-9]*/23\]$'
hides 'Passed'
hides '(Skipped)'
hides 'did not run'
[ "$(grep -c '^ns3: testing' "$work/output")" -le 5 ] || fail "too much progress: $(cat "$work/output")"

sh "$work/run" -V -R 'good.1$' >"$work/output" 2>&1 || fail "-V -R: $(cat "$work/output")"
shows '1: Test command: '
shows '^100% tests passed, 0 tests failed out of 1$'

sh "$work/run" -R 'good.1$' >"$work/output" 2>&1 || fail "-R: $(cat "$work/output")"
hides 'Start'

# The output of a build of ten steps, with a warning
cat >"$work/build-steps" <<END
. "$root/cmake/command/output.sh"
. "$root/cmake/command/build.sh"
steps() {
    for i in 1 2 3 4 5 6 7 8 9 10; do
        echo "[\$i/10] Building CXX object \$i.o"
        [ "\$i" != 7 ] || echo "x.cc:1: warning: unused"
    done
}
shortened look_at_build building steps
END
sh "$work/build-steps" >"$work/output" 2>&1 || fail "a build: $(cat "$work/output")"
diff - "$work/output" <<END || fail "a build shows something else"
ns3: building
ns3: building [2/10]
ns3: building [4/10]
ns3: building [6/10]
x.cc:1: warning: unused
ns3: building [8/10]
END

# A long test: the output of ctest, with a second between two lines that are not of a test. One of
# them comes within a line.
cat >"$work/long-test" <<END
. "$root/cmake/command/output.sh"
. "$root/cmake/command/test.sh"
seconds_go_by() {
    for i in \$(seq "\$1"); do echo "\$tick"; done
}
lines() {
    echo "        Start   1: script.slow"
    seconds_go_by 30
    echo "        Start   2: Fast.Test/0  # GetParam() = 4"
    printf " 1/20 Test   #2: Fast.Test/0  #"
    seconds_go_by 1
    echo " GetParam() = 4 ....   Passed    0.01 sec"
    seconds_go_by 29
    echo " 2/20 Test   #1: script.slow ....***Failed   60.00 sec"
    seconds_go_by 60
}
shortened look_at_tests testing lines
END
sh "$work/long-test" >"$work/output" 2>&1 || fail "a long test: $(cat "$work/output")"
diff - "$work/output" <<END || fail "a long test shows something else"
ns3: testing
ns3: testing [1/20], at work: script.slow 60 s
 2/20 Test   #1: script.slow ....***Failed   60.00 sec
END
cat >"$work/seconds" <<END
. "$root/cmake/command/output.sh"
echo "\$tick" | od -c >"$work/tick"
with_ticks sh -c 'sleep 1.5; exit 3'
END
status=0
sh "$work/seconds" >"$work/output" || status=$?
[ "$status" = 3 ] || fail "with_ticks: exit status $status"
[ "$(od -c "$work/output")" = "$(cat "$work/tick")" ] || fail "with_ticks: $(od -c "$work/output")"

# The output of an installation, and what it says beforehand
mkdir "$work/bin"
cat >"$work/bin/apt-get" <<'END'
#!/bin/sh
case "$*" in
*" --print-uris "*)
    echo "1 upgraded, 9 newly installed, 0 to remove and 3 not upgraded."
    echo "Need to get 12.3 MB of archives."
    echo "After this operation, 1,450 MB of additional disk space will be used."
    exit
    ;;
esac
for i in 1 2 3 4 5 6 7 8 9 10; do echo "Get:$i http://deb.debian.org/debian bookworm/main lib$i"; done
for i in 1 2 3 4 5 6 7 8 9 10; do echo "Unpacking lib$i (1.0) ..."; done
for i in 1 2 3 4 5 6 7 8 9 10; do echo "Setting up lib$i (1.0) ..."; done
echo "W: a warning"
END
chmod +x "$work/bin/apt-get"
cat >"$work/installation" <<END
root=$root build=$work PATH=$work/bin:$PATH
. "$root/cmake/command/output.sh"
. "$root/cmake/command/packages.sh"
sudo= install="apt-get install -y one"
foretell
install_packages
END
sh "$work/installation" >"$work/output" 2>&1 || fail "an installation: $(cat "$work/output")"
diff - "$work/output" <<END || fail "an installation shows something else"
ns3: with what they need, these are 10 packages: 1,450 MB on disk, 12.3 MB to fetch, about 5 min
ns3: installing packages
ns3: installing packages [2/10]
ns3: installing packages [4/10]
ns3: installing packages [6/10]
ns3: installing packages [8/10]
W: a warning
END

# refuses TEXT ARGUMENT...: ./ns3 prints the text, builds nothing and ends with 2
refuses() {
    text=$1
    shift
    status=0
    ESA_BUILD_DIR=$work/none "$root/ns3" "$@" >"$work/output" 2>&1 || status=$?
    [ "$status" = 2 ] || fail "./ns3 $*: exit status $status, $(cat "$work/output")"
    shows "$text"
    [ ! -e "$work/none" ] || fail "./ns3 $* begins to build"
}
refuses "test: unknown option '--lnog'; did you mean --long?" test --lnog
refuses "test: unknown option '--output-on-failrue'; did you mean --output-on-failure?" \
    test -V -R Switch --output-on-failrue
refuses "test: unknown option 'Switch'$" test Switch
refuses "test: unknown option '--al'; did you mean --all?" test --al
refuses "test: -R needs a value" test --long -R
refuses "test: unknown layer 'cor'; there are: core workload node model stats scenario" test --layer cor
refuses "unknown command 'tset'; did you mean test?" tset
refuses "build: there is no target 'esa-scenaro'; did you mean esa-scenario?" build esa-scenaro
refuses "release: unknown option '--otu'; did you mean --out?" release --otu
refuses "setup: --prefix needs a folder" setup --prefix
refuses "release: --branch needs a value" release --branch
refuses "new scenario: no name given" new scenario
refuses "new: unknown kind 'scenaro'; did you mean scenario?" new scenaro first

# Options are checked before anything is installed: here no package is there, and no module of Python
# but its own.
if [ -x "$python" ] || command -v "$python" >/dev/null 2>&1; then
    mkdir "$work/bare" "$work/modules"
    printf '#!/bin/sh\n' >"$work/bare/dpkg-query"
    printf '#!/bin/sh\necho "installs: $*"\nexit 1\n' >"$work/bare/apt-get"
    chmod +x "$work/bare/dpkg-query" "$work/bare/apt-get"
    for module in pandas numpy matplotlib jinja2; do
        echo "raise ImportError('$module')" >"$work/modules/$module.py"
    done
    bare() {
        (
            unset ESA_NO_INSTALL
            PATH=$work/bare:$PATH PYTHONPATH=$work/modules
            export PATH PYTHONPATH
            "$@"
        )
    }
    bare refuses "unknown option '--quik'; did you mean --quick?" figures --quik
    bare refuses "no-folder: is no folder" figures --from no-folder
    bare refuses "unknown option '--dryrun'; did you mean --dry-run?" sweep x.json --dryrun
    bare refuses "no-file.json: does not exist" sweep no-file.json
    bare refuses "unknown option '--ratioto'; did you mean --ratio-to?" plot out --ratioto esa
    bare refuses "unknown option '--fig'; did you mean --figures?" compare a b --fig jct_ms
    bare refuses "unknown option '--tire'; did you mean --tier?" artifact --tire 2
    bare refuses "esa-scenario is not built yet" sweep analysis/sweeps/memory.json --no-build
    bare refuses "esa-scenario is not built yet" figures --quick --no-build --out x
    for command in sweep figures plot compare artifact; do
        ESA_BUILD_DIR=$work/none bare "$root/ns3" "$command" --help >"$work/output" 2>&1 ||
            fail "$command --help: $(cat "$work/output")"
        shows "^usage: ns3 $command "
        hides "installs"
        [ ! -e "$work/none" ] || fail "./ns3 $command --help begins to build"
    done
    ESA_BUILD_DIR=$work/none "$root/ns3" sweep --help >"$work/output" 2>&1 || fail "$(cat "$work/output")"
    shows "--no-build: it takes what is already built"
    shows '\[--program NAME\]'
fi

# Each command has a help, which does nothing else.
mkdir "$work/kept" && echo "made by ./ns3" >"$work/kept/.esa-build"
for command in run trace new build test configure docs release setup p4 clean; do
    ESA_BUILD_DIR=$work/kept "$root/ns3" "$command" --help >"$work/output" 2>&1 || fail "$(cat "$work/output")"
    shows "^  $command"
    hides "^  help"
done
[ -e "$work/kept/.esa-build" ] || fail "./ns3 clean --help removes the build"
refuses "clean: unknown argument 'al'" clean al

# Only what ./ns3 has made is removed. foreign FOLDER: neither clean nor a build touches it
foreign() {
    for command in clean "build esa-scenario" configure; do
        find "$1" | sort >"$work/before"
        status=0
        # shellcheck disable=SC2086 # a command and its argument
        (ESA_BUILD_DIR=$1 "$root/ns3" $command) >"$work/output" 2>&1 || status=$?
        [ "$status" = 2 ] || fail "./ns3 $command in $1: exit status $status"
        find "$1" | sort | cmp -s - "$work/before" || fail "./ns3 $command changes $1"
    done
}
mkdir -p "$work/project/src" "$work/mine/sub"
echo "int main() {}" >"$work/project/src/main.c"
echo "CMAKE_HOME_DIRECTORY:INTERNAL=$work/project" >"$work/project/CMakeCache.txt"
: >"$work/project/.configuring"
foreign "$work/project"
shows "project is the build of another project; name another folder in ESA_BUILD_DIR"
for folder in "$work/mine" / "$root" "$root/cmake"; do
    status=0
    (cd "$work" && sh -c ". '$root/cmake/command/output.sh' && . '$root/cmake/command/build.sh' &&
        root=$root build=$folder && may_remove") || status=1
    [ "$status" = 1 ] || fail "./ns3 clean would remove $folder"
done
cat >"$work/folders" <<END
set -eu
root=$root
. "$root/cmake/command/output.sh"
. "$root/cmake/command/build.sh"
for build in "$work/new" "$work/empty" "$work/mine" "$work/earlier"; do
    make_build_folder
    mkdir -p "\$build/outside"
done
for build in "$work/new" "$work/empty" "$work/earlier" "$work/none"; do command_clean; done
build=$work/mine
command_clean
END
mkdir "$work/empty" "$work/earlier"
echo "CMAKE_HOME_DIRECTORY:INTERNAL=$root" >"$work/earlier/CMakeCache.txt"
status=0
sh "$work/folders" >"$work/output" 2>&1 || status=$?
[ "$status" = 2 ] || fail "clean of a folder that had other files: exit status $status"
shows "mine was not made by ./ns3, or had other files first: nothing is removed"
for folder in new empty earlier; do
    [ ! -e "$work/$folder" ] || fail "./ns3 clean leaves $folder"
done
[ -d "$work/mine/sub" ] || fail "./ns3 clean removes what was there first"

# Programs that do not exist, and the table of packages
status=0
"$root/ns3" run no-such-program >"$work/output" 2>&1 || status=$?
[ "$status" = 2 ] || fail "run no-such-program: exit status $status"
shows "there is no program 'no-such-program'. There are: .*esa-scenario"
if grep -vE '^(#|(build|test|check|manual|reference|python|plot) [a-z0-9.+-]+ =?[a-z0-9+.-]+ [A-Za-z])' \
    "$root/cmake/command/packages.txt"; then
    fail "packages.txt: a line without group, package, command and purpose"
fi

# What --list prints has every package, and README and tutorial have its numbers.
"$root/ns3" setup --list >"$work/output" || fail "setup --list: exit status $?"
grep -v '^#' "$root/cmake/command/packages.txt" | while read -r _ package _; do
    shows "^  $package "
done
takes() { # GROUP FILE: the file has what the group takes
    sizes=$(sed -n "s/^$1: \\(.*\\); by .*/\\1/p" "$work/output" | sed 's/, / of /')
    tr '\n' ' ' <"$2" | tr -s ' ' | grep -q "$sizes" || fail "$2 does not have the $sizes of packages for $1"
}
takes build "$root/README.md"
takes plot "$root/contrib/esa/doc/esa-tutorial.rst"

# A package in place of a large one is needed only where what needs it is missing, too.
cat >"$work/missing" <<END
root=$root PATH=$work/one:\$PATH
. "$root/cmake/command/packages.sh"
missing_packages plot
END
mkdir "$work/one"
for installed in matplotlib jinja2; do
    printf '#!/bin/sh\necho "installed python3-%s"\n' "$installed" >"$work/one/dpkg-query"
    chmod +x "$work/one/dpkg-query"
    sh "$work/missing" | cut -d ' ' -f 2 | tr '\n' ' ' >"$work/output"
    case $installed in
    matplotlib) shows "^python3-jinja2 python3-pandas $" ;;
    *) shows "^python3-matplotlib python3-munkres python3-pandas $" ;;
    esac
done

# Skeletons: two files here, and no file twice
(cd "$work" && "$root/ns3" new scenario first && "$root/ns3" new sweep second) >"$work/output" 2>&1 ||
    fail "new: $(cat "$work/output")"
shows 'ns3 sweep second.json'
grep -q '"name": "first"' "$work/first.json" || fail "new scenario: no name"
grep -q '"axes"' "$work/second.json" || fail "new sweep: no axes"
if (cd "$work" && "$root/ns3" new sweep second) >"$work/output" 2>&1; then fail "new replaces a file"; fi
if "$root/ns3" new system Bad >"$work/output" 2>&1; then fail "new: a name in capitals"; fi
shows "the name 'Bad' is not allowed"
refuses "new system: give the name without folder and ending" new system scratch/mine
refuses "new system: 'esa' is a name of the module" new system esa
refuses "the name 'my_sweep' is not allowed: must be lower-case letters, digits and -" new sweep my_sweep
refuses "the name has 61 letters" new sweep "$(printf '%061d' 0 | tr 0 a)"

# Two builds in one folder: the second one waits. The first one is a lock that is held for two seconds.
if command -v flock >/dev/null 2>&1; then
    mkdir "$work/locked" && echo "made by ./ns3" >"$work/locked/.esa-build"
    cat >"$work/second" <<END
set -eu
root=$root build=$work/locked
. "$root/cmake/command/output.sh"
. "$root/cmake/command/build.sh"
lock_build
echo "it builds"
unlock_build
END
    flock "$work/locked/.lock" sh -c ": >'$work/held'; sleep 2" &
    while [ ! -e "$work/held" ]; do sleep 0.1; done
    sh "$work/second" >"$work/output" 2>&1 || fail "a second build: $(cat "$work/output")"
    shows "another ./ns3 builds in .*/locked: waiting for it"
    shows "it builds"
    wait
    sh "$work/second" >"$work/output" 2>&1 || fail "a third build: $(cat "$work/output")"
    hides "waiting"
fi
