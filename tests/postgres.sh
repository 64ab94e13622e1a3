# Sourced by what needs a PostgreSQL server: in a folder of its own, on a Unix socket there (and a
# port, where one is given), ended with the shell that started it. The system's servers are left
# alone.
# shellcheck shell=bash

# The folder of the newest server's programs; fails where none is installed.
postgres_bin() {
    local found
    found=$(printf '%s\n' /usr/lib/postgresql/*/bin/postgres | sort -V | tail -n 1)
    [ -x "$found" ] || found=$(command -v postgres) || return 1
    dirname "$found"
}

# as_postgres COMMAND...: as somebody who is not root, which the server refuses to be.
as_postgres() {
    local someone=()
    [ "$(id -u)" != 0 ] || someone=(--reuid=65534 --regid=65534 --clear-groups)
    setpriv --pdeathsig QUIT "${someone[@]}" "$@"
}

# postgres_make FOLDER [SETTING...]: an empty cluster in FOLDER, whose superuser is asym.
postgres_make() {
    local folder=$1 setting
    shift
    mkdir -p "$folder"
    [ "$(id -u)" != 0 ] || chown 65534:65534 "$folder"
    as_postgres "$(postgres_bin)/initdb" --pgdata="$folder/data" --username=asym --auth=trust \
        --encoding=UTF8 --locale=C --no-sync --no-instructions >"$folder.log" 2>&1 || {
        cat "$folder.log"
        return 1
    }
    # A crash of the server's processes leaves what the kernel has: without fsync all is as it is
    # with it, but for the time.
    for setting in "listen_addresses = ''" "unix_socket_directories = '$folder'" "fsync = off" \
        "max_connections = 200" "$@"; do
        echo "$setting"
    done >>"$folder/data/postgresql.conf"
}

# postgres_start FOLDER [WRAPPER...]: as $postgres_pid, answering.
postgres_start() {
    local folder=$1 bin
    shift
    bin=$(postgres_bin)
    as_postgres "$@" "$bin/postgres" -D "$folder/data" >>"$folder.log" 2>&1 &
    # shellcheck disable=SC2034 # for those who kill it
    postgres_pid=$!
    local port
    port=$(sed -n 's/^port = //p' "$folder/data/postgresql.conf")
    for _ in $(seq 1200); do
        ! "$bin/pg_isready" --quiet --host="$folder" --port="${port:-5432}" || return 0
        kill -0 $postgres_pid 2>/dev/null || break
        sleep 0.05
    done
    tail -n 20 "$folder.log"
    return 1
}

# postgres_stop FOLDER: at once; what was committed is there.
postgres_stop() {
    local pid
    pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null) || return 0
    kill -QUIT "$pid" 2>/dev/null || return 0
    for _ in $(seq 1200); do
        kill -0 "$pid" 2>/dev/null || return 0
        sleep 0.05
    done
    echo "the server of $1 does not end"
}

# postgres_url FOLDER [DATABASE]: what --store takes.
postgres_url() {
    echo "postgresql://asym@/${2:-postgres}?host=$1"
}
