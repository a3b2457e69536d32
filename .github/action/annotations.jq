# The results of a SARIF log as annotations: workflow commands with file and line.
# At most 10 of each level are shown by GitHub; the rest is in the report.
def data: tostring | gsub("%"; "%25") | gsub("\r"; "%0D") | gsub("\n"; "%0A");
def property: data | gsub(":"; "%3A") | gsub(","; "%2C");
def level: {"error": "error", "warning": "warning"}[.level // "warning"] // "notice";

.runs[].results[]
| select((.suppressions // []) == [])
| .locations[0].physicalLocation as $place
| ($place.artifactLocation.uri // "") as $file
| "::\(level) "
  + (if $file == "" then "" else "file=\($file | property),line=\($place.region.startLine // 1)," end)
  + "title=\(.ruleId | property)::\(.message.text | data)"
