#!/usr/bin/env bash
# Checks the deployment, then reports the result as annotations, job summary and outputs.
# Values from callers and servers are quoted and never evaluated.
set -euo pipefail

arguments=(--base-url "$INPUT_BASE_URL" --report "$INPUT_REPORT")
[[ -z ${INPUT_AUTH_URL:-} ]] || arguments+=(--auth-url "$INPUT_AUTH_URL")
[[ -z ${INPUT_ORG:-} ]] || arguments+=(--org "$INPUT_ORG")
[[ -z ${INPUT_SPEC:-} ]] || arguments+=(--spec "$INPUT_SPEC")
[[ -z ${INPUT_CREDENTIALS:-} ]] || arguments+=(--credentials "$INPUT_CREDENTIALS")
[[ -z ${INPUT_MAX_TIME:-} ]] || arguments+=(--max-time "$INPUT_MAX_TIME")

# Returns whether an input is `true`; anything but `true` and `false` is an error, so that a misspelled
# value neither allows nor forbids anything.
is_set() {
    case $2 in
        true) return 0 ;;
        false | '') return 1 ;;
        *)
            echo "::error::the input \`$1\` is neither \`true\` nor \`false\`"
            exit 2
            ;;
    esac
}
if is_set allow-writes "${INPUT_ALLOW_WRITES:-}"; then
    arguments+=(--allow-writes)
else
    arguments+=(--read-only)
fi
if is_set strict "${INPUT_STRICT:-}"; then arguments+=(--strict); fi
while IFS= read -r argument; do
    [[ -z $argument ]] || arguments+=("$argument")
done <<<"${INPUT_ARGUMENTS:-}"

# Text from a server must not be interpreted as a workflow command.
token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
echo "::stop-commands::$token"
code=0
conformance "${arguments[@]}" || code=$?
echo "::$token::"

# A path must not contain a line break, which would begin another output.
report=${INPUT_REPORT//[$'\r\n']/}
{
    echo "exit-code=$code"
    echo "report=$report"
} >>"$GITHUB_OUTPUT"

if [[ -f $INPUT_REPORT/summary.md ]]; then
    cat "$INPUT_REPORT/summary.md" >>"$GITHUB_STEP_SUMMARY"
fi
if [[ -f $INPUT_REPORT/report.sarif ]]; then
    jq --raw-output --from-file "${BASH_SOURCE[0]%/*}/annotations.jq" "$INPUT_REPORT/report.sarif"
fi
exit "$code"
