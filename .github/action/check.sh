#!/usr/bin/env bash
# Checks the deployment, then tells the result: annotations, the summary of the job, outputs.
# Everything that a caller or a server chose is data here: it is quoted, and never evaluated.
set -euo pipefail

arguments=(--base-url "$INPUT_BASE_URL" --report "$INPUT_REPORT")
[[ -z ${INPUT_AUTH_URL:-} ]] || arguments+=(--auth-url "$INPUT_AUTH_URL")
[[ -z ${INPUT_ORG:-} ]] || arguments+=(--org "$INPUT_ORG")
[[ -z ${INPUT_SPEC:-} ]] || arguments+=(--spec "$INPUT_SPEC")
[[ -z ${INPUT_CREDENTIALS:-} ]] || arguments+=(--credentials "$INPUT_CREDENTIALS")
[[ -z ${INPUT_MAX_TIME:-} ]] || arguments+=(--max-time "$INPUT_MAX_TIME")

# Whether an input is set; anything but `true` and `false` is an error, so that no typing error allows
# or forbids something.
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

# What a server answers must not be read as a command of the workflow.
token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
echo "::stop-commands::$token"
code=0
conformance "${arguments[@]}" || code=$?
echo "::$token::"

# A path may not hold a line that would be another output.
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
