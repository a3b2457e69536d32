//! Items that a request names outside of its path: in a query, a form or a JSON body.

use percent_encoding::percent_decode_str;
use serde_json::Value;

use super::words::tokens;
use crate::exchange::Request;

/// A scalar of a request, and where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Named {
    /// The name of the property or parameter.
    pub(super) name: String,
    /// The name of the object that it is in, where that is in another one.
    pub(super) within: Option<String>,
    /// The value, as text.
    pub(super) text: String,
    /// How many objects with a meaning are around it; envelopes do not count.
    pub(super) depth: usize,
    /// Whether it is in the body.
    pub(super) is_content: bool,
}

/// Names of objects that only wrap the item (JSON:API §7, and habits).
const ENVELOPES: &[&str] = &["data", "attributes", "item", "payload", "result"];

/// Names of properties that identify their object to people.
const KEYS: &[&str] = &[
    "code", "domain", "email", "handle", "key", "login", "name", "path", "realm", "slug",
    "username",
];

/// Last words of properties that hold ids.
const ID_WORDS: &[&str] = &[
    "id",
    "identifier",
    "ids",
    "key",
    "ref",
    "uid",
    "uuid",
    "uuids",
];

/// How deep bodies are looked into.
const DEPTH: usize = 12;

/// All scalars of a request that have a name.
pub(super) fn named(request: &Request) -> Vec<Named> {
    let mut all = Vec::new();
    if let Some((_, query)) = request.target.split_once('?') {
        pairs(query, false, &mut all);
    }
    let body = request.body.as_deref().unwrap_or_default();
    let content_type = request.header("content-type").unwrap_or_default();
    if let Ok(value) = serde_json::from_slice::<Value>(body) {
        collect(&value, "", None, 0, &mut all);
    } else if content_type.contains("form-urlencoded")
        && let Ok(text) = std::str::from_utf8(body)
    {
        pairs(text, true, &mut all);
    }
    all
}

fn pairs(text: &str, is_content: bool, all: &mut Vec<Named>) {
    for (name, value) in text.split('&').filter_map(|pair| pair.split_once('=')) {
        let decode = |text: &str| {
            let text = text.replace('+', " ");
            percent_decode_str(&text).decode_utf8_lossy().into_owned()
        };
        all.push(Named {
            name: decode(name),
            within: None,
            text: decode(value),
            depth: 0,
            is_content,
        });
    }
}

fn collect(value: &Value, name: &str, within: Option<&str>, depth: usize, all: &mut Vec<Named>) {
    if depth > DEPTH {
        return;
    }
    let text = match value {
        Value::Object(members) => {
            let is_envelope = name.is_empty() || ENVELOPES.contains(&name);
            let (inner, depth) = if is_envelope {
                (within, depth)
            } else {
                (Some(name), depth + 1)
            };
            for (name, value) in members {
                collect(value, name, inner, depth, all);
            }
            return;
        }
        Value::Array(items) => {
            for item in items {
                collect(item, name, within, depth, all);
            }
            return;
        }
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Null | Value::Bool(_) => return,
    };
    all.push(Named {
        name: name.to_owned(),
        within: within.map(str::to_owned),
        text,
        depth,
        is_content: true,
    });
}

/// What a scalar names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Meaning {
    /// The id of the item that the body is of.
    OwnId,
    /// A name or key by which people know that item.
    OwnKey,
    /// An id of an item of a kind with these words; of any kind where there is none.
    Other(Vec<String>),
    /// No item.
    Nothing,
}

impl Named {
    /// What it names, by its name alone. `own` are the names of the item's own id.
    pub(super) fn meaning(&self, own: &[&str]) -> Meaning {
        let words = tokens(&self.name);
        let is_id = words
            .last()
            .is_some_and(|last| ID_WORDS.contains(&last.as_str()));
        if self.is_content && self.depth == 0 {
            if own.contains(&self.name.as_str())
                || matches!(self.name.as_str(), "id" | "_id" | "uuid" | "ID" | "Id")
            {
                return Meaning::OwnId;
            }
            if KEYS.contains(&self.name.to_lowercase().as_str()) {
                return Meaning::OwnKey;
            }
        }
        let stem: Vec<String> = if is_id {
            words[..words.len() - 1].to_vec()
        } else {
            words
        };
        match &self.within {
            // `{"product": {"id": 7}}` and `{"items": [{"id": 7}]}`
            Some(within) if is_id && stem.is_empty() => Meaning::Other(tokens(within)),
            _ if !is_id && stem.is_empty() => Meaning::Nothing,
            _ => Meaning::Other(stem),
        }
    }

    /// Whether its name says that it holds an id, whatever of.
    pub(super) fn is_id(&self) -> bool {
        tokens(&self.name)
            .last()
            .is_some_and(|last| ID_WORDS.contains(&last.as_str()))
    }
}

/// Whether words end with those of a resource's name, in the singular or the plural.
pub(super) fn names(words: &[String], resource: &str) -> bool {
    let own: Vec<String> = tokens(resource).iter().map(|word| singular(word)).collect();
    let words: Vec<String> = words.iter().map(|word| singular(word)).collect();
    !own.is_empty() && words.ends_with(&own)
}

fn singular(word: &str) -> String {
    if let Some(stem) = word.strip_suffix("ies") {
        return format!("{stem}y");
    }
    for end in ["sses", "xes", "ches", "shes"] {
        if word.ends_with(end) {
            return word[..word.len() - 2].to_owned();
        }
    }
    let is_plural =
        word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us");
    if is_plural {
        word[..word.len() - 1].to_owned()
    } else {
        word.to_owned()
    }
}
