
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'specwright' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'specwright'
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
        'specwright' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('generate', 'generate', [CompletionResultType]::ParameterValue, 'Generate code from a description')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check that generated code is current; write nothing')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Compare two descriptions and report what breaks')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Explain a code or a rule that a message names')
            [CompletionResult]::new('inspect', 'inspect', [CompletionResultType]::ParameterValue, 'Show what a stage of the generator makes of a description')
            [CompletionResult]::new('scaffold', 'scaffold', [CompletionResultType]::ParameterValue, 'Add a method for each operation that an implementation lacks')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'specwright;generate' {
            [CompletionResult]::new('--spec', '--spec', [CompletionResultType]::ParameterName, 'The OpenAPI description, YAML or JSON [default: that of the Cloud Marketplace Automation Service]')
            [CompletionResult]::new('--overlay', '--overlay', [CompletionResultType]::ParameterName, 'An overlay (OpenAPI Overlay 1.0 or 1.1) that changes the description first; several in their order')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'Multiply the default limits on the size and cost of the description by this factor, such as 4')
            [CompletionResult]::new('--include', '--include', [CompletionResultType]::ParameterName, 'Only read these operations, and the schemas that they need: `tag:NAME`, `path:/offers*` or `op:ID`, in which `*` stands for any characters. Can be given several times')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave these operations out, with the schemas that only they need')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Names and versions of the packages [default: codegen.yaml next to the description]')
            [CompletionResult]::new('--target', '--target', [CompletionResultType]::ParameterName, 'What to generate; everything by default')
            [CompletionResult]::new('--out', '--out', [CompletionResultType]::ParameterName, 'Where to write [default: generated]')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'With `--check`: the description of the last release, in the forms of `diff` (a file, `git:REVISION:PATH`, or `-`). The version of the packages must be high enough for the changes since then')
            [CompletionResult]::new('--released', '--released', [CompletionResultType]::ParameterName, 'The version of the packages in the last release')
            [CompletionResult]::new('--message-format', '--message-format', [CompletionResultType]::ParameterName, 'How diagnostics and stale files are reported. Except for `human`, standard output is for machines, and notes for people go to standard error')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Write nothing; show what is stale, and exit with 1 if anything is')
            [CompletionResult]::new('--publish', '--publish', [CompletionResultType]::ParameterName, 'With `--check`: show also what keeps the packages from being published, such as a missing `package.repository`, and exit with 1 if anything does')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Write nothing; list what would change')
            [CompletionResult]::new('--overwrite-edited', '--overwrite-edited', [CompletionResultType]::ParameterName, 'Overwrite generated files that were edited. Without this flag, they are reported and nothing is written (`cargo xtask codegen` without --out always overwrites them)')
            [CompletionResult]::new('--strict-constructs', '--strict-constructs', [CompletionResultType]::ParameterName, 'Treat constructs that a target does not support, and parts that are left out because of an error, as errors')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Show nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Show nothing but errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'specwright;check' {
            [CompletionResult]::new('--spec', '--spec', [CompletionResultType]::ParameterName, 'The OpenAPI description, YAML or JSON [default: that of the Cloud Marketplace Automation Service]')
            [CompletionResult]::new('--overlay', '--overlay', [CompletionResultType]::ParameterName, 'An overlay (OpenAPI Overlay 1.0 or 1.1) that changes the description first; several in their order')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'Multiply the default limits on the size and cost of the description by this factor, such as 4')
            [CompletionResult]::new('--include', '--include', [CompletionResultType]::ParameterName, 'Only read these operations, and the schemas that they need: `tag:NAME`, `path:/offers*` or `op:ID`, in which `*` stands for any characters. Can be given several times')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave these operations out, with the schemas that only they need')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Names and versions of the packages [default: codegen.yaml next to the description]')
            [CompletionResult]::new('--target', '--target', [CompletionResultType]::ParameterName, 'What to generate; everything by default')
            [CompletionResult]::new('--out', '--out', [CompletionResultType]::ParameterName, 'Where to write [default: generated]')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'With `--check`: the description of the last release, in the forms of `diff` (a file, `git:REVISION:PATH`, or `-`). The version of the packages must be high enough for the changes since then')
            [CompletionResult]::new('--released', '--released', [CompletionResultType]::ParameterName, 'The version of the packages in the last release')
            [CompletionResult]::new('--message-format', '--message-format', [CompletionResultType]::ParameterName, 'How diagnostics and stale files are reported. Except for `human`, standard output is for machines, and notes for people go to standard error')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Write nothing; show what is stale, and exit with 1 if anything is')
            [CompletionResult]::new('--publish', '--publish', [CompletionResultType]::ParameterName, 'With `--check`: show also what keeps the packages from being published, such as a missing `package.repository`, and exit with 1 if anything does')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Write nothing; list what would change')
            [CompletionResult]::new('--overwrite-edited', '--overwrite-edited', [CompletionResultType]::ParameterName, 'Overwrite generated files that were edited. Without this flag, they are reported and nothing is written (`cargo xtask codegen` without --out always overwrites them)')
            [CompletionResult]::new('--strict-constructs', '--strict-constructs', [CompletionResultType]::ParameterName, 'Treat constructs that a target does not support, and parts that are left out because of an error, as errors')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Show nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Show nothing but errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'specwright;diff' {
            [CompletionResult]::new('--root', '--root', [CompletionResultType]::ParameterName, 'A folder around both descriptions that references may lead to, such as `../shared.yaml`; for a revision, a path from the top of the repository')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'Multiply the default limits on the size and cost of each description by this factor, such as 4')
            [CompletionResult]::new('--include', '--include', [CompletionResultType]::ParameterName, 'Only read these operations, and the schemas that they need: `tag:NAME`, `path:/offers*` or `op:ID`, in which `*` stands for any characters. Can be given several times')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave these operations out, with the schemas that only they need')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The format of the changes: for people, as one JSON list, as a comment on a pull request, as one HTML page, or as tests. For annotations and SARIF, use `--message-format`')
            [CompletionResult]::new('--message-format', '--message-format', [CompletionResultType]::ParameterName, 'How the changes are reported: `human` is `--format text`. With any other, standard output is for machines')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'The level from which on a change counts as breaking')
            [CompletionResult]::new('--policy', '--policy', [CompletionResultType]::ParameterName, 'What the service promises in addition to its description [default: diff.yaml next to NEW]')
            [CompletionResult]::new('--accept', '--accept', [CompletionResultType]::ParameterName, 'A TOML file with changes that are accepted until a date: `[[finding]]` with `id`, `until` and `why`')
            [CompletionResult]::new('--consumers', '--consumers', [CompletionResultType]::ParameterName, 'Report which clients each change affects, from the files that `conformance tolerance --needs` has written')
            [CompletionResult]::new('--today', '--today', [CompletionResultType]::ParameterName, 'The day that sunsets and acceptances are measured from [default: today]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors')
            [CompletionResult]::new('--allow-uncompared', '--allow-uncompared', [CompletionResultType]::ParameterName, 'Count parts that could not be compared as warnings')
            [CompletionResult]::new('--explain', '--explain', [CompletionResultType]::ParameterName, 'Show a counterexample for each breaking change: a request or a response, generated from the schemas. For changes that give SDKs other types, show program lines that may no longer compile. Every `--format` except `junit` has both')
            [CompletionResult]::new('--rules', '--rules', [CompletionResultType]::ParameterName, 'List every rule with its level and meaning, and compare nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'specwright;explain' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors')
            [CompletionResult]::new('--list', '--list', [CompletionResultType]::ParameterName, 'List every id with what it means')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'specwright;inspect' {
            [CompletionResult]::new('--spec', '--spec', [CompletionResultType]::ParameterName, 'The OpenAPI description [default: that of the Cloud Marketplace Automation Service]')
            [CompletionResult]::new('--overlay', '--overlay', [CompletionResultType]::ParameterName, 'An overlay that changes the description first; several in their order')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'Multiply the default limits on the size and cost of the description by this factor, such as 4')
            [CompletionResult]::new('--include', '--include', [CompletionResultType]::ParameterName, 'Only read these operations, and the schemas that they need: `tag:NAME`, `path:/offers*` or `op:ID`, in which `*` stands for any characters. Can be given several times')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave these operations out, with the schemas that only they need')
            [CompletionResult]::new('--stage', '--stage', [CompletionResultType]::ParameterName, 'The stage to show')
            [CompletionResult]::new('--operation', '--operation', [CompletionResultType]::ParameterName, 'Only what concerns one operation')
            [CompletionResult]::new('--schema', '--schema', [CompletionResultType]::ParameterName, 'Only the type of one schema; for the stage `ir`')
            [CompletionResult]::new('--after', '--after', [CompletionResultType]::ParameterName, 'The last pass to run; for the stage `ir`')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'specwright;scaffold' {
            [CompletionResult]::new('--spec', '--spec', [CompletionResultType]::ParameterName, 'The OpenAPI description, YAML or JSON [default: that of the Cloud Marketplace Automation Service]')
            [CompletionResult]::new('--overlay', '--overlay', [CompletionResultType]::ParameterName, 'An overlay (OpenAPI Overlay 1.0 or 1.1) that changes the description first; several in their order')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'Multiply the default limits on the size and cost of the description by this factor, such as 4')
            [CompletionResult]::new('--include', '--include', [CompletionResultType]::ParameterName, 'Only read these operations, and the schemas that they need: `tag:NAME`, `path:/offers*` or `op:ID`, in which `*` stands for any characters. Can be given several times')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave these operations out, with the schemas that only they need')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Names and versions of the packages [default: codegen.yaml beside the description]')
            [CompletionResult]::new('--trait', '--trait', [CompletionResultType]::ParameterName, 'The trait to complete; by default, every trait that the files implement')
            [CompletionResult]::new('--impl', '--impl', [CompletionResultType]::ParameterName, 'A file with implementations; several are possible')
            [CompletionResult]::new('--out', '--out', [CompletionResultType]::ParameterName, 'The folder of the server crate')
            [CompletionResult]::new('--server-crate', '--server-crate', [CompletionResultType]::ParameterName, 'The folder of the generated server crate [default: rust/server in the folder of generated code]')
            [CompletionResult]::new('--server', '--server', [CompletionResultType]::ParameterName, 'The path of the server crate in the files, such as `crate::api`, if they do not show it')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Create a server crate, or complete an earlier one')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Write nothing; exit with 1 if something is missing, removed or changed')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'specwright;help' {
            [CompletionResult]::new('generate', 'generate', [CompletionResultType]::ParameterValue, 'Generate code from a description')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check that generated code is current; write nothing')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Compare two descriptions and report what breaks')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Explain a code or a rule that a message names')
            [CompletionResult]::new('inspect', 'inspect', [CompletionResultType]::ParameterValue, 'Show what a stage of the generator makes of a description')
            [CompletionResult]::new('scaffold', 'scaffold', [CompletionResultType]::ParameterValue, 'Add a method for each operation that an implementation lacks')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'specwright;help;generate' {
            break
        }
        'specwright;help;check' {
            break
        }
        'specwright;help;diff' {
            break
        }
        'specwright;help;explain' {
            break
        }
        'specwright;help;inspect' {
            break
        }
        'specwright;help;scaffold' {
            break
        }
        'specwright;help;help' {
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
