//! What is there: lists are walked, and one thing of each kind is made where that is allowed.

use std::sync::Arc;

use jiff::Timestamp;
use percent_encoding::percent_decode_str;
use proptest::strategy::ValueTree as _;
use serde_json::Value;
use spec::model::{Operation, Parameter};

use super::{Answer, Session, Stop};
use crate::description::OperationId;
use crate::intent::Intent;
use crate::json::Json;
use crate::pool::{Bindings, Known};
use crate::resources::{ResourceId, path_variables};
use crate::values::{self, Maker, Manner};
use crate::wire::{is_written, preferred_media};

/// How many pages of each list are walked.
const PAGES: usize = 3;

/// How many values of a parameter are tried.
const TRIES: usize = 8;

/// The field that makes a creation safe to repeat (draft-ietf-httpapi-idempotency-key-header-07 §2).
const IDEMPOTENCY: &str = "Idempotency-Key";

/// In how many parents a nested list is walked.
const PARENTS: usize = 3;

/// What exists, as the makers of values ask for it.
#[derive(Debug, Clone, Copy)]
pub struct Existing<'s> {
    session: &'s Session,
    identity: &'s str,
    /// What is being made: the id of another one is none for it.
    made: Option<ResourceId>,
}

impl Existing<'_> {
    /// The same for the body of an operation that makes something.
    #[must_use]
    pub fn making(self, made: Option<ResourceId>) -> Self {
        Self { made, ..self }
    }
}

impl values::Known for Existing<'_> {
    fn values(&self, schema_name: Option<&str>, property: &str) -> Vec<Value> {
        let given = self.session.given(self.identity);
        if let Some(value) = given.get(property) {
            return vec![Value::from(value.clone())];
        }
        let Some(resource) = self.session.resources.named_by(schema_name, property) else {
            return Vec::new();
        };
        let described = self.session.resources.get(resource);
        let is_own =
            described.id_property.as_deref() == Some(property) || described.variable == property;
        if self.made == Some(resource) && is_own {
            return Vec::new();
        }
        let property = described.id_property.as_deref();
        let id = |one: &Known| match property.and_then(|name| one.value.get(name)) {
            // As the service writes it: an id may be a number.
            Some(id) => id.to_value(),
            None => Value::from(one.id.as_str()),
        };
        self.session.pool.map(self.identity, resource, id)
    }
}

impl Session {
    /// What exists for an identity.
    #[must_use]
    pub const fn existing<'s>(&'s self, identity: &'s str) -> Existing<'s> {
        Existing {
            session: self,
            identity,
            made: None,
        }
    }

    /// The moment that made-up times lie around: the start of the day, so that two runs on one day
    /// send the same.
    #[must_use]
    pub fn today() -> Timestamp {
        now_rounded(24 * 60 * 60)
    }

    /// The start of the hour: the moment before which made-up times lie that must be over, and not
    /// for long.
    #[must_use]
    pub fn this_hour() -> Timestamp {
        now_rounded(60 * 60)
    }

    /// Looks at what is there, for every identity that has a credential.
    pub async fn explore(&self) {
        let names: Vec<String> = self
            .credentials
            .identities
            .iter()
            .take(2)
            .map(|one| one.name.clone())
            .collect();
        let names = if names.is_empty() {
            vec![self.judged().name.clone()]
        } else {
            names
        };
        for name in &names {
            self.explore_lists(name).await;
        }
        if self.profile.writes {
            // What one creation needs, another may make.
            for _ in 0..2 {
                self.explore_creations().await;
            }
        }
    }

    /// An ordinary value of a parameter: an example of the description, else one that is drawn.
    #[must_use]
    pub fn ordinary(&self, operation: &Operation, parameter: &Parameter) -> Option<Value> {
        if parameter.name.eq_ignore_ascii_case(IDEMPOTENCY) {
            return Some(Value::from(format!("\"{}\"", self.next_uuid())));
        }
        let is_right = |value: &&Value| {
            let found = self.requests.check(parameter.schema, &Json::from(*value));
            found.is_empty() && is_written(parameter, value)
        };
        let mut examples = parameter.examples.iter().map(|one| &one.value);
        if let Some(example) = examples.find(is_right) {
            return Some(example.clone());
        }
        let judged = self.judged().name.clone();
        let existing = self.existing(&judged);
        let maker = Maker::sharing(Arc::clone(&self.schemas), &existing, Self::today());
        let strategy = maker.parameter(&parameter.name, parameter.schema, Manner::Plain);
        (0..TRIES).find_map(|turn| {
            let parts = [&operation.id, &parameter.name, &turn.to_string()];
            let seed = values::seed(&parts.map(String::as_str), self.profile.seed);
            let value = values::tree(&strategy, seed).ok()?.current();
            is_written(parameter, &value).then_some(value)
        })
    }

    /// Walks every list.
    pub async fn explore_lists(&self, identity: &str) {
        for (id, resource) in self.resources.iter() {
            let Some(list) = resource.list else { continue };
            for bindings in self.parents(identity, id) {
                if self.may_go_on() {
                    // What does not answer is said by the checks that look at every exchange.
                    let _ = self.explore_list(identity, id, list, &bindings).await;
                }
            }
        }
    }

    /// The bindings of the collections of a resource: one for each parent that is known.
    #[must_use]
    pub fn parents(&self, identity: &str, resource: ResourceId) -> Vec<Bindings> {
        let described = self.resources.get(resource);
        match described.parent {
            Some(parent) if !self.pool.all(identity, parent).is_empty() => {
                let known = self.pool.all(identity, parent).into_iter().take(PARENTS);
                known.map(|one| one.bindings).collect()
            }
            _ => match described.list {
                Some(list) => vec![self.bindings(identity, self.description.operation(list))],
                None => vec![self.given(identity)],
            },
        }
    }

    async fn explore_list(
        &self,
        identity: &str,
        resource: ResourceId,
        list: OperationId,
        bindings: &Bindings,
    ) -> Result<(), Stop> {
        let ask = self
            .ask(list)
            .intent(Intent::Valid)
            .as_identity(identity)
            .bind(bindings)
            .filled();
        for page in self.walk(list, &ask, PAGES).await? {
            for item in page.items {
                self.know(identity, resource, bindings, item, false);
            }
        }
        Ok(())
    }

    /// Takes an item of a collection into what is known; what was taken.
    pub fn know(
        &self,
        identity: &str,
        resource: ResourceId,
        bindings: &Bindings,
        value: Json,
        ours: bool,
    ) -> Option<Known> {
        let described = self.resources.get(resource);
        let member = value.get(described.id_property.as_deref()?)?;
        let id = match member.as_str() {
            Some(text) => text.to_owned(),
            None => member.number()?.to_owned(),
        };
        if !can_be_a_segment(&id) {
            return None;
        }
        let known = self.known(resource, bindings, id, value, ours);
        self.pool.add(identity, resource, known.clone());
        Some(known)
    }

    /// Takes in what was made where only `Location` tells its id (RFC 9110 §10.2.2).
    pub(super) fn know_by_location(
        &self,
        identity: &str,
        resource: ResourceId,
        parents: &Bindings,
        answer: &Answer,
    ) -> Option<Known> {
        let location = answer.header("location")?;
        let path = location.split(['?', '#']).next()?.trim_end_matches('/');
        let (_, last) = path.rsplit_once('/')?;
        let id = percent_decode_str(last).decode_utf8().ok()?.into_owned();
        if !can_be_a_segment(&id) {
            return None;
        }
        let value = answer.json().ok().cloned().unwrap_or(Json::Null);
        let known = self.known(resource, parents, id, value, true);
        self.pool.add(identity, resource, known.clone());
        Some(known)
    }

    fn known(
        &self,
        resource: ResourceId,
        parents: &Bindings,
        id: String,
        value: Json,
        ours: bool,
    ) -> Known {
        let described = self.resources.get(resource);
        let collection = path_variables(&described.collection);
        let mut bindings = parents.clone();
        bindings.retain(|name, _| collection.contains(name));
        bindings.insert(described.variable.clone(), id.clone());
        Known {
            bindings,
            id,
            value,
            ours,
        }
    }

    /// Makes one of everything that can be made, to learn what is accepted.
    async fn explore_creations(&self) {
        let judged = self.judged().name.clone();
        for (id, resource) in self.resources.iter() {
            let Some(create) = resource.create else {
                continue;
            };
            if self.accepted_body(create).is_some() || !self.may_go_on() {
                continue;
            }
            let Some(bindings) = self.parents(&judged, id).into_iter().next() else {
                continue;
            };
            let _ = self.learn_creation(id, create, &bindings).await;
        }
    }

    /// Whether the description allows a body.
    fn allows(&self, operation: OperationId, body: &Value) -> bool {
        let described = self.description.operation(operation).body.as_ref();
        let schema = described.and_then(|body| preferred_media(body)?.1.schema);
        schema.is_none_or(|schema| self.requests.check(schema, &Json::from(body)).is_empty())
    }

    async fn learn_creation(
        &self,
        resource: ResourceId,
        create: OperationId,
        bindings: &Bindings,
    ) -> Result<(), Stop> {
        let judged = self.judged().name.clone();
        for body in self.candidates(create, &judged) {
            let body = self.renamed(create, body);
            // An example need not keep the schema that it stands at.
            let is_allowed = self.allows(create, &body);
            let intent = if is_allowed {
                Intent::Valid
            } else {
                Intent::Probe
            };
            let ask = self.ask(create).intent(intent).bind(bindings);
            let answer = ask.json(&body).filled().send().await?;
            if !answer.is_success() {
                continue;
            }
            self.accept(create, body);
            self.made(&judged, resource, bindings, &answer);
            return Ok(());
        }
        Err(Stop::Skip("no body was accepted".to_owned()))
    }
}

/// The present, rounded down to a multiple of so many seconds.
fn now_rounded(seconds: i64) -> Timestamp {
    let now = Timestamp::now().as_second();
    Timestamp::from_second(now - now.rem_euclid(seconds)).unwrap_or_default()
}

/// Whether an id can be a segment of a path: with these, a path would name something else
/// (RFC 3986 §5.2.4, §6.2.2.3).
fn can_be_a_segment(id: &str) -> bool {
    !matches!(id, "" | "." | "..")
}
