//! JSON Schemas of the files that people write and programs exchange, generated from the Rust
//! types.
//!
//! They are read from the source instead of being derived, so that no program is built with more
//! than it needs, and documentation comments appear in editors. Tests validate real files against
//! them.

mod read;
mod write;

use std::path::Path;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

pub use self::read::Types;
use self::write::{Presence, Writer};

/// A schema and the types that it is generated from.
struct Source {
    /// The name of the file below `docs/schemas/`.
    file: &'static str,
    title: &'static str,
    /// The Rust files with the types.
    sources: &'static [&'static str],
    /// The root type.
    root: &'static str,
    presence: Presence,
    /// Whether each object has a `version`, as JSON lines do.
    versioned: bool,
    /// Fields whose schema does not follow from the type: the type, the field, the schema as JSON.
    fields: &'static [(&'static str, &'static str, &'static str)],
}

/// Patterns for operations.
const PATTERNS: &str =
    r#"{"type": "array", "items": {"type": "string", "pattern": "^(tag|path|op):."}}"#;

const SOURCES: &[Source] = &[
    Source {
        file: "codegen.schema.json",
        title: "codegen.yaml: names and versions of the generated packages",
        sources: &[
            "generator/src/config.rs",
            "generator/src/config/mcp.rs",
            "generator/src/config/package.rs",
        ],
        root: "Config",
        presence: Presence::Read,
        versioned: false,
        fields: &[("Mcp", "include", PATTERNS), ("Mcp", "exclude", PATTERNS)],
    },
    Source {
        file: "diff.schema.json",
        title: "diff.yaml: what a service promises beyond its description",
        sources: &["specwright/src/diff/policy.rs"],
        root: "File",
        presence: Presence::Read,
        versioned: false,
        fields: &[],
    },
    Source {
        file: "specwright-messages.schema.json",
        title: "A line of specwright --message-format json",
        sources: &[
            "specwright/src/message/mod.rs",
            "messages/src/message.rs",
            "spec/src/diagnostic/mod.rs",
            "spec/src/diff/change.rs",
            "spec/src/diff/place.rs",
        ],
        root: "Line",
        presence: Presence::Written,
        versioned: true,
        fields: &[],
    },
    Source {
        file: "conformance-messages.schema.json",
        title: "A line of conformance --message-format json",
        sources: &[
            "contract-tests/report/src/lines.rs",
            "contract-tests/report/src/model.rs",
            "contract-tests/core/src/catalogue.rs",
            "contract-tests/core/src/intent.rs",
            "messages/src/message.rs",
        ],
        root: "Line",
        presence: Presence::Written,
        versioned: true,
        fields: &[],
    },
    Source {
        file: "conformance-events.schema.json",
        title: "A line of conformance --message-format json --events, while the run goes on",
        sources: &[
            "contract-tests/src/cli/event_lines.rs",
            "contract-tests/core/src/intent.rs",
        ],
        root: "Line",
        presence: Presence::Written,
        versioned: true,
        fields: &[],
    },
    Source {
        file: "report.schema.json",
        title: "report.json of conformance",
        sources: &[
            "contract-tests/report/src/model.rs",
            "contract-tests/core/src/catalogue.rs",
            "contract-tests/core/src/description.rs",
            "contract-tests/core/src/observed.rs",
            "contract-tests/core/src/recorded.rs",
            "contract-tests/core/src/intent.rs",
        ],
        root: "Report",
        presence: Presence::Read,
        versioned: false,
        fields: &[("Report", "schema", r#"{"const": "conformance-report/1"}"#)],
    },
    Source {
        file: "finding.schema.json",
        title: "findings/ID.json of conformance, for --replay",
        sources: &[
            "contract-tests/src/replay.rs",
            "contract-tests/core/src/intent.rs",
        ],
        root: "Replay",
        presence: Presence::Read,
        versioned: false,
        fields: &[("Replay", "schema", r#"{"const": "conformance-finding/1"}"#)],
    },
    Source {
        file: "history.schema.json",
        title: "The file of conformance --history",
        sources: &[
            "contract-tests/engine/src/history/mod.rs",
            "contract-tests/engine/src/history/shape.rs",
        ],
        root: "History",
        presence: Presence::Read,
        versioned: false,
        fields: &[("History", "schema", r#"{"const": "conformance-history/1"}"#)],
    },
    Source {
        file: "credentials.schema.json",
        title: "The file of conformance --credentials (TOML)",
        sources: &["contract-tests/engine/src/credentials.rs"],
        root: "File",
        presence: Presence::Read,
        versioned: false,
        fields: &[(
            "File",
            "identities",
            r##"{"type": "object", "minProperties": 1, "additionalProperties": {"$ref": "#/$defs/Entry"}}"##,
        )],
    },
    Source {
        file: "conformance.schema.json",
        title: "conformance.toml: flags of conformance, and values that are known to be right",
        sources: &[
            "contract-tests/src/cli/settings.rs",
            "contract-tests/engine/src/supplied_values.rs",
        ],
        root: "Settings",
        presence: Presence::Read,
        versioned: false,
        fields: &[],
    },
    Source {
        file: "accepted.schema.json",
        title: "The file of --accept (TOML), of conformance and of diff",
        sources: &["messages/src/accepted.rs"],
        root: "Accepted",
        presence: Presence::Read,
        versioned: false,
        fields: &[("Entry", "until", r#"{"type": "string", "format": "date"}"#)],
    },
    Source {
        file: "consumer.schema.json",
        title: "The file of conformance tolerance --needs, and of diff --consumers (JSON)",
        sources: &["messages/src/consumer.rs"],
        root: "Consumer",
        presence: Presence::Read,
        versioned: false,
        fields: &[],
    },
];

/// Returns every schema, by file name.
///
/// # Errors
/// Returns an error if a type has no schema here, with its name.
pub fn all(project: &Path) -> Result<Vec<(&'static str, String)>> {
    let texts = SOURCES.iter().map(|source| {
        let schema = schema(source, project);
        let schema = schema.with_context(|| format!("docs/schemas/{}", source.file))?;
        let text = serde_json::to_string_pretty(&schema)? + "\n";
        Ok((source.file, text))
    });
    texts.collect()
}

fn schema(source: &Source, project: &Path) -> Result<Value> {
    let mut types = Types::default();
    for file in source.sources {
        types.read(&project.join(file))?;
    }
    let fields = source.fields.iter().map(|(owner, field, schema)| {
        let schema: Value = serde_json::from_str(schema)?;
        Ok(((*owner, *field), schema))
    });
    let mut writer = Writer::new(&types, source.presence, fields.collect::<Result<_>>()?);
    writer.versioned = source.versioned;
    let mut root = writer.root(source.root)?;
    let members = root.as_object_mut().context("the root is not an object")?;
    let mut whole = serde_json::Map::new();
    whole.insert(
        "$schema".to_owned(),
        json!("https://json-schema.org/draft/2020-12/schema"),
    );
    whole.insert("title".to_owned(), json!(source.title));
    whole.append(members);
    Ok(Value::Object(whole))
}
