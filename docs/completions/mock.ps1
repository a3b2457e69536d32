
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'mock' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'mock'
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
        'mock' {
            [CompletionResult]::new('--spec', '--spec', [CompletionResultType]::ParameterName, 'The description (OpenAPI 3.0, 3.1 or 3.2) [default: that of the Cloud Marketplace Automation Service]')
            [CompletionResult]::new('--include', '--include', [CompletionResultType]::ParameterName, 'Only read these operations, and the schemas that they need: `tag:NAME`, `path:/offers*` or `op:ID`, in which `*` stands for any characters. Can be given several times')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave these operations out, with the schemas that only they need')
            [CompletionResult]::new('--listen', '--listen', [CompletionResultType]::ParameterName, 'The address to listen on; port 0 is a free one')
            [CompletionResult]::new('--seed', '--seed', [CompletionResultType]::ParameterName, 'The seed of responses; the same seed leads to the same ones')
            [CompletionResult]::new('--credentials', '--credentials', [CompletionResultType]::ParameterName, 'Where to write the accepted credentials, and values of existing path parameters, for `conformance --credentials`')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
