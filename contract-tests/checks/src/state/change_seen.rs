//! STA-05: a change is seen by the next read.

use super::changes::{Change, changes};
use super::compare::{Comparison, Relation};
use crate::check::{Check, Fault, Outcome, Run};
use crate::subjects::{record, some_creatable};
use conformance_core::description::OperationId;
use conformance_core::intent::Intent;
use conformance_core::json::Json;
use conformance_core::lookup::property;
use conformance_core::lookup::success_schema;
use conformance_core::resources::ResourceId;
use conformance_engine::session::{Answer, Session, Stop};

pub static CHECK: Check = Check {
    id: "change-seen",
    requirement: "STA-05",
    strength: None,
    about: "A change of one property is seen by the next read, and no other property has changed.",
    example: "> PATCH /org/o1/offer/1 {\"name\": \"B\"}  < 200\n\
              > GET /org/o1/offer/1\n\
              < {\"name\": \"A\"}",
    fix: "Read from the primary store after a write, or invalidate the cache in the same step. \
          Change only the properties that were sent.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let what = "resource that is created, read and updated";
    for (id, (read, update)) in some_creatable(session, what, |one| one.read.zip(one.update))? {
        let result = check_one(session, outcome, id, read, update).await;
        record(outcome, result);
    }
    Ok(())
}

async fn check_one(
    session: &Session,
    outcome: &mut Outcome,
    resource: ResourceId,
    read: OperationId,
    update: OperationId,
) -> Result<(), Stop> {
    let api = &session.description.api;
    let created = session.create(resource).await?;
    let schema = success_schema(api, session.description.operation(read));
    let name = &session.description.operation(update).id;
    let mut before = session.read(resource, &created.bindings).await?.success()?;
    let all = changes(session, update, before.body()?);
    if all.is_empty() {
        return Err(Stop::Skip(format!("no body that {name} accepts is known")));
    }
    for tries in all {
        let mut accepted = None;
        for change in tries {
            let change = change.upon(session, update, before.body()?);
            let builder = session.prepare(update).intent(Intent::Sequence);
            let answer = builder
                .bind(&created.bindings)
                .json(&change.body)
                .filled()
                .send()
                .await?;
            if answer.is_success() {
                accepted = Some((change, answer));
                break;
            }
        }
        // A refused value proves nothing: it may not fit for reasons outside of the schema.
        let Some((change, answer)) = accepted else {
            continue;
        };
        session.accept(update, change.body.clone());
        let after = session.read(resource, &created.bindings).await?.success()?;
        let seen = Seen {
            session,
            resource,
            schema,
            name,
            change: &change,
            evidence: [&before, &answer, &after],
        };
        seen.check(outcome)?;
        before = after;
    }
    Ok(())
}

/// A change, and the reads before and after it.
struct Seen<'a> {
    session: &'a Session,
    resource: ResourceId,
    schema: Option<spec::model::SchemaId>,
    name: &'a str,
    change: &'a Change,
    /// The read before, the response to the change, and the read after.
    evidence: [&'a Answer; 3],
}

impl Seen<'_> {
    fn check(&self, outcome: &mut Outcome) -> Result<(), Stop> {
        let [before, _, after] = self.evidence;
        let (before, after) = (before.body()?, after.body()?);
        let known = outcome.failed.len();
        self.check_change(outcome, after);
        self.check_others(outcome, before, after);
        if outcome.failed.len() == known {
            outcome.pass();
        }
        Ok(())
    }

    /// Checks that the property has its new value.
    fn check_change(&self, outcome: &mut Outcome, after: &Json) {
        let member = &self.change.member;
        let api = &self.session.description.api;
        let own = self.schema.and_then(|id| property(api, id, member));
        if own.is_none() && after.get(member).is_none() {
            // A change of a hidden property cannot be observed.
            return;
        }
        let comparison = Comparison::of(self.session, self.resource);
        let value = Json::from(&self.change.value);
        let sent = Json::Object(vec![(member.as_str().into(), value)]);
        for one in comparison.differences(Relation::Echo, self.schema, &sent, after) {
            let title = format!(
                "{} is answered with success, and the next read has another {}",
                self.name,
                one.place()
            );
            let fault = Fault::new(title)
                .must(one.as_sent())
                .expected(format!("{}, as it was sent", one.expected))
                .actual(one.actual)
                .pointer(one.pointer);
            outcome.fail(fault, &self.exchanges());
        }
    }

    /// Checks that the id and the other properties that clients set are unchanged.
    fn check_others(&self, outcome: &mut Outcome, before: &Json, after: &Json) {
        let comparison = Comparison::of(self.session, self.resource);
        let id = self
            .session
            .world
            .resources
            .get(self.resource)
            .id_property
            .as_deref();
        let found = comparison.differences(Relation::Unchanged, self.schema, before, after);
        for one in found {
            let member = one.member();
            // A property that clients do not set may be computed from one that they do.
            let counts = comparison.is_owned(&member)
                || Some(member.as_str()) == id
                || member.to_ascii_lowercase().starts_with("creat");
            if member == self.change.member || !counts {
                continue;
            }
            let title = format!(
                "{} also changes {}, which it was not asked to change",
                self.name,
                one.place()
            );
            let fault = Fault::new(title)
                .must(one.as_in(0))
                .expected(format!("{}, as before", one.expected))
                .actual(one.actual)
                .pointer(one.pointer);
            outcome.fail(fault, &self.exchanges());
        }
    }

    fn exchanges(&self) -> [&std::sync::Arc<conformance_core::exchange::Exchange>; 3] {
        self.evidence.map(Answer::exchange)
    }
}
