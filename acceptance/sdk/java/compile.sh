#!/bin/sh
# Compiles programs that use the SDK against its archive, among them the quick start of the README and the examples.
set -eu
cd "$(dirname "$0")"
root=$(cd ../../.. && pwd)
target=$root/target/sdk/java
rm -rf "$target/acceptance"
mkdir -p "$target/acceptance/src"
awk '/^```java$/ { inside = !done; next } /^```$/ { if (inside) done = 1; inside = 0 } inside' \
    "$root/generated/java/README.md" >"$target/acceptance/quick-start"
{
    grep '^import ' "$target/acceptance/quick-start"
    echo 'final class ReadmeQuickStart { public static void main(String[] arguments) {'
    grep -v '^import ' "$target/acceptance/quick-start"
    echo '} }'
} >"$target/acceptance/src/ReadmeQuickStart.java"
archive=$(ls "$target"/build/*.jar | grep -v -e -sources -e -javadoc)
jars=$archive:$(printf '%s:' "$target"/tools/jackson-*.jar)
echo "$jars" >"$target/acceptance/class-path"
javac -Xlint:all -Werror -proc:none --release 17 -cp "$jars" -d "$target/acceptance/classes" \
    src/*.java "$root"/generated/java/examples/*.java "$target/acceptance/src/ReadmeQuickStart.java"
