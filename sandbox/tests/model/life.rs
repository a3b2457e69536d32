//! Applies a step to the model.

use proptest::prelude::*;
use proptest_state_machine::ReferenceStateMachine;
use serde_json::{Value, json};

use super::state::{Call, HOUR, Model, Verdict, written};
use super::steps::{Action, Step, Target, steps};

/// The model, as a state machine for proptest.
#[derive(Debug)]
pub struct Life;

impl ReferenceStateMachine for Life {
    type State = Model;
    type Transition = Step;

    fn init_state() -> BoxedStrategy<Model> {
        Just(Model::new()).boxed()
    }

    fn transitions(model: &Model) -> BoxedStrategy<Step> {
        steps(model)
    }

    fn apply(mut model: Model, step: &Step) -> Model {
        model.call = match step {
            Step::Pass(hours) => {
                model.now += hours * HOUR;
                model.settle();
                None
            }
            Step::Act { org, action } => model.act(*org, action),
        };
        model
    }
}

/// A request, before its response is known.
pub struct Request {
    pub org: usize,
    pub method: &'static str,
    pub path: String,
    pub body: Option<Value>,
}

impl Request {
    pub fn new(org: usize, method: &'static str, path: String) -> Self {
        Self {
            org,
            method,
            path,
            body: None,
        }
    }

    pub fn with(self, body: Value) -> Self {
        Self {
            body: Some(body),
            ..self
        }
    }

    pub fn answered(self, verdict: Verdict) -> Call {
        let Self {
            org,
            method,
            path,
            body,
        } = self;
        let (outcome, answer) = match verdict {
            Ok((status, answer)) => (status.to_string(), answer),
            Err(refusal) => (refusal, Value::Null),
        };
        Call {
            org,
            method,
            path,
            body,
            outcome,
            answer,
        }
    }
}

impl Model {
    fn act(&mut self, org: usize, action: &Action) -> Option<Call> {
        Some(match action {
            Action::CreateProduct {
                partner,
                dimensions,
            } => self.create_product(org, partner, dimensions),
            Action::UpdateProduct {
                of,
                dimensions,
                description,
            } => self.update_product(org, *of, dimensions.as_deref(), *description),
            Action::PublishProduct(of) => self.publish_product(org, *of),
            Action::RetireProduct(of) => self.retire_product(org, *of),
            Action::CreateOffer {
                product,
                account,
                terms,
                expire,
            } => self.create_offer(org, *product, *account, terms, *expire),
            Action::UpdateOffer {
                of,
                account,
                terms,
                expire,
            } => self.update_offer(org, *of, *account, terms.as_ref(), *expire),
            Action::PublishOffer(of) => self.publish_offer(org, *of),
            Action::CancelOffer { of, reason } => self.cancel_offer(org, *of, *reason),
            Action::ExtendOffer { of, hours } => self.extend_offer(org, *of, *hours),
            Action::AcceptOffer(of) => self.accept_offer(org, *of),
            Action::RejectOffer(of) => self.reject_offer(org, *of),
            Action::CancelAgreement { of, reason } => self.cancel_agreement(org, *of, *reason),
            Action::TerminateAgreement(of) => self.terminate_agreement(org, *of),
            Action::Disburse(of) => self.disburse(org, *of),
            Action::Suspend(of) => self.turn(org, *of, "suspend", "ACTIVE", "SUSPENDED"),
            Action::Resume(of) => self.turn(org, *of, "resume", "SUSPENDED", "ACTIVE"),
            Action::Submit(submission) => self.submit(org, submission),
            Action::SubmitOne {
                entitlement,
                record,
                hours,
            } => self.submit_one(org, *entitlement, *record, *hours),
            Action::Repeat { choice, is_other } => self.repeat(org, *choice, *is_other),
            Action::CreateReferral { products } => self.create_referral(org, products),
            Action::UpdateReferral {
                of,
                stage,
                products,
                notes,
            } => self.update_referral(org, *of, stage, products.as_deref(), *notes),
            Action::AcceptReferral(of) => self.answer_referral(org, *of, "accept"),
            Action::RejectReferral(of) => self.answer_referral(org, *of, "reject"),
            Action::SetQuota { quota, most } => self.set_quota(org, quota, *most),
            Action::Read { table, of } => self.read(org, *table, *of),
            Action::List {
                table,
                filters,
                choice,
                limit,
                offset,
            } => self.list(org, *table, *filters, *choice, *limit, *offset),
            Action::ReadAll => return None,
        })
    }

    /// Returns the identifier that a step refers to. An identifier of the other organization is not
    /// in the caller's tables, so it is rejected like an unknown one.
    pub fn aim(&self, org: usize, table: &str, target: Target) -> String {
        let owner = if target.is_foreign { 1 - org } else { org };
        self.pick(owner, table, target.choice)
    }

    /// Returns a time half an hour after a full number of hours from now, which is never close to a
    /// moment at which something else happens.
    pub fn hours_from_now(&self, hours: i64) -> String {
        written(self.now + hours * HOUR + HOUR / 2)
    }

    fn set_quota(&mut self, org: usize, quota: &'static str, most: usize) -> Call {
        self.orgs[org].quotas.insert(quota, most);
        Request::new(org, "CONTROL", format!("/quota/{quota}"))
            .with(json!({ "limit": most }))
            .answered(Ok((200, json!({ "name": quota, "limit": most }))))
    }
}

/// Replaces or removes a property.
pub fn set(doc: &mut Value, member: &str, value: Option<Value>) {
    let members = doc.as_object_mut().expect("an object");
    match value {
        Some(value) => drop(members.insert(member.to_owned(), value)),
        None => drop(members.remove(member)),
    }
}
