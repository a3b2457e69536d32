# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_conformance_global_optspecs
    string join \n base-url= auth-url= org= parameter= spec= include= exclude= credentials= strict read-only allow-writes allow-actions action= allow-bursts allow-raw-sockets allow-forgeries only= skip= section= operation= skip-operation= cases= seed= max-time= max-requests= concurrency= timeout= wait-for-expiry= shard= replay= yes regressions= emit-tests= accept= history= baseline= webhook-url= webhook-listen= certify report= list message-format= events q/quiet config= header= cacert= cert= key= proxy= resolve= rate-limit= wait= color= h/help V/version
end

function __fish_conformance_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_conformance_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_conformance_using_subcommand
    set -l cmd (__fish_conformance_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c conformance -n "__fish_conformance_needs_command" -l base-url -d 'The address of the API' -r
complete -c conformance -n "__fish_conformance_needs_command" -l auth-url -d 'The address of the token host, if there is one' -r
complete -c conformance -n "__fish_conformance_needs_command" -l org -d 'The organization, for the path parameter `orgId`' -r
complete -c conformance -n "__fish_conformance_needs_command" -l parameter -d 'The value of another path parameter: items below it are read, and new ones are created there; repeatable' -r
complete -c conformance -n "__fish_conformance_needs_command" -l spec -d 'The description to check against [default: that of the Cloud Marketplace Automation Service]' -r -F
complete -c conformance -n "__fish_conformance_needs_command" -l include -d 'Only read these operations, and the schemas that they need: `tag:NAME`, `path:/offers*` or `op:ID`, in which `*` stands for any characters. Can be given several times' -r
complete -c conformance -n "__fish_conformance_needs_command" -l exclude -d 'Leave these operations out, with the schemas that only they need' -r
complete -c conformance -n "__fish_conformance_needs_command" -l credentials -d 'A TOML file with a table `[identities.NAME]` for each identity' -r -F
complete -c conformance -n "__fish_conformance_needs_command" -l action -d 'Send these operations although they act on more than items of this run, selected as for `--operation`; repeatable' -r
complete -c conformance -n "__fish_conformance_needs_command" -l only -d 'Only these checks or requirements, by id; repeatable' -r
complete -c conformance -n "__fish_conformance_needs_command" -l skip -d 'Not these checks or requirements; repeatable' -r
complete -c conformance -n "__fish_conformance_needs_command" -l section -d 'Only the requirements of these sections, such as A9; repeatable' -r
complete -c conformance -n "__fish_conformance_needs_command" -l operation -d 'Only include these operations in the plan: by operationId, `path:/org/*`, `tag:Offers` or `method:get`; repeatable' -r
complete -c conformance -n "__fish_conformance_needs_command" -l skip-operation -d 'Send no request to these operations, selected in the same way; repeatable' -r
complete -c conformance -n "__fish_conformance_needs_command" -l cases -d 'How many requests of each random intent an operation gets' -r
complete -c conformance -n "__fish_conformance_needs_command" -l seed -d 'The seed of random choices' -r
complete -c conformance -n "__fish_conformance_needs_command" -l max-time -d 'How long the run may take: 90s, 10m, 1h' -r
complete -c conformance -n "__fish_conformance_needs_command" -l max-requests -d 'The maximum number of requests' -r
complete -c conformance -n "__fish_conformance_needs_command" -l concurrency -d 'How many requests are under way at once' -r
complete -c conformance -n "__fish_conformance_needs_command" -l timeout -d 'How long one response may take: 500ms, 10s' -r
complete -c conformance -n "__fish_conformance_needs_command" -l wait-for-expiry -d 'Wait at most this long for an access token to expire, if no expired one was given: 10m' -r
complete -c conformance -n "__fish_conformance_needs_command" -l shard -d 'Run one part of the plan: 2/5 is the second of five' -r
complete -c conformance -n "__fish_conformance_needs_command" -l replay -d 'Send the requests of a finding again' -r -F
complete -c conformance -n "__fish_conformance_needs_command" -l regressions -d 'A folder of findings of earlier runs; their requests are sent first' -r -F
complete -c conformance -n "__fish_conformance_needs_command" -l emit-tests -d 'Write each finding as a Rust test into this folder, such as `tests/conformance`' -r -F
complete -c conformance -n "__fish_conformance_needs_command" -l accept -d 'Accepted findings, with the date until which they are accepted (TOML)' -r -F
complete -c conformance -n "__fish_conformance_needs_command" -l history -d 'What earlier runs saw of sunsets and shapes; read and updated' -r -F
complete -c conformance -n "__fish_conformance_needs_command" -l baseline -d 'The description of an earlier day, to compare with for breaking changes' -r -F
complete -c conformance -n "__fish_conformance_needs_command" -l webhook-url -d 'Where the deployment sends webhooks, if not to this machine' -r
complete -c conformance -n "__fish_conformance_needs_command" -l webhook-listen -d 'The address to receive webhooks on' -r
complete -c conformance -n "__fish_conformance_needs_command" -l report -d 'Where to write the report' -r -F
complete -c conformance -n "__fish_conformance_needs_command" -l message-format -d 'How findings are reported. Except for `human`, standard output is for machines, and the summary for people goes to standard error' -r -f -a "human\t'For people, with source lines and colours'
json\t'One JSON object per line; the last one is a summary'
github\t'Annotations of GitHub Actions (`::error file=…::…`)'
sarif\t'One SARIF 2.1.0 log'"
complete -c conformance -n "__fish_conformance_needs_command" -l config -d 'A TOML file of flags, by their names, and of valid values for parameters; flags and variables override it [default: conformance.toml, if it is present]' -r -F
complete -c conformance -n "__fish_conformance_needs_command" -l header -d 'A header field for every request that does not have it, such as one that a gateway requires; the value `env:VARIABLE` is replaced by that environment variable; repeatable' -r
complete -c conformance -n "__fish_conformance_needs_command" -l cacert -d 'Certificates (PEM) to trust in addition to those of this machine' -r -F
complete -c conformance -n "__fish_conformance_needs_command" -l cert -d 'The client certificate (PEM), for servers that require one (mutual TLS)' -r -F
complete -c conformance -n "__fish_conformance_needs_command" -l key -d 'The private key (PEM) of `--cert`' -r -F
complete -c conformance -n "__fish_conformance_needs_command" -l proxy -d 'The proxy, an http or socks5 address [default: from `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`, except for this machine]' -r
complete -c conformance -n "__fish_conformance_needs_command" -l resolve -d 'The address to use for a host and port instead of the one from DNS; repeatable' -r
complete -c conformance -n "__fish_conformance_needs_command" -l rate-limit -d 'The maximum rate of requests, 10/s or 90/m; `auto` adapts to 429 responses. A request that gets 429 is retried after `Retry-After`, with or without this flag; with it, no burst is sent' -r
complete -c conformance -n "__fish_conformance_needs_command" -l wait -d 'Wait at most this long for the deployment to respond before the run begins: 60s' -r
complete -c conformance -n "__fish_conformance_needs_command" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c conformance -n "__fish_conformance_needs_command" -l strict -d 'Also fail for deviations from assumptions of the description'
complete -c conformance -n "__fish_conformance_needs_command" -l read-only -d 'Change nothing; this is the default for every deployment that is not on this machine'
complete -c conformance -n "__fish_conformance_needs_command" -l allow-writes -d 'Create resources, change them and delete them; on this machine this is the default'
complete -c conformance -n "__fish_conformance_needs_command" -l allow-actions -d 'Also send operations that act on a collection, on the caller or on the server as a whole'
complete -c conformance -n "__fish_conformance_needs_command" -l allow-bursts -d 'Send a burst of requests, to see whether a rate limit applies'
complete -c conformance -n "__fish_conformance_needs_command" -l allow-raw-sockets -d 'Send malformed HTTP over a bare socket'
complete -c conformance -n "__fish_conformance_needs_command" -l allow-forgeries -d 'Send forged tokens'
complete -c conformance -n "__fish_conformance_needs_command" -l yes -d 'Send the changing requests of `--replay` without asking'
complete -c conformance -n "__fish_conformance_needs_command" -l certify -d 'Fail unless everything that applies was tested. For shards, use `merge --certify`'
complete -c conformance -n "__fish_conformance_needs_command" -l list -d 'Print the plan and the checks, and send nothing'
complete -c conformance -n "__fish_conformance_needs_command" -l events -d 'With `--message-format json`: also print each event of the run when it happens, such as a request or a new finding. The findings with their levels follow at the end'
complete -c conformance -n "__fish_conformance_needs_command" -s q -l quiet -d 'Print the verdict only'
complete -c conformance -n "__fish_conformance_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c conformance -n "__fish_conformance_needs_command" -s V -l version -d 'Print version'
complete -c conformance -n "__fish_conformance_needs_command" -f -a "merge" -d 'Join the reports of the shards of one plan'
complete -c conformance -n "__fish_conformance_needs_command" -f -a "explain" -d 'Explain a check that a report names, or the checks of a requirement'
complete -c conformance -n "__fish_conformance_needs_command" -f -a "tolerance" -d 'Run a client behind proxies that add to responses what a deployment may add at any time'
complete -c conformance -n "__fish_conformance_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c conformance -n "__fish_conformance_using_subcommand merge" -l report -d 'Where to write the joint report' -r -F
complete -c conformance -n "__fish_conformance_using_subcommand merge" -l message-format -d 'How findings are reported. Except for `human`, standard output is for machines, and the summary for people goes to standard error' -r -f -a "human\t'For people, with source lines and colours'
json\t'One JSON object per line; the last one is a summary'
github\t'Annotations of GitHub Actions (`::error file=…::…`)'
sarif\t'One SARIF 2.1.0 log'"
complete -c conformance -n "__fish_conformance_using_subcommand merge" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c conformance -n "__fish_conformance_using_subcommand merge" -l certify -d 'Fail unless the shards together tested everything that applies'
complete -c conformance -n "__fish_conformance_using_subcommand merge" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c conformance -n "__fish_conformance_using_subcommand explain" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c conformance -n "__fish_conformance_using_subcommand explain" -l list -d 'List every check with what it means'
complete -c conformance -n "__fish_conformance_using_subcommand explain" -l page -d 'Print the page of the reference, as Markdown'
complete -c conformance -n "__fish_conformance_using_subcommand explain" -s h -l help -d 'Print help'
complete -c conformance -n "__fish_conformance_using_subcommand tolerance" -l base-url -d 'The address of the API' -r
complete -c conformance -n "__fish_conformance_using_subcommand tolerance" -l auth-url -d 'The address of the token host' -r
complete -c conformance -n "__fish_conformance_using_subcommand tolerance" -l spec -d 'The description that defines what can be added [default: that of the Cloud Marketplace Automation Service]' -r -F
complete -c conformance -n "__fish_conformance_using_subcommand tolerance" -l include -d 'Only read these operations, and the schemas that they need: `tag:NAME`, `path:/offers*` or `op:ID`, in which `*` stands for any characters. Can be given several times' -r
complete -c conformance -n "__fish_conformance_using_subcommand tolerance" -l exclude -d 'Leave these operations out, with the schemas that only they need' -r
complete -c conformance -n "__fish_conformance_using_subcommand tolerance" -l env -d 'Another variable that is set to the address of the API\'s proxy, in addition to `MARKETPLACE_BASE_URL`; repeatable' -r
complete -c conformance -n "__fish_conformance_using_subcommand tolerance" -l timeout -d 'How long the client may run each time: 90s, 10m' -r
complete -c conformance -n "__fish_conformance_using_subcommand tolerance" -l parameter -d 'The value of a path parameter below which the client may create items; repeatable' -r
complete -c conformance -n "__fish_conformance_using_subcommand tolerance" -l org -d 'The organization, for the path parameter `orgId`' -r
complete -c conformance -n "__fish_conformance_using_subcommand tolerance" -l header -d 'A header field for every request that does not have it, such as one that a gateway requires; the value `env:VARIABLE` is replaced by that environment variable; repeatable' -r
complete -c conformance -n "__fish_conformance_using_subcommand tolerance" -l cacert -d 'Certificates (PEM) to trust in addition to those of this machine' -r -F
complete -c conformance -n "__fish_conformance_using_subcommand tolerance" -l cert -d 'The client certificate (PEM), for servers that require one (mutual TLS)' -r -F
complete -c conformance -n "__fish_conformance_using_subcommand tolerance" -l key -d 'The private key (PEM) of `--cert`' -r -F
complete -c conformance -n "__fish_conformance_using_subcommand tolerance" -l proxy -d 'The proxy, an http or socks5 address [default: from `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`, except for this machine]' -r
complete -c conformance -n "__fish_conformance_using_subcommand tolerance" -l resolve -d 'The address to use for a host and port instead of the one from DNS; repeatable' -r
complete -c conformance -n "__fish_conformance_using_subcommand tolerance" -l needs -d 'Find out what the client needs, and write it to a file for `diff --consumers`: the client runs repeatedly while more and more is removed from responses' -r -F
complete -c conformance -n "__fish_conformance_using_subcommand tolerance" -l take -d 'How something is removed with `--needs`; repeatable' -r -f -a "remove\t'The property is left out'
null\t'The property is null'
rename\t'The property has another name'"
complete -c conformance -n "__fish_conformance_using_subcommand tolerance" -l client -d 'The name of the client in that file [default: the name of its program]' -r
complete -c conformance -n "__fish_conformance_using_subcommand tolerance" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c conformance -n "__fish_conformance_using_subcommand tolerance" -l allow-writes -d 'Also pass on requests that change something; on this machine this is the default'
complete -c conformance -n "__fish_conformance_using_subcommand tolerance" -l allow-actions -d 'Pass on requests that act on a collection, on the caller or on the server as a whole'
complete -c conformance -n "__fish_conformance_using_subcommand tolerance" -l trust-client -d 'Pass on everything: the client may change what it has not created itself. It is run several times'
complete -c conformance -n "__fish_conformance_using_subcommand tolerance" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c conformance -n "__fish_conformance_using_subcommand help; and not __fish_seen_subcommand_from merge explain tolerance help" -f -a "merge" -d 'Join the reports of the shards of one plan'
complete -c conformance -n "__fish_conformance_using_subcommand help; and not __fish_seen_subcommand_from merge explain tolerance help" -f -a "explain" -d 'Explain a check that a report names, or the checks of a requirement'
complete -c conformance -n "__fish_conformance_using_subcommand help; and not __fish_seen_subcommand_from merge explain tolerance help" -f -a "tolerance" -d 'Run a client behind proxies that add to responses what a deployment may add at any time'
complete -c conformance -n "__fish_conformance_using_subcommand help; and not __fish_seen_subcommand_from merge explain tolerance help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
