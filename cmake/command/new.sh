#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Writes a skeleton that runs: ./ns3 new system|scenario|sweep NAME.
# Uses $root of ./ns3.
# shellcheck disable=SC2154

command_new() {
    kind=${1:-} name=${2:-}
    case $kind in
    system | scenario | sweep) ;;
    "") fail "new: what? there are: new system NAME, new scenario NAME, new sweep NAME" ;;
    *) fail "new: unknown kind '$kind'$(did_you_mean "$kind" system scenario sweep); there are: system scenario sweep" ;;
    esac
    case $name in
    "") fail "new $kind: no name given, as in: new $kind mine" ;;
    */* | *.cc | *.json) fail "new $kind: give the name without folder and ending, as in: new $kind mine" ;;
    esac
    # as in the schemas; C++ has no dash in a name
    joint=- && [ "$kind" != system ] || joint=_
    case $name in
    [!a-z]* | *[!a-z0-9$joint]*)
        fail "new $kind: the name '$name' is not allowed: must be lower-case letters, digits and $joint, a letter first"
        ;;
    esac
    [ "${#name}" -le 60 ] || fail "new $kind: the name has ${#name} letters, which is not allowed: must be at most 60"
    if [ "$kind" = system ] && grep -q "\"$name\"" "$root"/contrib/esa/core/registry/*.cc; then
        fail "new system: '$name' is a name of the module; take another one"
    fi
    [ $# = 2 ] || fail "new $kind: unknown argument '$3'"
    file=$name.json
    [ "$kind" != system ] || file=$root/scratch/$name.cc
    [ ! -e "$file" ] || fail "new $kind: $file is there already"
    "new_$kind" >"$file"
    say "wrote $file; try"
    case $kind in
    system) echo "  ./ns3 run $name -- --system esa,$name" ;;
    scenario) echo "  ./ns3 run esa-scenario -- --config $file --out out/$name" ;;
    sweep) printf '  %s\n' "./ns3 sweep $file" "./ns3 plot out/sweeps/$name --out plots/$name" ;;
    esac
}

# The example with another name.
new_system() {
    sed -e '/^ \* How to add/,/^ \* To begin/c\ * The system "'"$name"'": ESA with a collision rule of its own. Write here what it changes, and why.\
 * A priority and a choice among aggregators are in contrib/esa/examples/esa-own-priority.cc.' \
        -e "s/reluctant/$name/g" "$root/contrib/esa/examples/esa-own-system.cc"
}

new_scenario() {
    cat <<END
{
  "name": "$name",
  "systems": ["esa", "atp", "switchml"],
  "seeds": [1, 2, 3],
  "jobs": {"count": 4, "workers": 4, "workload": "A"},
  "switch": {"memory_bytes": 500000}
}
END
}

new_sweep() {
    cat <<END
{
  "name": "$name",
  "set": {"jobs": 4, "workers": 4, "topology.hosts": 64},
  "axes": {
    "switch.memory_bytes": [50000, 100000, 200000, 400000],
    "system": ["esa", "atp", "switchml"],
    "seed": [1, 2, 3]
  }
}
END
}
