//! Items that exist before a run, which it must leave alone.

use anyhow::Result;
use serde_json::Value;

use super::running::Running;

/// How many characters before the first difference are shown.
const CONTEXT: usize = 30;

/// The items that existed before a run.
#[derive(Debug)]
pub struct Held {
    items: Vec<(String, String)>,
}

impl Held {
    /// Creates the items of a server.
    ///
    /// # Errors
    /// Returns an error if the server does not accept them.
    pub fn make(running: &Running<'_>) -> Result<Self> {
        let items = running.server.made.iter().map(|item| {
            let answer = running.send(&item.method, &item.path, Some(&item.body))?;
            let made: Value = serde_json::from_str(&answer).unwrap_or_default();
            let id = match &made[&item.id] {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            let path = item.read.replace("{id}", &id);
            let before = running.send("GET", &path, None)?;
            Ok((path, before))
        });
        Ok(Self {
            items: items.collect::<Result<_>>()?,
        })
    }

    /// Returns which items have changed, or cannot be read any more, and how. A server that the
    /// run has ended is started again first.
    ///
    /// # Errors
    /// Returns an error if the server does not start again.
    pub fn changed(&self, running: &mut Running<'_>) -> Result<Vec<String>> {
        running.revive()?;
        let items = self.items.iter();
        let changed = items.filter_map(|(path, before)| match running.send("GET", path, None) {
            Ok(after) if is_same(before, &after) => None,
            Ok(after) => Some(format!("{path}: {}", difference(before, &after))),
            Err(error) => Some(format!("{path}: {error:#}")),
        });
        Ok(changed.collect())
    }
}

/// Returns whether two responses are the same: in JSON, the members of objects have no order (RFC 8259
/// §1).
fn is_same(before: &str, after: &str) -> bool {
    let json = |text: &str| serde_json::from_str::<Value>(text).ok();
    before == after || json(before).is_some_and(|value| json(after) == Some(value))
}

/// Returns both texts from shortly before their first difference.
fn difference(before: &str, after: &str) -> String {
    let same = before.chars().zip(after.chars());
    let same = same.take_while(|(one, other)| one == other).count();
    let part = |text: &str| -> String {
        let from = same.saturating_sub(CONTEXT);
        text.chars().skip(from).take(3 * CONTEXT).collect()
    };
    format!("…{}… is now …{}…", part(before), part(after))
}
