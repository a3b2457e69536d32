//! How the pages of a list are linked.
#![allow(dead_code, reason = "a description need not have lists of every kind")]

use serde_json::Value;

use super::RawResponse;
use super::observer::link;

type Way = &'static [&'static str];

/// How the next page is requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum By {
    Cursor,
    Offset,
    Page,
    LastItem,
    Url,
    Link,
}

/// How the pages of a list are linked. A [`Way`] is a path of property names from the root of the
/// body.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Paging {
    by: By,
    /// The query parameter that selects the page.
    pub(super) parameter: &'static str,
    /// The value of the parameter for the first page, unless the caller sets it.
    pub(super) first: u64,
    items: Way,
    next: Way,
    more: Way,
    total: Way,
}

/// What follows a page.
pub(super) enum Turn {
    End,
    Value(Value),
    Position(u64),
    Address(String),
}

impl Paging {
    const fn new(by: By, parameter: &'static str) -> Self {
        Self {
            by,
            parameter,
            first: 0,
            items: &[],
            next: &[],
            more: &[],
            total: &[],
        }
    }

    /// The response contains the next value of the parameter.
    pub(crate) const fn cursor(parameter: &'static str, next: Way) -> Self {
        Self {
            next,
            ..Self::new(By::Cursor, parameter)
        }
    }

    /// The parameter is the number of items before the page.
    pub(crate) const fn offset(parameter: &'static str, first: u64) -> Self {
        Self {
            first,
            ..Self::new(By::Offset, parameter)
        }
    }

    /// The parameter is the page number.
    pub(crate) const fn page(parameter: &'static str, first: u64) -> Self {
        Self {
            first,
            ..Self::new(By::Page, parameter)
        }
    }

    /// The parameter is a property of the last item.
    pub(crate) const fn last_item(parameter: &'static str, items: Way, property: Way) -> Self {
        Self {
            items,
            next: property,
            ..Self::new(By::LastItem, parameter)
        }
    }

    /// The response body contains the address of the next page.
    pub(crate) const fn url(next: Way) -> Self {
        Self {
            next,
            ..Self::new(By::Url, "")
        }
    }

    /// The `Link` header field contains the address of the next page.
    pub(crate) const fn link() -> Self {
        Self::new(By::Link, "")
    }

    /// Adds the property that is `false` on the last page.
    pub(crate) const fn more(self, more: Way) -> Self {
        Self { more, ..self }
    }

    /// Adds the property that has the total number of items.
    pub(crate) const fn total(self, total: Way) -> Self {
        Self { total, ..self }
    }

    pub(super) fn is_address(&self) -> bool {
        matches!(self.by, By::Url | By::Link)
    }

    pub(super) fn is_offset(&self) -> bool {
        self.by == By::Offset
    }

    /// Returns whether the client computes the next value of the parameter itself.
    pub(super) fn is_counted(&self) -> bool {
        matches!(self.by, By::Offset | By::Page | By::LastItem)
    }

    /// Returns what follows a page that has `count` items and was requested at `position`; `had` is
    /// the number of items up to and including it.
    pub(super) fn turn(&self, raw: &RawResponse, count: u64, had: u64, position: u64) -> Turn {
        if self.by == By::Link {
            let target = link(raw, "next").filter(|target| !target.is_empty());
            return target.map_or(Turn::End, |target| Turn::Address(target.to_owned()));
        }
        let Ok(body) = serde_json::from_slice::<Value>(raw.bytes()) else {
            return Turn::End;
        };
        let says_end = at(&body, self.more) == Some(&Value::Bool(false));
        if says_end || self.is_counted() && (count == 0 || self.is_all(&body, had)) {
            return Turn::End;
        }
        match self.by {
            By::Offset => Turn::Position(position + count),
            By::Page => Turn::Position(position + 1),
            By::LastItem => {
                let items = if self.items.is_empty() {
                    Some(&body)
                } else {
                    at(&body, self.items)
                };
                let last = items
                    .and_then(Value::as_array)
                    .and_then(|items| items.last());
                value(last.and_then(|item| at(item, self.next)))
            }
            By::Url | By::Link => match at(&body, self.next) {
                Some(Value::String(address)) if !address.is_empty() => {
                    Turn::Address(address.clone())
                }
                _ => Turn::End,
            },
            By::Cursor => value(at(&body, self.next)),
        }
    }

    fn is_all(&self, body: &Value, had: u64) -> bool {
        let total = at(body, self.total).and_then(Value::as_u64);
        total.is_some_and(|total| had >= total)
    }
}

/// Returns the next value. An absent, `null`, `false` or empty value ends the list.
fn value(next: Option<&Value>) -> Turn {
    match next {
        None | Some(Value::Null | Value::Bool(_)) => Turn::End,
        Some(Value::String(text)) if text.is_empty() => Turn::End,
        Some(value) => Turn::Value(value.clone()),
    }
}

/// Returns the value at a path of properties; an empty path leads to nothing.
fn at(body: &Value, way: Way) -> Option<&Value> {
    let (first, rest) = way.split_first()?;
    rest.iter()
        .try_fold(body.get(*first)?, |value, name| value.get(*name))
}
