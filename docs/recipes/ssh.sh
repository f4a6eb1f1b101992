#!/bin/sh
# A sweep on machines that ssh reaches. Each has the same commit in ~/testbed, built there by
# `make build cluster`, and in ~/.testbed what `bench-driver cluster certificates` made for a worker.
#
#   sh docs/recipes/ssh.sh 192.0.2.1 "bench-1 bench-2 bench-3" --preset full
#
# The first word is this machine's address as the others know it; options of `sweep` follow.
set -eu
here=$1 machines=$2
shift 2
bench=bench-driver/.venv/bin/bench-driver
certificates=$HOME/.testbed
started=
trap 'kill $started' EXIT

# Each is started again when it ends, as a worker does whose scheduler or network goes away.
while :; do $bench cluster scheduler "tls://0.0.0.0:8786" --certificates "$certificates"; sleep 5; done &
started="$started $!"
count=0
for machine in $machines; do
  count=$((count + 1))
  while :; do
    ssh "$machine" "cd testbed && exec $bench worker tls://$here:8786 --certificates ~/.testbed"
    sleep 5
  done &
  started="$started $!"
done
$bench sweep --cluster "tls://$here:8786" --certificates "$certificates" --machines "$count" "$@"
