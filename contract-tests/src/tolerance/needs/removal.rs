//! The properties of responses, and their removal.

use std::collections::{BTreeSet, HashSet};

use conformance_core::json::Json;
use messages::consumer::Without;

/// The name that a renamed property gets.
const RENAMED: &str = "conformanceRenamed";

/// The maximum depth to which a body is searched.
const DEPTH: usize = 64;

/// A property of the responses of an operation.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in super::super) struct Seen {
    pub(super) method: String,
    pub(super) path: String,
    pub(super) status: u16,
    /// Its pointer, in which `*` stands for any item.
    pub(super) at: String,
}

impl Seen {
    fn depth(&self) -> usize {
        self.at.matches('/').count()
    }

    /// Returns whether it is inside of another property.
    pub(super) fn is_in(&self, other: &Self) -> bool {
        let rest = self.at.strip_prefix(&other.at);
        rest.is_some_and(|rest| rest.starts_with('/'))
            && (&self.method, &self.path, self.status) == (&other.method, &other.path, other.status)
    }
}

/// Sorts properties so that each comes before those that enclose it: first those that enclose
/// nothing, the deepest of them first, so that neighbors seldom enclose each other.
pub(super) fn sort(keys: &mut Vec<Seen>) {
    keys.sort_by_key(|key| std::cmp::Reverse(key.depth()));
    let mut heights: Vec<usize> = Vec::new();
    for at in 0..keys.len() {
        let inner = (0..at).filter(|one| keys[*one].is_in(&keys[at]));
        let height = inner.map(|one| heights[one] + 1).max();
        heights.push(height.unwrap_or(0));
    }
    let mut all: Vec<_> = heights.into_iter().zip(keys.drain(..)).collect();
    all.sort_by_key(|(height, _)| *height);
    keys.extend(all.into_iter().map(|(_, key)| key));
}

/// How an operation was called, and which properties its responses had.
#[derive(Debug, Clone, Default)]
pub(in super::super) struct Called {
    pub(super) sends: BTreeSet<String>,
    pub(super) seen: BTreeSet<Seen>,
}

impl Called {
    /// Records what a request contains.
    pub(in super::super) fn request(&mut self, target: &str, body: Option<&[u8]>) {
        let query = target.split_once('?').map_or("", |(_, query)| query);
        let names = url::form_urlencoded::parse(query.as_bytes());
        self.sends.extend(names.map(|(name, _)| format!("?{name}")));
        if let Some(Ok(body)) = body.map(Json::parse) {
            let mut body = body;
            let sends = &mut self.sends;
            walk(&mut body, "", DEPTH, &mut |at, _| {
                sends.insert(at.to_owned());
                false
            });
        }
    }

    /// Records what a response contains.
    pub(in super::super) fn response(&mut self, own: &Answered<'_>, body: &Json) {
        let mut body = body.clone();
        walk(&mut body, "", DEPTH, &mut |at, _| {
            self.seen.insert(own.seen(at));
            false
        });
    }
}

/// The operation and status of a response.
pub(in super::super) struct Answered<'a> {
    pub(in super::super) method: &'a str,
    pub(in super::super) path: &'a str,
    pub(in super::super) status: u16,
}

impl Answered<'_> {
    fn seen(&self, at: &str) -> Seen {
        Seen {
            method: self.method.to_owned(),
            path: self.path.to_owned(),
            status: self.status,
            at: at.to_owned(),
        }
    }
}

/// The properties that are removed in a run.
#[derive(Debug, Clone)]
pub(in super::super) struct Taken {
    way: Without,
    seen: HashSet<Seen>,
}

impl Taken {
    pub(super) fn new(way: Without, seen: impl Iterator<Item = Seen>) -> Self {
        let seen = seen.collect();
        Self { way, seen }
    }

    /// Removes the properties from a response. Returns whether there were any.
    pub(in super::super) fn from(&self, own: &Answered<'_>, body: &mut Json) -> bool {
        let mut any = false;
        walk(body, "", DEPTH, &mut |at, member| {
            if !self.seen.contains(&own.seen(at)) {
                return false;
            }
            any = true;
            match self.way {
                Without::Remove => return true,
                Without::Null => member.1 = Json::Null,
                Without::Rename => {
                    let name = format!("{RENAMED}{}", member.0);
                    member.0 = name.into();
                }
            }
            false
        });
        any
    }
}

/// Visits each property of each object, the outer ones first. A property is removed if `look`
/// returns true.
fn walk(
    value: &mut Json,
    at: &str,
    depth: usize,
    look: &mut impl FnMut(&str, &mut (Box<str>, Json)) -> bool,
) {
    if depth == 0 {
        return;
    }
    match value {
        Json::Object(members) => members.retain_mut(|member| {
            let name = member.0.replace('~', "~0").replace('/', "~1");
            let at = format!("{at}/{name}");
            let removed = look(&at, member);
            if !removed {
                walk(&mut member.1, &at, depth - 1, look);
            }
            !removed
        }),
        Json::Array(items) => {
            let at = format!("{at}/*");
            for item in items {
                walk(item, &at, depth - 1, look);
            }
        }
        _ => {}
    }
}
