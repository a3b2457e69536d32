#compdef mock

autoload -U is-at-least

_mock() {
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
'--spec=[The description (OpenAPI 3.0, 3.1 or 3.2) \[default\: that of the Cloud Marketplace Automation Service\]]:FILE:_files' \
'*--include=[Only read these operations, and the schemas that they need\: \`tag\:NAME\`, \`path\:/offers*\` or \`op\:ID\`, in which \`*\` stands for any characters. Can be given several times]:PATTERN:_default' \
'*--exclude=[Leave these operations out, with the schemas that only they need]:PATTERN:_default' \
'--listen=[The address to listen on; port 0 is a free one]:ADDRESS:_default' \
'--seed=[The seed of responses; the same seed leads to the same ones]:N:_default' \
'--credentials=[Where to write the accepted credentials, and values of existing path parameters, for \`conformance --credentials\`]:FILE:_files' \
'-h[Print help (see more with '\''--help'\'')]' \
'--help[Print help (see more with '\''--help'\'')]' \
'-V[Print version]' \
'--version[Print version]' \
&& ret=0
}

(( $+functions[_mock_commands] )) ||
_mock_commands() {
    local commands; commands=()
    _describe -t commands 'mock commands' commands "$@"
}

if [ "$funcstack[1]" = "_mock" ]; then
    _mock "$@"
else
    compdef _mock mock
fi
