# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_specwright_global_optspecs
    string join \n color= h/help V/version
end

function __fish_specwright_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_specwright_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_specwright_using_subcommand
    set -l cmd (__fish_specwright_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c specwright -n "__fish_specwright_needs_command" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal that shows them'
always\t'Always'
never\t'Never'"
complete -c specwright -n "__fish_specwright_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c specwright -n "__fish_specwright_needs_command" -s V -l version -d 'Print version'
complete -c specwright -n "__fish_specwright_needs_command" -f -a "generate" -d 'Generate code from a description'
complete -c specwright -n "__fish_specwright_needs_command" -f -a "check" -d 'Check that generated code is current; write nothing'
complete -c specwright -n "__fish_specwright_needs_command" -f -a "diff" -d 'Compare two descriptions and report what breaks'
complete -c specwright -n "__fish_specwright_needs_command" -f -a "explain" -d 'Explain a code or a rule that a message names'
complete -c specwright -n "__fish_specwright_needs_command" -f -a "inspect" -d 'Show what a stage of the generator makes of a description'
complete -c specwright -n "__fish_specwright_needs_command" -f -a "scaffold" -d 'Add a method for each operation that an implementation lacks'
complete -c specwright -n "__fish_specwright_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c specwright -n "__fish_specwright_using_subcommand generate" -l spec -d 'The OpenAPI description, YAML or JSON [default: that of the Cloud Marketplace Automation Service]' -r -F
complete -c specwright -n "__fish_specwright_using_subcommand generate" -l overlay -d 'An overlay (OpenAPI Overlay 1.0 or 1.1) that changes the description first; several in their order' -r -F
complete -c specwright -n "__fish_specwright_using_subcommand generate" -l budget -d 'Multiply the default limits on the size and cost of the description by this factor, such as 4' -r
complete -c specwright -n "__fish_specwright_using_subcommand generate" -l include -d 'Only read these operations, and the schemas that they need: `tag:NAME`, `path:/offers*` or `op:ID`, in which `*` stands for any characters. Can be given several times' -r
complete -c specwright -n "__fish_specwright_using_subcommand generate" -l exclude -d 'Leave these operations out, with the schemas that only they need' -r
complete -c specwright -n "__fish_specwright_using_subcommand generate" -l config -d 'Names and versions of the packages [default: codegen.yaml next to the description]' -r -F
complete -c specwright -n "__fish_specwright_using_subcommand generate" -l target -d 'What to generate; everything by default' -r
complete -c specwright -n "__fish_specwright_using_subcommand generate" -l out -d 'Where to write [default: generated]' -r -F
complete -c specwright -n "__fish_specwright_using_subcommand generate" -l since -d 'With `--check`: the description of the last release, in the forms of `diff` (a file, `git:REVISION:PATH`, or `-`). The version of the packages must be high enough for the changes since then' -r -F
complete -c specwright -n "__fish_specwright_using_subcommand generate" -l released -d 'The version of the packages in the last release' -r
complete -c specwright -n "__fish_specwright_using_subcommand generate" -l message-format -d 'How diagnostics and stale files are reported. Except for `human`, standard output is for machines, and notes for people go to standard error' -r -f -a "human\t'For people, with source lines and colours'
json\t'One JSON object per line; the last one is a summary'
github\t'Annotations of GitHub Actions (`::error file=…::…`)'
sarif\t'One SARIF 2.1.0 log'"
complete -c specwright -n "__fish_specwright_using_subcommand generate" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal that shows them'
always\t'Always'
never\t'Never'"
complete -c specwright -n "__fish_specwright_using_subcommand generate" -l check -d 'Write nothing; show what is stale, and exit with 1 if anything is'
complete -c specwright -n "__fish_specwright_using_subcommand generate" -l publish -d 'With `--check`: show also what keeps the packages from being published, such as a missing `package.repository`, and exit with 1 if anything does'
complete -c specwright -n "__fish_specwright_using_subcommand generate" -l dry-run -d 'Write nothing; list what would change'
complete -c specwright -n "__fish_specwright_using_subcommand generate" -l overwrite-edited -d 'Overwrite generated files that were edited. Without this flag, they are reported and nothing is written (`cargo xtask codegen` without --out always overwrites them)'
complete -c specwright -n "__fish_specwright_using_subcommand generate" -l strict-constructs -d 'Treat constructs that a target does not support, and parts that are left out because of an error, as errors'
complete -c specwright -n "__fish_specwright_using_subcommand generate" -s q -l quiet -d 'Show nothing but errors'
complete -c specwright -n "__fish_specwright_using_subcommand generate" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c specwright -n "__fish_specwright_using_subcommand check" -l spec -d 'The OpenAPI description, YAML or JSON [default: that of the Cloud Marketplace Automation Service]' -r -F
complete -c specwright -n "__fish_specwright_using_subcommand check" -l overlay -d 'An overlay (OpenAPI Overlay 1.0 or 1.1) that changes the description first; several in their order' -r -F
complete -c specwright -n "__fish_specwright_using_subcommand check" -l budget -d 'Multiply the default limits on the size and cost of the description by this factor, such as 4' -r
complete -c specwright -n "__fish_specwright_using_subcommand check" -l include -d 'Only read these operations, and the schemas that they need: `tag:NAME`, `path:/offers*` or `op:ID`, in which `*` stands for any characters. Can be given several times' -r
complete -c specwright -n "__fish_specwright_using_subcommand check" -l exclude -d 'Leave these operations out, with the schemas that only they need' -r
complete -c specwright -n "__fish_specwright_using_subcommand check" -l config -d 'Names and versions of the packages [default: codegen.yaml next to the description]' -r -F
complete -c specwright -n "__fish_specwright_using_subcommand check" -l target -d 'What to generate; everything by default' -r
complete -c specwright -n "__fish_specwright_using_subcommand check" -l out -d 'Where to write [default: generated]' -r -F
complete -c specwright -n "__fish_specwright_using_subcommand check" -l since -d 'With `--check`: the description of the last release, in the forms of `diff` (a file, `git:REVISION:PATH`, or `-`). The version of the packages must be high enough for the changes since then' -r -F
complete -c specwright -n "__fish_specwright_using_subcommand check" -l released -d 'The version of the packages in the last release' -r
complete -c specwright -n "__fish_specwright_using_subcommand check" -l message-format -d 'How diagnostics and stale files are reported. Except for `human`, standard output is for machines, and notes for people go to standard error' -r -f -a "human\t'For people, with source lines and colours'
json\t'One JSON object per line; the last one is a summary'
github\t'Annotations of GitHub Actions (`::error file=…::…`)'
sarif\t'One SARIF 2.1.0 log'"
complete -c specwright -n "__fish_specwright_using_subcommand check" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal that shows them'
always\t'Always'
never\t'Never'"
complete -c specwright -n "__fish_specwright_using_subcommand check" -l check -d 'Write nothing; show what is stale, and exit with 1 if anything is'
complete -c specwright -n "__fish_specwright_using_subcommand check" -l publish -d 'With `--check`: show also what keeps the packages from being published, such as a missing `package.repository`, and exit with 1 if anything does'
complete -c specwright -n "__fish_specwright_using_subcommand check" -l dry-run -d 'Write nothing; list what would change'
complete -c specwright -n "__fish_specwright_using_subcommand check" -l overwrite-edited -d 'Overwrite generated files that were edited. Without this flag, they are reported and nothing is written (`cargo xtask codegen` without --out always overwrites them)'
complete -c specwright -n "__fish_specwright_using_subcommand check" -l strict-constructs -d 'Treat constructs that a target does not support, and parts that are left out because of an error, as errors'
complete -c specwright -n "__fish_specwright_using_subcommand check" -s q -l quiet -d 'Show nothing but errors'
complete -c specwright -n "__fish_specwright_using_subcommand check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c specwright -n "__fish_specwright_using_subcommand diff" -l root -d 'A folder around both descriptions that references may lead to, such as `../shared.yaml`; for a revision, a path from the top of the repository' -r -F
complete -c specwright -n "__fish_specwright_using_subcommand diff" -l budget -d 'Multiply the default limits on the size and cost of each description by this factor, such as 4' -r
complete -c specwright -n "__fish_specwright_using_subcommand diff" -l include -d 'Only read these operations, and the schemas that they need: `tag:NAME`, `path:/offers*` or `op:ID`, in which `*` stands for any characters. Can be given several times' -r
complete -c specwright -n "__fish_specwright_using_subcommand diff" -l exclude -d 'Leave these operations out, with the schemas that only they need' -r
complete -c specwright -n "__fish_specwright_using_subcommand diff" -l format -d 'The format of the changes: for people, as one JSON list, as a comment on a pull request, as one HTML page, or as tests. For annotations and SARIF, use `--message-format`' -r -f -a "text\t''
json\t''
markdown\t''
html\t''
junit\t''"
complete -c specwright -n "__fish_specwright_using_subcommand diff" -l message-format -d 'How the changes are reported: `human` is `--format text`. With any other, standard output is for machines' -r -f -a "human\t'For people, with source lines and colours'
json\t'One JSON object per line; the last one is a summary'
github\t'Annotations of GitHub Actions (`::error file=…::…`)'
sarif\t'One SARIF 2.1.0 log'"
complete -c specwright -n "__fish_specwright_using_subcommand diff" -l fail-on -d 'The level from which on a change counts as breaking' -r -f -a "error\t''
warn\t''"
complete -c specwright -n "__fish_specwright_using_subcommand diff" -l policy -d 'What the service promises in addition to its description [default: diff.yaml next to NEW]' -r -F
complete -c specwright -n "__fish_specwright_using_subcommand diff" -l accept -d 'A TOML file with changes that are accepted until a date: `[[finding]]` with `id`, `until` and `why`' -r -F
complete -c specwright -n "__fish_specwright_using_subcommand diff" -l consumers -d 'Report which clients each change affects, from the files that `conformance tolerance --needs` has written' -r -F
complete -c specwright -n "__fish_specwright_using_subcommand diff" -l today -d 'The day that sunsets and acceptances are measured from [default: today]' -r
complete -c specwright -n "__fish_specwright_using_subcommand diff" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal that shows them'
always\t'Always'
never\t'Never'"
complete -c specwright -n "__fish_specwright_using_subcommand diff" -l allow-uncompared -d 'Count parts that could not be compared as warnings'
complete -c specwright -n "__fish_specwright_using_subcommand diff" -l explain -d 'Show a counterexample for each breaking change: a request or a response, generated from the schemas. For changes that give SDKs other types, show program lines that may no longer compile. Every `--format` except `junit` has both'
complete -c specwright -n "__fish_specwright_using_subcommand diff" -l rules -d 'List every rule with its level and meaning, and compare nothing'
complete -c specwright -n "__fish_specwright_using_subcommand diff" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c specwright -n "__fish_specwright_using_subcommand explain" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal that shows them'
always\t'Always'
never\t'Never'"
complete -c specwright -n "__fish_specwright_using_subcommand explain" -l list -d 'List every id with what it means'
complete -c specwright -n "__fish_specwright_using_subcommand explain" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c specwright -n "__fish_specwright_using_subcommand inspect" -l spec -d 'The OpenAPI description [default: that of the Cloud Marketplace Automation Service]' -r -F
complete -c specwright -n "__fish_specwright_using_subcommand inspect" -l overlay -d 'An overlay that changes the description first; several in their order' -r -F
complete -c specwright -n "__fish_specwright_using_subcommand inspect" -l budget -d 'Multiply the default limits on the size and cost of the description by this factor, such as 4' -r
complete -c specwright -n "__fish_specwright_using_subcommand inspect" -l include -d 'Only read these operations, and the schemas that they need: `tag:NAME`, `path:/offers*` or `op:ID`, in which `*` stands for any characters. Can be given several times' -r
complete -c specwright -n "__fish_specwright_using_subcommand inspect" -l exclude -d 'Leave these operations out, with the schemas that only they need' -r
complete -c specwright -n "__fish_specwright_using_subcommand inspect" -l stage -d 'The stage to show' -r -f -a "document\t'The tree, as it was read'
model\t'The resolved model, as JSON'
ir\t'The decisions of the middle end for each language: fields, presence, guards, documentation'
view\t'The decisions of the targets: the names of each operation and type'"
complete -c specwright -n "__fish_specwright_using_subcommand inspect" -l operation -d 'Only what concerns one operation' -r
complete -c specwright -n "__fish_specwright_using_subcommand inspect" -l schema -d 'Only the type of one schema; for the stage `ir`' -r
complete -c specwright -n "__fish_specwright_using_subcommand inspect" -l after -d 'The last pass to run; for the stage `ir`' -r
complete -c specwright -n "__fish_specwright_using_subcommand inspect" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal that shows them'
always\t'Always'
never\t'Never'"
complete -c specwright -n "__fish_specwright_using_subcommand inspect" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c specwright -n "__fish_specwright_using_subcommand scaffold" -l spec -d 'The OpenAPI description, YAML or JSON [default: that of the Cloud Marketplace Automation Service]' -r -F
complete -c specwright -n "__fish_specwright_using_subcommand scaffold" -l overlay -d 'An overlay (OpenAPI Overlay 1.0 or 1.1) that changes the description first; several in their order' -r -F
complete -c specwright -n "__fish_specwright_using_subcommand scaffold" -l budget -d 'Multiply the default limits on the size and cost of the description by this factor, such as 4' -r
complete -c specwright -n "__fish_specwright_using_subcommand scaffold" -l include -d 'Only read these operations, and the schemas that they need: `tag:NAME`, `path:/offers*` or `op:ID`, in which `*` stands for any characters. Can be given several times' -r
complete -c specwright -n "__fish_specwright_using_subcommand scaffold" -l exclude -d 'Leave these operations out, with the schemas that only they need' -r
complete -c specwright -n "__fish_specwright_using_subcommand scaffold" -l config -d 'Names and versions of the packages [default: codegen.yaml beside the description]' -r -F
complete -c specwright -n "__fish_specwright_using_subcommand scaffold" -l trait -d 'The trait to complete; by default, every trait that the files implement' -r
complete -c specwright -n "__fish_specwright_using_subcommand scaffold" -l impl -d 'A file with implementations; several are possible' -r -F
complete -c specwright -n "__fish_specwright_using_subcommand scaffold" -l out -d 'The folder of the server crate' -r -F
complete -c specwright -n "__fish_specwright_using_subcommand scaffold" -l server-crate -d 'The folder of the generated server crate [default: rust/server in the folder of generated code]' -r -F
complete -c specwright -n "__fish_specwright_using_subcommand scaffold" -l server -d 'The path of the server crate in the files, such as `crate::api`, if they do not show it' -r
complete -c specwright -n "__fish_specwright_using_subcommand scaffold" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal that shows them'
always\t'Always'
never\t'Never'"
complete -c specwright -n "__fish_specwright_using_subcommand scaffold" -l all -d 'Create a server crate, or complete an earlier one'
complete -c specwright -n "__fish_specwright_using_subcommand scaffold" -l check -d 'Write nothing; exit with 1 if something is missing, removed or changed'
complete -c specwright -n "__fish_specwright_using_subcommand scaffold" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c specwright -n "__fish_specwright_using_subcommand help; and not __fish_seen_subcommand_from generate check diff explain inspect scaffold help" -f -a "generate" -d 'Generate code from a description'
complete -c specwright -n "__fish_specwright_using_subcommand help; and not __fish_seen_subcommand_from generate check diff explain inspect scaffold help" -f -a "check" -d 'Check that generated code is current; write nothing'
complete -c specwright -n "__fish_specwright_using_subcommand help; and not __fish_seen_subcommand_from generate check diff explain inspect scaffold help" -f -a "diff" -d 'Compare two descriptions and report what breaks'
complete -c specwright -n "__fish_specwright_using_subcommand help; and not __fish_seen_subcommand_from generate check diff explain inspect scaffold help" -f -a "explain" -d 'Explain a code or a rule that a message names'
complete -c specwright -n "__fish_specwright_using_subcommand help; and not __fish_seen_subcommand_from generate check diff explain inspect scaffold help" -f -a "inspect" -d 'Show what a stage of the generator makes of a description'
complete -c specwright -n "__fish_specwright_using_subcommand help; and not __fish_seen_subcommand_from generate check diff explain inspect scaffold help" -f -a "scaffold" -d 'Add a method for each operation that an implementation lacks'
complete -c specwright -n "__fish_specwright_using_subcommand help; and not __fish_seen_subcommand_from generate check diff explain inspect scaffold help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
