complete -c mock -l spec -d 'The description (OpenAPI 3.0, 3.1 or 3.2) [default: that of the Cloud Marketplace Automation Service]' -r -F
complete -c mock -l include -d 'Only read these operations, and the schemas that they need: `tag:NAME`, `path:/offers*` or `op:ID`, in which `*` stands for any characters. Can be given several times' -r
complete -c mock -l exclude -d 'Leave these operations out, with the schemas that only they need' -r
complete -c mock -l listen -d 'The address to listen on; port 0 is a free one' -r
complete -c mock -l seed -d 'The seed of responses; the same seed leads to the same ones' -r
complete -c mock -l credentials -d 'Where to write the accepted credentials, and values of existing path parameters, for `conformance --credentials`' -r -F
complete -c mock -s h -l help -d 'Print help (see more with \'--help\')'
complete -c mock -s V -l version -d 'Print version'
