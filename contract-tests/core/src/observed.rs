//! What a run has observed of a deployment, apart from findings.

use serde::{Deserialize, Serialize};

use crate::description::Place;

/// A difference between the deployment and the description. It is never a failure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Drift {
    /// The kind of difference.
    pub kind: DriftKind,
    /// The operation, by id, if it belongs to one.
    pub operation: Option<String>,
    /// The difference in one line.
    pub what: String,
    /// Its name, by which the same difference in several places is recognized.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Where the description would define it: a JSON pointer.
    pub at: Option<String>,
    /// The closest place in the description that exists.
    pub place: Option<Place>,
    /// How often it was seen.
    pub count: u64,
}

/// Kinds of drift.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DriftKind {
    /// A property of an object.
    Field,
    /// A value of an extensible enumeration.
    EnumValue,
    /// A status.
    Status,
    /// A header field of a response.
    Header,
    /// A method of a path.
    Operation,
    /// A deprecation or sunset that is announced.
    Sunset,
}

/// The announced sunset of an operation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Sunset {
    /// The operation, by id.
    pub operation: String,
    /// Whether the description marks it as deprecated.
    pub described: bool,
    /// Since when it is deprecated (RFC 3339).
    pub deprecated: Option<String>,
    /// The date of the sunset (RFC 3339).
    pub ends: Option<String>,
    /// The field as it was sent.
    pub header: Option<String>,
    /// How many days are left; negative after the sunset.
    pub days_left: Option<i64>,
    /// When a run first saw it (RFC 3339).
    pub first_seen: Option<String>,
    /// The address of a guide.
    pub guide: Option<String>,
}
