#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Prints what became of Slurm's job $1: running, success or failed.

if said=$(scontrol --oneliner show job "$1" 2>&1); then
    state=${said#*JobState=}
    case ${state%% *} in
    COMPLETED) echo success ;;
    BOOT_FAIL | CANCELLED | DEADLINE | FAILED | NODE_FAIL | OUT_OF_MEMORY | PREEMPTED | REVOKED | TIMEOUT)
        echo failed
        ;;
    *) echo running ;;
    esac
    exit
fi
case $said in
# Slurm forgets a job some minutes after its end; then the result decides
*"Invalid job id"*) echo success ;;
# the controller does not answer
*) echo running ;;
esac
