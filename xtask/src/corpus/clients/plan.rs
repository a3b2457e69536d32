//! The plan of calls: the description as validators read it, and the generated calls.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::super::documents::Document;
use crate::programs::CLIENT_CALLS;

/// The calls of a document.
pub(super) struct Plan {
    /// The description for the validators: without servers, because clients use loopback, and with `#`
    /// in paths escaped, which validators would expect literally in requests.
    pub(super) description: PathBuf,
    /// The file of the calls.
    pub(super) file: PathBuf,
    /// How many operations the description has.
    pub(super) operations: usize,
    /// The calls, in order.
    pub(super) calls: Vec<Call>,
}

/// A call of the plan.
#[derive(Debug, Deserialize)]
pub(super) struct Call {
    /// The operation and the variant of the call.
    pub(super) name: String,
    /// The operationId.
    pub(super) operation: String,
    /// The values of the parameters, by name; by location and name, if two have the same name.
    pub(super) parameters: Map<String, Value>,
    /// The media type and the value of the body.
    #[serde(default)]
    pub(super) body: Value,
    /// The values that parameters have if they are not sent, by location and name.
    #[serde(default)]
    pub(super) defaults: Map<String, Value>,
}

#[derive(Deserialize)]
struct Drawn {
    operations: usize,
    calls: Vec<Call>,
}

impl Plan {
    /// Generates the calls of a document into a folder.
    ///
    /// # Errors
    /// Returns an error if the document cannot be read, or the calls cannot be generated.
    pub(super) fn make(document: &Document, folder: &Path, seed: u64) -> Result<Self> {
        let description = folder.join("description.json");
        let text = fs::read_to_string(&document.path).context("cannot read the description")?;
        // Not every JSON text is YAML, which has no escape for half of a surrogate pair.
        let mut value: Value = match serde_json::from_str(&text) {
            Ok(value) => value,
            Err(_) => serde_yaml::from_str(&text).context("cannot read the description")?,
        };
        strip_servers(&mut value);
        escape_paths(&mut value);
        fs::write(&description, value.to_string()).context("cannot write the description")?;
        Self::written(description, folder, draw(document, seed, &[])?)
    }

    /// Writes drawn calls to a folder.
    ///
    /// # Errors
    /// Returns an error if they have another form, or cannot be written.
    pub(super) fn written(description: PathBuf, folder: &Path, drawn: Value) -> Result<Self> {
        let file = folder.join("calls.json");
        fs::write(&file, drawn.to_string()).context("cannot write the calls")?;
        let drawn: Drawn = serde_json::from_value(drawn).context("the calls have another form")?;
        Ok(Self {
            description,
            file,
            operations: drawn.operations,
            calls: drawn.calls,
        })
    }

    /// Returns how many operations are called.
    pub(super) fn called(&self) -> usize {
        let called: BTreeSet<_> = self.calls.iter().map(|call| &call.operation).collect();
        called.len()
    }
}

/// Generates the calls of a document; `words` are further arguments of the program.
///
/// # Errors
/// Returns an error if the calls cannot be generated.
pub(super) fn draw(document: &Document, seed: u64, words: &[&str]) -> Result<Value> {
    let drawn = Command::new(CLIENT_CALLS.path())
        .arg(&document.path)
        .arg(seed.to_string())
        .args(words)
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start client-calls")?;
    ensure!(drawn.status.success(), "no calls could be drawn");
    serde_json::from_slice(&drawn.stdout).context("the calls are not JSON")
}

/// Removes the servers of the description, of paths and of operations.
fn strip_servers(description: &mut Value) {
    let remove = |value: &mut Value| {
        if let Some(members) = value.as_object_mut() {
            members.remove("servers");
        }
    };
    remove(description);
    let paths = description.get_mut("paths").and_then(Value::as_object_mut);
    for path in paths.into_iter().flat_map(|paths| paths.values_mut()) {
        remove(path);
        path.as_object_mut()
            .into_iter()
            .flat_map(|path| path.values_mut())
            .for_each(remove);
    }
}

/// Escapes characters that a path of a request cannot contain (RFC 3986 §3.3).
fn escape_paths(description: &mut Value) {
    if let Some(paths) = description.get_mut("paths").and_then(Value::as_object_mut) {
        let own = std::mem::take(paths).into_iter();
        paths.extend(own.map(|(path, item)| (path.replace('#', "%23"), item)));
    }
}
