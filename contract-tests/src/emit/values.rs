//! Finds the responses that the values of requests come from.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use percent_encoding::percent_decode_str;
use url::form_urlencoded;

use conformance_core::exchange::{Exchange, Request, Response};
use conformance_core::json::{Json, escape};

/// Shorter values are too ambiguous to follow, unless they name an item of the run.
const SHORTEST: usize = 6;

/// Longer values are documents.
const LONGEST: usize = 8 * 1024;

/// The maximum number of values that are followed.
const MOST: usize = 200_000;

/// Header fields of responses whose values later requests use.
const FIELDS: [&str; 3] = ["etag", "mcp-session-id", "last-modified"];

/// The place of a value in a response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place {
    /// At a JSON pointer of the body.
    Json(String),
    /// A header field.
    Header(String),
    /// A parameter in the query of the address in `Location`.
    Query(String),
    /// A segment of the path in `Location`, counted from its end.
    Segment(usize),
    /// The value of a form field in HTML.
    Input(String),
    /// A cookie.
    Cookie(String),
}

/// The first response with a value.
#[derive(Debug, Clone)]
pub(super) struct Source {
    /// The number of its exchange.
    pub(super) number: u64,
    /// The place in the response.
    pub(super) place: Place,
}

/// The values that the deployment has created, by text. A value that a request had before any
/// response belongs to the run.
#[derive(Debug, Default)]
pub(super) struct Values {
    sources: HashMap<String, Source>,
}

impl Values {
    /// Collects the values of responses. `follows` says whether a short one is followed; `is_known`
    /// whether a value is in the description, and so may come from there.
    pub(super) fn of(
        exchanges: &[Arc<Exchange>],
        follows: impl Fn(&str) -> bool,
        is_known: impl Fn(&str) -> bool,
    ) -> Self {
        let mut sources: HashMap<String, Source> = HashMap::new();
        let mut sent: HashSet<String> = HashSet::new();
        for exchange in exchanges {
            let tokens = tokens(&exchange.request).into_iter();
            sent.extend(tokens.filter(|token| !sources.contains_key(token)));
            let Some(response) = exchange.response() else {
                continue;
            };
            answered(response, &mut |text, place| {
                let is_long = (SHORTEST..=LONGEST).contains(&text.len());
                let is_followed = (is_long && !is_known(text)) || follows(text);
                let has_room = sources.len() < MOST;
                if is_followed && has_room && !sent.contains(text) && !sources.contains_key(text) {
                    let number = exchange.number;
                    sources.insert(text.to_owned(), Source { number, place });
                }
            });
        }
        Self { sources }
    }

    /// Returns the source of a value, if a response before a request had it first.
    pub(super) fn before(&self, text: &str, number: u64) -> Option<&Source> {
        let source = self.sources.get(text)?;
        (source.number < number).then_some(source)
    }
}

/// Returns the texts of a request that may be values from responses.
pub(super) fn tokens(request: &Request) -> Vec<String> {
    let mut all = path_tokens(request);
    let (_, query) = request.target.split_once('?').unwrap_or_default();
    all.extend(form_urlencoded::parse(query.as_bytes()).map(|(_, value)| value.into_owned()));
    for (_, value) in &request.headers {
        let pieces = value.split([' ', ',', ';', '=']);
        all.extend(pieces.map(str::to_owned));
        all.push(value.clone());
    }
    let Some(body) = &request.body else {
        return all;
    };
    let kind = request.header("content-type").unwrap_or_default();
    if kind.starts_with("application/x-www-form-urlencoded") {
        all.extend(form_urlencoded::parse(body).map(|(_, value)| value.into_owned()));
    } else if let Ok(json) = Json::parse(body) {
        leaves(&json, &mut String::new(), &mut |text, _| {
            all.push(text.to_owned());
        });
    } else if let Ok(text) = std::str::from_utf8(body) {
        all.extend(words(text));
    }
    all
}

/// Returns possible values in a text of unknown syntax, such as deliberately malformed JSON: quoted
/// texts and words.
fn words(text: &str) -> impl Iterator<Item = String> {
    let quoted = text.split(['"', '\'']);
    let is_end = |c: char| c.is_whitespace() || "\"',;:=&<>(){}[]".contains(c);
    let words = text.split(is_end);
    let all = quoted.chain(words).filter(|one| !one.is_empty());
    all.map(str::to_owned)
}

/// Returns the segments of a request's path.
pub(super) fn path_tokens(request: &Request) -> Vec<String> {
    let segments = request.path().split('/').skip(1);
    let decoded = segments.map(|one| percent_decode_str(one).decode_utf8_lossy().into_owned());
    decoded.collect()
}

/// Calls `each` with every value of a response.
fn answered(response: &Response, each: &mut dyn FnMut(&str, Place)) {
    if let Ok(json) = response.parse() {
        leaves(&json, &mut String::new(), &mut |text, pointer| {
            each(text, Place::Json(pointer.to_owned()));
        });
    }
    for name in FIELDS {
        if let Some(value) = response.header(name) {
            each(value, Place::Header(name.to_owned()));
        }
    }
    if let Some(location) = response.header("location") {
        let (path, query) = location.split_once('?').unwrap_or((location, ""));
        for (at, segment) in path.rsplit('/').enumerate() {
            each(segment, Place::Segment(at));
        }
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            each(&value, Place::Query(name.into_owned()));
        }
    }
    for cookie in response.headers.get_all("set-cookie") {
        let pair = cookie.to_str().ok().and_then(|text| text.split(';').next());
        if let Some((name, value)) = pair.and_then(|pair| pair.split_once('=')) {
            each(value, Place::Cookie(name.trim().to_owned()));
        }
    }
    if response.media_type().as_deref() == Some("text/html") {
        let text = String::from_utf8_lossy(&response.body);
        for tag in text.split("<input").skip(1) {
            let tag = tag.split('>').next().unwrap_or_default();
            if let (Some(name), Some(value)) = (attribute(tag, "name"), attribute(tag, "value")) {
                each(value, Place::Input(name.to_owned()));
            }
        }
    }
}

/// Returns the value of an attribute in a tag. Values with escapes are not followed.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    let value = rest.split('"').next()?;
    (!value.contains('&')).then_some(value)
}

/// Calls `each` with every string and number and its JSON pointer. [`Json::DEPTH`] limits the
/// depth.
fn leaves(json: &Json, at: &mut String, each: &mut dyn FnMut(&str, &str)) {
    let end = at.len();
    match json {
        Json::String(text) | Json::Number(text) => each(text, at),
        Json::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                at.push('/');
                at.push_str(&index.to_string());
                leaves(item, at, each);
                at.truncate(end);
            }
        }
        Json::Object(members) => {
            for (name, member) in members {
                at.push('/');
                at.push_str(&escape(name));
                leaves(member, at, each);
                at.truncate(end);
            }
        }
        Json::Null | Json::Bool(_) => {}
    }
}
