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
'*--parameter=[The value of another path parameter\: items below it are read, and new ones are created there; repeatable]:NAME=VALUE:_default' \
'--spec=[The description to check against \[default\: that of the Cloud Marketplace Automation Service\]]:FILE:_files' \
'*--include=[Only read these operations, and the schemas that they need\: \`tag\:NAME\`, \`path\:/offers*\` or \`op\:ID\`, in which \`*\` stands for any characters. Can be given several times]:PATTERN:_default' \
'*--exclude=[Leave these operations out, with the schemas that only they need]:PATTERN:_default' \
'--credentials=[A TOML file with a table \`\[identities.NAME\]\` for each identity]:FILE:_files' \
'*--action=[Send these operations although they act on more than items of this run, selected as for \`--operation\`; repeatable]:FILTER:_default' \
'*--only=[Only these checks or requirements, by id; repeatable]:ID:_default' \
'*--skip=[Not these checks or requirements; repeatable]:ID:_default' \
'*--section=[Only the requirements of these sections, such as A9; repeatable]:SECTION:_default' \
'*--operation=[Only include these operations in the plan\: by operationId, \`path\:/org/*\`, \`tag\:Offers\` or \`method\:get\`; repeatable]:FILTER:_default' \
'*--skip-operation=[Send no request to these operations, selected in the same way; repeatable]:FILTER:_default' \
'--cases=[How many requests of each random intent an operation gets]:N:_default' \
'--seed=[The seed of random choices]:N:_default' \
'--max-time=[How long the run may take\: 90s, 10m, 1h]:TIME:_default' \
'--max-requests=[The maximum number of requests]:N:_default' \
'--concurrency=[How many requests are under way at once]:N:_default' \
'--timeout=[How long one response may take\: 500ms, 10s]:TIME:_default' \
'--wait-for-expiry=[Wait at most this long for an access token to expire, if no expired one was given\: 10m]:TIME:_default' \
'--shard=[Run one part of the plan\: 2/5 is the second of five]:I/N:_default' \
'--replay=[Send the requests of a finding again]:FILE:_files' \
'--regressions=[A folder of findings of earlier runs; their requests are sent first]:DIR:_files' \
'--emit-tests=[Write each finding as a Rust test into this folder, such as \`tests/conformance\`]:DIR:_files' \
'--accept=[Accepted findings, with the date until which they are accepted (TOML)]:FILE:_files' \
'--history=[What earlier runs saw of sunsets and shapes; read and updated]:FILE:_files' \
'--baseline=[The description of an earlier day, to compare with for breaking changes]:FILE:_files' \
'--webhook-url=[Where the deployment sends webhooks, if not to this machine]:URL:_default' \
'--webhook-listen=[The address to receive webhooks on]:ADDRESS:_default' \
'--report=[Where to write the report]:DIR:_files' \
'--message-format=[How findings are reported. Except for \`human\`, standard output is for machines, and the summary for people goes to standard error]:FORMAT:((human\:"For people, with source lines and colours"
json\:"One JSON object per line; the last one is a summary"
github\:"Annotations of GitHub Actions (\`\:\:error file=…\:\:…\`)"
sarif\:"One SARIF 2.1.0 log"))' \
'--config=[A TOML file of flags, by their names, and of valid values for parameters; flags and variables override it \[default\: conformance.toml, if it is present\]]:FILE:_files' \
'*--header=[A header field for every request that does not have it, such as one that a gateway requires; the value \`env\:VARIABLE\` is replaced by that environment variable; repeatable]:NAME: VALUE:_default' \
'--cacert=[Certificates (PEM) to trust in addition to those of this machine]:FILE:_files' \
'--cert=[The client certificate (PEM), for servers that require one (mutual TLS)]:FILE:_files' \
'--key=[The private key (PEM) of \`--cert\`]:FILE:_files' \
'--proxy=[The proxy, an http or socks5 address \[default\: from \`HTTPS_PROXY\`, \`HTTP_PROXY\`, \`ALL_PROXY\` and \`NO_PROXY\`, except for this machine\]]:URL:_default' \
'*--resolve=[The address to use for a host and port instead of the one from DNS; repeatable]:HOST:PORT:ADDRESS:_default' \
'--rate-limit=[The maximum rate of requests, 10/s or 90/m; \`auto\` adapts to 429 responses. A request that gets 429 is retried after \`Retry-After\`, with or without this flag; with it, no burst is sent]:N/s|auto:_default' \
'--wait=[Wait at most this long for the deployment to respond before the run begins\: 60s]:TIME:_default' \
'--color=[When to use colours]:WHEN:(auto always never)' \
'--strict[Also fail for deviations from assumptions of the description]' \
'(--allow-writes)--read-only[Change nothing; this is the default for every deployment that is not on this machine]' \
'--allow-writes[Create resources, change them and delete them; on this machine this is the default]' \
'--allow-actions[Also send operations that act on a collection, on the caller or on the server as a whole]' \
'--allow-bursts[Send a burst of requests, to see whether a rate limit applies]' \
'--allow-raw-sockets[Send malformed HTTP over a bare socket]' \
'--allow-forgeries[Send forged tokens]' \
'--yes[Send the changing requests of \`--replay\` without asking]' \
'(--shard --replay)--certify[Fail unless everything that applies was tested. For shards, use \`merge --certify\`]' \
'--list[Print the plan and the checks, and send nothing]' \
'(--list)--events[With \`--message-format json\`\: also print each event of the run when it happens, such as a request or a new finding. The findings with their levels follow at the end]' \
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
'--spec=[The description that defines what can be added \[default\: that of the Cloud Marketplace Automation Service\]]:FILE:_files' \
'*--include=[Only read these operations, and the schemas that they need\: \`tag\:NAME\`, \`path\:/offers*\` or \`op\:ID\`, in which \`*\` stands for any characters. Can be given several times]:PATTERN:_default' \
'*--exclude=[Leave these operations out, with the schemas that only they need]:PATTERN:_default' \
'*--env=[Another variable that is set to the address of the API'\''s proxy, in addition to \`MARKETPLACE_BASE_URL\`; repeatable]:NAME:_default' \
'--timeout=[How long the client may run each time\: 90s, 10m]:TIME:_default' \
'*--parameter=[The value of a path parameter below which the client may create items; repeatable]:NAME=VALUE:_default' \
'--org=[The organization, for the path parameter \`orgId\`]:ID:_default' \
'*--header=[A header field for every request that does not have it, such as one that a gateway requires; the value \`env\:VARIABLE\` is replaced by that environment variable; repeatable]:NAME: VALUE:_default' \
'--cacert=[Certificates (PEM) to trust in addition to those of this machine]:FILE:_files' \
'--cert=[The client certificate (PEM), for servers that require one (mutual TLS)]:FILE:_files' \
'--key=[The private key (PEM) of \`--cert\`]:FILE:_files' \
'--proxy=[The proxy, an http or socks5 address \[default\: from \`HTTPS_PROXY\`, \`HTTP_PROXY\`, \`ALL_PROXY\` and \`NO_PROXY\`, except for this machine\]]:URL:_default' \
'*--resolve=[The address to use for a host and port instead of the one from DNS; repeatable]:HOST:PORT:ADDRESS:_default' \
'--needs=[Find out what the client needs, and write it to a file for \`diff --consumers\`\: the client runs repeatedly while more and more is removed from responses]::FILE:_files' \
'*--take=[How something is removed with \`--needs\`; repeatable]:HOW:((remove\:"The property is left out"
null\:"The property is null"
rename\:"The property has another name"))' \
'--client=[The name of the client in that file \[default\: the name of its program\]]:NAME:_default' \
'--color=[When to use colours]:WHEN:(auto always never)' \
'--allow-writes[Also pass on requests that change something; on this machine this is the default]' \
'--allow-actions[Pass on requests that act on a collection, on the caller or on the server as a whole]' \
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
'tolerance:Run a client behind proxies that add to responses what a deployment may add at any time' \
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
'tolerance:Run a client behind proxies that add to responses what a deployment may add at any time' \
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
