#!/bin/sh
# Installs the tools that check generated Java into target/sdk/java/tools: the formatter, and the
# libraries that the code is compiled against.
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
tools=$root/target/sdk/java/tools
copy=org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy

get() { # group artifact version classifier
    name=$2-$3${4:+-$4}.jar
    [ -f "$tools/$name" ] && return
    for offline in -o ''; do
        mvn -q -B $offline "$copy" -Dartifact="$1:$2:$3:jar${4:+:$4}" \
            -DoutputDirectory="$tools" >/dev/null 2>&1 && return
    done
    echo "$name cannot be downloaded" >&2
    exit 1
}

mkdir -p "$tools"
cd "$tools"
get com.google.googlejavaformat google-java-format 1.28.0 all-deps
get com.fasterxml.jackson.core jackson-core 2.19.2
get com.fasterxml.jackson.core jackson-annotations 2.19.2
get com.fasterxml.jackson.core jackson-databind 2.19.2
get io.opentelemetry opentelemetry-api 1.51.0
get io.opentelemetry opentelemetry-context 1.51.0
