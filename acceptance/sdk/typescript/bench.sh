#!/bin/sh
# Installs the SDK as users do, for `cargo xtask bench sdk`, into target/sdk/typescript/bench.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
sh "$here/tools.sh"
tools="$root/target/sdk/typescript"
package="$tools/bench-package"
bench="$tools/bench"
rm -rf "$package" "$bench"
mkdir -p "$package" "$bench"
cp -R "$root/generated/typescript/." "$package"
ln -s "$tools/node_modules" "$package/node_modules"
cd "$package"
npm pack --silent >/dev/null
name=$(node -p "require('$package/package.json').name")
mkdir -p "$bench/node_modules/$name"
tar -xzf "$package"/*.tgz -C "$bench/node_modules/$name" --strip-components 1
cp "$here/bench.mjs" "$bench"
