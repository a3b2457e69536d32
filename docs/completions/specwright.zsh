#compdef specwright

autoload -U is-at-least

_specwright() {
    typeset -A opt_args
    typeset -a _arguments_options
    local ret=1

    if is-at-least 5.2; then
        _arguments_options=(-s -S -C)
    else
        _arguments_options=(-s -C)
    fi

    local context curcontext="$curcontext" state line
    _arguments "${_arguments_options[@]}" : \
'--color=[When to use colors]:WHEN:((auto\:"On a terminal that shows them"
always\:"Always"
never\:"Never"))' \
'-h[Print help (see more with '\''--help'\'')]' \
'--help[Print help (see more with '\''--help'\'')]' \
'-V[Print version]' \
'--version[Print version]' \
":: :_specwright_commands" \
"*::: :->specwright" \
&& ret=0
    case $state in
    (specwright)
        words=($line[1] "${words[@]}")
        (( CURRENT += 1 ))
        curcontext="${curcontext%:*:*}:specwright-command-$line[1]:"
        case $line[1] in
            (generate)
_arguments "${_arguments_options[@]}" : \
'--spec=[The OpenAPI description, YAML or JSON \[default\: that of the Cloud Marketplace Automation Service\]]:FILE:_files' \
'*--overlay=[An overlay (OpenAPI Overlay 1.0 or 1.1) that changes the description first; several in their order]:FILE:_files' \
'--budget=[Multiply the default limits on the size and cost of the description by this factor, such as 4]:TIMES:_default' \
'*--include=[Only read these operations, and the schemas that they need\: \`tag\:NAME\`, \`path\:/offers*\` or \`op\:ID\`, in which \`*\` stands for any characters. Can be given several times]:PATTERN:_default' \
'*--exclude=[Leave these operations out, with the schemas that only they need]:PATTERN:_default' \
'--config=[Names and versions of the packages \[default\: codegen.yaml next to the description\]]:FILE:_files' \
'*--target=[What to generate; everything by default]:TARGET:_default' \
'--out=[Where to write \[default\: generated\]]:FOLDER:_files' \
'--since=[With \`--check\`\: the description of the last release, in the forms of \`diff\` (a file, \`git\:REVISION\:PATH\`, or \`-\`). The version of the packages must be high enough for the changes since then]:OLD:_files' \
'--released=[The version of the packages in the last release]:VERSION:_default' \
'--message-format=[How diagnostics and stale files are reported. Except for \`human\`, standard output is for machines, and notes for people go to standard error]:FORMAT:((human\:"For people, with source lines and colours"
json\:"One JSON object per line; the last one is a summary"
github\:"Annotations of GitHub Actions (\`\:\:error file=…\:\:…\`)"
sarif\:"One SARIF 2.1.0 log"))' \
'--color=[When to use colors]:WHEN:((auto\:"On a terminal that shows them"
always\:"Always"
never\:"Never"))' \
'--check[Write nothing; show what is stale, and exit with 1 if anything is]' \
'--publish[With \`--check\`\: show also what keeps the packages from being published, such as a missing \`package.repository\`, and exit with 1 if anything does]' \
'(--check)--dry-run[Write nothing; list what would change]' \
'--overwrite-edited[Overwrite generated files that were edited. Without this flag, they are reported and nothing is written (\`cargo xtask codegen\` without --out always overwrites them)]' \
'--strict-constructs[Treat constructs that a target does not support, and parts that are left out because of an error, as errors]' \
'-q[Show nothing but errors]' \
'--quiet[Show nothing but errors]' \
'-h[Print help (see more with '\''--help'\'')]' \
'--help[Print help (see more with '\''--help'\'')]' \
&& ret=0
;;
(check)
_arguments "${_arguments_options[@]}" : \
'--spec=[The OpenAPI description, YAML or JSON \[default\: that of the Cloud Marketplace Automation Service\]]:FILE:_files' \
'*--overlay=[An overlay (OpenAPI Overlay 1.0 or 1.1) that changes the description first; several in their order]:FILE:_files' \
'--budget=[Multiply the default limits on the size and cost of the description by this factor, such as 4]:TIMES:_default' \
'*--include=[Only read these operations, and the schemas that they need\: \`tag\:NAME\`, \`path\:/offers*\` or \`op\:ID\`, in which \`*\` stands for any characters. Can be given several times]:PATTERN:_default' \
'*--exclude=[Leave these operations out, with the schemas that only they need]:PATTERN:_default' \
'--config=[Names and versions of the packages \[default\: codegen.yaml next to the description\]]:FILE:_files' \
'*--target=[What to generate; everything by default]:TARGET:_default' \
'--out=[Where to write \[default\: generated\]]:FOLDER:_files' \
'--since=[With \`--check\`\: the description of the last release, in the forms of \`diff\` (a file, \`git\:REVISION\:PATH\`, or \`-\`). The version of the packages must be high enough for the changes since then]:OLD:_files' \
'--released=[The version of the packages in the last release]:VERSION:_default' \
'--message-format=[How diagnostics and stale files are reported. Except for \`human\`, standard output is for machines, and notes for people go to standard error]:FORMAT:((human\:"For people, with source lines and colours"
json\:"One JSON object per line; the last one is a summary"
github\:"Annotations of GitHub Actions (\`\:\:error file=…\:\:…\`)"
sarif\:"One SARIF 2.1.0 log"))' \
'--color=[When to use colors]:WHEN:((auto\:"On a terminal that shows them"
always\:"Always"
never\:"Never"))' \
'--check[Write nothing; show what is stale, and exit with 1 if anything is]' \
'--publish[With \`--check\`\: show also what keeps the packages from being published, such as a missing \`package.repository\`, and exit with 1 if anything does]' \
'(--check)--dry-run[Write nothing; list what would change]' \
'--overwrite-edited[Overwrite generated files that were edited. Without this flag, they are reported and nothing is written (\`cargo xtask codegen\` without --out always overwrites them)]' \
'--strict-constructs[Treat constructs that a target does not support, and parts that are left out because of an error, as errors]' \
'-q[Show nothing but errors]' \
'--quiet[Show nothing but errors]' \
'-h[Print help (see more with '\''--help'\'')]' \
'--help[Print help (see more with '\''--help'\'')]' \
&& ret=0
;;
(diff)
_arguments "${_arguments_options[@]}" : \
'--root=[A folder around both descriptions that references may lead to, such as \`../shared.yaml\`; for a revision, a path from the top of the repository]:FOLDER:_files' \
'--budget=[Multiply the default limits on the size and cost of each description by this factor, such as 4]:TIMES:_default' \
'*--include=[Only read these operations, and the schemas that they need\: \`tag\:NAME\`, \`path\:/offers*\` or \`op\:ID\`, in which \`*\` stands for any characters. Can be given several times]:PATTERN:_default' \
'*--exclude=[Leave these operations out, with the schemas that only they need]:PATTERN:_default' \
'(--message-format)--format=[The format of the changes\: for people, as one JSON list, as a comment on a pull request, as one HTML page, or as tests. For annotations and SARIF, use \`--message-format\`]:FORMAT:(text json markdown html junit)' \
'--message-format=[How the changes are reported\: \`human\` is \`--format text\`. With any other, standard output is for machines]:FORMAT:((human\:"For people, with source lines and colours"
json\:"One JSON object per line; the last one is a summary"
github\:"Annotations of GitHub Actions (\`\:\:error file=…\:\:…\`)"
sarif\:"One SARIF 2.1.0 log"))' \
'--fail-on=[The level from which on a change counts as breaking]:LEVEL:(error warn)' \
'--policy=[What the service promises in addition to its description \[default\: diff.yaml next to NEW\]]:FILE:_files' \
'--accept=[A TOML file with changes that are accepted until a date\: \`\[\[finding\]\]\` with \`id\`, \`until\` and \`why\`]:FILE:_files' \
'*--consumers=[Report which clients each change affects, from the files that \`conformance tolerance --needs\` has written]:FILE:_files' \
'--today=[The day that sunsets and acceptances are measured from \[default\: today\]]:YYYY-MM-DD:_default' \
'--color=[When to use colors]:WHEN:((auto\:"On a terminal that shows them"
always\:"Always"
never\:"Never"))' \
'--allow-uncompared[Count parts that could not be compared as warnings]' \
'(--message-format)--explain[Show a counterexample for each breaking change\: a request or a response, generated from the schemas. For changes that give SDKs other types, show program lines that may no longer compile. Every \`--format\` except \`junit\` has both]' \
'--rules[List every rule with its level and meaning, and compare nothing]' \
'-h[Print help (see more with '\''--help'\'')]' \
'--help[Print help (see more with '\''--help'\'')]' \
'::old -- The description that is in use\: a file, `git\:REVISION\:PATH`, or `-` for standard input:_files' \
'::new -- The new description, in the same forms:_files' \
&& ret=0
;;
(explain)
_arguments "${_arguments_options[@]}" : \
'--color=[When to use colors]:WHEN:((auto\:"On a terminal that shows them"
always\:"Always"
never\:"Never"))' \
'--list[List every id with what it means]' \
'-h[Print help (see more with '\''--help'\'')]' \
'--help[Print help (see more with '\''--help'\'')]' \
'::id -- The id, such as `unresolved-reference` or `response-required-property-removed`:_default' \
&& ret=0
;;
(inspect)
_arguments "${_arguments_options[@]}" : \
'--spec=[The OpenAPI description \[default\: that of the Cloud Marketplace Automation Service\]]:FILE:_files' \
'*--overlay=[An overlay that changes the description first; several in their order]:FILE:_files' \
'--budget=[Multiply the default limits on the size and cost of the description by this factor, such as 4]:TIMES:_default' \
'*--include=[Only read these operations, and the schemas that they need\: \`tag\:NAME\`, \`path\:/offers*\` or \`op\:ID\`, in which \`*\` stands for any characters. Can be given several times]:PATTERN:_default' \
'*--exclude=[Leave these operations out, with the schemas that only they need]:PATTERN:_default' \
'--stage=[The stage to show]:STAGE:((document\:"The tree, as it was read"
model\:"The resolved model, as JSON"
ir\:"The decisions of the middle end for each language\: fields, presence, guards, documentation"
view\:"The decisions of the targets\: the names of each operation and type"))' \
'--operation=[Only what concerns one operation]:ID:_default' \
'(--operation)--schema=[Only the type of one schema; for the stage \`ir\`]:NAME:_default' \
'--after=[The last pass to run; for the stage \`ir\`]:PASS:_default' \
'--color=[When to use colors]:WHEN:((auto\:"On a terminal that shows them"
always\:"Always"
never\:"Never"))' \
'-h[Print help (see more with '\''--help'\'')]' \
'--help[Print help (see more with '\''--help'\'')]' \
&& ret=0
;;
(scaffold)
_arguments "${_arguments_options[@]}" : \
'--spec=[The OpenAPI description, YAML or JSON \[default\: that of the Cloud Marketplace Automation Service\]]:FILE:_files' \
'*--overlay=[An overlay (OpenAPI Overlay 1.0 or 1.1) that changes the description first; several in their order]:FILE:_files' \
'--budget=[Multiply the default limits on the size and cost of the description by this factor, such as 4]:TIMES:_default' \
'*--include=[Only read these operations, and the schemas that they need\: \`tag\:NAME\`, \`path\:/offers*\` or \`op\:ID\`, in which \`*\` stands for any characters. Can be given several times]:PATTERN:_default' \
'*--exclude=[Leave these operations out, with the schemas that only they need]:PATTERN:_default' \
'--config=[Names and versions of the packages \[default\: codegen.yaml beside the description\]]:FILE:_files' \
'--trait=[The trait to complete; by default, every trait that the files implement]:NAME:_default' \
'*--impl=[A file with implementations; several are possible]:FILE:_files' \
'--out=[The folder of the server crate]:FOLDER:_files' \
'--server-crate=[The folder of the generated server crate \[default\: rust/server in the folder of generated code\]]:FOLDER:_files' \
'--server=[The path of the server crate in the files, such as \`crate\:\:api\`, if they do not show it]:PATH:_default' \
'--color=[When to use colors]:WHEN:((auto\:"On a terminal that shows them"
always\:"Always"
never\:"Never"))' \
'(--trait --impl)--all[Create a server crate, or complete an earlier one]' \
'--check[Write nothing; exit with 1 if something is missing, removed or changed]' \
'-h[Print help (see more with '\''--help'\'')]' \
'--help[Print help (see more with '\''--help'\'')]' \
&& ret=0
;;
(help)
_arguments "${_arguments_options[@]}" : \
":: :_specwright__subcmd__help_commands" \
"*::: :->help" \
&& ret=0

    case $state in
    (help)
        words=($line[1] "${words[@]}")
        (( CURRENT += 1 ))
        curcontext="${curcontext%:*:*}:specwright-help-command-$line[1]:"
        case $line[1] in
            (generate)
_arguments "${_arguments_options[@]}" : \
&& ret=0
;;
(check)
_arguments "${_arguments_options[@]}" : \
&& ret=0
;;
(diff)
_arguments "${_arguments_options[@]}" : \
&& ret=0
;;
(explain)
_arguments "${_arguments_options[@]}" : \
&& ret=0
;;
(inspect)
_arguments "${_arguments_options[@]}" : \
&& ret=0
;;
(scaffold)
_arguments "${_arguments_options[@]}" : \
&& ret=0
;;
(help)
_arguments "${_arguments_options[@]}" : \
&& ret=0
;;
        esac
    ;;
esac
;;
        esac
    ;;
esac
}

(( $+functions[_specwright_commands] )) ||
_specwright_commands() {
    local commands; commands=(
'generate:Generate code from a description' \
'check:Check that generated code is current; write nothing' \
'diff:Compare two descriptions and report what breaks' \
'explain:Explain a code or a rule that a message names' \
'inspect:Show what a stage of the generator makes of a description' \
'scaffold:Add a method for each operation that an implementation lacks' \
'help:Print this message or the help of the given subcommand(s)' \
    )
    _describe -t commands 'specwright commands' commands "$@"
}
(( $+functions[_specwright__subcmd__check_commands] )) ||
_specwright__subcmd__check_commands() {
    local commands; commands=()
    _describe -t commands 'specwright check commands' commands "$@"
}
(( $+functions[_specwright__subcmd__diff_commands] )) ||
_specwright__subcmd__diff_commands() {
    local commands; commands=()
    _describe -t commands 'specwright diff commands' commands "$@"
}
(( $+functions[_specwright__subcmd__explain_commands] )) ||
_specwright__subcmd__explain_commands() {
    local commands; commands=()
    _describe -t commands 'specwright explain commands' commands "$@"
}
(( $+functions[_specwright__subcmd__generate_commands] )) ||
_specwright__subcmd__generate_commands() {
    local commands; commands=()
    _describe -t commands 'specwright generate commands' commands "$@"
}
(( $+functions[_specwright__subcmd__help_commands] )) ||
_specwright__subcmd__help_commands() {
    local commands; commands=(
'generate:Generate code from a description' \
'check:Check that generated code is current; write nothing' \
'diff:Compare two descriptions and report what breaks' \
'explain:Explain a code or a rule that a message names' \
'inspect:Show what a stage of the generator makes of a description' \
'scaffold:Add a method for each operation that an implementation lacks' \
'help:Print this message or the help of the given subcommand(s)' \
    )
    _describe -t commands 'specwright help commands' commands "$@"
}
(( $+functions[_specwright__subcmd__help__subcmd__check_commands] )) ||
_specwright__subcmd__help__subcmd__check_commands() {
    local commands; commands=()
    _describe -t commands 'specwright help check commands' commands "$@"
}
(( $+functions[_specwright__subcmd__help__subcmd__diff_commands] )) ||
_specwright__subcmd__help__subcmd__diff_commands() {
    local commands; commands=()
    _describe -t commands 'specwright help diff commands' commands "$@"
}
(( $+functions[_specwright__subcmd__help__subcmd__explain_commands] )) ||
_specwright__subcmd__help__subcmd__explain_commands() {
    local commands; commands=()
    _describe -t commands 'specwright help explain commands' commands "$@"
}
(( $+functions[_specwright__subcmd__help__subcmd__generate_commands] )) ||
_specwright__subcmd__help__subcmd__generate_commands() {
    local commands; commands=()
    _describe -t commands 'specwright help generate commands' commands "$@"
}
(( $+functions[_specwright__subcmd__help__subcmd__help_commands] )) ||
_specwright__subcmd__help__subcmd__help_commands() {
    local commands; commands=()
    _describe -t commands 'specwright help help commands' commands "$@"
}
(( $+functions[_specwright__subcmd__help__subcmd__inspect_commands] )) ||
_specwright__subcmd__help__subcmd__inspect_commands() {
    local commands; commands=()
    _describe -t commands 'specwright help inspect commands' commands "$@"
}
(( $+functions[_specwright__subcmd__help__subcmd__scaffold_commands] )) ||
_specwright__subcmd__help__subcmd__scaffold_commands() {
    local commands; commands=()
    _describe -t commands 'specwright help scaffold commands' commands "$@"
}
(( $+functions[_specwright__subcmd__inspect_commands] )) ||
_specwright__subcmd__inspect_commands() {
    local commands; commands=()
    _describe -t commands 'specwright inspect commands' commands "$@"
}
(( $+functions[_specwright__subcmd__scaffold_commands] )) ||
_specwright__subcmd__scaffold_commands() {
    local commands; commands=()
    _describe -t commands 'specwright scaffold commands' commands "$@"
}

if [ "$funcstack[1]" = "_specwright" ]; then
    _specwright "$@"
else
    compdef _specwright specwright
fi
