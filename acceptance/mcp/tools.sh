#!/bin/sh
# Installs the official clients, into target/sdk/mcp.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tools="$here/../../target/sdk/mcp"
mkdir -p "$tools"
if ! cmp -s "$here/tools.json" "$tools/package.json" || [ ! -d "$tools/node_modules" ]; then
    cp "$here/tools.json" "$tools/package.json"
    npm install --prefix "$tools" --no-audit --no-fund --no-package-lock --ignore-scripts --silent
    # npm formats the file differently.
    cp "$here/tools.json" "$tools/package.json"
fi
