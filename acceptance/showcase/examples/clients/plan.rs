//! The calls that the clients make, and the responses to them.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use serde::Deserialize;
use serde_json::{Map, Value};

/// All calls.
#[derive(Deserialize)]
pub struct Plan {
    #[serde(deserialize_with = "shared")]
    pub calls: Vec<Arc<Call>>,
}

/// A call.
#[derive(Debug, Default, Deserialize)]
pub struct Call {
    /// Its position in the plan.
    #[serde(skip)]
    pub number: usize,
    /// The operationId.
    pub operation: String,
    /// What answers it.
    pub against: Against,
    /// Whether the client reads all pages of a list.
    #[serde(default)]
    pub pages: bool,
    /// The response of the server; the mock chooses its own.
    #[serde(default)]
    pub answer: Answer,
}

/// What answers a call.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Against {
    /// The generated server.
    #[default]
    Server,
    /// The mock.
    Mock,
}

/// The response of the server.
#[derive(Debug, Default, Deserialize)]
pub struct Answer {
    /// The position in the declared responses: one for each media type of each response.
    pub index: usize,
    /// The status, if the description declares a range.
    pub status: u16,
    /// The body: of a stream, its items; of a list, the items of all pages.
    #[serde(default)]
    pub value: Value,
    /// The header fields.
    #[serde(default)]
    pub headers: Map<String, Value>,
    /// How many items a page has if the request does not say.
    #[serde(default)]
    pub size: usize,
}

impl Plan {
    /// Reads a plan from a file.
    pub fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read(path).context("cannot read the calls")?;
        serde_json::from_slice(&text).context("the calls have another form")
    }
}

fn shared<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<Arc<Call>>, D::Error> {
    let calls = Vec::<Call>::deserialize(deserializer)?.into_iter();
    let numbered = calls
        .enumerate()
        .map(|(number, call)| Call { number, ..call });
    Ok(numbered.map(Arc::new).collect())
}
