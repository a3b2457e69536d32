#!/bin/sh
# Runs the story of a sale, the quick start of the README and the examples with the installed SDK, against the
# sandbox in the MARKETPLACE_… variables.
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
    echo 'there is no sandbox: eval "$(cargo xtask sandbox --print-env)" beside a running one' >&2
    exit 1
fi
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$target/site"
"$target/venv/bin/python" story.py
for file in "$root/generated/python/examples/"*.py; do
    "$target/venv/bin/python" "$file" >"$target/example.txt"
    test -s "$target/example.txt"
done
