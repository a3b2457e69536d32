//! Generates what only our own mock and servers can answer: streams, all pages of a list, and responses
//! with their values.

use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use conformance_core::items::item_schema;
use conformance_core::validate::{Direction, Validator};
use conformance_core::values::{Maker, Manner, NothingKnown, Schemas};
use jiff::Timestamp;
use serde_json::{Map, Value, json};
use spec::Api;
use spec::model::{Header, MediaType, Operation, PageBy, Pagination, Status};

use crate::answers;
use crate::draw::Drawer;
use crate::items::Source;

/// The kinds of values in responses, and the numbers of items in streams.
const MANNERS: [(Manner, usize); 3] = [(Manner::Plain, 3), (Manner::Boundary, 0), (Manner::Odd, 6)];

/// The lists: how many items there are, how many a page has at most, and whether the request says
/// so. A page that is full may be the last one.
const LISTS: [(usize, usize, bool); 4] = [(5, 2, true), (4, 2, true), (3, 2, false), (0, 2, false)];

/// Generates responses.
pub struct Answers<'a> {
    api: &'a Api,
    maker: Maker<'a>,
    validator: Validator,
}

impl<'a> Answers<'a> {
    pub fn new(api: &'a Api) -> Self {
        let schemas = Arc::new(Schemas::of_answers(api));
        Self {
            api,
            maker: Maker::sharing(schemas, &NothingKnown, Timestamp::UNIX_EPOCH),
            validator: Validator::new(api, Direction::Response),
        }
    }

    fn source(&self) -> Source<'_> {
        Source {
            api: self.api,
            maker: &self.maker,
            validator: &self.validator,
        }
    }

    /// Returns the responses that handlers of a server can send: each in each of its media types,
    /// successes also with unusual values.
    pub fn all(&self, drawer: &Drawer<'_>, operation: &Operation) -> Vec<Value> {
        let mut found = Vec::new();
        let mut index = 0;
        for response in &operation.responses {
            let is_success = response.status.is_success();
            let manners = if is_success {
                &MANNERS[..]
            } else {
                &MANNERS[..1]
            };
            let contents = response.content.iter().map(Some);
            let contents: Vec<_> = if response.content.is_empty() {
                vec![None]
            } else {
                contents.collect()
            };
            for media in contents {
                let own = index;
                index += 1;
                let Some(status) = answers::code(operation, response.status) else {
                    continue;
                };
                if is_of_server(operation, response.status) {
                    continue;
                }
                for (round, manner) in manners.iter().copied().enumerate() {
                    let what = ["answer", &own.to_string(), &round.to_string()].map(str::to_owned);
                    let seed = |number: usize| seed(drawer, operation, &what, number);
                    let value = media.map(|media| self.body(media, manner, &seed));
                    if value == Some(None) {
                        continue;
                    }
                    let answer = json!({
                        "index": own,
                        "status": status,
                        "value": value.flatten(),
                        "headers": self.headers(&response.headers, &seed),
                    });
                    // Without a value, all of them are the same.
                    if !found.contains(&answer) {
                        found.push(answer);
                    }
                }
            }
        }
        found
    }

    /// Returns the body of a response; `None` if no value is allowed.
    fn body(
        &self,
        media: &MediaType,
        (manner, count): (Manner, usize),
        seed: &dyn Fn(usize) -> [u8; 32],
    ) -> Option<Value> {
        let source = self.source();
        let essence = media.essence();
        if let Some(stream) = &media.stream {
            return source
                .items((media, stream), manner, count, seed)
                .map(Value::from);
        }
        if essence.ends_with("xml") {
            return Some("<tree name=\"oak\"><branch/>\u{1f333}</tree>".into());
        }
        let is_whole = media.is_json() || essence.starts_with("text/");
        match media.schema {
            Some(schema) if is_whole => source.value(schema, manner, seed),
            None if media.is_json() => Some(json!({"any": [1, "two", null]})),
            None if is_whole => Some("any text".into()),
            _ => Some(json!({"base64": BASE64_STANDARD.encode(seed(0))})),
        }
    }

    /// Returns the header fields of a response. Of those without an escape, only plain texts can be
    /// sent (RFC 9110 §5.5).
    fn headers(&self, headers: &[Header], seed: &dyn Fn(usize) -> [u8; 32]) -> Map<String, Value> {
        let is_sent = |value: &Value| {
            let text = value.to_string();
            text.bytes().all(|byte| (0x20..0x7f).contains(&byte)) && !text.contains('\\')
        };
        let drawn = headers.iter().enumerate().filter_map(|(number, header)| {
            // Links are for pages.
            let is_link = header.name.eq_ignore_ascii_case("link");
            let seed = |round: usize| seed((number + 1) * 100 + round);
            let value = self.source().value(header.schema, Manner::Plain, &seed);
            let value = value.filter(|value| !is_link && is_sent(value))?;
            Some((header.name.clone(), value))
        });
        drawn.collect()
    }

    /// Returns the calls that read all pages of a list, each with its parameters.
    pub fn lists(&self, drawer: &Drawer<'_>, operation: &Operation) -> Vec<List> {
        let Some(by) = &operation.pagination else {
            return Vec::new();
        };
        let lists = LISTS.into_iter().enumerate();
        let lists = lists.filter_map(|(number, (count, size, is_asked))| {
            let items = self.items(drawer, operation, by, count, number)?;
            let limit = by.limit.clone().filter(|_| is_asked);
            let parameters = limit.map(|limit| (limit, Value::from(size)));
            Some(List {
                name: format!("pages-{number}"),
                parameters: parameters.into_iter().collect(),
                answer: json!({"index": 0, "status": 200, "value": items, "size": size}),
            })
        });
        lists.collect()
    }

    /// Returns items of a list that differ, because equal pages would look like a loop.
    fn items(
        &self,
        drawer: &Drawer<'_>,
        operation: &Operation,
        by: &Pagination,
        count: usize,
        list: usize,
    ) -> Option<Vec<Value>> {
        let schema = item_schema(self.api, operation)?;
        let ids = match (by.by, by.next.as_slice()) {
            (PageBy::LastItem, [name]) => name.as_str(),
            _ => "id",
        };
        let one = |number: usize| {
            let what = ["list".to_owned(), list.to_string(), number.to_string()];
            let seed = |round: usize| seed(drawer, operation, &what, round);
            let mut item = self.source().value(schema, Manner::Plain, &seed)?;
            if item.get(ids).is_some_and(Value::is_string) {
                item[ids] = format!("item {number}/{list}").into();
            }
            Some(item)
        };
        (0..count).map(one).collect()
    }
}

/// A call that reads all pages of a list.
pub struct List {
    pub name: String,
    pub parameters: Map<String, Value>,
    pub answer: Value,
}

fn seed(drawer: &Drawer<'_>, operation: &Operation, what: &[String], number: usize) -> [u8; 32] {
    let number = number.to_string();
    let what: Vec<&str> = what.iter().map(String::as_str).chain([&*number]).collect();
    drawer.seed(operation, &what)
}

/// Returns whether the server itself sends this response, so that no handler can.
fn is_of_server(operation: &Operation, status: Status) -> bool {
    match status {
        Status::Code(401) => operation.needs_credential(),
        Status::Code(405) => true,
        Status::Code(413 | 415) => operation.body.is_some(),
        _ => false,
    }
}
