#!/bin/sh
# Runs the examples of the Rust client against the sandbox in the MARKETPLACE_… variables.
set -eu
cd "$(dirname "$0")/../../../generated/rust"
if [ -z "${MARKETPLACE_BASE_URL:-}" ]; then
    echo 'there is no sandbox: eval "$(cargo xtask sandbox --print-env)" beside a running one' >&2
    exit 1
fi
for file in client/examples/*.rs; do
    name=${file##*/}
    text=$(cargo run --quiet --package marketplace-client --example "${name%.rs}")
    test -n "$text"
done
