//! Finds out what exists: reads lists, and creates one item of each kind if that is allowed.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::strategy::ValueTree as _;
use serde_json::Value;
use spec::model::{Location, Method, Operation, Parameter};

use super::{Next, Page, Paging, Session, Stop};
use crate::pool::{Bindings, Known};
use conformance_core::description::OperationId;
use conformance_core::encode::is_written;
use conformance_core::intent::Intent;
use conformance_core::json::Json;
use conformance_core::lookup::body_schema;
use conformance_core::resources::{ResourceId, path_variables};
use conformance_core::values::{self, Maker, Manner, today};

/// The maximum number of pages that are read of each list.
const PAGES: usize = 3;

/// The maximum number of pages that are read of lists in which the run creates items, so that it
/// knows what existed before.
const PAGES_OF_CREATABLE: usize = 20;

/// The maximum number of values of a parameter that are tried.
const TRIES: usize = 8;

/// The field that makes a creation safe to repeat (draft-ietf-httpapi-idempotency-key-header-07 §2).
const IDEMPOTENCY: &str = "Idempotency-Key";

/// The maximum number of rounds of creations that are tried.
const ROUNDS: usize = 3;

/// In how many parents a nested list is read.
const PARENTS: usize = 3;

/// Looks up existing items for value generators.
#[derive(Debug, Clone, Copy)]
pub struct Existing<'s> {
    session: &'s Session,
    identity: &'s str,
    /// The resource that is being created: the id of another item of it would be wrong there.
    made: Option<ResourceId>,
    /// Whether the request changes something: it then refers to items of the run and to reference
    /// data.
    changes: bool,
}

impl Existing<'_> {
    /// Returns the lookup for the body of a creation.
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
        let own = |one: &Known| !self.changes || one.ours;
        let Some(resource) = self.session.world.resources.named_by(schema_name, property) else {
            return Vec::new();
        };
        let described = self.session.world.resources.get(resource);
        let is_own =
            described.id_property.as_deref() == Some(property) || described.variable == property;
        if self.made == Some(resource) && is_own {
            return Vec::new();
        }
        let own = |one: &Known| own(one) || self.session.world.guard.is_reference_data(resource);
        let id = |one: &Known| match described.id_in(&one.value) {
            // In the type that the service uses: an id may be a number.
            Some(id) => id.to_value(),
            None => Value::from(one.id.as_str()),
        };
        let ids = |one: &Known| own(one).then(|| id(one));
        let all = self.session.world.pool.map(self.identity, resource, ids);
        all.into_iter().flatten().collect()
    }
}

impl Session {
    /// Returns the lookup of what exists for an identity.
    #[must_use]
    pub const fn existing<'s>(&'s self, identity: &'s str) -> Existing<'s> {
        Existing {
            session: self,
            identity,
            made: None,
            changes: false,
        }
    }

    /// Returns the lookup for a request of an operation: a changing request refers to items of the
    /// run.
    #[must_use]
    pub fn existing_for<'s>(&'s self, identity: &'s str, operation: &Operation) -> Existing<'s> {
        Existing {
            changes: !operation.method.is_safe(),
            ..self.existing(identity)
        }
    }

    /// Finds out what exists, for every identity that has a credential.
    pub async fn explore(&self) {
        let names: Vec<String> = self
            .credentials
            .identities
            .iter()
            .take(2)
            .map(|one| one.name.clone())
            .collect();
        let names = if names.is_empty() {
            vec![self.primary().name.clone()]
        } else {
            names
        };
        let mut tried = BTreeSet::new();
        self.explore_variables(&mut tried).await;
        for name in &names {
            self.explore_lists(name).await;
        }
        if self.profile.writes {
            // One creation may produce, or bring into a state, what another needs.
            for _ in 0..ROUNDS {
                self.explore_creations().await;
                self.explore_states().await;
            }
            self.explore_singletons().await;
        }
        // Variables below a parent that became known only now.
        self.explore_variables(&mut tried).await;
    }

    /// Returns a new value for `Idempotency-Key`: a Structured Fields string (RFC 9651 §3.3.3), or
    /// a bare UUID if the operation describes only that.
    #[must_use]
    pub fn idempotency_key(&self, operation: &Operation) -> String {
        let uuid = self.next_uuid();
        let quoted = format!("\"{uuid}\"");
        let mut all = operation.parameters.iter();
        let field = all.find(|one| one.name.eq_ignore_ascii_case(IDEMPOTENCY));
        let takes = |text: &str| {
            field.is_none_or(|one| self.world.requests.check_text(one.schema, text).is_empty())
        };
        if takes(&quoted) || !takes(&uuid) {
            quoted
        } else {
            uuid
        }
    }

    /// Returns an ordinary value of a parameter: an example of the description, otherwise a
    /// generated one.
    #[must_use]
    pub fn ordinary(&self, operation: &Operation, parameter: &Parameter) -> Option<Value> {
        if parameter.name.eq_ignore_ascii_case(IDEMPOTENCY) {
            return Some(Value::from(self.idempotency_key(operation)));
        }
        if let Some(known) = self.profile.known.parameter(operation, &parameter.name) {
            return Some(known.clone());
        }
        let is_right = |value: &&Value| {
            let found = self
                .world
                .requests
                .check(parameter.schema, &Json::from(*value));
            found.is_empty() && is_written(parameter, value)
        };
        let mut examples = parameter.examples.iter().map(|one| &one.value);
        if let Some(example) = examples.find(is_right) {
            return Some(example.clone());
        }
        let primary = self.primary().name.clone();
        let existing = self.existing_for(&primary, operation);
        let maker = Maker::sharing(Arc::clone(&self.world.schemas), &existing, today());
        let strategy = maker.parameter(&parameter.name, parameter.schema, Manner::Plain);
        (0..TRIES).find_map(|turn| {
            let parts = [&operation.id, &parameter.name, &turn.to_string()];
            let seed = values::seed(&parts.map(String::as_str), self.profile.seed);
            let value = values::tree(&strategy, seed).ok()?.current();
            is_written(parameter, &value).then_some(value)
        })
    }

    /// Reads items that do not exist, also below missing parents and tenants. If such a read
    /// succeeds, the deployment derives the item from elsewhere, such as the credential, and the
    /// guard allows no change with a made-up id.
    async fn explore_variables(&self, tried: &mut BTreeSet<String>) {
        for (id, variable, place) in self.world.guard.reads_of_variables() {
            if tried.contains(&place) || !self.may_go_on() {
                continue;
            }
            let operation = self.description.operation(id);
            let mut parameters = operation.parameters.iter();
            let own = parameters.find(|one| one.location == Location::Path && one.name == variable);
            let text = own.and_then(|own| {
                let allowed = self.made_up(operation, own, 0);
                allowed.or_else(|| self.wrong(own))
            });
            let Some(text) = text else { continue };
            let bindings = self.bindings(&self.primary().name, operation);
            let builder = self.prepare(id).intent(Intent::Sequence).bind(&bindings);
            // The checks that run on every exchange report what is wrong with the response.
            if builder.path(&variable, &text).filled().send().await.is_ok() {
                tried.insert(place);
            }
        }
    }

    /// Creates missing items without an id, such as `/webhook`, if operations such as
    /// `/webhook/test` need them. The guard allows this only after a read has shown that the item
    /// is absent.
    async fn explore_singletons(&self) {
        let primary = self.primary().name.clone();
        let all: Vec<_> = self.description.operations().collect();
        for (put, one) in &all {
            let below = format!("{}/", one.path);
            let is_singleton = one.method == Method::Put && !one.path.ends_with('}');
            let is_used = all
                .iter()
                .any(|(_, other)| !other.method.is_safe() && other.path.starts_with(&below));
            let read = all
                .iter()
                .find(|(_, other)| other.method == Method::Get && other.path == one.path);
            let bindings = self.bindings(&primary, one);
            let address = crate::guard::address(&one.path, &bindings);
            let (Some((read, _)), Some(address), true) = (read, address, is_singleton && is_used)
            else {
                continue;
            };
            let builder = |id: OperationId| {
                let builder = self.prepare(id).intent(Intent::Sequence);
                builder.bind(&bindings).filled()
            };
            let found = builder(*read).send().await;
            let is_absent = found.is_ok_and(|answer| answer.status == 404);
            if !is_absent || self.world.guard.ledger.holds(&address) {
                continue;
            }
            for body in self.candidates(*put, &primary) {
                let answer = builder(*put).json(&body).send().await;
                if !self.may_go_on() || answer.is_ok_and(|answer| answer.is_success()) {
                    break;
                }
            }
        }
    }

    /// Reads every list.
    pub async fn explore_lists(&self, identity: &str) {
        for (id, resource) in self.world.resources.iter() {
            let Some(list) = resource.list else { continue };
            for bindings in self.parents(identity, id) {
                if self.may_go_on() {
                    // The checks that look at every exchange report a list that cannot be read.
                    let _ = self.explore_list(identity, id, list, &bindings).await;
                }
            }
        }
    }

    /// Returns the bindings of a resource's collections: one for each known parent.
    #[must_use]
    pub fn parents(&self, identity: &str, resource: ResourceId) -> Vec<Bindings> {
        let described = self.world.resources.get(resource);
        match described.parent {
            Some(parent) if !self.world.pool.all(identity, parent).is_empty() => {
                let known = self
                    .world
                    .pool
                    .all(identity, parent)
                    .into_iter()
                    .take(PARENTS);
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
        let builder = self
            .prepare(list)
            .intent(Intent::Valid)
            .as_identity(identity)
            .bind(bindings)
            .filled();
        let is_creatable =
            self.profile.writes && self.world.resources.get(resource).create.is_some();
        let most = if is_creatable {
            PAGES_OF_CREATABLE
        } else {
            PAGES
        };
        let pages = self.walk(list, &builder, most).await?;
        let is_whole = pages.last().is_some_and(|last| last.next.is_none());
        if is_whole && self.shows_all(list, &pages) {
            let collection = &self.world.resources.get(resource).collection;
            let collection = crate::guard::address(collection, bindings);
            if let Some(collection) = collection {
                self.world.guard.complete(collection, self.elapsed());
            }
        }
        for item in pages.into_iter().flat_map(|page| page.items) {
            self.know(identity, resource, bindings, item);
        }
        Ok(())
    }

    /// Returns whether pages that were read to the last are the complete list: it needs no filter,
    /// and if its pages are numbered, the number of the first is certain.
    fn shows_all(&self, list: OperationId, pages: &[Page]) -> bool {
        let operation = self.description.operation(list);
        let paging = Paging::of(operation);
        let mut parameters = operation.parameters.iter();
        let is_filtered = parameters
            .any(|one| one.location == Location::Query && one.required && !paging.has(&one.name));
        let is_counted = pages.first().is_some_and(|page| match &page.next {
            Some(Next::Parameter(name, _)) => paging.page.as_ref() == Some(name),
            _ => false,
        });
        !is_filtered && (!is_counted || self.first_page(operation).is_some())
    }

    /// Returns the number of the first page of a list, if the description declares it.
    pub(super) fn first_page(&self, list: &Operation) -> Option<u64> {
        let name = Paging::of(list).page?;
        let own = list.parameters.iter().find(|one| one.name == name)?;
        let api = &self.description.api;
        let schema = api.schema(api.resolve(own.schema));
        let default = schema.default.as_ref().and_then(Value::as_u64);
        let begins_at_one = || !self.world.requests.check_text(own.schema, "0").is_empty();
        default.or_else(|| begins_at_one().then_some(1))
    }

    /// Adds an item of a collection to the known items, and returns it.
    pub fn know(
        &self,
        identity: &str,
        resource: ResourceId,
        bindings: &Bindings,
        value: Json,
    ) -> Option<Known> {
        let described = self.world.resources.get(resource);
        let member = described.id_in(&value)?;
        let id = match member.as_str() {
            Some(text) => text.to_owned(),
            None => member.number()?.to_owned(),
        };
        // A service that repeats credentials may put one into an id: it is not sent in an address.
        if !can_be_a_segment(&id) || self.redactor.finds(&id) {
            return None;
        }
        let known = self.known_item(resource, bindings, id, value);
        self.world.pool.add(identity, resource, known.clone());
        Some(known)
    }

    /// Returns an item by its id; it is marked as ours if the run has created it.
    pub(super) fn known_item(
        &self,
        resource: ResourceId,
        parents: &Bindings,
        id: String,
        value: Json,
    ) -> Known {
        let described = self.world.resources.get(resource);
        let collection = path_variables(&described.collection);
        let mut bindings = parents.clone();
        bindings.retain(|name, _| collection.contains(name));
        bindings.insert(described.variable.clone(), id.clone());
        let address = crate::guard::address(&described.item, &bindings);
        let ours = address.is_some_and(|address| self.world.guard.ledger.holds(&address));
        Known {
            bindings,
            id,
            value,
            ours,
        }
    }

    /// Creates one of every kind that can be created, to learn which bodies are accepted.
    async fn explore_creations(&self) {
        let primary = self.primary().name.clone();
        for (id, resource) in self.world.resources.iter() {
            let Some(create) = resource.create else {
                continue;
            };
            if self.accepted_body(create).is_some() || !self.may_go_on() {
                continue;
            }
            // A parent may have to be created first.
            let Ok(all) = Box::pin(self.parents_of_new(&primary, id)).await else {
                continue;
            };
            if let Some(bindings) = all.first() {
                let _ = self.learn_creation(id, create, bindings).await;
            }
        }
    }

    /// Brings one item of each kind into each state that operations lead to, because other
    /// creations may need one.
    async fn explore_states(&self) {
        for (id, resource) in self.world.resources.iter() {
            let Some(create) = resource.create else {
                continue;
            };
            let Some(machine) = resource.states(&self.description.api) else {
                continue;
            };
            if self.accepted_body(create).is_none() || self.has_state_explored(id) {
                continue;
            }
            for transition in &machine.transitions {
                let is_last = machine.terminal.contains(&transition.to);
                let is_move = !transition.from.contains(&transition.to);
                if !is_last && is_move && self.may_go_on() {
                    let created = Box::pin(self.create_in_state(id, &transition.to)).await;
                    // The item in the latest state comes first in the pool, since it serves most
                    // often.
                    if let Ok(created) = created {
                        self.world
                            .pool
                            .put_first(&self.primary().name, id, &created.bindings);
                    }
                }
            }
        }
    }

    /// Returns whether an item was already brought into another state.
    fn has_state_explored(&self, id: ResourceId) -> bool {
        let own = self
            .world
            .pool
            .map(&self.primary().name, id, |one| one.ours);
        own.into_iter().filter(|ours| *ours).count() > 1
    }

    /// Returns whether the description allows a body.
    pub(super) fn allows(&self, operation: OperationId, body: &Value) -> bool {
        let schema = body_schema(self.description.operation(operation));
        schema.is_none_or(|schema| {
            self.world
                .requests
                .check(schema, &Json::from(body))
                .is_empty()
        })
    }
}

/// Returns whether an id can be a path segment: some would make the path name something else (RFC
/// 3986 §5.2.4, §6.2.2.3).
fn can_be_a_segment(id: &str) -> bool {
    !matches!(id, "" | "." | "..")
}
