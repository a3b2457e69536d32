//! The rule of what a run may touch once more, in fewer words, and read off what passes between
//! the run and a deployment: nothing here is asked of the harness.
//!
//! A value is of another if an answer has shown it before the run created anything of that value.

use std::collections::HashSet;

use serde_json::Value;

/// A path and a method of a description.
pub(crate) struct Described {
    pub(crate) method: String,
    pub(crate) path: Vec<String>,
    /// Whether it declares 201.
    pub(crate) declares_creation: bool,
    /// Variables with a list of values, which name no item.
    pub(crate) fixed: HashSet<String>,
}

/// A request, as it was sent.
pub(crate) struct Sent {
    pub(crate) method: String,
    pub(crate) path: Vec<String>,
    pub(crate) body: Value,
    pub(crate) is_token_request: bool,
}

/// What has passed so far.
#[derive(Default)]
pub(crate) struct Passed {
    described: Vec<Described>,
    /// Values that the run was given.
    given: HashSet<String>,
    shown: HashSet<String>,
    created: HashSet<String>,
    absent: HashSet<Vec<String>>,
    /// How many changing requests were looked at.
    pub(crate) changing: usize,
}

impl Passed {
    pub(crate) fn new(described: Vec<Described>, given: Vec<String>) -> Self {
        Self {
            described,
            given: given.into_iter().collect(),
            ..Self::default()
        }
    }

    /// What is wrong with a request that is about to pass.
    pub(crate) fn breach(&mut self, sent: &Sent) -> Option<String> {
        let is_changing = matches!(sent.method.as_str(), "POST" | "PUT" | "PATCH" | "DELETE");
        if !is_changing || sent.is_token_request {
            return None;
        }
        self.changing += 1;
        let Some(path) = self.template(&sent.path) else {
            // A path that the description does not have names nothing.
            let last = sent.path.last()?;
            return self
                .shown
                .contains(last)
                .then(|| format!("unknown path to `{last}`"));
        };
        let is_there = |method: &str, path: &[String]| {
            let mut all = self.described.iter();
            all.find(|one| one.method == method && one.path == path)
        };
        let own = is_there(&sent.method, path);
        let fixed = own.map(|one| &one.fixed);
        let values = path.iter().zip(&sent.path).filter_map(|(name, value)| {
            let is_item = name.contains('{') && !fixed.is_some_and(|fixed| fixed.contains(name));
            is_item.then_some(value)
        });
        let values: Vec<&String> = values.collect();
        let has_items = self.described.iter().any(|one| {
            one.path.len() == path.len() + 1
                && one.path.starts_with(path)
                && one.path.last().is_some_and(|last| last.starts_with('{'))
        });
        let is_creation =
            sent.method == "POST" && own.is_some_and(|one| has_items || one.declares_creation);
        let is_own = |value: &String| self.created.contains(value) || !self.shown.contains(value);
        let is_parent = |value: &&&String| !is_own(value) && !self.given.contains(**value);
        if let Some(id) = ["id", "_id", "uuid"]
            .iter()
            .find_map(|name| sent.body.get(name))
        {
            let id = text(id);
            if own.is_some() && !is_own(&id) && !id.is_empty() {
                return Some(format!("the body has the id `{id}` of another"));
            }
        }
        if is_creation {
            let foreign = values.iter().find(is_parent)?;
            return Some(format!("it creates something below `{foreign}` of another"));
        }
        let Some((last, parents)) = values.split_last() else {
            return Some("it names no item, and creates none".to_owned());
        };
        if let Some(foreign) = parents.iter().find(is_parent) {
            return Some(format!("it is below `{foreign}` of another"));
        }
        let was_absent = sent.method == "PUT" && self.absent.contains(&sent.path);
        (!is_own(last) && !was_absent).then(|| format!("`{last}` is of another"))
    }

    /// Takes an answer in.
    pub(crate) fn learn(&mut self, sent: &Sent, status: u16, location: &str, answer: &Value) {
        if status == 404 && sent.method == "GET" {
            self.absent.insert(sent.path.clone());
        }
        if !(200..300).contains(&status) {
            return;
        }
        let mut all = HashSet::new();
        scalars(answer, &mut all);
        if matches!(sent.method.as_str(), "POST" | "PUT") {
            let end = location.trim_end_matches('/').rsplit('/').next();
            let new = all.iter().cloned().chain(end.map(str::to_owned));
            let new: Vec<String> = new
                .chain(sent.path.last().cloned())
                .filter(|value| !self.shown.contains(value))
                .collect();
            self.created.extend(new);
        }
        self.shown.extend(all);
    }

    /// The template of a path: that with the fewest variables.
    fn template(&self, path: &[String]) -> Option<&[String]> {
        let fits = |one: &&Described| {
            let mut pairs = one.path.iter().zip(path);
            let is_same = |(name, value): (&String, &String)| {
                name.contains('{') || name.eq_ignore_ascii_case(value)
            };
            one.path.len() == path.len() && pairs.all(is_same)
        };
        let variables =
            |one: &&Described| one.path.iter().filter(|name| name.contains('{')).count();
        let all = self.described.iter().filter(fits);
        all.min_by_key(variables).map(|one| one.path.as_slice())
    }
}

fn scalars(value: &Value, all: &mut HashSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| scalars(item, all)),
        Value::Object(members) => members.values().for_each(|item| scalars(item, all)),
        Value::Null | Value::Bool(_) => {}
        other => drop(all.insert(text(other))),
    }
}

fn text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}
