//! Finds items that a request names outside of its path: in the query, a header field or the body.

use percent_encoding::percent_decode_str;
use serde_json::Value;

use super::words::{names_everything, tokens};
use conformance_core::exchange::Request;

/// A scalar value in a request, and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Named {
    /// The name of the property or parameter.
    pub(super) name: String,
    /// The name of the object around it, if that is itself inside an object.
    pub(super) within: Option<String>,
    /// The value, as text.
    pub(super) text: String,
    /// How many objects with a meaning enclose it; envelopes do not count.
    pub(super) depth: usize,
    /// Where it is.
    pub(super) part: Part,
    /// Whether it is a boolean of a JSON body, which names nothing.
    pub(super) is_flag: bool,
    /// Its JSON Pointer in a JSON body (RFC 6901); empty elsewhere.
    pub(super) pointer: String,
}

/// A part of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Query,
    Field,
    Content,
}

/// Names of objects that only wrap the item (JSON:API §7, and common practice).
const ENVELOPES: &[&str] = &["data", "attributes", "item", "payload", "result"];

/// Names of properties that identify their object to people.
const KEYS: &[&str] = &[
    "code", "domain", "email", "handle", "key", "login", "name", "path", "realm", "slug",
    "username",
];

/// Last words of further properties by which a service may recognize an existing item.
const NATURAL_KEYS: &[&str] = &[
    "account",
    "alias",
    "barcode",
    "ean",
    "external",
    "fqdn",
    "gtin",
    "host",
    "hostname",
    "iban",
    "isbn",
    "label",
    "license",
    "mobile",
    "nickname",
    "number",
    "phone",
    "plate",
    "reference",
    "serial",
    "sku",
    "subdomain",
    "subject",
    "tag",
    "title",
    "upc",
    "vin",
];

/// Words of properties that name another item, which a request may change as well.
const RELATIONS: &[&str] = &[
    "assignee",
    "blocks",
    "child",
    "children",
    "companion",
    "destination",
    "duplicate",
    "into",
    "linked",
    "original",
    "owner",
    "parent",
    "peer",
    "predecessor",
    "related",
    "replaces",
    "replacement",
    "reply",
    "sibling",
    "siblings",
    "source",
    "successor",
    "supersedes",
    "target",
];

/// Words that do so only if they are the full name.
const WHOLE_RELATIONS: &[&str] = &["after", "before", "from", "other", "others", "to", "with"];

/// Last words of properties that order an item among others, which may then move.
const PLACES: &[&str] = &["ordinal", "position", "rank", "sequence"];

/// First words of flags that make a request do more than it says.
const HARMFUL_FLAGS: &[&str] = &[
    "acknowledge",
    "ack",
    "clean",
    "clear",
    "consume",
    "delete",
    "discard",
    "drain",
    "drop",
    "empty",
    "erase",
    "flush",
    "invalidate",
    "mark",
    "notify",
    "overwrite",
    "prune",
    "purge",
    "remove",
    "replace",
    "reset",
    "revoke",
    "send",
    "stop",
    "truncate",
    "wipe",
];

/// Words of query parameters that select nothing, in a request that deletes an item.
const BENIGN: &[&str] = &[
    "async",
    "comment",
    "etag",
    "force",
    "forced",
    "hard",
    "message",
    "permanent",
    "permanently",
    "reason",
    "rev",
    "revision",
    "timeout",
    "version",
    "wait",
];

/// Last words of properties that make their item the only one of its kind.
const EXCLUSIVE: &[&str] = &["current", "default", "exclusive", "preferred", "primary"];

/// Query parameters that only choose what a response shows.
const SHOWING: &[&str] = &[
    "embed", "expand", "fields", "include", "prefer", "return", "select",
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

/// Header fields that describe the message or its sender, besides those whose names begin with
/// `Accept`.
const OF_MESSAGES: &[&str] = &[
    "authorization",
    "content-encoding",
    "content-language",
    "content-length",
    "content-type",
    "host",
    "user-agent",
];

/// The maximum depth to which bodies are searched.
const DEPTH: usize = 12;

/// Returns all scalars of a request that have a name.
pub(super) fn named(request: &Request) -> Vec<Named> {
    let mut all = Vec::new();
    if let Some((_, query)) = request.target.split_once('?') {
        pairs(query, Part::Query, &mut all);
    }
    let fields = request.headers.iter();
    for (name, value) in fields.filter(|(name, _)| !is_of_message(name)) {
        all.push(Named::plain(name, value, Part::Field));
    }
    let body = request.body.as_deref().unwrap_or_default();
    let content_type = request.header("content-type").unwrap_or_default();
    if let Ok(value) = serde_json::from_slice::<Value>(body) {
        all.extend(of_json(&value));
        return all;
    }
    let text = String::from_utf8_lossy(body);
    if content_type.contains("form-urlencoded") {
        pairs(&text, Part::Content, &mut all);
    } else if content_type.starts_with("multipart/") {
        parts(&text, &mut all);
    } else if text.trim_start().starts_with('<') {
        elements(&text, &mut all);
    }
    all
}

/// Returns whether a header field describes the message, its sender or the wanted form of the
/// response, and never an item (RFC 9110 §7.2, §8.3 to 8.6, §10.1.5, §11.6.2, §12.5).
fn is_of_message(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.starts_with("accept") || OF_MESSAGES.contains(&name.as_str())
}

/// Returns the scalars of a JSON body.
pub(super) fn of_json(value: &Value) -> Vec<Named> {
    let mut all = Vec::new();
    let place = Place {
        name: "",
        within: None,
        depth: 0,
        pointer: "",
    };
    collect(value, place, &mut all);
    all
}

/// Collects the fields of a multipart form (RFC 7578 §4.2); files name nothing.
fn parts(text: &str, all: &mut Vec<Named>) {
    let pieces = text.split("\r\n\r\n").zip(text.split("\r\n\r\n").skip(1));
    for (head, body) in pieces {
        let name = head
            .rsplit_once(" name=\"")
            .and_then(|(_, rest)| rest.split_once('"'));
        let body = body.split("\r\n--").next().unwrap_or_default();
        let Some((name, _)) = name.filter(|(_, rest)| !rest.contains("filename")) else {
            continue;
        };
        match serde_json::from_str::<Value>(body) {
            Ok(value @ (Value::Array(_) | Value::Object(_))) => {
                let place = Place {
                    name,
                    within: None,
                    depth: 0,
                    pointer: "",
                };
                collect(&value, place, all);
            }
            _ => all.push(Named::plain(name, body, Part::Content)),
        }
    }
}

/// Collects the XML elements that contain text.
fn elements(text: &str, all: &mut Vec<Named>) {
    for piece in text.split('<').skip(1) {
        let Some((tag, text)) = piece.split_once('>') else {
            continue;
        };
        let name = tag.split_whitespace().next().unwrap_or_default();
        let attributes = tag.split_whitespace().skip(1);
        for (name, value) in attributes.filter_map(|one| one.split_once('=')) {
            all.push(Named::plain(
                name,
                value.trim_matches(['"', '\'', '/']),
                Part::Content,
            ));
        }
        if !text.trim().is_empty() {
            all.push(Named::plain(name, text.trim(), Part::Content));
        }
    }
}

fn pairs(text: &str, part: Part, all: &mut Vec<Named>) {
    for (name, value) in text.split('&').filter_map(|pair| pair.split_once('=')) {
        let decode = |text: &str| {
            let text = text.replace('+', " ");
            percent_decode_str(&text).decode_utf8_lossy().into_owned()
        };
        all.push(Named::plain(&decode(name), &decode(value), part));
    }
}

/// The place of a value in a JSON body.
#[derive(Clone, Copy)]
struct Place<'p> {
    name: &'p str,
    within: Option<&'p str>,
    depth: usize,
    pointer: &'p str,
}

fn collect(value: &Value, place: Place<'_>, all: &mut Vec<Named>) {
    if place.depth > DEPTH {
        return;
    }
    let text = match value {
        Value::Object(members) => {
            let is_envelope = place.name.is_empty() || ENVELOPES.contains(&place.name);
            let (within, depth) = if is_envelope {
                (place.within, place.depth)
            } else {
                (Some(place.name), place.depth + 1)
            };
            for (name, value) in members {
                let step = name.replace('~', "~0").replace('/', "~1");
                let inner = Place {
                    name,
                    within,
                    depth,
                    pointer: &format!("{}/{step}", place.pointer),
                };
                collect(value, inner, all);
            }
            return;
        }
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                let inner = Place {
                    pointer: &format!("{}/{at}", place.pointer),
                    ..place
                };
                collect(item, inner, all);
            }
            return;
        }
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(flag) => flag.to_string(),
        Value::Null => return,
    };
    all.push(Named {
        name: place.name.to_owned(),
        within: place.within.map(str::to_owned),
        text,
        depth: place.depth,
        part: Part::Content,
        is_flag: value.is_boolean(),
        pointer: place.pointer.to_owned(),
    });
}

/// What a scalar names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Meaning {
    /// The id of the item that the body describes.
    OwnId,
    /// A name or key of that item.
    OwnKey,
    /// The id of an item whose kind has a name with these words; without words, of any kind.
    Other(Vec<String>),
    /// No item.
    Nothing,
}

impl Named {
    pub(super) fn plain(name: &str, text: &str, part: Part) -> Self {
        Self {
            pointer: String::new(),
            name: name.to_owned(),
            within: None,
            text: text.to_owned(),
            depth: 0,
            part,
            is_flag: false,
        }
    }

    /// Decides what a scalar names, by its name alone. `own` are the names of the item's id.
    pub(super) fn meaning(&self, own: &[&str]) -> Meaning {
        let words = tokens(&self.name);
        let is_id = words
            .last()
            .is_some_and(|last| ID_WORDS.contains(&last.as_str()));
        if self.is_flag {
            return Meaning::Nothing;
        }
        if self.part == Part::Content && self.depth == 0 {
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

    /// Returns whether it is the id of an object within the item.
    pub(super) fn is_id_of_object(&self) -> bool {
        self.part == Part::Content
            && self.depth > 0
            && matches!(self.name.as_str(), "id" | "_id" | "uuid")
    }

    /// Returns whether it may be a key that people choose for the item.
    pub(super) fn is_natural_key(&self) -> bool {
        let is_own = self.part == Part::Content && self.depth == 0 && !self.is_flag;
        is_own && is_natural_key(&self.name)
    }

    /// Returns whether its name says that it is an id, but not of what.
    pub(super) fn is_plain_id(&self) -> bool {
        self.part != Part::Field && tokens(&self.name).len() == 1 && self.is_id()
    }

    /// Returns whether its name says that it refers to another item.
    pub(super) fn is_relation(&self) -> bool {
        let words = tokens(&self.name);
        let relates = match words.as_slice() {
            [word] if WHOLE_RELATIONS.contains(&word.as_str()) => true,
            words => words.iter().any(|word| RELATIONS.contains(&word.as_str())),
        };
        self.part != Part::Field && !self.is_flag && relates
    }

    /// Returns whether it orders its item among others.
    pub(super) fn is_place(&self) -> bool {
        let words = tokens(&self.name);
        let last = words.last().map_or("", String::as_str);
        self.part != Part::Field && PLACES.contains(&last) && self.text.parse::<f64>().is_ok()
    }

    /// Returns whether it makes a request do more than its operation says: `?replaceExisting=true`,
    /// `?mode=overwrite`.
    pub(super) fn is_harmful_flag(&self) -> bool {
        let harms = |words: &[String]| {
            let first = words.first().map_or("", String::as_str);
            HARMFUL_FLAGS.contains(&first)
        };
        let words = tokens(&self.name);
        match self.part {
            Part::Field => false,
            Part::Content => self.is_flag && self.text == "true" && harms(&words),
            Part::Query => {
                let value = tokens(&self.text);
                (self.is_on() && is_switch(&self.text) && harms(&words))
                    || (value.len() == 1 && harms(&value) && !self.is_shown())
            }
        }
    }

    /// Returns whether it may select further items, in the query of a request that deletes one.
    pub(super) fn may_select(&self) -> bool {
        let words = tokens(&self.name);
        let is_benign = words.iter().any(|word| BENIGN.contains(&word.as_str()));
        let is_off = matches!(
            self.text.to_lowercase().as_str(),
            "" | "false" | "no" | "off"
        );
        self.part == Part::Query && !is_off && !is_benign && !self.is_shown()
    }

    fn is_on(&self) -> bool {
        !matches!(
            self.text.to_lowercase().as_str(),
            "" | "0" | "false" | "no" | "off"
        )
    }

    fn is_shown(&self) -> bool {
        let words = tokens(&self.name);
        words.iter().any(|word| SHOWING.contains(&word.as_str()))
    }

    /// Returns whether it makes a request on one item work on all of them: `?all=true`,
    /// `?scope=all`.
    pub(super) fn reaches_all(&self) -> bool {
        let words = tokens(&self.name);
        match self.part {
            Part::Field => false,
            Part::Query if self.is_shown() => false,
            Part::Query => {
                let value = tokens(&self.text);
                self.is_on()
                    && (names_everything(&words) || self.text == "*" || names_everything(&value))
            }
            Part::Content => self.is_flag && self.is_on() && names_everything(&words),
        }
    }

    /// Returns whether it makes its item the only one of its kind, instead of another.
    pub(super) fn is_exclusive(&self) -> bool {
        let is_on = self.is_flag || self.part == Part::Query;
        is_exclusive(&self.name) && is_on && matches!(self.text.as_str(), "true" | "1")
    }

    /// Returns whether its name says that it is an id of anything.
    pub(super) fn is_id(&self) -> bool {
        tokens(&self.name)
            .last()
            .is_some_and(|last| ID_WORDS.contains(&last.as_str()))
    }
}

/// Returns whether the text of a query parameter is a switch.
fn is_switch(text: &str) -> bool {
    matches!(text.to_lowercase().as_str(), "1" | "true" | "yes" | "on")
}

/// Returns whether a flag of this name makes its item the only one of its kind: `isDefault`.
pub fn is_exclusive(name: &str) -> bool {
    let words = tokens(name);
    let last = words.last();
    last.is_some_and(|last| EXCLUSIVE.contains(&last.as_str()))
}

/// Returns whether a property of this name may be a key that people choose.
pub fn is_natural_key(name: &str) -> bool {
    let words = tokens(name);
    let last = words.last().map_or("", String::as_str);
    KEYS.contains(&last) || NATURAL_KEYS.contains(&last)
}

/// Returns whether words end with those of a resource's name, in the singular or the plural.
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Named, Part, named, of_json};
    use conformance_core::exchange::{Host, Request};

    fn query(name: &str, text: &str) -> Named {
        Named::plain(name, text, Part::Query)
    }

    #[test]
    fn flags_that_do_more_are_told_from_those_that_do_not() {
        for (name, text) in [
            ("replaceExisting", "true"),
            ("purge", "1"),
            ("mode", "overwrite"),
            ("mark_read", "yes"),
        ] {
            assert!(query(name, text).is_harmful_flag(), "{name}={text}");
        }
        for (name, text) in [
            ("replaceExisting", "false"),
            ("deleted", "true"),
            ("q", "delete my account"),
            ("fields", "reset"),
        ] {
            assert!(!query(name, text).is_harmful_flag(), "{name}={text}");
        }
        let body = of_json(&json!({ "options": { "discardOthers": true, "clear": "x" } }));
        let harmful: Vec<_> = body.iter().filter(|one| one.is_harmful_flag()).collect();
        assert_eq!(harmful.len(), 1);
        assert_eq!(harmful[0].pointer, "/options/discardOthers");
    }

    #[test]
    fn filters_of_a_request_that_ends_an_item_are_known() {
        for (name, text) in [("olderThan", "0"), ("color", "red"), ("siblings", "true")] {
            assert!(query(name, text).may_select(), "{name}={text}");
        }
        for (name, text) in [("force", "true"), ("siblings", "false"), ("fields", "id")] {
            assert!(!query(name, text).may_select(), "{name}={text}");
        }
    }

    #[test]
    fn values_are_found_where_they_are() {
        let body = json!({ "a/b": [{ "id": 7 }], "position": 2, "to": 5 });
        let all = of_json(&body);
        let merge = of_json(&json!({ "centers_to_merge_to": 1 }));
        assert!(!merge[0].is_relation());
        for one in &all {
            assert!(body.pointer(&one.pointer).is_some(), "{}", one.pointer);
        }
        let has = |is: fn(&Named) -> bool| all.iter().filter(|one| is(one)).count();
        assert_eq!((has(Named::is_place), has(Named::is_relation)), (1, 1));
    }

    #[test]
    fn names_are_found_in_every_kind_of_body() {
        let parts = "--b\r\nContent-Disposition: form-data; name=\"folderId\"\r\n\r\nf-1\r\n--b\r\n\
                     Content-Disposition: form-data; name=\"meta\"\r\n\r\n{\"folderId\": \"f-1\"}\r\n\
                     --b--\r\n";
        for (content_type, body) in [
            ("application/json", "{\"data\": {\"folderId\": \"f-1\"}}"),
            ("application/x-www-form-urlencoded", "a=b&folderId=f%2D1"),
            ("multipart/form-data; boundary=b", parts),
            ("application/xml", "<note><folderId>f-1</folderId></note>"),
            ("application/xml", "<note folderId=\"f-1\"/>"),
        ] {
            let request = Request {
                host: Host::Resource,
                method: "POST".to_owned(),
                target: "/notes".to_owned(),
                headers: vec![("Content-Type".to_owned(), content_type.to_owned())],
                body: Some(body.into()),
            };
            let all = named(&request);
            let mut all = all.iter();
            assert!(
                all.any(|one| one.name == "folderId" && one.text == "f-1"),
                "{content_type}: {body}"
            );
        }
    }
}
