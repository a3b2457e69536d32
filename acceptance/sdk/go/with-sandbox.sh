#!/bin/sh
# Runs a command with a sandbox of its own: `sh with-sandbox.sh PROGRAM go test ./...`, where
# PROGRAM is the sandbox as it was built.
set -eu
program=$1
shift
folder=$(mktemp -d)
"$program" --listen 127.0.0.1:0 --auth-listen 127.0.0.1:0 --allow-loopback-webhooks \
    --env-file "$folder/env" >"$folder/log" 2>&1 &
sandbox=$!
trap 'kill "$sandbox" 2>/dev/null; rm -rf "$folder"' EXIT INT TERM
tries=0
until [ -s "$folder/env" ]; do
    tries=$((tries + 1))
    if [ "$tries" -gt 300 ] || ! kill -0 "$sandbox" 2>/dev/null; then
        cat "$folder/log" >&2
        exit 1
    fi
    sleep 0.1
done
set -a
. "$folder/env"
set +a
"$@"
