//! An independent, shorter implementation of the rule for what a run may change. It observes the
//! traffic between the run and a deployment, and does not use the harness.
//!
//! A value belongs to another user if a response to a read of its collection contained it before
//! the run created anything with that value. An item with a name that only the run has sent belongs
//! to the run, because the response to its creation may have been lost.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

/// The prefix of the names of all items of a run.
const NAME: &str = "conformance-";

/// A path and a method of a description.
pub(crate) struct Described {
    pub(crate) method: String,
    pub(crate) path: Vec<String>,
    /// Whether it declares 201.
    pub(crate) declares_creation: bool,
    /// Variables with an enumeration, which do not identify an item.
    pub(crate) fixed: HashSet<String>,
}

/// A request, as it was sent.
pub(crate) struct Sent {
    pub(crate) method: String,
    pub(crate) path: Vec<String>,
    pub(crate) body: Value,
    pub(crate) is_token_request: bool,
}

/// The traffic so far.
#[derive(Default)]
pub(crate) struct Passed {
    described: Vec<Described>,
    /// Values that the run was given.
    given: HashSet<String>,
    /// By the path of the collection.
    shown: HashMap<Vec<String>, HashSet<String>>,
    created: HashSet<String>,
    /// Names in bodies of creations that no response had contained before.
    sent: HashSet<String>,
    absent: HashSet<Vec<String>>,
    /// The number of changing requests so far.
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

    /// Returns why a request is a breach, if it is.
    pub(crate) fn breach(&mut self, sent: &Sent) -> Option<String> {
        let is_changing = matches!(sent.method.as_str(), "POST" | "PUT" | "PATCH" | "DELETE");
        if !is_changing || sent.is_token_request {
            return None;
        }
        self.changing += 1;
        let path = self.template(&sent.path)?;
        let own = self
            .described
            .iter()
            .find(|one| one.method == sent.method && one.path == path);
        let is_fixed = |name: &String| {
            let mut all = self.described.iter();
            all.any(|one| one.path == path && one.fixed.contains(name))
        };
        // The collection of each variable, and its value.
        let values = path.iter().zip(&sent.path).enumerate();
        let values = values.filter_map(|(at, (name, value))| {
            (name.contains('{') && !is_fixed(name)).then_some((&path[..at], value))
        });
        let values: Vec<(&[String], &String)> = values.collect();
        let has_items = self.described.iter().any(|one| {
            one.path.len() == path.len() + 1
                && one.path.starts_with(path)
                && one.path.last().is_some_and(|last| last.starts_with('{'))
        });
        let is_creation =
            sent.method == "POST" && own.is_some_and(|one| has_items || one.declares_creation);
        let is_own = |collection: &[String], value: &String| {
            let shown = self.shown.get(collection);
            self.created.contains(value) || shown.is_none_or(|shown| !shown.contains(value))
        };
        let is_parent =
            |one: &&(&[String], &String)| !is_own(one.0, one.1) && !self.given.contains(one.1);
        let id = ["id", "_id", "uuid"]
            .iter()
            .find_map(|name| sent.body.get(name));
        let id = id.map(text).filter(|id| own.is_some() && !id.is_empty());
        if let Some(id) = id.filter(|id| !is_own(path, id)) {
            return Some(format!("the body has the id `{id}` of another"));
        }
        let mut named = Vec::new();
        ids(&sent.body, &mut named);
        for (name, id) in named.iter().filter(|_| own.is_some()) {
            if self.names_another(name, id) {
                return Some(format!("`{name}` in the body is `{id}` of another"));
            }
        }
        if is_creation {
            let foreign = values.iter().find(is_parent).map(|one| one.1.clone());
            let mut texts: HashSet<String> =
                objects(&sent.body).iter().flat_map(own_scalars).collect();
            let is_shown = |text: &String| self.shown.values().any(|all| all.contains(text));
            texts.retain(|text| text.starts_with(NAME) && !is_shown(text));
            self.sent.extend(texts);
            let foreign = foreign?;
            return Some(format!("it creates something below `{foreign}` of another"));
        }
        let Some((last, parents)) = values.split_last() else {
            return Some("it names no item, and creates none".to_owned());
        };
        if let Some((_, foreign)) = parents.iter().find(is_parent) {
            return Some(format!("it is below `{foreign}` of another"));
        }
        let was_absent = sent.method == "PUT" && self.absent.contains(&sent.path);
        let (collection, last) = *last;
        (!is_own(collection, last) && !was_absent).then(|| format!("`{last}` is of another"))
    }

    /// Returns whether a property such as `productId` contains the ID of another user's item, in a
    /// collection that can be changed.
    fn names_another(&self, name: &str, id: &str) -> bool {
        let collections = self.shown.iter().filter(|(collection, values)| {
            let last = collection.last().map(|last| last.to_lowercase());
            let is_kind = last.is_some_and(|last| {
                let plurals = [format!("{name}s"), format!("{name}es")];
                last == *name || plurals.contains(&last)
            });
            is_kind && values.contains(id)
        });
        let mut changing = collections.filter(|(collection, _)| {
            let mut all = self.described.iter();
            all.any(|one| one.method != "GET" && one.path.starts_with(collection))
        });
        changing.next().is_some() && !self.created.contains(id) && !self.given.contains(id)
    }

    /// Records the items in a response.
    pub(crate) fn learn(&mut self, sent: &Sent, status: u16, location: &str, answer: &Value) {
        if status == 404 && sent.method == "GET" {
            self.absent.insert(sent.path.clone());
        }
        if !(200..300).contains(&status) {
            return;
        }
        let Some(path) = self.template(&sent.path) else {
            return;
        };
        // The collection of an item, or the list itself.
        let is_item = path.last().is_some_and(|last| last.contains('{'));
        let collection = path[..path.len() - usize::from(is_item)].to_vec();
        let items = objects(answer);
        let items: Vec<HashSet<String>> = items.iter().map(own_scalars).collect();
        let shown = self.shown.entry(collection).or_default();
        for values in &items {
            if !values.is_disjoint(&self.sent) {
                let new = values.difference(shown).cloned();
                self.created.extend(new);
            }
        }
        if matches!(sent.method.as_str(), "POST" | "PUT") {
            // Characters of an ID are percent-encoded in an address (RFC 3986 §2.1).
            let end = location.trim_end_matches('/').rsplit('/').next();
            let end = end.map(|end| {
                let end = percent_encoding::percent_decode_str(end);
                end.decode_utf8_lossy().into_owned()
            });
            let new = items.iter().flatten().cloned().chain(end);
            let new = new.chain(sent.path.last().cloned());
            self.created
                .extend(new.filter(|value| !shown.contains(value)));
        }
        shown.extend(items.into_iter().flatten());
    }

    /// Returns the template of a path, preferring the fewest variables.
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

/// Collects the references in a body: properties whose names end in `Id` or `_id`, or that contain
/// an object with an `id` or a list of IDs. Each has the word before and the value.
fn ids(value: &Value, all: &mut Vec<(String, String)>) {
    for (name, value) in value.as_object().into_iter().flatten() {
        let stem = ["Ids", "_ids", "Id", "_id", "ID"]
            .iter()
            .find_map(|end| name.strip_suffix(end));
        let mut push = |stem: &str, value: &Value| {
            if !stem.is_empty()
                && (value.is_string() || value.is_number())
                && !text(value).is_empty()
            {
                all.push((stem.replace('_', "").to_lowercase(), text(value)));
            }
        };
        if let Some(stem) = stem {
            push(stem, value);
            let items = value.as_array().into_iter().flatten();
            items.for_each(|item| push(stem, item));
        }
        // `{"product": {"id": 7}}` and `{"products": [{"id": 7}]}`
        push(name, &value["id"]);
        let items = value.as_array().into_iter().flatten();
        items.for_each(|item| push(name, &item["id"]));
        ids(value, all);
    }
    for value in value.as_array().into_iter().flatten() {
        ids(value, all);
    }
}

/// Returns an item, the items of a list, and objects that wrap them.
fn objects(value: &Value) -> Vec<Value> {
    let items = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut objects = items(value);
    objects.push(value.clone());
    for (name, value) in value.as_object().into_iter().flatten() {
        objects.extend(items(value));
        if matches!(name.as_str(), "data" | "item" | "result" | "payload") {
            objects.push(value.clone());
        }
    }
    objects
}

/// Returns the scalars of an object, without those of nested objects.
fn own_scalars(object: &Value) -> HashSet<String> {
    let members = object.as_object().into_iter().flatten();
    let scalars = members.filter(|(_, value)| value.is_string() || value.is_number());
    scalars.map(|(_, value)| text(value)).collect()
}

fn text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}
