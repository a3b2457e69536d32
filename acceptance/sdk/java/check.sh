#!/bin/sh
# Checks the Java SDK without a service: it compiles without warnings, its tests and the vectors pass,
# its archives and documentation can be built, programs that use it compile, and its sources have the
# layout of google-java-format.
set -eu
cd "$(dirname "$0")"
sh tools.sh
root=$(cd ../../.. && pwd)
target=$root/target/sdk/java
cd "$root/generated/java"
maven() {
    mvn -q -B -Dsdk.build="$target/build" "$@"
}
# What Maven Central refuses in a manifest. Later versions of the plugin need Maven 3.9.
manifest=org.kordamp.maven:pomchecker-maven-plugin:1.7.0:check-maven-central
# If the libraries are already downloaded, no network is needed.
maven -o verify "$manifest" >"$target/offline.log" 2>&1 || maven verify "$manifest"
cd "$root"
exports=
for package in api code file parser tree util; do
    exports="$exports --add-exports=jdk.compiler/com.sun.tools.javac.$package=ALL-UNNAMED"
done
find generated/java acceptance/sdk/java/src -name '*.java' >"$target/files.txt"
# shellcheck disable=SC2086 # Each export is a word.
unformatted=$(java $exports -jar "$target/tools/google-java-format-1.28.0-all-deps.jar" \
    --skip-reflowing-long-strings --dry-run "@$target/files.txt")
[ -z "$unformatted" ] || { printf 'not formatted:\n%s\n' "$unformatted" >&2; exit 1; }
sh acceptance/sdk/java/compile.sh
