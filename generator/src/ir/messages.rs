//! Finds the messages in the error bodies of an API.
//!
//! The standard formats are searched for in every error body, since proxies send them too: problem
//! details (RFC 9457), OAuth 2.0 (RFC 6749 §5.2) and JSON-RPC 2.0 (§5.1). The error schemas add
//! properties whose names mark them as messages, or those that they name with `x-error-message`.

use std::collections::BTreeSet;

use serde_json::Value;
use spec::model::{Api, Kind, Object, Schema, SchemaId};

/// The extension with which a schema names its message: the name of a property or a JSON Pointer,
/// or a list of them.
const NAMED: &str = "x-error-message";

/// Properties with a text for people, in the order in which the texts are joined. `true` marks
/// those that are also searched for when no schema declares them.
const TEXTS: &[(&str, bool)] = &[
    ("title", true),
    ("error", true),
    ("message", false),
    ("msg", false),
    ("errorMessage", false),
    ("error_message", false),
    ("error_description", true),
    ("detail", true),
    ("reason", false),
];

/// Properties that contain the error as an object, and whether they are searched for undeclared.
const INNER: &[(&str, bool)] = &[("error", true), ("fault", false), ("status", false)];

/// Texts within such an object, and whether they are searched for undeclared.
const INNER_TEXTS: &[(&str, bool)] = &[("message", true), ("detail", false), ("reason", false)];

/// Properties with one error for each place in the request.
const LISTS: &[&str] = &[
    "errors",
    "details",
    "detail",
    "violations",
    "invalid-params",
];

/// Properties of such an error that name the place.
const PLACES: &[&str] = &[
    "pointer",
    "field",
    "path",
    "parameter",
    "param",
    "property",
    "loc",
    "location",
    "name",
];

/// Properties of such an error that describe it.
const REASONS: &[&str] = &["detail", "message", "msg", "reason", "description", "title"];

/// The maximum number of pointers that are searched for in one body.
const MOST: usize = 32;

/// The places of messages in error bodies, as JSON Pointers (RFC 6901).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Messages {
    /// The places that schemas name. If one of them leads to a text, the other places are ignored.
    pub(crate) named: Vec<String>,
    /// The texts of the message, in this order.
    pub(crate) texts: Vec<String>,
    /// Lists of errors for single places.
    pub(crate) lists: Vec<ErrorList>,
}

/// A list of errors, each for one place in the request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ErrorList {
    /// The place of the list in the body.
    pub(crate) list: String,
    /// The place in an item; empty if items do not name one.
    pub(crate) place: String,
    /// The text in an item; empty if the item is the text.
    pub(crate) text: String,
}

impl ErrorList {
    fn of(list: &str, place: Option<&str>, text: Option<&str>) -> Self {
        let pointer = |name: Option<&str>| name.map(pointer).unwrap_or_default();
        Self {
            list: self::pointer(list),
            place: pointer(place),
            text: pointer(text),
        }
    }
}

/// Returns the places of messages in the API's error bodies.
pub(crate) fn of(api: &Api) -> Messages {
    let mut found = Found::default();
    let responses = api.operations.iter().flat_map(|one| &one.responses);
    let errors = responses.filter(|response| !response.status.is_success());
    for media in errors.flat_map(|response| &response.content) {
        if let (true, Some(schema)) = (media.is_json(), media.schema) {
            found.schema(api, schema);
        }
    }
    found.finish()
}

/// The message properties that the error schemas declare.
#[derive(Default)]
struct Found {
    seen: BTreeSet<usize>,
    named: Vec<String>,
    texts: BTreeSet<String>,
    lists: Vec<ErrorList>,
}

impl Found {
    fn schema(&mut self, api: &Api, id: SchemaId) {
        let mut named = names(api.schema(id));
        let resolved = api.resolve(id);
        if !self.seen.insert(resolved.index()) {
            return;
        }
        let schema = api.schema(resolved);
        named.extend(names(schema));
        if !named.is_empty() {
            self.named.extend(named);
            return;
        }
        match &schema.kind {
            Kind::Union(union) => {
                for member in &union.members {
                    self.schema(api, member.schema);
                }
            }
            Kind::Object(object) => self.object(api, object),
            _ => {}
        }
    }

    fn object(&mut self, api: &Api, object: &Object) {
        for property in &object.properties {
            let name = property.name.as_str();
            match &api.schema(api.resolve(property.schema)).kind {
                Kind::String(_) | Kind::Enumeration(_) if TEXTS.iter().any(|one| one.0 == name) => {
                    self.texts.insert(pointer(name));
                }
                Kind::Object(inner) if INNER.iter().any(|one| one.0 == name) => {
                    let declared = |text: &&(&str, bool)| is_declared(inner, text.0);
                    let texts = INNER_TEXTS.iter().filter(declared);
                    let pointers = texts.map(|text| format!("{}/{}", pointer(name), text.0));
                    self.texts.extend(pointers);
                }
                Kind::Array(array) if LISTS.contains(&name) => {
                    let items = api.schema(api.resolve(array.items));
                    self.lists.extend(list_of(name, items));
                }
                _ => {}
            }
        }
    }

    /// Sorts the properties in the order of the tables, independent of the order of the schemas.
    fn finish(mut self) -> Messages {
        let mut wanted = Vec::new();
        for (name, always) in TEXTS {
            wanted.push((pointer(name), *always));
            let inner = INNER.iter().filter(|inner| inner.0 == *name);
            wanted.extend(inner.flat_map(inner_texts));
        }
        let is_text = |inner: &&(&str, bool)| TEXTS.iter().any(|text| text.0 == inner.0);
        let others = INNER.iter().filter(|inner| !is_text(inner));
        wanted.extend(others.flat_map(inner_texts));
        wanted.retain(|(pointer, always)| *always || self.texts.contains(pointer));
        let mut lists = vec![ErrorList::of("errors", Some("pointer"), Some("detail"))];
        lists.append(&mut self.lists);
        Messages {
            named: distinct(self.named),
            texts: distinct(wanted.into_iter().map(|(pointer, _)| pointer)),
            lists: distinct(lists),
        }
    }
}

fn inner_texts(inner: &(&'static str, bool)) -> Vec<(String, bool)> {
    let (name, always) = *inner;
    let texts = INNER_TEXTS.iter();
    texts
        .map(|text| (format!("{}/{}", pointer(name), text.0), always && text.1))
        .collect()
}

/// Returns the places that a schema names as its message.
fn names(schema: &Schema) -> Vec<String> {
    let given = match schema.extensions.get(NAMED) {
        Some(Value::String(one)) => vec![one.as_str()],
        Some(Value::Array(all)) => all.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let pointers = given.into_iter().map(|name| match name {
        pointed if pointed.starts_with('/') => pointed.to_owned(),
        property => pointer(property),
    });
    pointers.collect()
}

fn list_of(name: &str, items: &Schema) -> Option<ErrorList> {
    let Kind::Object(item) = &items.kind else {
        let is_text = matches!(items.kind, Kind::String(_));
        return is_text.then(|| ErrorList::of(name, None, None));
    };
    let first = |names: &[&'static str]| {
        let mut names = names.iter().copied();
        names.find(|name| is_declared(item, name))
    };
    let text = first(REASONS)?;
    Some(ErrorList::of(name, first(PLACES), Some(text)))
}

fn is_declared(object: &Object, name: &str) -> bool {
    let mut properties = object.properties.iter();
    properties.any(|property| property.name == name)
}

fn pointer(name: &str) -> String {
    format!("/{}", name.replace('~', "~0").replace('/', "~1"))
}

fn distinct<T: PartialEq>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut distinct = Vec::new();
    for one in all {
        if distinct.len() < MOST && !distinct.contains(&one) {
            distinct.push(one);
        }
    }
    distinct
}
