#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Runs analysis/tests/slurm_sweeps.py on a Slurm cluster that consists of this machine only. The
# cluster is started for the test, in a folder of its own.
# $1: the directory of the built programs. Exits with 77 (skipped) where there is no Slurm or it
# cannot be started.

. "$(dirname -- "$0")/script/common.sh"
PATH=$PATH:/usr/sbin:/sbin

for program in munged slurmctld slurmd sbatch; do
    command -v "$program" >/dev/null || skip "there is no $program (Debian: slurm-wlm, munge)"
done
needs_modules pandas
[ "$(id -u)" = 0 ] || skip "only root can start Slurm's daemons"

folder=$(mktemp -d "${TMPDIR:-/tmp}/esa-slurm-XXXXXX")
chmod 711 "$folder" # munged asks for it
daemons=
stop() {
    status=$?
    # a daemon may have ended by itself
    # shellcheck disable=SC2086
    [ -z "$daemons" ] || kill $daemons 2>/dev/null || true
    wait
    rm -rf "$folder"
    exit "$status"
}
trap stop EXIT
trap 'exit 1' HUP INT TERM

# Starts daemon $1 with its arguments in the background.
start() {
    "$@" >>"$folder/$1.log" 2>&1 &
    daemons="$! $daemons"
}

# Waits until a command succeeds.
await() {
    tries=0
    until "$@" >/dev/null 2>&1; do
        tries=$((tries + 1))
        if [ "$tries" -gt 100 ]; then
            tail -n 5 "$folder"/*.log
            skip "Slurm cannot be started here (no answer to: $*)"
        fi
        sleep 0.1
    done
}

free_port() {
    "$python" -c 'import socket; s = socket.socket(); s.bind(("", 0)); print(s.getsockname()[1])'
}

is_idle() {
    [ "$(sinfo --noheader --format %t)" = idle ]
}

host=$(hostname -s)
cat >"$folder/slurm.conf" <<END
ClusterName=esa
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
MaxArraySize=4
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SchedulerParameters=batch_sched_delay=0,sched_interval=1
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 RealMemory=2000
PartitionName=all Nodes=ALL Default=YES MaxTime=10
END
mkdir "$folder/state" "$folder/spool"
head -c 1024 /dev/urandom >"$folder/munge.key"
chmod 400 "$folder/munge.key"
SLURM_CONF=$folder/slurm.conf
export SLURM_CONF PATH

start munged --foreground --socket="$folder/munge.socket" --key-file="$folder/munge.key" \
    --pid-file="$folder/munged.pid" --seed-file="$folder/munged.seed"
await test -S "$folder/munge.socket"
start slurmctld -D
await sinfo
start slurmd -D
await is_idle

cd analysis
ESA_SCENARIO=$programs/esa-scenario \
    "$python" -m unittest -v tests.slurm_sweeps
