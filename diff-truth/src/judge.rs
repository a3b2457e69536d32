//! What breaks between two descriptions, by values.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::Value;
use spec::diff::Way;

use crate::normal::{Reading, normalize};
use crate::sample::{MARK, Sampler};
use crate::sites::{Place, Site, operations};
use crate::slice::slice;

/// A request or a response that shows a break.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Counterexample {
    /// Where it travels, such as `POST /things request application/json`.
    pub place: String,
    /// What happens.
    pub what: String,
    /// The value, where it is one that breaks.
    pub value: Option<Value>,
}

/// What breaks.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Truth {
    /// A request that was accepted, and is not any more.
    pub request: Option<Counterexample>,
    /// A response that clients were promised not to get.
    pub response: Option<Counterexample>,
    /// How many schemas no validator could be made of.
    pub skipped: usize,
    /// Which ways had a place where no sample was valid, so that nothing was proven.
    pub unproven: Vec<Way>,
}

impl Truth {
    /// The counterexample of one way.
    #[must_use]
    pub const fn of(&self, way: Way) -> Option<&Counterexample> {
        match way {
            Way::Request => self.request.as_ref(),
            Way::Response => self.response.as_ref(),
        }
    }

    fn found(&mut self, way: Way, place: &str, what: &str, value: Option<Value>) {
        let slot = match way {
            Way::Request => &mut self.request,
            Way::Response => &mut self.response,
        };
        let place = place.to_owned();
        let what = what.to_owned();
        slot.get_or_insert(Counterexample { place, what, value });
    }
}

/// At how many places of each way values are looked at.
const MOST_SITES: usize = 24;

/// Finds out what breaks. Where schemas are marked, samples vary there.
#[must_use]
pub fn truth(old: &Value, new: &Value) -> Truth {
    let mut truth = Truth::default();
    let news: HashMap<String, Place> = operations(new)
        .into_iter()
        .map(|place| (place.name.clone(), place))
        .collect();
    let mut left = [MOST_SITES; 2];
    for before in operations(old) {
        let Some(after) = news.get(&before.name) else {
            truth.found(Way::Request, &before.name, "is not there any more", None);
            continue;
        };
        needs(&before, after, &mut truth);
        for site in &before.sites {
            let Some(other) = after.sites.iter().find(|other| other.name == site.name) else {
                gone(site, after, &mut truth);
                continue;
            };
            if site.way == Way::Response && site.text && site.required && !other.required {
                truth.found(Way::Response, &site.name, "may be missing now", None);
            }
            let left = &mut left[usize::from(site.way == Way::Response)];
            if *left > 0 && truth.of(site.way).is_none() {
                let looked = values(old, new, site, other, &mut truth);
                *left -= usize::from(looked);
            }
        }
    }
    truth
}

/// What requests must have now, and did not have to have.
fn needs(before: &Place, after: &Place, truth: &mut Truth) {
    if after.body_required && !before.body_required {
        truth.found(Way::Request, &after.name, "needs a body now", None);
    }
    for site in after
        .sites
        .iter()
        .filter(|site| site.way == Way::Request && site.required)
    {
        let had = before
            .sites
            .iter()
            .any(|other| other.name == site.name && other.required);
        if !had {
            truth.found(Way::Request, &site.name, "is required now", None);
        }
    }
}

/// What a body or a header was, and is not any more.
pub(crate) fn gone(site: &Site, after: &Place, truth: &mut Truth) {
    let others = after
        .sites
        .iter()
        .filter(|other| other.way == Way::Request && !other.text);
    match site.way {
        // What is not declared is ignored, but for a body of a media type that is not accepted.
        Way::Request if !site.text && others.count() > 0 => {
            truth.found(Way::Request, &site.name, "is not accepted any more", None);
        }
        Way::Response if site.text && site.required => {
            truth.found(Way::Response, &site.name, "is not sent any more", None);
        }
        _ => {}
    }
}

/// Looks for a value at a place; false where nothing there can have changed.
fn values(old: &Value, new: &Value, site: &Site, other: &Site, truth: &mut Truth) -> bool {
    let pair = match Pair::new(old, new, site, other) {
        Some(Ok(pair)) => pair,
        Some(Err(Unusable)) => {
            truth.skipped += 1;
            return false;
        }
        None => return false,
    };
    if pair.candidates.is_empty() {
        truth.unproven.push(site.way);
    }
    if let Some(value) = pair.breaking().next() {
        truth.found(site.way, &site.name, pair.what(), Some(value.clone()));
    }
    true
}

/// A place in both descriptions, and values that may be sent there.
pub(crate) struct Pair {
    way: Way,
    text: bool,
    receives: jsonschema::Validator,
    /// Values that whoever sends may send.
    candidates: Vec<Value>,
}

/// A schema that no validator can be made of.
pub(crate) struct Unusable;

impl Pair {
    /// `None` where nothing at the place can have changed.
    pub(crate) fn new(
        old: &Value,
        new: &Value,
        site: &Site,
        other: &Site,
    ) -> Option<Result<Self, Unusable>> {
        let (before, after) = (site.schema.as_ref()?, other.schema.as_ref()?);
        let (Some(before), Some(after)) = (slice(old, before), slice(new, after)) else {
            return Some(Err(Unusable));
        };
        if stripped(&before) == stripped(&after) {
            return None;
        }
        let read = |document: &Value, description: &Value, older: bool| {
            let version = description.get("openapi").and_then(Value::as_str);
            let mut document = document.clone();
            normalize(
                &mut document,
                Reading {
                    way: site.way,
                    old_dialect: version.is_some_and(|version| version.starts_with("3.0")),
                    older,
                },
            );
            document
        };
        let (before, after) = (read(&before, old, true), read(&after, new, false));
        // A request goes from the old description to the new one, and a response the other way.
        let (sender, receiver) = match site.way {
            Way::Response => (&after, &before),
            Way::Request => (&before, &after),
        };
        let (Some(sends), Some(receives)) = (validator(sender), validator(receiver)) else {
            return Some(Err(Unusable));
        };
        let mut candidates = Sampler::new(sender, receiver).values();
        candidates.extend(Sampler::new(receiver, sender).values());
        candidates.retain(|value| sends.is_valid(value));
        Some(Ok(Self {
            way: site.way,
            text: site.text,
            receives,
            candidates,
        }))
    }

    /// The values that are not accepted where they arrive.
    pub(crate) fn breaking(&self) -> impl Iterator<Item = &Value> {
        self.candidates.iter().filter(|value| self.breaks(value))
    }

    fn breaks(&self, value: &Value) -> bool {
        if self.receives.is_valid(value) {
            return false;
        }
        let empty = *value == serde_json::json!({}) || *value == serde_json::json!([]);
        let unwritten = value.is_null() || *value == "" || empty;
        let read = || readings(value).into_iter();
        !self.text || !unwritten && !read().any(|one| self.receives.is_valid(&one))
    }

    /// What is wrong with a value: where in it, and why.
    pub(crate) fn faults(&self, value: &Value) -> Vec<(String, String)> {
        let errors = self.receives.iter_errors(value);
        errors
            .map(|error| (error.instance_path().to_string(), error.to_string()))
            .collect()
    }

    /// What happens to a value that breaks.
    pub(crate) const fn what(&self) -> &'static str {
        match self.way {
            Way::Response => "is sent now, and clients were promised not to get it",
            Way::Request => "was accepted, and is refused now",
        }
    }
}

/// What the text of a value may be taken for.
fn readings(value: &Value) -> Vec<Value> {
    fn texts(value: &Value) -> Value {
        match value {
            Value::Array(items) => items.iter().map(texts).collect(),
            Value::Object(members) => {
                let members = members.iter().map(|(name, one)| (name.clone(), texts(one)));
                Value::Object(members.collect())
            }
            Value::String(text) => text.as_str().into(),
            other => other.to_string().into(),
        }
    }
    fn typed(value: &Value) -> Value {
        match value {
            Value::Array(items) => items.iter().map(typed).collect(),
            Value::Object(members) => {
                let members = members.iter().map(|(name, one)| (name.clone(), typed(one)));
                Value::Object(members.collect())
            }
            Value::String(text) => match serde_json::from_str(text) {
                Ok(scalar @ (Value::Number(_) | Value::Bool(_))) => scalar,
                _ => value.clone(),
            },
            other => other.clone(),
        }
    }
    let (text, typed) = (texts(value), typed(value));
    let mut all = vec![text, typed];
    if !value.is_array() && !value.is_object() {
        let repeated: Vec<Value> = all
            .iter()
            .map(|one| Value::Array(vec![one.clone()]))
            .collect();
        all.extend(repeated);
    }
    all
}

fn validator(document: &Value) -> Option<jsonschema::Validator> {
    let mut options = jsonschema::options();
    options = options
        .with_draft(jsonschema::Draft::Draft202012)
        .should_validate_formats(true);
    options.build(document).ok()
}

/// A document without marks.
fn stripped(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.iter().filter(|(name, _)| *name != MARK);
            let members = members.map(|(name, one)| (name.clone(), stripped(one)));
            Value::Object(members.collect())
        }
        Value::Array(items) => items.iter().map(stripped).collect(),
        other => other.clone(),
    }
}
