//! What a client uses of an API, and what it needs: the file that `conformance tolerance --needs`
//! writes, and that `diff --consumers` reads.

use std::path::Path;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

/// A client of an API.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Consumer {
    /// The name of the client in reports.
    pub name: String,
    /// The operations that it calls.
    pub operations: Vec<Used>,
}

/// An operation that a client calls.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Used {
    /// The method, such as `GET`.
    pub method: String,
    /// The path template.
    pub path: String,
    /// The contents of its requests: `?name` for a query parameter, and for a property of a JSON
    /// body its pointer, in which `*` stands for any item.
    pub sends: Vec<String>,
    /// The properties of responses that it needs.
    pub needs: Vec<Need>,
}

/// A property of responses that a client needs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Need {
    /// The status of the response.
    pub status: u16,
    /// Its pointer, in which `*` stands for any item.
    pub at: String,
    /// The ways of removal that the client does not tolerate.
    pub without: Vec<Without>,
}

/// How a property is removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Without {
    /// The property is left out.
    Remove,
    /// The property is null.
    Null,
    /// The property has another name.
    Rename,
}

/// Reads the file of a client.
///
/// # Errors
/// Returns an error if it cannot be read, or has another form.
pub fn read(path: &Path) -> Result<Consumer> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {shown}"))?;
    serde_json::from_str(&text).with_context(|| format!("in {shown}"))
}
