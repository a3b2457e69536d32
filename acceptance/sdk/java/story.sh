#!/bin/sh
# Runs the story of a sale and the quick start of the README with the packaged SDK, against the sandbox
# in the MARKETPLACE_… variables. Requires a previous run of check.sh.
set -eu
cd "$(dirname "$0")"
root=$(cd ../../.. && pwd)
target=$root/target/sdk/java
if [ -z "${MARKETPLACE_BASE_URL:-}" ]; then
    echo 'there is no sandbox: eval "$(cargo xtask sandbox --print-env)" beside a running one' >&2
    exit 1
fi
sh tools.sh
sh compile.sh
classes=$target/acceptance/classes:$(cat "$target/acceptance/class-path")
java -cp "$classes" Story
java -cp "$classes" ReadmeQuickStart >"$target/quick-start.log"
grep -q '^Product\[' "$target/quick-start.log"
for file in "$root"/generated/java/examples/*.java; do
    name=${file##*/}
    java -cp "$classes" "${name%.java}" >"$target/example.log"
    test -s "$target/example.log"
done
