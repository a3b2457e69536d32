//! Finds a body that the creation of a resource accepts.

use std::collections::VecDeque;
use std::sync::Arc;

use proptest::strategy::ValueTree as _;
use serde_json::Value;

use super::{Answer, Session, Stop};
use crate::hints;
use crate::pool::Bindings;
use conformance_core::description::OperationId;
use conformance_core::intent::Intent;
use conformance_core::lookup::body_schema;
use conformance_core::resources::ResourceId;
use conformance_core::values::{self, Maker, Manner};

/// The maximum number of refused bodies that are completed and sent again.
const COMPLETED: usize = 4;

impl Session {
    /// Finds a body that the creation of a resource accepts: a candidate, or a refused one completed
    /// with the members that the refusal asks for.
    pub(super) async fn learn_creation(
        &self,
        resource: ResourceId,
        create: OperationId,
        bindings: &Bindings,
    ) -> Result<(), Stop> {
        let primary = self.primary().name.clone();
        let mut bodies = VecDeque::from(self.candidates(create, &primary));
        let mut completed = 0;
        while let Some(body) = bodies.pop_front() {
            let body = self.renamed(create, body);
            // An example may violate its own schema.
            let is_allowed = self.allows(create, &body);
            let intent = if is_allowed {
                Intent::Valid
            } else {
                Intent::Probe
            };
            let builder = self.prepare(create).intent(intent).bind(bindings);
            let answer = builder.json(&body).filled().send().await?;
            if !answer.is_success() {
                let more = self.completed(create, &primary, &body, &answer);
                if let Some(more) = more.filter(|_| completed < COMPLETED) {
                    completed += 1;
                    bodies.push_front(more);
                }
                continue;
            }
            self.accept(create, body);
            self.record_creation(&primary, resource, bindings, &answer);
            return Ok(());
        }
        Err(Stop::Skip("no body was accepted".to_owned()))
    }

    /// Returns a refused body with the members that the refusal asks for, if it asks for any.
    fn completed(
        &self,
        operation: OperationId,
        identity: &str,
        body: &Value,
        answer: &Answer,
    ) -> Option<Value> {
        if !matches!(answer.status, 400 | 422) {
            return None;
        }
        let described = self.description.operation(operation);
        let schema = body_schema(described)?;
        let api = &self.description.api;
        let asked_for = hints::asked_for(api, schema, body, answer.json().ok()?);
        let existing = self.existing_for(identity, described);
        let maker = Maker::sharing(Arc::clone(&self.world.schemas), &existing, values::today());
        let mut completed = body.clone();
        for hint in asked_for {
            let seed = values::seed(&["hint", &described.id, &hint.pointer], self.profile.seed);
            let strategy = maker.strategy(hint.schema, Manner::Plain);
            let tree = values::tree(&strategy, seed).ok()?;
            hints::put(&mut completed, &hint, tree.current());
        }
        (completed != *body).then(|| self.made_safe(operation, completed))
    }
}
