//! Creates items for checks, brings them into a state, and deletes them.

use std::collections::VecDeque;

use jiff::{SignedDuration, Timestamp};
use proptest::strategy::ValueTree as _;
use serde_json::Value;
use spec::model::{Cause, Kind, Location, Operation, StateMachine};

use super::{Answer, Session, Stop};
use crate::pool::Bindings;
use conformance_core::description::OperationId;
use conformance_core::encode::preferred_media;
use conformance_core::intent::Intent;
use conformance_core::json::Json;
use conformance_core::missing_input::MissingInput;
use conformance_core::resources::{ResourceId, path_variables};
use conformance_core::values::{self, Maker, Manner};

/// The maximum number of generated bodies that are tried if no example is accepted.
const TRIES: usize = 6;

/// An item that was created for one check.
#[derive(Debug, Clone)]
pub struct Created {
    /// The resource.
    pub resource: ResourceId,
    /// The values of the variables in its path.
    pub bindings: Bindings,
    /// The body that was sent.
    pub sent: Value,
    /// The response.
    pub answer: Answer,
    /// The item in the response.
    pub value: Json,
}

impl Session {
    /// Returns bodies that an operation may accept: its examples with updated times, then generated
    /// ones.
    #[must_use]
    pub fn candidates(&self, operation: OperationId, identity: &str) -> Vec<Value> {
        let described = self.description.operation(operation);
        let Some(body) = &described.body else {
            return Vec::new();
        };
        let Some((_, media)) = preferred_media(body) else {
            return Vec::new();
        };
        let mut all: Vec<Value> = Vec::new();
        let Some(schema) = media.schema else {
            return media.examples.iter().map(|one| one.value.clone()).collect();
        };
        let existing = self.existing_for(identity, described);
        let maker = Maker::sharing(
            std::sync::Arc::clone(&self.world.schemas),
            &existing,
            values::today(),
        );
        let api = &self.description.api;
        let own = media.examples.iter().map(|example| &example.value);
        let of_schema = api.schema(api.resolve(schema)).examples.iter();
        for example in own.chain(of_schema) {
            let refreshed = maker.refresh(schema, example);
            for shift in [None, Some(Shift::Ahead), Some(Shift::Behind)] {
                let value =
                    shift.map_or_else(|| refreshed.clone(), |shift| shifted(&refreshed, shift));
                if !all.contains(&value) {
                    all.push(value);
                }
            }
        }
        let strategy = maker.strategy(schema, Manner::Plain);
        for number in 0..TRIES {
            let seed = values::seed(
                &["candidate", &described.id, &number.to_string()],
                self.profile.seed,
            );
            if let Ok(tree) = values::tree(&strategy, seed) {
                all.push(tree.current());
            }
        }
        let safe = all.into_iter().map(|mut body| {
            self.profile.known.put(described, &mut body);
            self.made_safe(operation, body)
        });
        safe.collect()
    }

    /// Records what the response to a creation names as created. Returns `None` if the response
    /// does not show it, or the item may have existed before.
    pub fn record_creation(
        &self,
        identity: &str,
        resource: ResourceId,
        parents: &Bindings,
        answer: &Answer,
    ) -> Option<Bindings> {
        let described = self.world.resources.get(resource);
        let create = described.create?;
        // A property that only looks like an id is enough to delete items, but not to report a
        // finding.
        if described.id_property.is_none() && answer.header("location").is_none() {
            return None;
        }
        let created = self.world.guard.created_by(create, answer.exchange());
        let known = created.into_iter().map(|(id, value)| {
            let known = self.known_item(resource, parents, id, value.unwrap_or(Json::Null));
            self.world.pool.add(identity, resource, known.clone());
            known
        });
        let own: Vec<_> = known.filter(|one| one.ours).collect();
        own.into_iter().next().map(|one| one.bindings)
    }

    /// Returns the bindings of the collections in which an identity may create an item: below
    /// parents that the run was given, has created, or creates now.
    ///
    /// # Errors
    /// Returns an error if there is no such parent.
    pub async fn parents_of_new(
        &self,
        identity: &str,
        resource: ResourceId,
    ) -> Result<Vec<Bindings>, Stop> {
        let described = self.world.resources.get(resource);
        self.places_of_new(identity, &described.collection, described.parent)
            .await
    }

    /// Returns the same for any path below a resource.
    ///
    /// # Errors
    /// Returns an error if the run was not given one of the path's variables and cannot create a
    /// parent that has it, or when creating the parent fails.
    pub async fn places_of_new(
        &self,
        identity: &str,
        path: &str,
        parent: Option<ResourceId>,
    ) -> Result<Vec<Bindings>, Stop> {
        let given = self.given_for(identity, path);
        let missing = path_variables(path)
            .into_iter()
            .find(|name| !given.contains_key(name));
        let Some(missing) = missing else {
            return Ok(vec![given]);
        };
        let Some(parent) = parent else {
            return Err(MissingInput::Parameter(missing).into());
        };
        let known = self
            .world
            .pool
            .all(identity, parent)
            .into_iter()
            .filter(|one| one.ours);
        let known: Vec<Bindings> = known.map(|one| one.bindings).collect();
        if !known.is_empty() {
            return Ok(known);
        }
        if self.world.resources.get(parent).create.is_none() {
            return Err(MissingInput::Parameter(missing).into());
        }
        Ok(vec![
            Box::pin(self.create_as(parent, identity)).await?.bindings,
        ])
    }

    /// Returns the path parameters for a request that changes something: those that the run was
    /// given, and those of an item that it has created.
    #[must_use]
    pub fn own_bindings(&self, identity: &str, operation: &Operation) -> Bindings {
        let mut bindings = self.given_for(identity, &operation.path);
        let owner = self.world.resources.owner(&operation.path);
        let own = owner.and_then(|owner| self.world.pool.find(identity, owner, |one| one.ours));
        bindings.extend(own.into_iter().flatten());
        bindings
    }

    /// Returns the path variables that the run was given, and the first value of those with an
    /// enumeration.
    fn given_for(&self, identity: &str, path: &str) -> Bindings {
        let mut given = self.given(identity);
        for operation in self
            .description
            .api
            .operations
            .iter()
            .filter(|one| one.path.starts_with(path))
        {
            for one in operation
                .parameters
                .iter()
                .filter(|one| one.location == Location::Path)
            {
                let api = &self.description.api;
                if let Kind::Enumeration(list) = &api.schema(api.resolve(one.schema)).kind
                    && let Some(Value::String(first)) = list.values.first()
                {
                    given
                        .entry(one.name.clone())
                        .or_insert_with(|| first.clone());
                }
            }
        }
        let variables = path_variables(path);
        given.retain(|name, _| variables.contains(name));
        given
    }

    /// Creates a separate item for a check.
    ///
    /// # Errors
    /// Returns an error if the run may not write, the API cannot create one, or the deployment
    /// refuses.
    pub async fn create(&self, resource: ResourceId) -> Result<Created, Stop> {
        self.create_as(resource, &self.primary().name.clone()).await
    }

    /// Creates an item as another identity.
    ///
    /// # Errors
    /// See [`Self::create`].
    pub async fn create_as(&self, resource: ResourceId, identity: &str) -> Result<Created, Stop> {
        let described = self.world.resources.get(resource);
        if !self.profile.writes {
            return Err(MissingInput::Writes.into());
        }
        let Some(operation) = described.create else {
            return Err(Stop::Skip(format!(
                "there is no operation that makes one of {}",
                described.name
            )));
        };
        let parents = self.parents_of_new(identity, resource).await?;
        let Some(parents) = parents.into_iter().next() else {
            return Err(Stop::Skip(format!(
                "nothing is known to make one of {} in",
                described.name
            )));
        };
        self.create_in(resource, operation, &parents, identity)
            .await
    }

    /// Creates an item in a given parent.
    ///
    /// # Errors
    /// See [`Self::create`].
    pub async fn create_in(
        &self,
        resource: ResourceId,
        operation: OperationId,
        parents: &Bindings,
        identity: &str,
    ) -> Result<Created, Stop> {
        let id = &self.description.operation(operation).id;
        let bodies = if identity == self.primary().name {
            self.accepted_body(operation).into_iter().collect()
        } else {
            self.candidates(operation, identity)
        };
        let mut refused = Stop::Skip(format!("no body that {id} accepts is known"));
        for body in bodies {
            let sent = self.renamed(operation, body);
            let builder = self
                .prepare(operation)
                .intent(Intent::Sequence)
                .as_identity(identity);
            let answer = builder.bind(parents).json(&sent).filled().send().await?;
            if !answer.is_success() {
                refused = Stop::Undecided(format!("{id} is answered with {}", answer.status));
                continue;
            }
            let value = answer.json().ok().cloned().unwrap_or(Json::Null);
            let made = match self.record_creation(identity, resource, parents, &answer) {
                Some(bindings) => Some((bindings, value)),
                None if answer.status == 202 => {
                    self.accepted(identity, resource, parents, &answer).await
                }
                None => None,
            };
            let Some((bindings, value)) = made else {
                return Err(Stop::Undecided(format!(
                    "the answer to {id} does not tell the id of a new item"
                )));
            };
            return Ok(Created {
                resource,
                bindings,
                sent,
                answer,
                value,
            });
        }
        Err(refused)
    }

    /// Reads an item.
    ///
    /// # Errors
    /// Returns an error if the API has no operation for it, or there is no response.
    pub async fn read(&self, resource: ResourceId, bindings: &Bindings) -> Result<Answer, Stop> {
        let described = self.world.resources.get(resource);
        let Some(read) = described.read else {
            return Err(Stop::Skip(format!(
                "there is no operation that reads one of {}",
                described.name
            )));
        };
        self.prepare(read)
            .intent(Intent::Sequence)
            .bind(bindings)
            .filled()
            .send()
            .await
    }

    /// Sends an operation that takes an item from state to state, with a body that it may accept.
    ///
    /// # Errors
    /// Returns an error if the request cannot be sent.
    pub async fn act(&self, operation: OperationId, bindings: &Bindings) -> Result<Answer, Stop> {
        let primary = self.primary().name.clone();
        let known = self.accepted_body(operation);
        let bodies = known.map_or_else(|| self.candidates(operation, &primary), |body| vec![body]);
        let builder = || {
            let builder = self.prepare(operation).intent(Intent::Sequence);
            builder.bind(bindings).filled()
        };
        let mut last = None;
        for body in bodies {
            let answer = builder().json(&body).send().await?;
            if answer.is_success() {
                self.accept(operation, body);
                return Ok(answer);
            }
            let malformed = matches!(answer.status, 400 | 415 | 422);
            last = Some(answer);
            if !malformed {
                break;
            }
        }
        match last {
            Some(answer) => Ok(answer),
            None => builder().send().await,
        }
    }

    /// Returns the shortest sequence of operations from an initial state to a state.
    #[must_use]
    pub fn way_to(&self, machine: &StateMachine, from: &str, to: &str) -> Option<Vec<OperationId>> {
        let mut open = VecDeque::from([(from.to_owned(), Vec::new())]);
        let mut seen = vec![from.to_owned()];
        while let Some((state, way)) = open.pop_front() {
            if state == to {
                return Some(way);
            }
            for transition in &machine.transitions {
                let Cause::Operation(cause) = &transition.cause else {
                    continue;
                };
                let Some(operation) = self.description.find(cause) else {
                    continue;
                };
                if transition.from.contains(&state) && !seen.contains(&transition.to) {
                    seen.push(transition.to.clone());
                    let mut way = way.clone();
                    way.push(operation);
                    open.push_back((transition.to.clone(), way));
                }
            }
        }
        None
    }

    /// Creates an item and brings it into a state.
    ///
    /// # Errors
    /// Returns an error if no operation leads there, or one of them is refused.
    pub async fn create_in_state(
        &self,
        resource: ResourceId,
        state: &str,
    ) -> Result<Created, Stop> {
        let described = self.world.resources.get(resource);
        let Some(machine) = described.states(&self.description.api) else {
            return Err(Stop::Skip(format!(
                "{} has no state machine",
                described.name
            )));
        };
        let mut created = self.create(resource).await?;
        let field = machine.field.as_str();
        let from = created
            .value
            .get(field)
            .and_then(Json::as_str)
            .unwrap_or_default()
            .to_owned();
        let Some(way) = self.way_to(machine, &from, state) else {
            return Err(Stop::Skip(format!(
                "no operation brings one of {} from {from} to {state}",
                described.name
            )));
        };
        for operation in way {
            let answer = self.act(operation, &created.bindings).await?.success()?;
            if let Ok(value) = answer.body() {
                created.value = value.clone();
            }
        }
        Ok(created)
    }
}

/// How the times of an example are moved.
#[derive(Debug, Clone, Copy)]
enum Shift {
    /// The earliest becomes a month ahead.
    Ahead,
    /// The latest becomes ten to seventy minutes ago.
    Behind,
}

/// Moves all times in a value by the same amount.
fn shifted(value: &Value, shift: Shift) -> Value {
    let mut moments = Vec::new();
    collect(value, &mut moments);
    let (Some(first), Some(last)) = (moments.iter().min(), moments.iter().max()) else {
        return value.clone();
    };
    let now = values::today();
    let by = match shift {
        Shift::Ahead => now.duration_since(*first) + SignedDuration::from_hours(24 * 30),
        Shift::Behind => values::this_hour().duration_since(*last) - SignedDuration::from_mins(10),
    };
    moved(value, by)
}

fn collect(value: &Value, moments: &mut Vec<Timestamp>) {
    match value {
        Value::String(text) if text.contains('T') => moments.extend(text.parse::<Timestamp>()),
        Value::Array(items) => items.iter().for_each(|item| collect(item, moments)),
        Value::Object(members) => members.values().for_each(|item| collect(item, moments)),
        _ => {}
    }
}

fn moved(value: &Value, by: SignedDuration) -> Value {
    match value {
        Value::String(text) if text.contains('T') => match text.parse::<Timestamp>() {
            Ok(moment) => moment.checked_add(by).map_or_else(
                |_| value.clone(),
                |moment| Value::from(whole_seconds(moment)),
            ),
            Err(_) => value.clone(),
        },
        Value::Array(items) => items.iter().map(|item| moved(item, by)).collect(),
        Value::Object(members) => {
            let members = members
                .iter()
                .map(|(name, value)| (name.clone(), moved(value, by)));
            Value::Object(members.collect())
        }
        other => other.clone(),
    }
}

fn whole_seconds(moment: Timestamp) -> String {
    Timestamp::from_second(moment.as_second())
        .unwrap_or(moment)
        .to_string()
}
