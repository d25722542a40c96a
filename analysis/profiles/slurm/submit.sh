#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Hands Snakemake's job script $1 to Slurm and prints the number of the job. A job for the same
# run that a killed sweep left in the queue is taken up again.
#
# Partition, account, time limit and the like are those of sbatch's environment: SBATCH_PARTITION,
# SBATCH_ACCOUNT, SBATCH_TIMELIMIT, ...

set -eu
key=$(sed -n 's/^# properties = .*"wildcards": {"key": "\([0-9a-f]*\)"}.*/\1/p' "$1")
[ -n "$key" ] || {
    echo "submit.sh: $1 is not the script of a run" >&2
    exit 1
}
left=$(squeue --noheader --me --name="esa-$key" --format='%A %Z' \
    --states=PENDING,CONFIGURING,RUNNING,SUSPENDED | while read -r job folder; do
    if [ "$folder" = "$PWD" ]; then echo "$job"; fi
done)
if [ -n "$left" ]; then
    echo "$left" | head -n 1
    exit
fi
export SBATCH_MEM_PER_NODE="${SBATCH_MEM_PER_NODE:-1000M}"
exec sbatch --parsable --job-name="esa-$key" --ntasks=1 --cpus-per-task=1 \
    --output="logs/$key.cluster.log" "$1"
