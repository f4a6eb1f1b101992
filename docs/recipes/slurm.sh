#!/bin/bash
# A sweep on four nodes of a Slurm cluster: sbatch docs/recipes/slurm.sh --preset full
# The checkout is on a shared disk, built for the nodes by `make build cluster`; the certificates
# are in ~/.testbed. The first task has the scheduler and the driver beside its worker.
#SBATCH --job-name=testbed
#SBATCH --array=0-3
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --exclusive
#SBATCH --time=03:00:00
#SBATCH --signal=B:TERM@120
set -eu
bench=bench-driver/.venv/bin/bench-driver
export BENCH_CERTIFICATES=$HOME/.testbed
at=results/slurm-$SLURM_ARRAY_JOB_ID
mkdir -p results
trap 'kill $(jobs -p) 2>/dev/null || true; wait' EXIT

if [ "$SLURM_ARRAY_TASK_ID" = 0 ]; then
  $bench cluster scheduler tls://0.0.0.0:8786 &
  hostname --fqdn >"$at.tmp" && mv "$at.tmp" "$at"
fi
until [ -s "$at" ]; do sleep 5; done
address=tls://$(cat "$at"):8786

# The lock of a node is in its own /run/lock; what a worker keeps is on the shared disk, by its name.
(while [ -s "$at" ]; do $bench worker "$address" --machine "$(hostname -s)"; sleep 5; done) &
if [ "$SLURM_ARRAY_TASK_ID" = 0 ]; then
  $bench sweep --cluster "$address" --machines "$SLURM_ARRAY_TASK_COUNT" "$@" || echo "sweep ended with $?"
  rm "$at"
else
  while [ -s "$at" ]; do sleep 10; done
fi
