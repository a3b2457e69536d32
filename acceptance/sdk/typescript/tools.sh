#!/bin/sh
# Installs the tools that check the TypeScript SDK, into target/sdk/typescript.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tools="$here/../../../target/sdk/typescript"
mkdir -p "$tools"
if ! cmp -s "$here/tools.json" "$tools/package.json" || [ ! -d "$tools/node_modules" ]; then
    cp "$here/tools.json" "$tools/package.json"
    npm install --prefix "$tools" --no-audit --no-fund --no-package-lock --ignore-scripts --silent
    # The only script of a package that is needed: it puts the program where it is called.
    (cd "$tools/node_modules/bun" && node install.js)
    # npm formats the file differently.
    cp "$here/tools.json" "$tools/package.json"
fi
# Programs below target/ that are compiled together with the package find its optional dependency.
ln -sfn sdk/typescript/node_modules "$here/../../../target/node_modules"
