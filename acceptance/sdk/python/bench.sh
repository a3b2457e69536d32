#!/bin/sh
# Installs the SDK as users do, for `cargo xtask bench sdk`, into target/sdk/python/bench.
set -eu
cd "$(dirname "$0")"
sh venv.sh
root=$(cd ../../.. && pwd)
target="$root/target/sdk/python"
rm -rf "$target/bench"
cp -R "$target/venv" "$target/bench"
site=$(echo "$target"/bench/lib/python3.*/site-packages)
"$target/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --no-build-isolation \
    --target "$site" "$root/generated/python"
rm -rf "$target/bench-wheel"
"$target/venv/bin/pip" wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation \
    --wheel-dir "$target/bench-wheel" "$root/generated/python"
