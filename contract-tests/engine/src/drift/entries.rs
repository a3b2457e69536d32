//! The recorded differences, as entries for the report.

use spec::Span;

use super::Drift;
use super::entry::{Entry, Key};
use super::path::{Path, join, pointer};
use super::places::Places;
use conformance_core::description::{Description, OperationId};
use conformance_core::observed::{Drift as DriftRow, DriftKind};

impl Drift {
    /// Returns all entries, sorted so that their order does not depend on when each was seen.
    #[must_use]
    pub fn entries(&self, description: &Description) -> Vec<DriftRow> {
        let places = Places::new(description);
        let state = self.state();
        let entries = state.entries.iter();
        let mut drift: Vec<_> = entries
            .map(|(key, entry)| describe(description, &places, key, entry))
            .collect();
        drift.sort_by(|one, other| {
            let order = |drift: &DriftRow| (drift.kind, drift.at.clone(), drift.what.clone());
            order(one).cmp(&order(other))
        });
        drift
    }
}

fn describe(description: &Description, places: &Places<'_>, key: &Key, entry: &Entry) -> DriftRow {
    let operation = entry.operation.or_else(|| key.operation());
    let operation = operation.map(|id| description.operation(id));
    DriftRow {
        kind: key.kind(),
        operation: operation.map(|operation| operation.id.clone()),
        what: words(description, key, entry),
        name: Some(key.name().replace(char::is_control, " ")),
        at: key.place(description, places).map(|path| pointer(&path)),
        place: Some(description.place(key.span(description))),
        count: entry.count,
    }
}

impl Key {
    const fn kind(&self) -> DriftKind {
        match self {
            Self::Field(..) => DriftKind::Field,
            Self::EnumValue(..) | Self::UnionMember(..) => DriftKind::EnumValue,
            Self::Status(..) => DriftKind::Status,
            Self::Header(..) => DriftKind::Header,
            Self::Operation(..) => DriftKind::Operation,
            Self::Sunset(..) => DriftKind::Sunset,
        }
    }

    /// Returns the name of the new item, without its place.
    fn name(&self) -> String {
        match self {
            Self::Field(_, name)
            | Self::EnumValue(_, name)
            | Self::UnionMember(_, name)
            | Self::Header(_, _, name) => name.text.clone(),
            Self::Status(_, status, _) => status.to_string(),
            Self::Operation(_, method) => method.as_str().to_owned(),
            Self::Sunset(_, _, field) => (*field).to_owned(),
        }
    }

    const fn operation(&self) -> Option<OperationId> {
        match self {
            Self::Field(..) | Self::EnumValue(..) | Self::UnionMember(..) => None,
            Self::Status(id, ..)
            | Self::Header(id, ..)
            | Self::Operation(id, ..)
            | Self::Sunset(id, ..) => Some(*id),
        }
    }

    /// Returns the closest place in the description that exists.
    fn span(&self, description: &Description) -> Span {
        match self {
            Self::Field(schema, _) | Self::EnumValue(schema, _) | Self::UnionMember(schema, _) => {
                description.api.schema(*schema).span
            }
            Self::Status(id, ..)
            | Self::Header(id, ..)
            | Self::Operation(id, ..)
            | Self::Sunset(id, ..) => description.operation(*id).span,
        }
    }

    /// Returns the place that the new item would have in the description.
    fn place(&self, description: &Description, places: &Places<'_>) -> Option<Path> {
        let schema = |id| description.api.schema(id);
        Some(match self {
            Self::Field(id, name) => {
                join(&places.schema(schema(*id))?, &["properties", &name.text])
            }
            Self::EnumValue(id, _) => places.values(schema(*id))?,
            Self::UnionMember(id, _) => places.schema(schema(*id))?,
            Self::Status(id, status, _) => {
                let status = status.to_string();
                join(&places.operation(*id)?, &["responses", &status])
            }
            Self::Header(id, status, name) => {
                join(&places.response(*id, *status)?, &["headers", &name.text])
            }
            Self::Operation(id, method) => join(&places.path_item(*id)?, &[method.field()]),
            Self::Sunset(id, ..) => join(&places.operation(*id)?, &["deprecated"]),
        })
    }
}

/// Describes an entry in one line.
fn words(description: &Description, key: &Key, entry: &Entry) -> String {
    let schema = |id| {
        let schema = description.api.schema(id);
        schema.name.as_deref().unwrap_or("a schema without a name")
    };
    let text = match key {
        Key::Field(id, name) => {
            let what = entry.shape.describe();
            format!("{} has the member `{}` ({what})", schema(*id), name.text)
        }
        Key::EnumValue(id, name) => format!("{} has the value `{}`", schema(*id), name.text),
        Key::UnionMember(id, name) => format!("{} has the member `{}`", schema(*id), name.text),
        Key::Status(id, status, _) => format!("{} answers {status}", name(description, *id)),
        Key::Header(id, status, field) => {
            let operation = name(description, *id);
            format!("{operation} answers {status} with the field {}", field.text)
        }
        Key::Operation(id, method) => {
            let path = &description.operation(*id).path;
            format!("{path} allows {}", method.as_str())
        }
        Key::Sunset(id, status, field) => {
            let operation = name(description, *id);
            format!("{operation} answers {status} with {field}, and is not marked as deprecated")
        }
    };
    text.replace(char::is_control, " ")
}

fn name(description: &Description, id: OperationId) -> &str {
    &description.operation(id).id
}
