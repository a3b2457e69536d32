#!/bin/sh
# The story of a sale, and the quick start of the README, by the SDK as it is installed, against
# the sandbox: the one that MARKETPLACE_BASE_URL names, else one that is started for it.
set -eu
cd "$(dirname "$0")"
sh venv.sh
root=$(cd ../../.. && pwd)
target="$root/target/sdk/python"
if [ ! -d "$target/site" ]; then
    "$target/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps \
        --no-build-isolation --target "$target/site" "$root/generated/python"
fi
if [ -z "${MARKETPLACE_BASE_URL:-}" ]; then
    sandbox=${SANDBOX:-"$root/target/release/sandbox"}
    if [ ! -x "$sandbox" ]; then
        echo "SKIPPED: there is no sandbox: set MARKETPLACE_BASE_URL, or build $sandbox" >&2
        exit 0
    fi
    rm -f "$target/sandbox.env"
    "$sandbox" --listen 127.0.0.1:0 --auth-listen 127.0.0.1:0 --allow-loopback-webhooks \
        --env-file "$target/sandbox.env" >/dev/null 2>"$target/sandbox.log" &
    trap 'kill $!' EXIT
    tries=0
    while [ ! -s "$target/sandbox.env" ] && [ $tries -lt 100 ]; do
        tries=$((tries + 1))
        sleep 0.1
    done
    . "$target/sandbox.env"
fi
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$target/site" "$target/venv/bin/python" story.py
