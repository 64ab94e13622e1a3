# The Slurm example of docs/CLUSTER.md as it stands, on a cluster of this one machine.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/fake-engine/server.sh"
need munged sbatch slurmctld slurmd
[ "$(id -u)" = 0 ] || skip "only root can start a Slurm cluster"
server pg
is_gone() { ! kill -0 "$pid" 2>/dev/null; }
end_slurm() {
    for daemon in slurmd slurmctld munged; do
        [ -s "$PWD/slurm/$daemon.pid" ] || continue
        pid=$(cat "$PWD/slurm/$daemon.pid")
        kill "$pid" || true
        wait_until is_gone
    done
    stop_servers
}
trap end_slurm EXIT

mkdir -p slurm/state slurm/spool
export SLURM_CONF=$PWD/slurm/slurm.conf
cat >"$SLURM_CONF" <<END
ClusterName=asym
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$PWD/slurm/munge.socket
SlurmctldPort=16817
SlurmdPort=16818
SlurmctldPidFile=$PWD/slurm/slurmctld.pid
SlurmdPidFile=$PWD/slurm/slurmd.pid
SlurmctldLogFile=$PWD/slurm/slurmctld.log
SlurmdLogFile=$PWD/slurm/slurmd.log
StateSaveLocation=$PWD/slurm/state
SlurmdSpoolDir=$PWD/slurm/spool
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:4
END
head -c 1024 /dev/urandom >slurm/munge.key
chmod 0600 slurm/munge.key
munged --force --key-file="$PWD/slurm/munge.key" --socket="$PWD/slurm/munge.socket" \
    --pid-file="$PWD/slurm/munged.pid" --log-file="$PWD/slurm/munged.log" \
    --seed-file="$PWD/slurm/munge.seed" 2>/dev/null
slurmctld
slurmd
is_up() { sinfo --noheader --format=%t 2>/dev/null | grep -qE 'idle|mix'; }
wait_until is_up

say "sbatch --array=1-3, two engines each"
export CHECKOUT=$PWD/tree PROGRAM=$BIN STORE=$url
sbatch --quiet --array=1-3 --cpus-per-task=1 --export=ALL "$SOURCE/cluster/worker.sbatch" \
    "${small_waves[@]}" --waves "$waves" --engine "$PWD/slow.json"
is_done() { [ "$(closed "$url")" -ge "$waves" ] && [ -z "$(squeue --noheader)" ]; }
wait_until is_done
# shellcheck disable=SC2119 # no worker of ours is to be waited for
run_finish() { finish; }
run run_finish
for log in asym-passport-*.log; do grep -q "^wave" "$log" || echo "$log: nothing"; done

say "scancel gives the searches back"
DEADLINE=3600 engine_json hang.json slow=3600000
another cancelled
export STORE=$url
sbatch --quiet --array=1-2 --cpus-per-task=1 --export=ALL "$SOURCE/cluster/worker.sbatch" \
    "${small_waves[@]}" --engine "$PWD/hang.json"
are_running() { [ "$(ask "SELECT count(*) FROM jobs WHERE state = 1" 2>/dev/null)" = 2 ]; }
wait_until are_running
scancel --user=root --signal=TERM --batch
is_empty() { [ -z "$(squeue --noheader)" ]; }
wait_until is_empty
ask "SELECT state, count(*) FROM jobs GROUP BY state"
