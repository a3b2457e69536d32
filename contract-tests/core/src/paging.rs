//! Detects how lists are paged: by offset, cursor, page number or `Link` (RFC 8288), declared or
//! not.

use serde_json::{Value, json};
use spec::model::page_names::{
    AROUND, CURSORS, IDS, LIMITS, MORES, NEXTS, OFFSETS, PAGES, TOTALS, is_named, plain,
};
use spec::model::{Location, Operation, PageBy};

use crate::exchange::Response;
use crate::json::Json;

/// The request for the next page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// By a parameter.
    Parameter(String, Value),
    /// By a separate target, from a `Link` field (RFC 8288) or a property of the response.
    Target(String),
}

/// What a response says about the next page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NextHint {
    /// The request for the next page.
    Next(Next),
    /// There is a next page.
    More,
    /// There is no further page.
    End,
    /// The response says nothing about it.
    Nothing,
}

/// How a list is paged, inferred from its parameters and its response.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Paging {
    /// The parameter for the number of items per page.
    pub limit: Option<String>,
    /// The parameter for the number of items to skip.
    pub offset: Option<String>,
    /// The parameter for an opaque position.
    pub cursor: Option<String>,
    /// The parameter for the number of the page, from 1.
    pub page: Option<String>,
    /// The property of the response with the next offset or cursor.
    pub next: Option<String>,
}

/// The position of a page in a list.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    /// How many items were on the pages before it.
    pub skipped: usize,
    /// Which page it is, from 1.
    pub page: u64,
    /// The items of the page.
    pub items: &'a [Json],
}

/// Some APIs use it as a size, others as an offset.
const FIRST: &str = "first";
/// Sizes only next to a `first`: a filter may have such a name as well.
const MOST: &[&str] = &["max", "last", "maximum"];

impl Paging {
    /// Reads `x-pagination` of an operation; without it, the usual names decide.
    #[must_use]
    pub fn of(operation: &Operation) -> Self {
        let stated = operation.pagination.as_ref().filter(|one| one.stated);
        if let Some(pagination) = stated.filter(|one| one.by == PageBy::Cursor) {
            return Self {
                limit: pagination.limit.clone(),
                offset: pagination.parameter.clone(),
                next: pagination.next.first().cloned(),
                ..Self::default()
            };
        }
        let named = |names: &[&str]| {
            let mut all = operation.parameters.iter();
            all.find(|one| one.location == Location::Query && is_named(names, &one.name))
                .map(|one| one.name.clone())
        };
        // `first` is a size next to a cursor. It is an offset next to a size, or where its
        // documentation says so.
        let first = operation
            .parameters
            .iter()
            .find(|one| one.location == Location::Query && one.name == FIRST);
        let size = named(LIMITS).or_else(|| first.and_then(|_| named(MOST)));
        let is_offset = first.is_some_and(|first| {
            let prose = first
                .description
                .as_deref()
                .unwrap_or_default()
                .to_lowercase();
            let says = ["offset", "skip", "index", "position"];
            size.is_some() || says.iter().any(|word| prose.contains(word))
        });
        let as_size = first.filter(|_| !is_offset).map(|one| one.name.clone());
        let as_offset = first.filter(|_| is_offset).map(|one| one.name.clone());
        Self {
            limit: size.or(as_size),
            offset: named(OFFSETS).or(as_offset),
            cursor: named(CURSORS),
            page: named(PAGES),
            next: None,
        }
    }

    /// Returns whether a parameter selects the page.
    #[must_use]
    pub fn has(&self, parameter: &str) -> bool {
        [&self.limit, &self.offset, &self.cursor, &self.page]
            .into_iter()
            .any(|one| one.as_deref() == Some(parameter))
    }

    /// Returns the request for the page after one.
    #[must_use]
    pub fn next_of(&self, answer: &Response, body: &Json, place: Place<'_>) -> Option<Next> {
        let hint = self.hint(answer, body);
        match hint {
            NextHint::Next(next) => Some(next),
            NextHint::End => None,
            NextHint::More | NextHint::Nothing if place.items.is_empty() => None,
            NextHint::More => self.behind(place).or_else(|| self.after(place)),
            NextHint::Nothing => {
                let behind = self.behind(place)?;
                let total = members(body).find_map(|one| first(one, TOTALS)?.as_u64());
                let had = (place.skipped + place.items.len()) as u64;
                total.is_none_or(|total| had < total).then_some(behind)
            }
        }
    }

    /// Returns what a response says about a next page.
    #[must_use]
    pub fn hint(&self, answer: &Response, body: &Json) -> NextHint {
        let link = answer.header("link").unwrap_or_default();
        if let Some(target) = linked(link, &["next"]) {
            return NextHint::Next(Next::Target(target));
        }
        // There are links to other pages, but none to a next one.
        if linked(link, &["prev", "previous", "first", "last"]).is_some() {
            return NextHint::End;
        }
        let value = match &self.next {
            Some(name) => {
                return body
                    .get(name)
                    .map_or(NextHint::End, |value| self.read(value));
            }
            None => members(body).find_map(|one| first(one, NEXTS)),
        };
        if let Some(value) = value {
            return self.read(value);
        }
        match members(body).find_map(|one| first(one, MORES)?.as_bool()) {
            Some(true) => NextHint::More,
            Some(false) => NextHint::End,
            None => NextHint::Nothing,
        }
    }

    /// Reads the property about the next page.
    fn read(&self, value: &Json) -> NextHint {
        // A HAL link object has its address in `href`.
        let value = value.get("href").unwrap_or(value);
        if value.is_null() || value.as_str() == Some("") || value.as_bool() == Some(false) {
            return NextHint::End;
        }
        if let Some(text) = value.as_str()
            && (text.starts_with('/') || text.starts_with("http"))
        {
            return NextHint::Next(Next::Target(text.to_owned()));
        }
        let parameter = match value {
            Json::Number(_) => self.offset.as_ref().or(self.page.as_ref()),
            _ => self.cursor.as_ref().or(self.offset.as_ref()),
        };
        match parameter.or(self.cursor.as_ref()) {
            Some(name) => NextHint::Next(Next::Parameter(name.clone(), value.to_value())),
            None => NextHint::More,
        }
    }

    /// Returns the number of the next page, if pages are numbered.
    fn behind(&self, place: Place<'_>) -> Option<Next> {
        if place.items.is_empty() {
            return None;
        }
        let by = |name: &String, value: Value| Next::Parameter(name.clone(), value);
        match (&self.offset, &self.page) {
            (Some(name), _) => Some(by(name, json!(place.skipped + place.items.len()))),
            (None, Some(name)) => Some(by(name, json!(place.page + 1))),
            (None, None) => None,
        }
    }

    /// Returns the next page where a page starts after the id of the last item.
    fn after(&self, place: Place<'_>) -> Option<Next> {
        let name = self.cursor.as_ref().filter(|name| is_named(IDS, name))?;
        let id = place.items.last()?.get("id")?;
        Some(Next::Parameter(name.clone(), id.to_value()))
    }
}

/// Returns a response, and its properties that may hold information about paging.
fn members(body: &Json) -> impl Iterator<Item = &Json> {
    let own = body.as_object().unwrap_or_default().iter();
    let around = own.filter(|(name, _)| is_named(AROUND, name));
    std::iter::once(body).chain(around.map(|(_, value)| value))
}

fn first<'j>(value: &'j Json, names: &[&str]) -> Option<&'j Json> {
    let members = value.as_object()?;
    names.iter().find_map(|wanted| {
        let mut members = members.iter();
        let found = members.find(|(name, _)| plain(name) == *wanted);
        found.map(|(_, value)| value)
    })
}

/// Returns the target of the first link in a `Link` field that has one of some relations.
fn linked(value: &str, relations: &[&str]) -> Option<String> {
    let mut rest = value;
    while let Some((_, after)) = rest.split_once('<') {
        let (target, after) = after.split_once('>')?;
        // Parameters end where the next link begins; a target may contain a comma.
        let parameters = after.split_once('<').map_or(after, |(own, _)| own);
        let has = parameters.split([';', ',']).any(|parameter| {
            let parameter = parameter.replace(['"', ' '], "").to_ascii_lowercase();
            let relation = parameter.strip_prefix("rel=");
            relation.is_some_and(|relation| relations.contains(&relation))
        });
        if has {
            return Some(target.to_owned());
        }
        rest = after;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::linked;

    #[test]
    fn links() {
        let next = Some("/items?page=2,3".to_owned());
        for value in [
            "</items?page=2,3>; rel=\"next\"",
            "</items?page=1>; rel=\"first\", </items?page=2,3>;rel=next",
            "</items?page=2,3> ; title=\"x\"; REL = next , </items?page=9>; rel=\"last\"",
        ] {
            assert_eq!(linked(value, &["next"]), next, "{value}");
        }
        for value in ["", "</a>; rel=\"prev\"", "<", "</a", "/a; rel=next"] {
            assert_eq!(linked(value, &["next"]), None, "{value}");
        }
    }
}
