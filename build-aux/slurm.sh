# SPDX-License-Identifier: GPL-3.0-or-later
# slurm.sh - a Slurm with the two nodes n1 and n2 on this machine, for test-cluster and
# bench-cluster. Nothing is installed or started system-wide: all daemons run from $scratch, a
# temporary folder of the caller. Sourced, with bash.
# shellcheck shell=bash
: "${scratch:?}"

daemons=()
declare -A pids
# The caller may itself be run as a job.
unset "${!SLURM_@}" "${!OMPI_@}" "${!PMI_@}" "${!PMIX_@}"

# missing_slurm: the programs of Slurm that are not there.
missing_slurm() {
  local program missing=()

  for program in munged slurmctld slurmd sbatch; do
    command -v "$program" >/dev/null || missing+=("$program")
  done
  printf '%s' "${missing[*]}"
}

# until_true SECONDS COMMAND...: asks again until the command succeeds.
until_true() {
  local end=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    [[ $SECONDS -lt $end ]] || return 1
    sleep 0.05
  done
}

free_ports() {
  python3 - "$1" <<'END'
import socket, sys

sockets = [socket.socket() for _ in range(int(sys.argv[1]))]
for s in sockets:
    s.bind(("127.0.0.1", 0))
print(*(s.getsockname()[1] for s in sockets))
END
}

configure_slurm() {
  local ports
  read -ra ports < <(free_ports 3)
  mkdir -p slurm/munge slurm/state slurm/spool-n1 slurm/spool-n2
  chmod 700 slurm/munge
  dd if=/dev/urandom of=slurm/munge/key bs=1k count=1 2>/dev/null
  chmod 400 slurm/munge/key
  cat >slurm/slurm.conf <<END
ClusterName=test
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$scratch/slurm/munge/socket
CredType=cred/munge
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=2,batch_sched_delay=0
SlurmctldPort=${ports[0]}
SlurmctldPidFile=$scratch/slurm/slurmctld.pid
SlurmctldLogFile=$scratch/slurm/slurmctld.log
SlurmdPidFile=$scratch/slurm/slurmd-%n.pid
SlurmdLogFile=$scratch/slurm/slurmd-%n.log
SlurmdSpoolDir=$scratch/slurm/spool-%n
SlurmdParameters=config_overrides
SlurmdTimeout=5
StateSaveLocation=$scratch/slurm/state
ReturnToService=2
KillWait=5
MinJobAge=300
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
NodeName=n1 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=${ports[1]} CPUs=1 State=UNKNOWN
NodeName=n2 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=${ports[2]} CPUs=1 State=UNKNOWN
PartitionName=main Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
END
  export SLURM_CONF=$scratch/slurm/slurm.conf
}

# start NAME COMMAND...: a daemon in the foreground; its number goes to pids[NAME]. $start_daemon
# is put before the command.
start() {
  local name=$1
  shift
  # A list of words.
  # shellcheck disable=SC2086
  ${start_daemon-} "$@" >>"slurm/$name.out" 2>&1 &
  pids[$name]=$!
  daemons+=("$!")
}

start_controller() {
  start slurmctld slurmctld -D -f "$SLURM_CONF"
}

# start_node NAME
start_node() {
  start "$1" slurmd -D -f "$SLURM_CONF" -N "$1"
}

# stop NAME: kills a daemon like a crash.
stop() {
  kill -9 "${pids[$1]}"
  wait "${pids[$1]}" 2>/dev/null
}

nodes_idle() {
  [[ $(sinfo --noheader --Node --format=%T | grep -cx idle) -eq 2 ]]
}

start_slurm() {
  configure_slurm
  start munged munged --foreground --force --socket="$scratch/slurm/munge/socket" \
    --key-file="$scratch/slurm/munge/key" --pid-file="$scratch/slurm/munge/pid" \
    --log-file="$scratch/slurm/munge/log" --seed-file="$scratch/slurm/munge/seed"
  until_true 10 test -S slurm/munge/socket || return 1
  start_controller
  start_node n1
  start_node n2
  until_true 30 nodes_idle || {
    tail -n 20 slurm/*.out slurm/*.log
    return 1
  }
}

no_jobs() {
  local jobs
  jobs=$(squeue --noheader) && [[ -z $jobs ]]
}

# cancel_jobs: succeeds once no job is left. A job may submit the next one while it is cancelled.
cancel_jobs() {
  timeout 5 scancel --quiet --user="$(id -un)" && no_jobs
}

# stop_slurm: cancels all jobs, waits for their end, since a job outlives its daemons, and stops the
# daemons.
stop_slurm() {
  local pid

  if [[ -n ${pids[slurmctld]-} ]]; then
    until_true 30 cancel_jobs
  fi
  for pid in "${daemons[@]}"; do
    kill "$pid" 2>/dev/null
  done
  for pid in "${daemons[@]}"; do
    wait "$pid" 2>/dev/null
  done
  daemons=()
  pids=()
}
