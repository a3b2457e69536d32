//! How lists are paged: by offset, cursor, page number or `Link` (RFC 8288), told or not.

use serde_json::{Value, json};
use spec::model::page_names::{
    AROUND, CURSORS, IDS, LIMITS, MORES, NEXTS, OFFSETS, PAGES, TOTALS, is_named, plain,
};
use spec::model::{Location, Operation, PageBy};

use crate::exchange::Response;
use crate::json::Json;

/// How to ask for the next page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// By a parameter.
    Parameter(String, Value),
    /// By a separate target, from a `Link` field (RFC 8288) or a member of the response.
    Target(String),
}

/// What a response says about the next page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    /// This is how to ask for it.
    Next(Next),
    /// There is one.
    More,
    /// There is no further page.
    End,
    /// Nothing.
    Nothing,
}

/// How a list is paged, as its parameters and its response tell.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Paging {
    /// The parameter for how many items a page has.
    pub limit: Option<String>,
    /// The parameter for how many items are skipped.
    pub offset: Option<String>,
    /// The parameter for where a page starts, opaque.
    pub cursor: Option<String>,
    /// The parameter for which page, from 1.
    pub page: Option<String>,
    /// The property of the response that has the next offset or cursor.
    pub next: Option<String>,
}

/// Where in a list a page is.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    /// How many items were on the pages before.
    pub skipped: usize,
    /// Which page it is, from 1.
    pub page: u64,
    /// Its items.
    pub items: &'a [Json],
}

/// A size to some, an offset to others.
const FIRST: &str = "first";
/// Sizes only if there is a `first` as well: a filter may be called so, too.
const MOST: &[&str] = &["max", "last", "maximum"];

impl Paging {
    /// As an operation's `x-pagination` says; otherwise as the usual names tell.
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
        // `first` is a size beside a cursor, and an offset beside a size or where its text says so.
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

    /// Returns whether it is one of the parameters that say which page.
    #[must_use]
    pub fn has(&self, parameter: &str) -> bool {
        [&self.limit, &self.offset, &self.cursor, &self.page]
            .into_iter()
            .any(|one| one.as_deref() == Some(parameter))
    }

    /// Returns how to ask for the page after one.
    #[must_use]
    pub fn next_of(&self, answer: &Response, body: &Json, place: Place<'_>) -> Option<Next> {
        let told = self.told(answer, body);
        match told {
            Told::Next(next) => Some(next),
            Told::End => None,
            Told::More | Told::Nothing if place.items.is_empty() => None,
            Told::More => self.behind(place).or_else(|| self.after(place)),
            Told::Nothing => {
                let behind = self.behind(place)?;
                let total = members(body).find_map(|one| first(one, TOTALS)?.as_u64());
                let had = (place.skipped + place.items.len()) as u64;
                total.is_none_or(|total| had < total).then_some(behind)
            }
        }
    }

    /// Returns what a response says of the page after it.
    #[must_use]
    pub fn told(&self, answer: &Response, body: &Json) -> Told {
        let link = answer.header("link").unwrap_or_default();
        if let Some(target) = linked(link, &["next"]) {
            return Told::Next(Next::Target(target));
        }
        // Links to other pages, and none to the next.
        if linked(link, &["prev", "previous", "first", "last"]).is_some() {
            return Told::End;
        }
        let value = match &self.next {
            Some(name) => return body.get(name).map_or(Told::End, |value| self.read(value)),
            None => members(body).find_map(|one| first(one, NEXTS)),
        };
        if let Some(value) = value {
            return self.read(value);
        }
        match members(body).find_map(|one| first(one, MORES)?.as_bool()) {
            Some(true) => Told::More,
            Some(false) => Told::End,
            None => Told::Nothing,
        }
    }

    /// Returns what the member says that is about the next page.
    fn read(&self, value: &Json) -> Told {
        // A link object of HAL has its address in `href`.
        let value = value.get("href").unwrap_or(value);
        if value.is_null() || value.as_str() == Some("") || value.as_bool() == Some(false) {
            return Told::End;
        }
        if let Some(text) = value.as_str()
            && (text.starts_with('/') || text.starts_with("http"))
        {
            return Told::Next(Next::Target(text.to_owned()));
        }
        let parameter = match value {
            Json::Number(_) => self.offset.as_ref().or(self.page.as_ref()),
            _ => self.cursor.as_ref().or(self.offset.as_ref()),
        };
        match parameter.or(self.cursor.as_ref()) {
            Some(name) => Told::Next(Next::Parameter(name.clone(), value.to_value())),
            None => Told::More,
        }
    }

    /// The number of the page after those that were read, where pages are counted.
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

    /// Returns the page after the last item, where a page starts after an item's id.
    fn after(&self, place: Place<'_>) -> Option<Next> {
        let name = self.cursor.as_ref().filter(|name| is_named(IDS, name))?;
        let id = place.items.last()?.get("id")?;
        Some(Next::Parameter(name.clone(), id.to_value()))
    }
}

/// A response, and the members in which it may tell of paging.
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

/// Returns the target of the first link of a `Link` field with one of some relations.
fn linked(value: &str, relations: &[&str]) -> Option<String> {
    let mut rest = value;
    while let Some((_, after)) = rest.split_once('<') {
        let (target, after) = after.split_once('>')?;
        // Parameters end where the next link begins; a comma may appear in a target.
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
