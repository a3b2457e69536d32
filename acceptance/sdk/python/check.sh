#!/bin/sh
# Checks the Python SDK without a service: format, lint, types and vectors, and that the wheel can be
# built and installed.
set -eu
cd "$(dirname "$0")"
sh venv.sh
root=$(cd ../../.. && pwd)
target="$root/target/sdk/python"
bin="$target/venv/bin"
export PYTHONDONTWRITEBYTECODE=1
cd "$root/generated/python"
"$bin/ruff" format --quiet --no-cache --check .
"$bin/ruff" check --quiet --no-cache .
"$bin/mypy" --cache-dir "$target/mypy" --python-version 3.10 --no-error-summary src tests
"$bin/pytest" -W ignore::DeprecationWarning
rm -rf "$target/wheel" "$target/site"
"$bin/pip" wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation \
    --wheel-dir "$target/wheel" .
"$bin/twine" check --strict "$target/wheel/"*.whl
"$bin/check-wheel-contents" --package "src/$(ls src)" "$target/wheel/"*.whl
"$bin/pip" install --quiet --disable-pip-version-check --no-deps --target "$target/site" \
    "$target/wheel/"*.whl
cd "$root/acceptance/sdk/python"
config="$root/generated/python/pyproject.toml"
"$bin/ruff" format --quiet --no-cache --config "$config" --check .
"$bin/ruff" check --quiet --no-cache --config "$config" --extend-ignore D,FBT,INP001,PT017,S101,PLR2004 .
# The samples of the README that need no service.
samples="$target/samples"
rm -rf "$samples"
mkdir "$samples"
for section in Middleware OpenTelemetry 'Test your code'; do
    file="$samples/readme_$(echo "$section" | tr 'A-Z ' 'a-z_').py"
    awk -v heading="## $section" '
        /^## / { inside = $0 == heading }
        /^```$/ { code = 0 }
        inside && code
        /^```python$/ { code = 1 }
    ' "$root/generated/python/README.md" >"$file"
    test -s "$file"
done
MYPYPATH="$target/site" "$bin/mypy" --cache-dir "$target/mypy-acceptance" --strict \
    --no-error-summary usage.py story.py "$samples"/*.py "$root/generated/python/examples/"*.py
sh pyright.sh "$PWD/usage.py" "$samples"/*.py "$root/generated/python/examples/"*.py
for file in "$samples"/*.py; do
    PYTHONPATH="$target/site" "$bin/python" "$file"
done
PYTHONPATH="$target/site" "$bin/python" imports.py
