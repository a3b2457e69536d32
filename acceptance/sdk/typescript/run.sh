#!/bin/sh
# Checks the TypeScript SDK: its own tests on Node.js, Deno and Bun, linter and formatter, the package that npm creates, and
# programs that use the package, among them a whole sale on a sandbox.
#
# Requires node and npm. All files are written below target/sdk/typescript.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
sh "$here/tools.sh"
tools="$root/target/sdk/typescript"
bin="$tools/node_modules/.bin"
package="$tools/package"
app="$tools/app"

echo "== the package's own tests"
rm -rf "$package" "$app"
mkdir -p "$package" "$app/node_modules"
cp -R "$root/generated/typescript/." "$package"
cp "$here/eslint.config.mjs" "$package"
ln -s "$tools/node_modules" "$package/node_modules"
cd "$package"
CONFORMANCE_VECTORS="$root/generated/conformance-vectors"
export CONFORMANCE_VECTORS
test -f "$CONFORMANCE_VECTORS/requests.json"
npm test --silent
echo "== the same tests on other platforms"
"$bin/deno" test --quiet --allow-all --no-check build/test/runtime/ >deno.log 2>&1 || { cat deno.log >&2; exit 1; }
"$bin/bun" test ./build/test/runtime/ >bun.log 2>&1 || { cat bun.log >&2; exit 1; }
echo "== its form"
"$bin/prettier" --check --log-level warn src test examples ./*.json
"$bin/eslint" --max-warnings 0 src test

echo "== the package that npm makes"
npm pack --silent >/dev/null
tarball=$(ls "$package"/*.tgz)
"$bin/publint" run "$tarball" --strict
"$bin/attw" "$tarball" --no-emoji >attw.txt || { cat attw.txt >&2; exit 1; }
cd "$app"
name=$(node -p "require('$package/package.json').name")
mkdir -p "node_modules/$name"
tar -xzf "$tarball" -C "node_modules/$name" --strip-components 1
ln -s "$tools/node_modules/@types" node_modules/@types
ln -s "$tools/node_modules/undici-types" node_modules/undici-types
ln -s "$tools/node_modules/@opentelemetry" node_modules/@opentelemetry
printf '{ "type": "module", "private": true }\n' >package.json
cp "$here"/*.ts "$here/tsconfig.json" .
node "$here/quick-start.mjs" "node_modules/$name/README.md" \
    quick-start.ts trace.ts telemetry.ts testing.ts
for file in "node_modules/$name"/examples/*.ts; do cp "$file" "example-${file##*/}"; done
"$bin/tsc" -p .
node --input-type=commonjs -e "
  const { Client } = require('$name');
  if (typeof new Client({ credentials: { apiKey: 'k' } }).offers.list !== 'function') {
    throw new Error('the package cannot be required');
  }
  new (require('$name/testing').TestService)();
  require('$name/opentelemetry').openTelemetry();"
node build/telemetry.js
node build/testing.js

if [ -z "${MARKETPLACE_BASE_URL:-}" ]; then
    echo 'there is no sandbox: eval "$(cargo xtask sandbox --print-env)" beside a running one' >&2
    exit 1
fi
echo "== a sale"
node --test build/story.test.js
echo "== the quick start"
node build/quick-start.js >"$tools/quick-start.txt"
test -s "$tools/quick-start.txt"
echo "== the examples"
for file in build/example-*.js; do
    node "$file" >"$tools/example.txt"
    test -s "$tools/example.txt"
done
