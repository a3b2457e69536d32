//! Compares a document with that of the model, and finds the identifiers for its placeholders.

use std::collections::BTreeMap;

use serde_json::Value;

use super::exact;
use super::state::second;

/// The maximum duration of a sequence in the sandbox, in seconds: less than the interval between
/// any two moments at which something happens in the model.
const DRIFT: i64 = 20 * 60;

/// The values of the placeholders.
#[derive(Debug, Default)]
pub struct Signs(BTreeMap<String, String>);

impl Signs {
    pub fn learn(&mut self, sign: &str, id: &str) {
        self.0.insert(sign.to_owned(), id.to_owned());
    }

    /// Returns a text with the identifiers in place of their placeholders.
    pub fn fill(&self, text: &str) -> String {
        let is_end = |c: char| !c.is_ascii_alphanumeric() && c != '@';
        let mut filled = String::new();
        for part in text.split_inclusive(is_end) {
            let word = part.trim_end_matches(is_end);
            let id = self.0.get(word).map_or(word, String::as_str);
            filled = filled + id + &part[word.len()..];
        }
        filled
    }

    /// Checks that a document equals that of the model; returns the difference.
    pub fn unify(&mut self, place: &str, model: &Value, found: &Value) -> Result<(), String> {
        match (model, found) {
            (Value::String(model), _) if model == "*" && !found.is_null() => Ok(()),
            (Value::String(model), Value::String(found)) => self.text(place, model, found),
            (Value::Array(model), Value::Array(found)) => {
                let mut pairs = model.iter().zip(found).enumerate();
                pairs.try_for_each(|(index, (model, found))| {
                    self.unify(&format!("{place}/{index}"), model, found)
                })?;
                same(
                    place,
                    model.len() == found.len(),
                    "items",
                    &model.len(),
                    &found.len(),
                )
            }
            (Value::Object(model), Value::Object(found)) => {
                for (name, model) in model.iter().filter(|(name, _)| !name.starts_with('_')) {
                    let found = found.get(name).unwrap_or(&Value::Null);
                    self.unify(&format!("{place}/{name}"), model, found)?;
                }
                let surplus = found.keys().find(|name| !model.contains_key(*name));
                surplus.map_or(Ok(()), |name| {
                    Err(format!("{place}/{name} should not be there"))
                })
            }
            _ => same(place, model == found, "a value", model, found),
        }
    }

    /// Returns whether a placeholder has a given identifier, which a new placeholder is assigned.
    fn stands_for(&mut self, sign: &str, id: &str) -> bool {
        if let Some(known) = self.0.get(sign) {
            return known == id;
        }
        // A resource with another placeholder is a different one.
        let is_new = self.0.values().all(|known| known != id);
        self.learn(sign, id);
        is_new
    }

    fn text(&mut self, place: &str, model: &str, found: &str) -> Result<(), String> {
        let (sign, rest) = model.split_at_checked(1).unwrap_or_default();
        let is_same = match sign {
            "@" => self.stands_for(model, found),
            "~" => {
                (0..DRIFT).contains(&(second(&Value::from(found)) - second(&Value::from(model))))
            }
            "#" => exact::millionths(rest) == exact::millionths(found),
            _ => model == found,
        };
        same(place, is_same, "a text", &model, &found)
    }
}

fn same<T: std::fmt::Debug>(
    place: &str,
    is_same: bool,
    what: &str,
    model: &T,
    found: &T,
) -> Result<(), String> {
    if is_same {
        return Ok(());
    }
    Err(format!(
        "{place}: {what} should be {model:?} and is {found:?}"
    ))
}
