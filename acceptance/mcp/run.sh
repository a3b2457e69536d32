#!/bin/sh
# Checks the generated MCP server: its own tests, linter and formatter, and the packages that npm
# creates, which the official clients call over each transport, on a sandbox.
#
# Requires node, npm and cargo. All files are written below target/sdk/mcp.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
sh "$root/acceptance/sdk/typescript/tools.sh"
sh "$here/tools.sh"
compilers="$root/target/sdk/typescript/node_modules"
tools="$root/target/sdk/mcp"
work="$tools/work"
app="$tools/app"
rm -rf "$work" "$app"
mkdir -p "$work" "$app/node_modules/.bin"

# Builds the package in a folder below `work`, and installs it in the app, as npm would.
install() {
    cd "$work/$1"
    npm pack --silent >/dev/null
    name=$(node -p "require('./package.json').name")
    mkdir -p "$app/node_modules/$name"
    tar -xzf ./*.tgz -C "$app/node_modules/$name" --strip-components 1
}

# Gives a package its dependencies.
depend() {
    mkdir -p "$work/$1/node_modules"
    for tool in @types undici-types typescript @eslint eslint typescript-eslint .bin; do
        ln -s "$compilers/$tool" "$work/$1/node_modules/$tool"
    done
    if [ "$1" != client ]; then
        mkdir -p "$work/$1/node_modules/@cloud-marketplace"
        ln -s "$app/node_modules/@cloud-marketplace/client" "$work/$1/node_modules/@cloud-marketplace/client"
    fi
}

cp -R "$root/generated/typescript" "$work/client"
cp -R "$root/generated/mcp" "$work/mcp"
cd "$root"
cargo xtask codegen --quiet --target mcp --config "$here/catalogue.yaml" --out "$work/catalogue" >/dev/null
mv "$work/catalogue/mcp" "$work/mcp-catalogue"
for package in client mcp mcp-catalogue; do
    depend "$package"
    install "$package"
done

echo "== the server's own tests"
cd "$work/mcp"
cp "$root/acceptance/sdk/typescript/eslint.config.mjs" .
npm test --silent
echo "== its form"
node_modules/.bin/prettier --check --log-level warn src test package.json settings.json 'tsconfig*.json'
node_modules/.bin/eslint --max-warnings 0 src test

cd "$app"
for package in mcp mcp-catalogue; do
    folder="node_modules/@cloud-marketplace/$package"
    program=$(node -p "Object.keys(require('./$folder/package.json').bin)[0]")
    chmod +x "$folder/dist/main.js"
    ln -s "../@cloud-marketplace/$package/dist/main.js" "node_modules/.bin/$program"
done
ln -s "$tools/node_modules/@modelcontextprotocol" node_modules/@modelcontextprotocol
printf '{ "type": "module", "private": true }\n' >package.json
cp "$here"/*.mjs .

if [ -z "${MARKETPLACE_BASE_URL:-}" ]; then
    echo 'there is no sandbox: eval "$(cargo xtask sandbox --print-env)" beside a running one' >&2
    exit 1
fi
echo "== the official clients"
node --test ./*.test.mjs
