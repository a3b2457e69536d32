#!/bin/sh
# The story of a sale, and the quick start of the README, by the SDK as it is packaged, against the
# sandbox: the one that MARKETPLACE_BASE_URL names, else one that is started for it. After check.sh.
set -eu
cd "$(dirname "$0")"
root=$(cd ../../.. && pwd)
target=$root/target/sdk/java
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
sh tools.sh
sh compile.sh
classes=$target/acceptance/classes:$(cat "$target/acceptance/class-path")
java -cp "$classes" Story
BASE_URL=$MARKETPLACE_BASE_URL AUTH_URL=$MARKETPLACE_AUTH_URL ORG_ID=$MARKETPLACE_ORG_ID \
    CLIENT_ID=$MARKETPLACE_CLIENT_ID CLIENT_SECRET=$MARKETPLACE_CLIENT_SECRET \
    java -cp "$classes" ReadmeQuickStart >"$target/quick-start.log"
grep -q '^Product\[' "$target/quick-start.log"
