//! The input of one request, as values.

use std::sync::Arc;

use proptest::strategy::ValueTree as _;
use serde_json::{Map, Value};
use spec::model::{Location, MediaType, Operation, Parameter, SchemaId};

use super::{Unit, items};
use conformance_core::encode::{is_framing, is_mistakable, is_written, preferred_media};
use conformance_core::exchange::Defect;
use conformance_core::json::Json;
use conformance_core::values::{self, Maker, Manner};
use conformance_engine::pool::Bindings;
use conformance_engine::session::{RequestBuilder, Session, Stop};

/// The input of one request: everything outside of the path.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Case {
    /// The parameters, by their index in the operation, with their values.
    pub(super) parameters: Vec<(usize, Value)>,
    /// The body, and the index of its media type.
    pub(super) body: Option<(usize, Value)>,
}

/// Generates the inputs of an operation.
pub(super) struct Cases<'s> {
    session: &'s Session,
    operation: &'s Operation,
    maker: Maker<'s>,
}

impl<'s> Cases<'s> {
    /// Returns the generator for an operation. `existing` looks up known ids.
    pub(super) fn new(
        session: &'s Session,
        operation: &'s Operation,
        existing: &'s dyn values::Known,
    ) -> Self {
        Self {
            session,
            operation,
            maker: Maker::sharing(
                Arc::clone(&session.world.schemas),
                existing,
                values::today(),
            ),
        }
    }

    /// Returns the generator of values.
    pub(super) const fn maker(&self) -> &Maker<'s> {
        &self.maker
    }

    /// Returns an ordinary value of a parameter.
    pub(super) fn ordinary(&self, parameter: &Parameter) -> Option<Value> {
        let strategy = self
            .maker
            .parameter(&parameter.name, parameter.schema, Manner::Plain);
        let seed = values::seed(
            &[&self.operation.id, &parameter.name],
            self.session.profile.seed,
        );
        Some(values::tree(&strategy, seed).ok()?.current())
    }

    /// Returns a case with random values. Optional parameters are included at random.
    pub(super) fn random(&self, unit: &Unit, number: u32, manner: Manner) -> Option<Case> {
        let draw = |what: &str| {
            let parts = [
                &self.operation.id,
                unit.intent.as_str(),
                what,
                &number.to_string(),
            ];
            values::seed(&parts, self.session.profile.seed)
        };
        let mut parameters = Vec::new();
        for (index, parameter) in self.operation.parameters.iter().enumerate() {
            if parameter.location == Location::Path || is_framing(parameter) {
                continue;
            }
            let known = &self.session.profile.known;
            if let Some(known) = known.parameter(self.operation, &parameter.name) {
                parameters.push((index, known.clone()));
                continue;
            }
            let seed = draw(&parameter.name);
            if !parameter.required && seed[31] % 2 == 0 {
                continue;
            }
            let existing = self
                .maker
                .parameter(&parameter.name, parameter.schema, manner);
            let value = values::tree(&existing, seed).ok()?.current();
            if is_written(parameter, &value) && !is_mistakable(self.operation, parameter, &value) {
                parameters.push((index, value));
            } else if parameter.required {
                let ordinary = self.session.ordinary(self.operation, parameter)?;
                parameters.push((index, ordinary));
            }
        }
        let body = match &self.operation.body {
            None => None,
            Some(body) => {
                let (index, media) = preferred_media(body)?;
                let mut value = self.body(media, manner, draw)?;
                self.session.identify(unit.operation, &mut value);
                self.session.profile.known.put(self.operation, &mut value);
                Some((index, value))
            }
        };
        Some(Case { parameters, body })
    }

    /// Returns a random body of a media type. `seed` is that of a part of the body, by its name.
    fn body(
        &self,
        media: &MediaType,
        manner: Manner,
        seed: impl Fn(&str) -> [u8; 32],
    ) -> Option<Value> {
        let of_item = |number: usize| seed(&format!("body {number}"));
        if let Some(stream) = media.stream_of_texts() {
            return items::of_stream(self, media, stream, manner, of_item);
        }
        match (media.schema, media.item_schema) {
            (Some(schema), _) => self.value(schema, manner, seed("body")),
            (None, Some(schema)) => items::of_parts(self, schema, manner, of_item),
            (None, None) => Some(Value::Object(Map::new())),
        }
    }

    /// Returns a random value of a schema.
    pub(super) fn value(&self, schema: SchemaId, manner: Manner, seed: [u8; 32]) -> Option<Value> {
        let strategy = self.maker.strategy(schema, manner);
        Some(values::tree(&strategy, seed).ok()?.current())
    }

    /// Removes from a case what the guard would withhold it for.
    pub(super) fn make_safe(&self, unit: &Unit, case: &mut Case) {
        let guard = &self.session.world.guard;
        case.parameters.retain(|(index, value)| {
            let parameter = &self.operation.parameters[*index];
            let text = match value {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            parameter.required
                || parameter.location != Location::Query
                || !guard.refuses_parameter(unit.operation, &parameter.name, &text)
        });
        if let Some((_, value)) = &mut case.body {
            *value = self.session.made_safe(unit.operation, value.take());
        }
    }

    /// Returns a case with only what is required; its body is an accepted one, if there is one.
    pub(super) fn plain(&self, unit: &Unit) -> Option<Case> {
        let mut case = self.random(unit, 0, Manner::Plain)?;
        case.parameters
            .retain(|(index, _)| self.operation.parameters[*index].required);
        if let (Some((_, value)), Some(known)) =
            (&mut case.body, self.session.accepted_body(unit.operation))
        {
            *value = known;
        } else if let (Some((_, value)), Some(first)) = (
            &mut case.body,
            self.session
                .candidates(unit.operation, &self.session.primary().name)
                .first(),
        ) {
            value.clone_from(first);
        }
        self.make_safe(unit, &mut case);
        Some(case)
    }
}

impl Case {
    /// Returns the request of the case.
    pub(super) fn prepare<'s>(
        &self,
        session: &'s Session,
        unit: &Unit,
        bindings: &Bindings,
        defect: Option<Arc<Defect>>,
    ) -> Result<RequestBuilder<'s>, Stop> {
        let operation = session.description.operation(unit.operation);
        let mut builder = session
            .prepare(unit.operation)
            .intent(unit.intent)
            .defect(defect)
            .bind(bindings);
        for (index, value) in &self.parameters {
            builder = builder.declared(&operation.parameters[*index], value);
        }
        if let (Some((index, value)), Some(body)) = (&self.body, &operation.body) {
            let media = &body.content[*index];
            builder = builder.media(media, value).ok_or_else(|| {
                Stop::Skip(format!("no body of the media type {} is made", media.name))
            })?;
        }
        Ok(builder)
    }

    /// Returns whether the description allows the case.
    pub(super) fn is_allowed(&self, session: &Session, unit: &Unit) -> bool {
        let operation = session.description.operation(unit.operation);
        let required = operation
            .parameters
            .iter()
            .enumerate()
            .all(|(index, parameter)| {
                !parameter.required
                    || parameter.location == Location::Path
                    || is_framing(parameter)
                    || self.parameters.iter().any(|(own, _)| *own == index)
            });
        let body = match (&self.body, &operation.body) {
            // Some servers do not treat an empty body as a body at all.
            (Some((index, Value::String(text))), Some(body))
                if text.is_empty() && body.required && !body.content[*index].is_json() =>
            {
                false
            }
            (Some((index, value)), Some(body)) => {
                let media = &body.content[*index];
                let requests = &session.world.requests;
                match media.stream_of_texts() {
                    Some(stream) => items::are_allowed(requests, stream, value),
                    None => media
                        .schema
                        .is_none_or(|schema| requests.check(schema, &Json::from(value)).is_empty()),
                }
            }
            (None, Some(body)) => !body.required,
            _ => true,
        };
        required
            && body
            && self.parameters.iter().all(|(index, value)| {
                let parameter = &operation.parameters[*index];
                let found = session
                    .world
                    .requests
                    .check(parameter.schema, &Json::from(value));
                found.is_empty()
                    && is_written(parameter, value)
                    && !is_mistakable(operation, parameter, value)
            })
    }
}
