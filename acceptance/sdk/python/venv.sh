#!/bin/sh
# Creates the environment for the tests of the Python SDK below target/, if it does not exist yet.
set -eu
cd "$(dirname "$0")"
venv=../../../target/sdk/python/venv
if ! cmp -s requirements.txt "$venv/requirements.txt"; then
    rm -rf "$venv"
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check -r requirements.txt
    cp requirements.txt "$venv/requirements.txt"
fi
