#!/bin/sh
# Compiles the program for `cargo xtask bench sdk`, with its dependencies,
# into target/sdk/java/bench.
set -eu
cd "$(dirname "$0")"
root=$(cd ../../.. && pwd)
target=$root/target/sdk/java
sh tools.sh
(cd "$root/generated/java" && mvn -q -B -o -Dsdk.build="$target/build" -DskipTests package) ||
    (cd "$root/generated/java" && mvn -q -B -Dsdk.build="$target/build" -DskipTests package)
sh compile.sh
rm -rf "$target/bench"
mkdir -p "$target/bench"
jar --create --file "$target/bench/bench.jar" -C "$target/acceptance/classes" .
IFS=:
# shellcheck disable=SC2046 # Each archive is a word.
cp $(cat "$target/acceptance/class-path") "$target/bench"
