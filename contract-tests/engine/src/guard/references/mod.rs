//! Finds items that a request names outside of its path: in the query, a header field or the body.

mod meaning;
mod vocabulary;

use percent_encoding::percent_decode_str;
use serde_json::Value;

pub(super) use self::meaning::Meaning;
use self::vocabulary::{ENVELOPES, is_of_message};
pub use self::vocabulary::{is_exclusive, is_natural_key};
pub(super) use self::vocabulary::{names, stems};
use super::words::tokens;
use conformance_core::exchange::Request;

/// A scalar value in a request, and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Named {
    /// The name of the property or parameter.
    pub(super) name: String,
    /// The words of the name.
    pub(super) words: Vec<String>,
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
        words: tokens(place.name),
        within: place.within.map(str::to_owned),
        text,
        depth: place.depth,
        part: Part::Content,
        is_flag: value.is_boolean(),
        pointer: place.pointer.to_owned(),
    });
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
