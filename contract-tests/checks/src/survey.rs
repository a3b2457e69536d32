//! The lists that checks of this section walk through.

use std::collections::BTreeMap;

use serde_json::Value;
use spec::model::{Bounds, Kind, Location, Method, Operation, Parameter};

use crate::subjects::id_of;
use conformance_core::description::OperationId;
use conformance_core::intent::Intent;
use conformance_core::items::items_at;
use conformance_core::json::Json;
use conformance_core::resources::{Resource, ResourceId};
use conformance_engine::expectation::{self, Rule};
use conformance_engine::pool::Bindings;
use conformance_engine::session::{NextHint, Page, Paging, RequestBuilder, Session, Stop};

/// How many lists a check walks.
const LISTS: usize = 16;

/// The maximum number of pages of a list that are read.
pub const PAGES: usize = 25;

/// How many items a list should have; missing ones are created if possible.
const ENOUGH: usize = 5;

/// The page size that is requested if the description declares no maximum.
const USUAL: u64 = 100;

/// A list of the description, below one parent.
#[derive(Debug, Clone)]
pub struct List<'s> {
    /// The operation.
    pub operation: OperationId,
    /// The operation, as it is described.
    pub described: &'s Operation,
    /// The resource of its items.
    pub resource: Option<ResourceId>,
    /// The path parameters.
    pub bindings: Bindings,
    /// How it is paged.
    pub paging: Paging,
    /// How many items a page may have.
    pub largest: u64,
}

/// The result of a walk through a list.
#[derive(Debug)]
pub struct Walked {
    /// The pages, in their order.
    pub pages: Vec<Page>,
    /// Whether the last page of the list was reached.
    pub is_whole: bool,
}

/// The options of a walk.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// How many items to request for a page; `None` for the server's default.
    pub limit: Option<u64>,
    /// The values of other parameters.
    pub parameters: Vec<(String, Value)>,
}

impl Wanted {
    /// Requests pages of a size.
    #[must_use]
    pub const fn pages_of(limit: u64) -> Self {
        Self {
            limit: Some(limit),
            parameters: Vec::new(),
        }
    }

    /// Sets the value of another parameter.
    #[must_use]
    pub fn with(mut self, name: &str, value: Value) -> Self {
        self.parameters.push((name.to_owned(), value));
        self
    }
}

impl<'s> List<'s> {
    /// Requires that the array of items is valid against a JSON Schema.
    #[must_use]
    pub fn items_are(&self, session: &Session, schema: Value) -> Rule {
        match items_at(&session.description.api, self.described) {
            Some(at) if !at.is_whole() => expectation::at(&at.pointer(), schema),
            _ => expectation::json(schema),
        }
    }

    /// Returns a list below a parent.
    #[must_use]
    pub fn of(session: &'s Session, operation: OperationId, bindings: Bindings) -> Self {
        let described = session.description.operation(operation);
        let paging = Paging::of(described);
        Self {
            largest: largest(session, described, &paging),
            resource: session.world.resources.listed_by(operation),
            operation,
            described,
            bindings,
            paging,
        }
    }

    /// Returns all lists on the API's host, each below the first known parents; at most 16.
    ///
    /// # Errors
    /// Returns an error if there is no list.
    pub fn all(session: &'s Session) -> Result<Vec<Self>, Stop> {
        let api = &session.description.api;
        let mut all = Vec::new();
        for (id, operation) in session.description.operations() {
            let is_list = operation.method == Method::Get
                && operation.servers.is_empty()
                && items_at(api, operation).is_some();
            let listed = session.world.resources.listed_by(id);
            let paging = Paging::of(operation);
            if !is_list || (listed.is_none() && paging == Paging::default()) {
                continue;
            }
            let primary = &session.primary().name;
            let places = match listed {
                Some(resource) => session.parents(primary, resource),
                None => vec![Bindings::new()],
            };
            all.extend(
                places
                    .into_iter()
                    .take(1)
                    .map(|one| Self::of(session, id, one)),
            );
        }
        all.truncate(LISTS);
        if all.is_empty() {
            return Err(Stop::Skip("the description has no lists".to_owned()));
        }
        Ok(all)
    }

    /// Returns the operation's name.
    #[must_use]
    pub fn name(&self) -> &'s str {
        &self.described.id
    }

    /// Returns a request for the list, without parameters for paging.
    #[must_use]
    pub fn prepare(&self, session: &'s Session) -> RequestBuilder<'s> {
        let mut builder = session
            .prepare(self.operation)
            .intent(Intent::Sequence)
            .bind(&self.bindings);
        for parameter in self.needed() {
            if let Some(value) = session.ordinary(self.described, parameter) {
                builder = builder.declared(parameter, &value);
            }
        }
        builder
    }

    /// Returns the required parameters, without those for paging.
    fn needed(&self) -> impl Iterator<Item = &'s Parameter> {
        let all = self.described.parameters.iter();
        let paging = self.paging.clone();
        all.filter(move |one| {
            one.required && one.location != Location::Path && !paging.has(&one.name)
        })
    }

    /// Returns whether a required filter selects some of its items.
    #[must_use]
    pub fn is_chosen(&self) -> bool {
        self.needed().any(|one| one.location == Location::Query)
    }

    /// Returns a request for the first page.
    #[must_use]
    pub fn first(&self, session: &'s Session, wanted: &Wanted) -> RequestBuilder<'s> {
        let mut builder = self.prepare(session);
        if let (Some(limit), Some(name)) = (wanted.limit, &self.paging.limit) {
            builder = builder.parameter(name, &Value::from(limit));
        }
        for (name, value) in &wanted.parameters {
            builder = builder.parameter(name, value);
        }
        builder
    }

    /// Walks through the list in the largest pages, at most 25.
    ///
    /// # Errors
    /// Returns an error if a response is not a page.
    pub async fn walk(&self, session: &'s Session) -> Result<Walked, Stop> {
        self.walk_as(session, &Wanted::pages_of(self.largest)).await
    }

    /// Walks through the list with options, at most 25 pages.
    ///
    /// # Errors
    /// Returns an error if a response is not a page.
    pub async fn walk_as(&self, session: &'s Session, wanted: &Wanted) -> Result<Walked, Stop> {
        let builder = self.first(session, wanted);
        let pages = session.walk(self.operation, &builder, PAGES).await?;
        let is_whole = pages
            .last()
            .is_some_and(|page| page.next.is_none() && !self.may_go_on(page, wanted));
        Ok(Walked { pages, is_whole })
    }

    /// Returns whether there may be a page after one without a link: it says so, or it is full and
    /// says nothing, and no parameter counts items or pages.
    fn may_go_on(&self, page: &Page, wanted: &Wanted) -> bool {
        let is_counted = self.paging.offset.is_some() || self.paging.page.is_some();
        let limit = wanted.limit.filter(|_| self.paging.limit.is_some());
        let is_full = limit.is_some_and(|limit| page.items.len() as u64 >= limit);
        let is_silent = is_full && !is_counted && page.hint == NextHint::Nothing;
        is_silent || page.hint == NextHint::More
    }

    /// Creates items until there are several pages of them, if possible.
    pub async fn fill(&self, session: &'s Session) {
        let Some(resource) = self.resource else {
            return;
        };
        let Some(create) = session.world.resources.get(resource).create else {
            return;
        };
        if !session.profile.writes {
            return;
        }
        let Ok(walked) = self.walk(session).await else {
            return;
        };
        let primary = session.primary().name.clone();
        for _ in walked.items().count()..ENOUGH {
            // A quota may be used up; the list then stays shorter.
            let made = session.create_in(resource, create, &self.bindings, &primary);
            if made.await.is_err() {
                break;
            }
        }
    }

    /// Returns what identifies an item: its id, otherwise the item itself.
    #[must_use]
    pub fn key(&self, session: &Session, item: &Json) -> String {
        let resource = self.resource.map(|id| session.world.resources.get(id));
        let own = resource.and_then(|resource| id_of(resource, item));
        let by_name = || item.get("id").map(Json::key);
        own.or_else(by_name).unwrap_or_else(|| item.key())
    }

    /// Returns the keys of items, in their order.
    #[must_use]
    pub fn keys<'a>(
        &self,
        session: &Session,
        items: impl Iterator<Item = &'a Json>,
    ) -> Vec<String> {
        items.map(|item| self.key(session, item)).collect()
    }
}

impl Walked {
    /// Returns all items.
    pub fn items(&self) -> impl Iterator<Item = &Json> {
        self.pages.iter().flat_map(|page| &page.items)
    }

    /// Returns the ids of all items.
    #[must_use]
    pub fn ids(&self, resource: &Resource) -> Vec<String> {
        self.items()
            .filter_map(|item| id_of(resource, item))
            .collect()
    }

    /// Returns the last page.
    #[must_use]
    pub fn last(&self) -> Option<&Page> {
        self.pages.last()
    }
}

/// Returns the keys that occur more than once.
#[must_use]
pub fn repeated(keys: &[String]) -> Vec<&str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for key in keys {
        *counts.entry(key).or_default() += 1;
    }
    let often = counts.into_iter().filter(|(_, count)| *count > 1);
    often.map(|(key, _)| key).collect()
}

/// Returns how many items a page may have.
fn largest(session: &Session, operation: &Operation, paging: &Paging) -> u64 {
    let limit = operation
        .parameters
        .iter()
        .find(|one| one.location == Location::Query && Some(&one.name) == paging.limit.as_ref());
    let api = &session.description.api;
    let kind = limit.map(|one| &api.schema(api.resolve(one.schema)).kind);
    match kind {
        Some(Kind::Integer { bounds, .. } | Kind::Number { bounds, .. }) => greatest(bounds),
        _ => USUAL,
    }
}

fn greatest(bounds: &Bounds) -> u64 {
    let maximum = bounds.maximum.as_ref().and_then(|text| text.parse().ok());
    // A list that returns everything at once has no pages.
    maximum.unwrap_or(USUAL).clamp(1, 1_000)
}
