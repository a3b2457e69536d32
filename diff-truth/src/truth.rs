//! Finds out which requests and responses break between two descriptions.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::{Value, json};
use spec::diff::Way;

use crate::announced::Announced;
use crate::normal::{Reading, normalize, plain};
use crate::sample::{MARK, Sampler};
use crate::sites::{Credentials, Place, Site, operations, serves};
use crate::slice::{SITE, slice};
use crate::style::Style;

/// A request or a response that breaks.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Counterexample {
    /// Where it travels, such as `POST /things request application/json`.
    pub place: String,
    /// What happens.
    pub what: String,
    /// The value; `None` if the break does not depend on it.
    pub value: Option<Value>,
}

/// The breaks between two descriptions.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Truth {
    /// A request that was accepted and is refused now.
    pub request: Option<Counterexample>,
    /// A response that the old description ruled out.
    pub response: Option<Counterexample>,
    /// The number of schemas without a validator.
    pub skipped: usize,
    /// The directions in which some place had no valid sample, so nothing was proven there.
    pub unproven: Vec<Way>,
}

impl Truth {
    /// Returns the counterexample of one direction.
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

/// The maximum number of places in each direction for which values are drawn.
const MOST_SITES: usize = 24;

/// Finds the breaks. Samples vary at the schemas that are marked.
#[must_use]
pub fn truth(old: &Value, new: &Value) -> Truth {
    let (old, new) = (&plain(old), &plain(new));
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
        access(&before, after, &mut truth);
        needs(&before, after, &mut truth);
        for (site, other) in partners(&before, after, &mut truth) {
            without_value(&site, &other, &mut truth);
            let left = &mut left[usize::from(site.way == Way::Response)];
            if *left > 0 && truth.of(site.way).is_none() {
                let looked = values(old, new, &site, &other, &mut truth);
                *left -= usize::from(looked);
            }
        }
    }
    truth
}

/// Checks whether the old addresses and credentials still work.
pub(crate) fn access(before: &Place, after: &Place, truth: &mut Truth) {
    let gone = |address: &&String| !after.addresses.contains(address);
    if let Some(address) = before.addresses.iter().find(gone) {
        let what = format!("is not at `{address}` any more");
        truth.found(Way::Request, &before.name, &what, None);
    }
    let refused = |has: &&Credentials| !after.credentials.iter().any(|asked| serves(has, asked));
    if before.credentials.iter().any(|has| refused(&has)) {
        let what = "does not accept credentials any more that were enough";
        truth.found(Way::Request, &before.name, what, None);
    }
}

/// Finds what requests must contain now, and did not have to contain before.
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

/// Returns the places of an operation in both descriptions, and reports those that are missing.
pub(crate) fn partners(before: &Place, after: &Place, truth: &mut Truth) -> Vec<(Site, Site)> {
    let mut pairs = Vec::new();
    for site in before.sites.iter().filter(|site| site.status.is_none()) {
        match partner(site, None, after) {
            Some(other) => pairs.push((site.clone(), other)),
            None => gone(site, truth),
        }
    }
    for (one, other) in statuses(before, after, truth) {
        let own = |site: &&Site| site.status.as_deref() == Some(one);
        for site in before.sites.iter().filter(own) {
            match partner(site, Some(other), after) {
                Some(found) => pairs.push((site.clone(), found)),
                None => gone(site, truth),
            }
        }
    }
    pairs
}

/// Returns the new place for an old one: the same one, else one that includes it.
fn partner(site: &Site, status: Option<&str>, after: &Place) -> Option<Site> {
    let own = |other: &&Site| other.way == site.way && other.status.as_deref() == status;
    let others: Vec<&Site> = after.sites.iter().filter(own).collect();
    let same = others.iter().find(|other| other.part == site.part);
    let is_body = site.media.is_some() && !site.part.contains(" parameter ");
    let alike = || others.iter().find(|other| other.takes(site));
    let found = same.or_else(|| is_body.then(alike).flatten());
    if let Some(found) = found {
        return Some((*found).clone());
    }
    // Items without a schema may have any value.
    let whole = site.part.strip_suffix(" item")?;
    let body = others.iter().find(|other| other.part == whole)?;
    let (part, name) = (site.part.clone(), format!("{} item", body.name));
    let schema = None;
    Some(Site {
        name,
        part,
        schema,
        ..(*body).clone()
    })
}

/// Returns pairs of an old and a new status whose responses have to be compared.
fn statuses<'p>(before: &'p Place, after: &'p Place, truth: &mut Truth) -> Vec<(&'p str, &'p str)> {
    let mut pairs = Vec::new();
    for status in &before.statuses {
        match declared(status, &after.statuses) {
            Some(other) => pairs.push((status.as_str(), other)),
            None if is_success(status) && !after.statuses.iter().any(|one| covers(status, one)) => {
                let name = format!("{} response {status}", before.name);
                truth.found(Way::Response, &name, "is no longer in responses", None);
            }
            None => {}
        }
    }
    for status in &after.statuses {
        match declared(status, &before.statuses) {
            Some(other) if !pairs.contains(&(other, status)) => pairs.push((other, status)),
            None if is_success(status) => {
                let name = format!("{} response {status}", after.name);
                truth.found(Way::Response, &name, "is answered now, and was not", None);
            }
            _ => {}
        }
    }
    pairs
}

/// Returns the declaration for a status: its own, its range, or `default`.
fn declared<'l>(status: &str, list: &'l [String]) -> Option<&'l str> {
    let find = |wanted: &dyn Fn(&str) -> bool| {
        let mut list = list.iter().map(String::as_str);
        list.find(|one| wanted(one))
    };
    find(&|one| one.eq_ignore_ascii_case(status))
        .or_else(|| find(&|one| covers(one, status)))
        .or_else(|| find(&|one| one == "default"))
}

/// Returns whether a status is in a range such as `2XX`.
fn covers(range: &str, status: &str) -> bool {
    let class = range.to_ascii_uppercase();
    let class = class.strip_suffix("XX").map(str::to_owned);
    class.is_some_and(|class| status.starts_with(&class))
}

fn is_success(status: &str) -> bool {
    status.starts_with('2')
}

/// Reports a body or header field that is missing now.
pub(crate) fn gone(site: &Site, truth: &mut Truth) {
    let is_body = site.style.is_none() && !site.part.contains(" parameter ");
    match site.way {
        // Parameters that are not declared are ignored, and bodies are not.
        Way::Request if is_body => {
            truth.found(Way::Request, &site.name, "is not accepted any more", None);
        }
        Way::Response if is_body || site.required => {
            truth.found(Way::Response, &site.name, "is no longer sent", None);
        }
        _ => {}
    }
}

/// Finds breaks at a place that do not depend on a value.
fn without_value(site: &Site, other: &Site, truth: &mut Truth) {
    let is_header = site.way == Way::Response && site.style.is_some();
    if is_header && site.required && !other.required {
        truth.found(Way::Response, &site.name, "may be missing now", None);
    }
    if site.empty && !other.empty {
        let what = "was accepted without a value, and is not now";
        truth.found(Way::Request, &site.name, what, None);
    }
    let is_parameter = site.part.contains(" parameter ");
    if is_parameter && site.media != other.media {
        let what = "is written in another media type now";
        truth.found(site.way, &site.name, what, None);
    }
}

/// Looks for a value that breaks at a place. Returns false if nothing can have changed there.
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
        truth.found(site.way, &site.name, pair.what(value), Some(value.clone()));
    }
    true
}

/// A place in both descriptions, and sample values for it.
pub(crate) struct Pair {
    way: Way,
    /// The old and the new style, for values that are text.
    styles: Option<[Style; 2]>,
    receives: jsonschema::Validator,
    /// Values that the sender may send.
    candidates: Vec<Value>,
}

/// A schema without a validator.
pub(crate) struct Unusable;

impl Pair {
    /// Draws values for a place; `None` if nothing can have changed there.
    pub(crate) fn new(
        old: &Value,
        new: &Value,
        site: &Site,
        other: &Site,
    ) -> Option<Result<Self, Unusable>> {
        let cut = |description: &Value, site: &Site| match &site.schema {
            Some(schema) => slice(description, schema),
            // A place without a schema allows any value.
            None => Some(json!({"$ref": format!("#/{SITE}"), SITE: {}})),
        };
        let (Some(before), Some(after)) = (cut(old, site), cut(new, other)) else {
            return Some(Err(Unusable));
        };
        if stripped(&before) == stripped(&after) && site.style == other.style {
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
        // Old clients send requests, and the new service sends responses.
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
        if site.way == Way::Request {
            let announced = Announced::new(&before, &after);
            candidates.retain(|value| !announced.uses(value));
        }
        Some(Ok(Self {
            way: site.way,
            styles: site
                .style
                .clone()
                .zip(other.style.clone())
                .map(|(a, b)| [a, b]),
            receives,
            candidates,
        }))
    }

    /// Returns the values that the receiver refuses, or reads in another way.
    pub(crate) fn breaking(&self) -> impl Iterator<Item = &Value> {
        self.candidates.iter().filter(|value| self.breaks(value))
    }

    fn breaks(&self, value: &Value) -> bool {
        if self.receives.is_valid(value) {
            return self.rewritten(value);
        }
        let empty = *value == serde_json::json!({}) || *value == serde_json::json!([]);
        let unwritten = value.is_null() || *value == "" || empty;
        let read = || readings(value).into_iter();
        self.styles.is_none() || !unwritten && !read().any(|one| self.receives.is_valid(&one))
    }

    /// Returns whether the text of a value has another meaning for its receiver. Empty values have
    /// no text.
    fn rewritten(&self, value: &Value) -> bool {
        let empty = [json!({}), json!([]), json!(""), Value::Null].contains(value);
        let styles = self.styles.as_ref().filter(|_| !empty);
        styles.is_some_and(|[before, after]| before.write(value) != after.write(value))
    }

    /// Returns the errors in a value, each with its pointer.
    pub(crate) fn faults(&self, value: &Value) -> Vec<(String, String)> {
        let errors = self.receives.iter_errors(value);
        errors
            .map(|error| (error.instance_path().to_string(), error.to_string()))
            .collect()
    }

    /// Returns what happens to a value that breaks, for people.
    pub(crate) fn what(&self, value: &Value) -> &'static str {
        match self.way {
            _ if self.receives.is_valid(value) => "is written in another way now",
            Way::Response => "is sent now, and clients were promised not to get it",
            Way::Request => "was accepted, and is refused now",
        }
    }
}

/// Returns the values that the text of a value can mean: each scalar as a string, or as the number
/// or literal that it spells.
fn readings(value: &Value) -> Vec<Value> {
    let mut all = each_reading(value);
    if !value.is_array() && !value.is_object() {
        let repeated: Vec<Value> = all.iter().map(|one| json!([one])).collect();
        all.extend(repeated);
    }
    all
}

/// The maximum number of readings of a value.
const MOST_READINGS: usize = 64;

fn each_reading(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(items) => {
            let mut all = vec![Vec::new()];
            for item in items {
                all = grown(&all, &each_reading(item), |list, one| {
                    list.push(one.clone());
                });
            }
            all.into_iter().map(Value::Array).collect()
        }
        Value::Object(members) => {
            let mut all = vec![serde_json::Map::new()];
            for (name, member) in members {
                all = grown(&all, &each_reading(member), |object, one| {
                    object.insert(name.clone(), one.clone());
                });
            }
            all.into_iter().map(Value::Object).collect()
        }
        Value::String(text) => match serde_json::from_str(text) {
            Ok(scalar @ (Value::Number(_) | Value::Bool(_))) => vec![value.clone(), scalar],
            _ => vec![value.clone()],
        },
        other => vec![other.to_string().into(), other.clone()],
    }
}

/// Returns each value combined with each addition.
fn grown<T: Clone>(all: &[T], more: &[Value], put: impl Fn(&mut T, &Value)) -> Vec<T> {
    let pairs = all
        .iter()
        .flat_map(|one| more.iter().map(move |value| (one, value)));
    let grown = pairs.map(|(one, value)| {
        let mut one = one.clone();
        put(&mut one, value);
        one
    });
    grown.take(MOST_READINGS).collect()
}

fn validator(document: &Value) -> Option<jsonschema::Validator> {
    let mut options = jsonschema::options();
    options = options
        .with_draft(jsonschema::Draft::Draft202012)
        .should_validate_formats(true);
    options.build(document).ok()
}

/// Returns a document without marks.
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
