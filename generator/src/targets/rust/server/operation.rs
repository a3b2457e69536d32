//! One operation, as a method of a trait.

use super::super::Rust;
use super::super::code::{Code, docs, fixed, ident};
use super::super::types::Checks;
use super::answer::{AnswerView, refusals};
use super::body::BodyEnum;
use super::request::Field;
use crate::ir;

pub(super) struct Stub {
    pub(super) docs: Code,
    pub(super) method: Code,
    pub(super) constant: Code,
    pub(super) kind: Code,
    pub(super) context: Code,
    pub(super) context_name: Code,
    pub(super) request: Code,
    pub(super) response: Code,
    pub(super) fields: Vec<Field>,
    pub(super) checks: Vec<Code>,
    pub(super) body_enum: Option<BodyEnum>,
    pub(super) answers: Vec<AnswerView>,
    /// The media types of the body that are streams.
    pub(super) streams: Option<Code>,
    /// The traits that requests derive. A stream cannot be cloned.
    pub(super) request_derives: Code,
    /// The traits that responses derive.
    pub(super) derives: Code,
    pub(super) refusals: Vec<Code>,
    pub(super) authenticates: bool,
}

impl Rust<'_> {
    pub(super) fn stub(&self, planned: &ir::Call<'_>, checks: &Checks<'_>) -> Stub {
        let operation = planned.operation;
        let (kind, context_name, context) =
            match (operation.takes_credential(), operation.needs_credential()) {
                (false, _) => ("open", "context", "context: runtime::Context"),
                (true, true) => (
                    "secured",
                    "caller",
                    "caller: runtime::Caller<Self::Principal>",
                ),
                (true, false) => (
                    "optional",
                    "caller",
                    "caller: runtime::Caller<Option<Self::Principal>>",
                ),
            };
        let body = self.request_body(planned, checks);
        let (mut fields, mut field_checks) = self.request_fields(planned, checks);
        let mut body_enum = None;
        let mut body_streams = None;
        if let Some(body) = body {
            fields.push(body.field);
            field_checks.extend(body.check);
            body_enum = body.choice;
            body_streams = body.streams;
        }
        let answers = self.answer_views(planned);
        let streams = answers.iter().any(|answer| answer.is_stream);
        let derives = |streams: bool| fixed(if streams { "Debug" } else { "Debug, Clone" });
        Stub {
            docs: docs(&planned.docs.whole()),
            method: ident(&planned.unique),
            constant: ident(self.plan.constant(planned)),
            kind: fixed(kind),
            context: fixed(context),
            context_name: fixed(context_name),
            request: ident(&format!("{}Request", planned.pascal)),
            response: ident(&format!("{}Response", planned.pascal)),
            fields,
            checks: field_checks,
            body_enum,
            refusals: refusals(&answers),
            request_derives: derives(body_streams.is_some()),
            streams: body_streams,
            derives: derives(streams),
            answers,
            authenticates: operation.takes_credential(),
        }
    }
}
