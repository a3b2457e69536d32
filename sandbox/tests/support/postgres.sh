#!/bin/sh
# A separate PostgreSQL server for the tests, on a free port of loopback:
#
#     sandbox/tests/support/postgres.sh run cargo test
#
# Or step by step:
#
#     export SANDBOX_TEST_DATABASE="$(sandbox/tests/support/postgres.sh start)"
#     cargo test
#     sandbox/tests/support/postgres.sh stop
#
# Everything is below one folder, $SANDBOX_POSTGRES or /tmp/sandbox-postgres. The server refuses to
# run as root, so root starts it as the user `postgres`, which the package creates
# (`apt-get install -y postgresql`).
set -eu

folder="${SANDBOX_POSTGRES:-/tmp/sandbox-postgres}"
programs="$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1 || true)"
PATH="${programs:+$programs:}$PATH"
export PATH

as_owner() {
    if [ "$(id -u)" = 0 ]; then runuser -u postgres -- env PATH="$PATH" "$@"; else "$@"; fi
}

free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

start() {
    stop
    mkdir -p "$folder"
    if [ "$(id -u)" = 0 ]; then chown postgres "$folder"; fi
    port="$(free_port)"
    as_owner initdb --pgdata "$folder/data" --username sandbox --auth trust --encoding UTF8 \
        --no-locale --no-sync >"$folder.log" 2>&1
    # Faster settings: the data need not survive a crash of the machine. The tests that kill the
    # sandbox are not affected.
    as_owner pg_ctl --pgdata "$folder/data" --log "$folder/server.log" --wait --silent \
        --options "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$folder \
            -c fsync=off -c full_page_writes=off -c max_connections=300" start >>"$folder.log" 2>&1
    as_owner createdb --host 127.0.0.1 --port "$port" --username sandbox sandbox
    echo "postgres://sandbox@127.0.0.1:$port/sandbox"
}

stop() {
    if [ -f "$folder/data/postmaster.pid" ]; then
        as_owner pg_ctl --pgdata "$folder/data" --mode immediate --wait --silent stop >&2 || true
    fi
    rm -rf "${folder:?}" "${folder:?}.log"
}

# Runs a command with a server, and exits with the status of the command.
run() {
    trap stop EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
    SANDBOX_TEST_DATABASE="$(start)"
    export SANDBOX_TEST_DATABASE
    "$@"
}

case "${1:-}" in
start) start ;;
stop) stop ;;
run)
    shift
    run "$@"
    ;;
*)
    echo "usage: $0 start | stop | run COMMAND…" >&2
    exit 2
    ;;
esac
