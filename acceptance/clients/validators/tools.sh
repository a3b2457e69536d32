#!/bin/sh
# Installs the validators that check clients, Prism and openapi-core, into target/sdk/validators.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tools="$here/../../../target/sdk/validators"
mkdir -p "$tools"
if ! cmp -s "$here/prism.json" "$tools/package.json" || [ ! -d "$tools/node_modules" ]; then
    cp "$here/prism.json" "$tools/package.json"
    npm install --prefix "$tools" --no-audit --no-fund --no-package-lock --ignore-scripts --silent
    # npm formats the file differently.
    cp "$here/prism.json" "$tools/package.json"
fi
venv=$tools/venv
if ! cmp -s "$here/requirements.txt" "$venv/requirements.txt"; then
    rm -rf "$venv"
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt"
    cp "$here/requirements.txt" "$venv/requirements.txt"
fi
