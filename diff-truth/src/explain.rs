//! Finds a counterexample of a change: a request or a response that breaks.

use std::collections::HashMap;

use serde_json::Value;
use spec::diff::Way;

use crate::sample::MARK;
use crate::sites::{Place, operations, shape};
use crate::swagger::upgraded;
use crate::truth::{Pair, Truth, access, partners};

/// A change for which a counterexample is wanted.
#[derive(Debug)]
pub struct Wanted<'w> {
    /// The method of its operation.
    pub method: &'w str,
    /// The path template of its operation.
    pub path: &'w str,
    /// Its place in the operation, such as `response 200 /items/*/status`.
    pub place: &'w str,
    /// The direction of the value.
    pub way: Way,
    /// The JSON Pointers of what changed, in the old and the new description.
    pub pointers: [Option<&'w str>; 2],
}

/// A request or a response that shows a break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explained {
    /// Where it travels, such as `POST /things request application/json`.
    pub place: String,
    /// What happens to it.
    pub what: String,
    /// The value as JSON; `None` if there is no value.
    pub value: Option<String>,
    /// What a JSON Schema validator reports about the value.
    pub why: Option<String>,
}

/// Two descriptions, each in one document, whose changes are explained.
#[derive(Debug)]
pub struct Explainer {
    documents: [Value; 2],
    places: [HashMap<String, Place>; 2],
}

impl Explainer {
    /// Creates an explainer of an old and a new description.
    #[must_use]
    pub fn new(old: Value, new: Value) -> Self {
        let (old, new) = (upgraded(old), upgraded(new));
        let places = |document: &Value| {
            let all = operations(document).into_iter();
            all.map(|place| (place.name.clone(), place)).collect()
        };
        Self {
            places: [places(&old), places(&new)],
            documents: [old, new],
        }
    }

    /// Returns a request that reaches no server now, or whose credentials no longer suffice; `None`
    /// if all requests still work.
    #[must_use]
    pub fn access(&self, method: &str, path: &str) -> Option<Explained> {
        let name = format!("{method} {}", shape(path));
        let [before, after] = self.places.each_ref().map(|all| all.get(&name));
        let mut truth = Truth::default();
        access(before?, after?, &mut truth);
        let found = truth.of(Way::Request)?;
        Some(Explained {
            place: format!("{method} {path}"),
            what: found.what.clone(),
            value: None,
            why: None,
        })
    }

    /// Returns a counterexample of a change; `None` if no sample breaks.
    #[must_use]
    pub fn counterexample(&mut self, wanted: &Wanted<'_>) -> Option<Explained> {
        let name = format!("{} {}", wanted.method, shape(wanted.path));
        let Some(after) = self.places[1].get(&name) else {
            return Some(Explained {
                place: format!("{} {}", wanted.method, wanted.path),
                what: "was accepted, and is not there any more".to_owned(),
                value: None,
                why: None,
            });
        };
        let before = self.places[0].get(&name)?;
        let (part, inside) = wanted.place.split_once(" /").unwrap_or((wanted.place, ""));
        let prefix = format!("{name} {part}");
        if let Some(found) = without_value(before, after, &prefix, wanted.way) {
            return Some(found);
        }
        let mut pairs = partners(before, after, &mut Truth::default());
        pairs.retain(|(site, _)| site.way == wanted.way && is_at(&site.name, &prefix));
        let marks = [0, 1].map(|at| mark(&mut self.documents[at], wanted.pointers[at]));
        let [old, new] = &self.documents;
        let found = pairs.iter().find_map(|(site, other)| {
            let pair = Pair::new(old, new, site, other)?.ok()?;
            shown(&pair, &site.name, inside)
        });
        for (document, pointer) in self.documents.iter_mut().zip(marks) {
            unmark(document, pointer);
        }
        found
    }
}

/// Returns a break that needs no value: something is required now, or is missing.
fn without_value(before: &Place, after: &Place, prefix: &str, way: Way) -> Option<Explained> {
    let had = |name: &str| {
        let mut sites = before.sites.iter();
        sites.any(|site| site.name == name && site.required)
    };
    let mut needed = after.sites.iter().filter(|site| {
        site.way == Way::Request && site.required && is_at(&site.name, prefix) && !had(&site.name)
    });
    let body = after.body_required && !before.body_required;
    let body = body && is_at(&format!("{} request", after.name), prefix);
    let needed = needed
        .next()
        .map(|site| (&site.name, "may be missing, and is refused without it now"));
    let needed =
        needed.or_else(|| body.then_some((&after.name, "may have no body, and needs one now")));
    if let Some((place, what)) = needed.filter(|_| way == Way::Request) {
        return Some(Explained {
            place: place.clone(),
            what: what.to_owned(),
            value: None,
            why: None,
        });
    }
    let mut truth = Truth::default();
    partners(before, after, &mut truth);
    let found = truth.of(way).filter(|found| is_at(&found.place, prefix))?;
    Some(Explained {
        place: found.place.clone(),
        what: found.what.clone(),
        value: None,
        why: None,
    })
}

/// Returns whether a place is inside another one, or the same. Names contain path parameters by
/// number.
fn is_at(name: &str, prefix: &str) -> bool {
    let prefix = match prefix.split_once(" path parameter ") {
        Some((operation, _)) => format!("{operation} path parameter"),
        None => prefix.to_owned(),
    };
    let rest = name.strip_prefix(&prefix);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// Returns the first value that is invalid where the change is.
fn shown(pair: &Pair, place: &str, inside: &str) -> Option<Explained> {
    pair.breaking().find_map(|value| {
        let faults = pair.faults(value);
        let fault = faults.iter().find(|(at, why)| is_of(at, why, inside));
        let (at, why) = fault?;
        let at = if at.is_empty() { "the value" } else { at };
        Some(Explained {
            place: place.to_owned(),
            what: pair.what(value).to_owned(),
            value: Some(value.to_string()),
            why: Some(format!("{at}: {why}")),
        })
    })
}

/// Returns whether an error at a pointer belongs to a change at a place, in which `*` is any item.
/// Missing and forbidden properties are errors of their object, and those of a union are outside
/// the member that changed.
fn is_of(at: &str, why: &str, inside: &str) -> bool {
    let at: Vec<_> = at.split('/').skip(1).collect();
    let steps = inside.split('/').filter(|step| !step.is_empty());
    let steps: Vec<_> = steps.collect();
    let fits = |steps: &[&str]| {
        let plain: Vec<_> = steps.iter().filter(|step| !step.starts_with('(')).collect();
        plain.len() == at.len()
            && plain
                .iter()
                .zip(&at)
                .all(|(step, at)| **step == "*" || *step == at)
    };
    let around = (0..=steps.len()).rev().map(|length| &steps[..length]);
    match steps.iter().position(|step| step.starts_with('(')) {
        _ if fits(&steps) => true,
        Some(union) if fits(&steps[..union]) => true,
        _ => {
            let mut parents = around.skip(1).take(1);
            let last = steps.last().copied().unwrap_or_default();
            parents.any(fits) && why.contains(last)
        }
    }
}

/// Marks the schema at a pointer, so that samples vary there. Returns the pointer of the mark.
fn mark(document: &mut Value, pointer: Option<&str>) -> Option<String> {
    let mut pointer = pointer?.to_owned();
    if let Some(rest) = pointer.strip_prefix("/definitions/") {
        pointer = format!("/components/schemas/{rest}");
    }
    loop {
        if let Some(Value::Object(schema)) = document.pointer_mut(&pointer) {
            schema.insert(MARK.to_owned(), Value::Bool(true));
            return Some(pointer);
        }
        pointer.truncate(pointer.rfind('/')?);
    }
}

fn unmark(document: &mut Value, pointer: Option<String>) {
    let schema = pointer.and_then(|pointer| document.pointer_mut(&pointer));
    if let Some(schema) = schema.and_then(Value::as_object_mut) {
        schema.remove(MARK);
    }
}
