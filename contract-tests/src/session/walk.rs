//! Lists: their items, and the way from page to page.

use serde_json::{Value, json};
use spec::model::{Location, Operation};

use super::{Answer, Ask, Session, Stop};
use crate::description::OperationId;
use crate::json::Json;
use crate::resources::{ItemsAt, items_at};

/// One page of a list.
#[derive(Debug)]
pub struct Page {
    /// The answer.
    pub answer: Answer,
    /// The items.
    pub items: Vec<Json>,
    /// How to ask for the next page, if there is one.
    pub next: Option<Next>,
}

/// How to ask for the next page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// By a parameter.
    Parameter(String, Value),
    /// By a target of its own, from a `Link` field (RFC 8288).
    Target(String),
}

/// How a list is paged, as its parameters and its answer tell.
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
    /// The property of the answer that has the next offset or cursor.
    pub next: Option<String>,
}

/// Names that parameters and properties usually have.
const LIMITS: [&str; 8] = [
    "limit",
    "pageSize",
    "page_size",
    "per_page",
    "perPage",
    "maxResults",
    "max_results",
    "size",
];
const OFFSETS: [&str; 3] = ["offset", "skip", "startIndex"];
const CURSORS: [&str; 9] = [
    "cursor",
    "pageToken",
    "page_token",
    "nextToken",
    "next_token",
    "after",
    "starting_after",
    "continuationToken",
    "marker",
];
const PAGES: [&str; 3] = ["page", "pageNumber", "page_number"];
const NEXTS: [&str; 9] = [
    "nextOffset",
    "next_offset",
    "nextCursor",
    "next_cursor",
    "nextPageToken",
    "next_page_token",
    "nextToken",
    "next",
    "cursor",
];

impl Paging {
    /// As an operation's `x-pagination` says; else as the usual names tell.
    #[must_use]
    pub fn of(operation: &Operation) -> Self {
        if let Some(pagination) = &operation.pagination {
            return Self {
                limit: Some(pagination.limit.clone()),
                offset: Some(pagination.offset.clone()),
                next: Some(pagination.next_offset.clone()),
                ..Self::default()
            };
        }
        let named = |names: &[&str]| {
            let mut all = operation.parameters.iter();
            all.find(|one| one.location == Location::Query && names.contains(&one.name.as_str()))
                .map(|one| one.name.clone())
        };
        Self {
            limit: named(&LIMITS),
            offset: named(&OFFSETS),
            cursor: named(&CURSORS),
            page: named(&PAGES),
            next: None,
        }
    }

    /// How to ask for the page after one.
    #[must_use]
    pub fn next_of(
        &self,
        answer: &Answer,
        body: &Json,
        skipped: usize,
        count: usize,
    ) -> Option<Next> {
        if let Some(target) = answer.header("link").and_then(next_link) {
            return Some(Next::Target(target));
        }
        let own = self.next.as_deref();
        let names = own.map_or(&NEXTS[..], |_| &[]);
        let found = own
            .into_iter()
            .chain(names.iter().copied())
            .find_map(|name| body.get(name));
        let parameter = self.offset.as_ref().or(self.cursor.as_ref());
        match (found, parameter) {
            (Some(value), Some(parameter)) => (!value.is_null() && value.as_str() != Some(""))
                .then(|| Next::Parameter(parameter.clone(), value.to_value())),
            // An answer that does not tell: the next page is behind what was had.
            (None, Some(parameter)) if self.offset.is_some() && count > 0 && own.is_none() => {
                Some(Next::Parameter(parameter.clone(), json!(skipped + count)))
            }
            _ => None,
        }
    }
}

/// The target of `rel="next"` in a `Link` field.
fn next_link(value: &str) -> Option<String> {
    for link in value.split(',') {
        let (target, parameters) = link.trim().strip_prefix('<')?.split_once('>')?;
        let is_next = parameters.split(';').any(|parameter| {
            let parameter = parameter.trim().replace('"', "");
            parameter.eq_ignore_ascii_case("rel=next")
        });
        if is_next {
            return Some(target.to_owned());
        }
    }
    None
}

impl Session {
    /// The items of a list's answer.
    ///
    /// # Errors
    /// When there are none where the description says.
    pub fn items(&self, operation: OperationId, answer: &Answer) -> Result<Vec<Json>, Stop> {
        let described = self.description.operation(operation);
        let body = answer.body()?;
        let items = match items_at(&self.description.api, described) {
            Some(ItemsAt::Root) => body.as_array(),
            Some(ItemsAt::Property(name)) => body.get(&name).and_then(Json::as_array),
            None => None,
        };
        items.map(<[Json]>::to_vec).ok_or_else(|| {
            Stop::Undecided(format!(
                "{}: the answer has no items where they should be",
                described.id
            ))
        })
    }

    /// One page of a list. `ask` has everything but the way to the page.
    ///
    /// # Errors
    /// When the answer is no page.
    pub async fn page(
        &self,
        operation: OperationId,
        ask: Ask<'_>,
        next: Option<&Next>,
        skipped: usize,
    ) -> Result<Page, Stop> {
        let ask = match next {
            None => ask,
            Some(Next::Parameter(name, value)) => ask.parameter(name, value),
            Some(Next::Target(target)) => ask.target(self.target_of(operation, target)?),
        };
        let answer = ask.send().await?.success()?;
        let items = self.items(operation, &answer)?;
        let paging = Paging::of(self.description.operation(operation));
        let next = paging.next_of(&answer, answer.body()?, skipped, items.len());
        Ok(Page {
            answer,
            items,
            next,
        })
    }

    /// The pages of a list, from the first, at most `most` of them.
    ///
    /// # Errors
    /// When an answer is no page.
    pub async fn walk(
        &self,
        operation: OperationId,
        ask: &Ask<'_>,
        most: usize,
    ) -> Result<Vec<Page>, Stop> {
        let mut pages: Vec<Page> = Vec::new();
        let mut skipped = 0;
        while pages.len() < most {
            let next = match pages.last() {
                None => None,
                Some(page) => match &page.next {
                    Some(next) => Some(next.clone()),
                    None => break,
                },
            };
            let page = self
                .page(operation, ask.clone(), next.as_ref(), skipped)
                .await?;
            skipped += page.items.len();
            pages.push(page);
        }
        Ok(pages)
    }

    /// The target of a link to the API's own host, which may be relative to the list (RFC 3986 §5);
    /// targets are put behind the path of the base URL, so that path is taken off.
    fn target_of(&self, list: OperationId, link: &str) -> Result<String, Stop> {
        let foreign =
            || Stop::Undecided("the link to the next page leads to another host".to_owned());
        let base = &self.profile.base_url;
        let prefix = base.path().trim_end_matches('/');
        let mut own = base.clone();
        own.set_path(&format!(
            "{prefix}{}",
            self.description.operation(list).path
        ));
        let url = own.join(link).map_err(|_| foreign())?;
        if url.origin() != base.origin() {
            return Err(foreign());
        }
        let path = url.path();
        let below = path.strip_prefix(prefix);
        let path = below.filter(|rest| rest.starts_with('/')).ok_or_else(|| {
            Stop::Undecided("the link to the next page leads out of the API".to_owned())
        })?;
        Ok(match url.query() {
            Some(query) => format!("{path}?{query}"),
            None => path.to_owned(),
        })
    }
}
