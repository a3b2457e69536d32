
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'conformance' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'conformance'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'conformance' {
            [CompletionResult]::new('--base-url', '--base-url', [CompletionResultType]::ParameterName, 'The address of the API')
            [CompletionResult]::new('--auth-url', '--auth-url', [CompletionResultType]::ParameterName, 'The address of the token host, if there is one')
            [CompletionResult]::new('--org', '--org', [CompletionResultType]::ParameterName, 'The organization, for the path parameter `orgId`')
            [CompletionResult]::new('--parameter', '--parameter', [CompletionResultType]::ParameterName, 'The value of another path parameter: items below it are read, and new ones are created there; repeatable')
            [CompletionResult]::new('--spec', '--spec', [CompletionResultType]::ParameterName, 'The description to check against [default: that of the Cloud Marketplace Automation Service]')
            [CompletionResult]::new('--include', '--include', [CompletionResultType]::ParameterName, 'Only read these operations, and the schemas that they need: `tag:NAME`, `path:/offers*` or `op:ID`, in which `*` stands for any characters. Can be given several times')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave these operations out, with the schemas that only they need')
            [CompletionResult]::new('--credentials', '--credentials', [CompletionResultType]::ParameterName, 'A TOML file with a table `[identities.NAME]` for each identity')
            [CompletionResult]::new('--action', '--action', [CompletionResultType]::ParameterName, 'Send these operations although they act on more than items of this run, selected as for `--operation`; repeatable')
            [CompletionResult]::new('--only', '--only', [CompletionResultType]::ParameterName, 'Only these checks or requirements, by id; repeatable')
            [CompletionResult]::new('--skip', '--skip', [CompletionResultType]::ParameterName, 'Not these checks or requirements; repeatable')
            [CompletionResult]::new('--section', '--section', [CompletionResultType]::ParameterName, 'Only the requirements of these sections, such as A9; repeatable')
            [CompletionResult]::new('--operation', '--operation', [CompletionResultType]::ParameterName, 'Only include these operations in the plan: by operationId, `path:/org/*`, `tag:Offers` or `method:get`; repeatable')
            [CompletionResult]::new('--skip-operation', '--skip-operation', [CompletionResultType]::ParameterName, 'Send no request to these operations, selected in the same way; repeatable')
            [CompletionResult]::new('--cases', '--cases', [CompletionResultType]::ParameterName, 'How many requests of each random intent an operation gets')
            [CompletionResult]::new('--seed', '--seed', [CompletionResultType]::ParameterName, 'The seed of random choices')
            [CompletionResult]::new('--max-time', '--max-time', [CompletionResultType]::ParameterName, 'How long the run may take: 90s, 10m, 1h')
            [CompletionResult]::new('--max-requests', '--max-requests', [CompletionResultType]::ParameterName, 'The maximum number of requests')
            [CompletionResult]::new('--concurrency', '--concurrency', [CompletionResultType]::ParameterName, 'How many requests are under way at once')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'How long one response may take: 500ms, 10s')
            [CompletionResult]::new('--wait-for-expiry', '--wait-for-expiry', [CompletionResultType]::ParameterName, 'Wait at most this long for an access token to expire, if no expired one was given: 10m')
            [CompletionResult]::new('--shard', '--shard', [CompletionResultType]::ParameterName, 'Run one part of the plan: 2/5 is the second of five')
            [CompletionResult]::new('--replay', '--replay', [CompletionResultType]::ParameterName, 'Send the requests of a finding again')
            [CompletionResult]::new('--regressions', '--regressions', [CompletionResultType]::ParameterName, 'A folder of findings of earlier runs; their requests are sent first')
            [CompletionResult]::new('--emit-tests', '--emit-tests', [CompletionResultType]::ParameterName, 'Write each finding as a Rust test into this folder, such as `tests/conformance`')
            [CompletionResult]::new('--accept', '--accept', [CompletionResultType]::ParameterName, 'Accepted findings, with the date until which they are accepted (TOML)')
            [CompletionResult]::new('--history', '--history', [CompletionResultType]::ParameterName, 'What earlier runs saw of sunsets and shapes; read and updated')
            [CompletionResult]::new('--baseline', '--baseline', [CompletionResultType]::ParameterName, 'The description of an earlier day, to compare with for breaking changes')
            [CompletionResult]::new('--webhook-url', '--webhook-url', [CompletionResultType]::ParameterName, 'Where the deployment sends webhooks, if not to this machine')
            [CompletionResult]::new('--webhook-listen', '--webhook-listen', [CompletionResultType]::ParameterName, 'The address to receive webhooks on')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Where to write the report')
            [CompletionResult]::new('--message-format', '--message-format', [CompletionResultType]::ParameterName, 'How findings are reported. Except for `human`, standard output is for machines, and the summary for people goes to standard error')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'A TOML file of flags, by their names, and of valid values for parameters; flags and variables override it [default: conformance.toml, if it is present]')
            [CompletionResult]::new('--header', '--header', [CompletionResultType]::ParameterName, 'A header field for every request that does not have it, such as one that a gateway requires; the value `env:VARIABLE` is replaced by that environment variable; repeatable')
            [CompletionResult]::new('--cacert', '--cacert', [CompletionResultType]::ParameterName, 'Certificates (PEM) to trust in addition to those of this machine')
            [CompletionResult]::new('--cert', '--cert', [CompletionResultType]::ParameterName, 'The client certificate (PEM), for servers that require one (mutual TLS)')
            [CompletionResult]::new('--key', '--key', [CompletionResultType]::ParameterName, 'The private key (PEM) of `--cert`')
            [CompletionResult]::new('--proxy', '--proxy', [CompletionResultType]::ParameterName, 'The proxy, an http or socks5 address [default: from `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`, except for this machine]')
            [CompletionResult]::new('--resolve', '--resolve', [CompletionResultType]::ParameterName, 'The address to use for a host and port instead of the one from DNS; repeatable')
            [CompletionResult]::new('--rate-limit', '--rate-limit', [CompletionResultType]::ParameterName, 'The maximum rate of requests, 10/s or 90/m; `auto` adapts to 429 responses. A request that gets 429 is retried after `Retry-After`, with or without this flag; with it, no burst is sent')
            [CompletionResult]::new('--wait', '--wait', [CompletionResultType]::ParameterName, 'Wait at most this long for the deployment to respond before the run begins: 60s')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Also fail for deviations from assumptions of the description')
            [CompletionResult]::new('--read-only', '--read-only', [CompletionResultType]::ParameterName, 'Change nothing; this is the default for every deployment that is not on this machine')
            [CompletionResult]::new('--allow-writes', '--allow-writes', [CompletionResultType]::ParameterName, 'Create resources, change them and delete them; on this machine this is the default')
            [CompletionResult]::new('--allow-actions', '--allow-actions', [CompletionResultType]::ParameterName, 'Also send operations that act on a collection, on the caller or on the server as a whole')
            [CompletionResult]::new('--allow-bursts', '--allow-bursts', [CompletionResultType]::ParameterName, 'Send a burst of requests, to see whether a rate limit applies')
            [CompletionResult]::new('--allow-raw-sockets', '--allow-raw-sockets', [CompletionResultType]::ParameterName, 'Send malformed HTTP over a bare socket')
            [CompletionResult]::new('--allow-forgeries', '--allow-forgeries', [CompletionResultType]::ParameterName, 'Send forged tokens')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Send the changing requests of `--replay` without asking')
            [CompletionResult]::new('--certify', '--certify', [CompletionResultType]::ParameterName, 'Fail unless everything that applies was tested. For shards, use `merge --certify`')
            [CompletionResult]::new('--list', '--list', [CompletionResultType]::ParameterName, 'Print the plan and the checks, and send nothing')
            [CompletionResult]::new('--events', '--events', [CompletionResultType]::ParameterName, 'With `--message-format json`: also print each event of the run when it happens, such as a request or a new finding. The findings with their levels follow at the end')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print the verdict only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print the verdict only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('merge', 'merge', [CompletionResultType]::ParameterValue, 'Join the reports of the shards of one plan')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Explain a check that a report names, or the checks of a requirement')
            [CompletionResult]::new('tolerance', 'tolerance', [CompletionResultType]::ParameterValue, 'Run a client behind proxies that add to responses what a deployment may add at any time')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'conformance;merge' {
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Where to write the joint report')
            [CompletionResult]::new('--message-format', '--message-format', [CompletionResultType]::ParameterName, 'How findings are reported. Except for `human`, standard output is for machines, and the summary for people goes to standard error')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--certify', '--certify', [CompletionResultType]::ParameterName, 'Fail unless the shards together tested everything that applies')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'conformance;explain' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--list', '--list', [CompletionResultType]::ParameterName, 'List every check with what it means')
            [CompletionResult]::new('--page', '--page', [CompletionResultType]::ParameterName, 'Print the page of the reference, as Markdown')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'conformance;tolerance' {
            [CompletionResult]::new('--base-url', '--base-url', [CompletionResultType]::ParameterName, 'The address of the API')
            [CompletionResult]::new('--auth-url', '--auth-url', [CompletionResultType]::ParameterName, 'The address of the token host')
            [CompletionResult]::new('--spec', '--spec', [CompletionResultType]::ParameterName, 'The description that defines what can be added [default: that of the Cloud Marketplace Automation Service]')
            [CompletionResult]::new('--include', '--include', [CompletionResultType]::ParameterName, 'Only read these operations, and the schemas that they need: `tag:NAME`, `path:/offers*` or `op:ID`, in which `*` stands for any characters. Can be given several times')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave these operations out, with the schemas that only they need')
            [CompletionResult]::new('--env', '--env', [CompletionResultType]::ParameterName, 'Another variable that is set to the address of the API''s proxy, in addition to `MARKETPLACE_BASE_URL`; repeatable')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'How long the client may run each time: 90s, 10m')
            [CompletionResult]::new('--parameter', '--parameter', [CompletionResultType]::ParameterName, 'The value of a path parameter below which the client may create items; repeatable')
            [CompletionResult]::new('--org', '--org', [CompletionResultType]::ParameterName, 'The organization, for the path parameter `orgId`')
            [CompletionResult]::new('--header', '--header', [CompletionResultType]::ParameterName, 'A header field for every request that does not have it, such as one that a gateway requires; the value `env:VARIABLE` is replaced by that environment variable; repeatable')
            [CompletionResult]::new('--cacert', '--cacert', [CompletionResultType]::ParameterName, 'Certificates (PEM) to trust in addition to those of this machine')
            [CompletionResult]::new('--cert', '--cert', [CompletionResultType]::ParameterName, 'The client certificate (PEM), for servers that require one (mutual TLS)')
            [CompletionResult]::new('--key', '--key', [CompletionResultType]::ParameterName, 'The private key (PEM) of `--cert`')
            [CompletionResult]::new('--proxy', '--proxy', [CompletionResultType]::ParameterName, 'The proxy, an http or socks5 address [default: from `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`, except for this machine]')
            [CompletionResult]::new('--resolve', '--resolve', [CompletionResultType]::ParameterName, 'The address to use for a host and port instead of the one from DNS; repeatable')
            [CompletionResult]::new('--needs', '--needs', [CompletionResultType]::ParameterName, 'Find out what the client needs, and write it to a file for `diff --consumers`: the client runs repeatedly while more and more is removed from responses')
            [CompletionResult]::new('--take', '--take', [CompletionResultType]::ParameterName, 'How something is removed with `--needs`; repeatable')
            [CompletionResult]::new('--client', '--client', [CompletionResultType]::ParameterName, 'The name of the client in that file [default: the name of its program]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--allow-writes', '--allow-writes', [CompletionResultType]::ParameterName, 'Also pass on requests that change something; on this machine this is the default')
            [CompletionResult]::new('--allow-actions', '--allow-actions', [CompletionResultType]::ParameterName, 'Pass on requests that act on a collection, on the caller or on the server as a whole')
            [CompletionResult]::new('--trust-client', '--trust-client', [CompletionResultType]::ParameterName, 'Pass on everything: the client may change what it has not created itself. It is run several times')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'conformance;help' {
            [CompletionResult]::new('merge', 'merge', [CompletionResultType]::ParameterValue, 'Join the reports of the shards of one plan')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Explain a check that a report names, or the checks of a requirement')
            [CompletionResult]::new('tolerance', 'tolerance', [CompletionResultType]::ParameterValue, 'Run a client behind proxies that add to responses what a deployment may add at any time')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'conformance;help;merge' {
            break
        }
        'conformance;help;explain' {
            break
        }
        'conformance;help;tolerance' {
            break
        }
        'conformance;help;help' {
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
