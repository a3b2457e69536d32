#compdef conformance

autoload -U is-at-least

_conformance() {
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
'--base-url=[The address of the API]:URL:_default' \
'--auth-url=[The address of the token host, if there is one]:URL:_default' \
'--org=[The organization, for the path parameter \`orgId\`]:ID:_default' \
'*--parameter=[The value of another path parameter\: what is below it is read, and items are created there; repeatable]:NAME=VALUE:_default' \
'--spec=[The description to check by \[default\: that of the Cloud Marketplace Automation Service\]]:FILE:_files' \
'*--include=[Only read these operations, and the schemas that they need\: \`tag\:NAME\`, \`path\:/offers*\` or \`op\:ID\`, in which \`*\` stands for any characters. Can be given several times]:PATTERN:_default' \
'*--exclude=[Leave these operations out, with the schemas that only they need]:PATTERN:_default' \
'--credentials=[A TOML file with a table \`\[identities.NAME\]\` for each identity]:FILE:_files' \
'*--action=[Send these operations although they act on more than items of this run, selected as for \`--operation\`; repeatable]:FILTER:_default' \
'*--only=[Only these checks or requirements, by id; repeatable]:ID:_default' \
'*--skip=[Not these checks or requirements; repeatable]:ID:_default' \
'*--section=[Only the requirements of these sections, such as A9; repeatable]:SECTION:_default' \
'*--operation=[Let the plan ask only these operations\: by operationId, \`path\:/org/*\`, \`tag\:Offers\` or \`method\:get\`; repeatable]:FILTER:_default' \
'*--skip-operation=[Send no request to these operations, selected in the same way; repeatable]:FILTER:_default' \
'--cases=[How many requests of each random intent an operation gets]:N:_default' \
'--seed=[The seed of random choices]:N:_default' \
'--max-time=[How long the run may take\: 90s, 10m, 1h]:TIME:_default' \
'--max-requests=[The greatest number of requests]:N:_default' \
'--concurrency=[How many requests are under way at once]:N:_default' \
'--timeout=[How long one response may take\: 500ms, 10s]:TIME:_default' \
'--wait-for-expiry=[Wait this long at most for an access token to expire, where no expired one was given\: 10m]:TIME:_default' \
'--shard=[Run one part of the plan\: 2/5 is the second of five]:I/N:_default' \
'--replay=[Send the requests of a finding again]:FILE:_files' \
'--regressions=[A folder of findings of earlier runs; their requests are sent first]:DIR:_files' \
'--emit-tests=[Write each finding as a Rust test into this folder, such as \`tests/conformance\`]:DIR:_files' \
'--accept=[Findings that are known, with the date until which they are accepted (TOML)]:FILE:_files' \
'--history=[What earlier runs saw of sunsets and shapes; read and updated]:FILE:_files' \
'--baseline=[The description of an earlier day, to find breaking changes against]:FILE:_files' \
'--webhook-url=[Where the deployment sends webhooks, if not to this machine]:URL:_default' \
'--webhook-listen=[What to receive webhooks on]:ADDRESS:_default' \
'--report=[Where to write the report]:DIR:_files' \
'--message-format=[How findings are reported. Except for \`human\`, standard output is for machines, and the summary for people goes to standard error]:FORMAT:((human\:"For people, with source lines and colours"
json\:"One JSON object per line; the last one is a summary"
github\:"Annotations of GitHub Actions (\`\:\:error file=…\:\:…\`)"
sarif\:"One SARIF 2.1.0 log"))' \
'--config=[A TOML file of flags, by their names, and of valid values for parameters; flags and variables override it \[default\: conformance.toml, if it is present\]]:FILE:_files' \
'*--header=[A header field for every request that has no such field, such as one that a gateway asks for; \`env\:VARIABLE\` for a value stands for a variable of the environment; repeatable]:NAME: VALUE:_default' \
'--cacert=[Certificates (PEM) to trust beside those of this machine]:FILE:_files' \
'--cert=[The certificate (PEM) to show to a server that asks for one (mutual TLS)]:FILE:_files' \
'--key=[The private key (PEM) of \`--cert\`]:FILE:_files' \
'--proxy=[The proxy, an http or socks5 address \[default\: what \`HTTPS_PROXY\`, \`HTTP_PROXY\`, \`ALL_PROXY\` and \`NO_PROXY\` say, except for this machine\]]:URL:_default' \
'*--resolve=[The address of a host at a port, in place of what DNS says; repeatable]:HOST:PORT:ADDRESS:_default' \
'--rate-limit=[How many requests are sent in a time, 10/s or 90/m; with \`auto\`, as many as are not answered with 429. A request that is answered so is repeated when \`Retry-After\` says, with or without this flag; with it, no burst is sent]:N/s|auto:_default' \
'--wait=[Wait this long at most for the deployment to answer, before the run begins\: 60s]:TIME:_default' \
'--color=[When to use colours]:WHEN:(auto always never)' \
'--strict[Fail for deviations from what the description assumes, too]' \
'(--allow-writes)--read-only[Change nothing. The rule for every deployment that is not on this machine]' \
'--allow-writes[Create resources, change them and delete them; on this machine this is the default]' \
'--allow-actions[Send operations, too, that act on a collection, on the caller or on the whole server]' \
'--allow-bursts[Send a burst of requests, to see whether a rate limit answers]' \
'--allow-raw-sockets[Send malformed HTTP over a bare socket]' \
'--allow-forgeries[Send forged tokens]' \
'--yes[Send the changing requests of \`--replay\` without asking]' \
'(--shard --replay)--certify[Fail unless everything that applies was tested. Of shards, \`merge --certify\` says so]' \
'--list[Print the plan and the checks, and send nothing]' \
'-q[Print the verdict only]' \
'--quiet[Print the verdict only]' \
'-h[Print help (see more with '\''--help'\'')]' \
'--help[Print help (see more with '\''--help'\'')]' \
'-V[Print version]' \
'--version[Print version]' \
":: :_conformance_commands" \
"*::: :->conformance" \
&& ret=0
    case $state in
    (conformance)
        words=($line[1] "${words[@]}")
        (( CURRENT += 1 ))
        curcontext="${curcontext%:*:*}:conformance-command-$line[1]:"
        case $line[1] in
            (merge)
_arguments "${_arguments_options[@]}" : \
'--report=[Where to write the joint report]:DIR:_files' \
'--message-format=[How findings are reported. Except for \`human\`, standard output is for machines, and the summary for people goes to standard error]:FORMAT:((human\:"For people, with source lines and colours"
json\:"One JSON object per line; the last one is a summary"
github\:"Annotations of GitHub Actions (\`\:\:error file=…\:\:…\`)"
sarif\:"One SARIF 2.1.0 log"))' \
'--color=[When to use colours]:WHEN:(auto always never)' \
'--certify[Fail unless the shards together tested everything that applies]' \
'-h[Print help (see more with '\''--help'\'')]' \
'--help[Print help (see more with '\''--help'\'')]' \
'*::reports -- The reports, one of each shard:_files' \
&& ret=0
;;
(explain)
_arguments "${_arguments_options[@]}" : \
'--color=[When to use colours]:WHEN:(auto always never)' \
'--list[List every check with what it means]' \
'--page[Print the page of the reference, as Markdown]' \
'-h[Print help]' \
'--help[Print help]' \
'::id -- The id of a check or of a requirement, such as `challenge-with-401` or `HTTP-02`:_default' \
&& ret=0
;;
(tolerance)
_arguments "${_arguments_options[@]}" : \
'--base-url=[The address of the API]:URL:_default' \
'--auth-url=[The address of the token host]:URL:_default' \
'--spec=[A description to add by \[default\: that of the Cloud Marketplace Automation Service\]]:FILE:_files' \
'*--include=[Only read these operations, and the schemas that they need\: \`tag\:NAME\`, \`path\:/offers*\` or \`op\:ID\`, in which \`*\` stands for any characters. Can be given several times]:PATTERN:_default' \
'*--exclude=[Leave these operations out, with the schemas that only they need]:PATTERN:_default' \
'*--env=[Another variable that gets the address of the API'\''s proxy, beside \`MARKETPLACE_BASE_URL\`; repeatable]:NAME:_default' \
'--timeout=[How long the client may run each time\: 90s, 10m]:TIME:_default' \
'*--parameter=[The value of a path parameter below which the client may create items; repeatable]:NAME=VALUE:_default' \
'--org=[The organization, for the path parameter \`orgId\`]:ID:_default' \
'*--header=[A header field for every request that has no such field, such as one that a gateway asks for; \`env\:VARIABLE\` for a value stands for a variable of the environment; repeatable]:NAME: VALUE:_default' \
'--cacert=[Certificates (PEM) to trust beside those of this machine]:FILE:_files' \
'--cert=[The certificate (PEM) to show to a server that asks for one (mutual TLS)]:FILE:_files' \
'--key=[The private key (PEM) of \`--cert\`]:FILE:_files' \
'--proxy=[The proxy, an http or socks5 address \[default\: what \`HTTPS_PROXY\`, \`HTTP_PROXY\`, \`ALL_PROXY\` and \`NO_PROXY\` say, except for this machine\]]:URL:_default' \
'*--resolve=[The address of a host at a port, in place of what DNS says; repeatable]:HOST:PORT:ADDRESS:_default' \
'--needs=[Find out what the client cannot do without, and write it to a file for \`diff --consumers\`\: responses are passed on without more and more of what they carry]::FILE:_files' \
'*--take=[How it is taken away with \`--needs\`; repeatable]:HOW:((remove\:"It is not there"
null\:"It is null"
rename\:"It has another name"))' \
'--client=[What the client is called in that file \[default\: the name of its program\]]:NAME:_default' \
'--color=[When to use colours]:WHEN:(auto always never)' \
'--allow-writes[Pass on what changes something, too; on this machine this is the rule]' \
'--allow-actions[Pass on requests that act on a collection, on the caller or on the whole server]' \
'--trust-client[Pass on everything\: the client may change what it has not created itself. It is run several times]' \
'-h[Print help (see more with '\''--help'\'')]' \
'--help[Print help (see more with '\''--help'\'')]' \
'*::command -- The client\: a command that succeeds against the deployment:_default' \
&& ret=0
;;
(help)
_arguments "${_arguments_options[@]}" : \
":: :_conformance__subcmd__help_commands" \
"*::: :->help" \
&& ret=0

    case $state in
    (help)
        words=($line[1] "${words[@]}")
        (( CURRENT += 1 ))
        curcontext="${curcontext%:*:*}:conformance-help-command-$line[1]:"
        case $line[1] in
            (merge)
_arguments "${_arguments_options[@]}" : \
&& ret=0
;;
(explain)
_arguments "${_arguments_options[@]}" : \
&& ret=0
;;
(tolerance)
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

(( $+functions[_conformance_commands] )) ||
_conformance_commands() {
    local commands; commands=(
'merge:Join the reports of the shards of one plan' \
'explain:Explain a check that a report names, or the checks of a requirement' \
'tolerance:Run a client behind proxies that add to answers what a deployment may add at any time' \
'help:Print this message or the help of the given subcommand(s)' \
    )
    _describe -t commands 'conformance commands' commands "$@"
}
(( $+functions[_conformance__subcmd__explain_commands] )) ||
_conformance__subcmd__explain_commands() {
    local commands; commands=()
    _describe -t commands 'conformance explain commands' commands "$@"
}
(( $+functions[_conformance__subcmd__help_commands] )) ||
_conformance__subcmd__help_commands() {
    local commands; commands=(
'merge:Join the reports of the shards of one plan' \
'explain:Explain a check that a report names, or the checks of a requirement' \
'tolerance:Run a client behind proxies that add to answers what a deployment may add at any time' \
'help:Print this message or the help of the given subcommand(s)' \
    )
    _describe -t commands 'conformance help commands' commands "$@"
}
(( $+functions[_conformance__subcmd__help__subcmd__explain_commands] )) ||
_conformance__subcmd__help__subcmd__explain_commands() {
    local commands; commands=()
    _describe -t commands 'conformance help explain commands' commands "$@"
}
(( $+functions[_conformance__subcmd__help__subcmd__help_commands] )) ||
_conformance__subcmd__help__subcmd__help_commands() {
    local commands; commands=()
    _describe -t commands 'conformance help help commands' commands "$@"
}
(( $+functions[_conformance__subcmd__help__subcmd__merge_commands] )) ||
_conformance__subcmd__help__subcmd__merge_commands() {
    local commands; commands=()
    _describe -t commands 'conformance help merge commands' commands "$@"
}
(( $+functions[_conformance__subcmd__help__subcmd__tolerance_commands] )) ||
_conformance__subcmd__help__subcmd__tolerance_commands() {
    local commands; commands=()
    _describe -t commands 'conformance help tolerance commands' commands "$@"
}
(( $+functions[_conformance__subcmd__merge_commands] )) ||
_conformance__subcmd__merge_commands() {
    local commands; commands=()
    _describe -t commands 'conformance merge commands' commands "$@"
}
(( $+functions[_conformance__subcmd__tolerance_commands] )) ||
_conformance__subcmd__tolerance_commands() {
    local commands; commands=()
    _describe -t commands 'conformance tolerance commands' commands "$@"
}

if [ "$funcstack[1]" = "_conformance" ]; then
    _conformance "$@"
else
    compdef _conformance conformance
fi
