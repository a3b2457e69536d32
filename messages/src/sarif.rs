//! SARIF 2.1.0 (OASIS), for code hosts that show findings at their line of a file.

use std::collections::BTreeMap;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;

use crate::explain::Explanation;
use crate::message::{Level, Message, Place};
use crate::text::{cut, lines};

/// The schema of SARIF, as the standard names it.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The maximum length of a message in characters.
const LONGEST: usize = 4_000;

/// Characters that a path segment of a relative URI need not encode (RFC 3986 section 3.3), and the
/// slash.
const PATH: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'.')
    .remove(b'-')
    .remove(b'_')
    .remove(b'~');

/// One run of a program.
#[derive(Debug)]
pub struct Run {
    tool: Tool,
    rules: Vec<Rule>,
    results: Vec<Outcome>,
    invocation: Invocation,
}

/// A rule that results belong to.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Rule {
    id: String,
    short_description: Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    full_description: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<Text>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    properties: BTreeMap<&'static str, String>,
}

#[derive(Debug)]
struct Tool {
    name: &'static str,
    version: String,
}

/// A result, with optional details.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    rule_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_index: Option<usize>,
    level: &'static str,
    message: Text,
    locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    partial_fingerprints: BTreeMap<&'static str, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    occurrence_count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suppressions: Option<[Suppression; 1]>,
}

#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_time_utc: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_execution_notifications: Vec<Notification>,
}

#[derive(Debug, Serialize)]
struct Notification {
    level: &'static str,
    message: Text,
}

#[derive(Debug, Serialize)]
struct Text {
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    markdown: Option<String>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "the names of the standard")]
struct Location {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Text>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: Region,
}

#[derive(Debug, Serialize)]
struct ArtifactLocation {
    uri: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    start_column: usize,
    end_line: usize,
    end_column: usize,
}

#[derive(Debug, Serialize)]
struct Suppression {
    kind: &'static str,
    justification: String,
}

impl Run {
    /// Creates a run without results.
    #[must_use]
    pub fn new(name: &'static str, version: impl Into<String>) -> Self {
        Self {
            tool: Tool {
                name,
                version: version.into(),
            },
            rules: Vec::new(),
            results: Vec::new(),
            invocation: Invocation {
                execution_successful: true,
                ..Invocation::default()
            },
        }
    }

    /// Sets when the run began (RFC 3339).
    #[must_use]
    pub fn started(mut self, time: impl Into<String>) -> Self {
        self.invocation.start_time_utc = Some(time.into());
        self
    }

    /// Sets whether the program completed its work, with good or bad results.
    #[must_use]
    pub const fn successful(mut self, successful: bool) -> Self {
        self.invocation.execution_successful = successful;
        self
    }

    /// Records why the program could not complete its work.
    pub fn fail(&mut self, why: &str) {
        self.invocation.execution_successful = false;
        self.invocation
            .tool_execution_notifications
            .push(Notification {
                level: "error",
                message: plain(why),
            });
    }

    /// Adds a rule. Rules come before the results that belong to them.
    pub fn rule(&mut self, rule: Rule) {
        self.rules.push(rule);
    }

    /// Adds a result.
    pub fn result(&mut self, result: Outcome) {
        let mut rules = self.rules.iter();
        let rule_index = rules.position(|rule| rule.id == result.rule_id);
        self.results.push(Outcome {
            rule_index,
            ..result
        });
    }

    /// Returns the log, with a line break at its end.
    ///
    /// # Errors
    /// Returns an error if it cannot be written as JSON.
    pub fn to_json(&self) -> serde_json::Result<String> {
        let log = Log {
            schema: SCHEMA,
            version: "2.1.0",
            runs: [LogRun {
                tool: LogTool {
                    driver: Driver {
                        name: self.tool.name,
                        version: &self.tool.version,
                        rules: &self.rules,
                    },
                },
                invocations: [&self.invocation],
                column_kind: "unicodeCodePoints",
                results: &self.results,
            }],
        };
        let text = serde_json::to_string_pretty(&log)?;
        Ok(crate::json::escaped(&text) + "\n")
    }
}

#[derive(Serialize)]
struct Log<'r> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [LogRun<'r>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LogRun<'r> {
    tool: LogTool<'r>,
    invocations: [&'r Invocation; 1],
    column_kind: &'static str,
    results: &'r [Outcome],
}

#[derive(Serialize)]
struct LogTool<'r> {
    driver: Driver<'r>,
}

#[derive(Serialize)]
struct Driver<'r> {
    name: &'static str,
    version: &'r str,
    rules: &'r [Rule],
}

impl Rule {
    /// Creates a rule with its title.
    #[must_use]
    pub fn new(id: &str, title: &str) -> Self {
        Self {
            id: id.to_owned(),
            short_description: plain(title),
            full_description: None,
            help: None,
            properties: BTreeMap::new(),
        }
    }

    /// Returns a rule with its explanation.
    #[must_use]
    pub fn explained(explanation: &Explanation) -> Self {
        Self {
            full_description: Some(plain(&explanation.meaning)),
            help: Some(Text {
                text: lines(&explanation.help()),
                markdown: Some(lines(&explanation.help())),
            }),
            ..Self::new(&explanation.id, &explanation.title)
        }
    }

    /// Adds a custom property.
    #[must_use]
    pub fn property(mut self, name: &'static str, value: &str) -> Self {
        self.properties.insert(name, value.to_owned());
        self
    }
}

impl Outcome {
    /// Returns the result for a message. `scheme` names the way in which its fingerprint is
    /// computed.
    #[must_use]
    pub fn of(message: &Message, scheme: &'static str) -> Self {
        let fingerprint = Some(&message.fingerprint).filter(|text| !text.is_empty());
        let fingerprint = fingerprint.map(|text| (scheme, text.clone()));
        let related = message.related.iter().enumerate();
        Self {
            rule_id: message.id.clone(),
            rule_index: None,
            level: match message.level {
                Level::Error => "error",
                Level::Warning => "warning",
                Level::Note => "note",
            },
            message: plain(&message.text),
            locations: message.place.iter().map(Location::of).collect(),
            related_locations: related
                .map(|(id, (place, text))| Location {
                    id: Some(id),
                    message: Some(plain(text)),
                    ..Location::of(place)
                })
                .collect(),
            partial_fingerprints: fingerprint.into_iter().collect(),
            occurrence_count: None,
            suppressions: None,
        }
    }

    /// Sets how often it was seen; at least once, as the standard requires.
    #[must_use]
    pub fn seen(mut self, count: u64) -> Self {
        self.occurrence_count = Some(count.max(1));
        self
    }

    /// Marks it as accepted, with the reason.
    #[must_use]
    pub fn accepted(mut self, why: &str) -> Self {
        self.suppressions = Some([Suppression {
            kind: "external",
            justification: cut(&lines(why), LONGEST),
        }]);
        self
    }
}

fn plain(text: &str) -> Text {
    Text {
        text: cut(&lines(text), LONGEST),
        markdown: None,
    }
}

impl Location {
    fn of(place: &Place) -> Self {
        Self {
            id: None,
            physical_location: PhysicalLocation {
                artifact_location: ArtifactLocation {
                    uri: uri(&place.file),
                },
                region: Region {
                    start_line: place.line,
                    start_column: place.column,
                    end_line: place.end_line,
                    end_column: place.end_column,
                },
            },
            message: None,
        }
    }
}

fn uri(file: &str) -> String {
    let encoded = utf8_percent_encode(file, PATH);
    if file.starts_with('/') {
        format!("file://{encoded}")
    } else {
        encoded.to_string()
    }
}
