#!/bin/sh
# Checks programs with Pyright, in its strict mode, against the installed SDK: `pyright.sh FILE…`. It is
# installed below target/ with npm.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
target=$(cd "$here/../../.." && pwd)/target/sdk/python
if ! command -v npm >/dev/null; then
    echo 'Pyright: LEFT OUT, there is no npm'
    exit 0
fi
tools="$target/pyright"
mkdir -p "$tools"
if ! cmp -s "$here/tools.json" "$tools/package.json" || [ ! -d "$tools/node_modules" ]; then
    cp "$here/tools.json" "$tools/package.json"
    npm install --prefix "$tools" --no-audit --no-fund --no-package-lock --ignore-scripts --silent
    # npm formats the file differently.
    cp "$here/tools.json" "$tools/package.json"
fi
# Paths in the settings are relative to them.
rm -rf "$tools/files"
mkdir "$tools/files"
cp "$@" "$tools/files"
cat >"$tools/pyrightconfig.json" <<END
{
    "include": ["files"],
    "extraPaths": ["$target/site"],
    "venvPath": "$target",
    "venv": "venv",
    "pythonVersion": "3.10",
    "typeCheckingMode": "strict",
    "reportUnnecessaryTypeIgnoreComment": "error"
}
END
"$tools/node_modules/.bin/pyright" --project "$tools"
