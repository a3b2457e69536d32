//! Prints the decisions of the target.

use serde_json::{Value, json};

use spec::model::Status;

use super::Rust;
use super::code::ident;
use super::content::{Answer, Content};
use crate::ir::{self, ContentKind, TypeId};

impl Rust<'_> {
    /// Returns every operation and type with its names, or only one operation.
    pub(super) fn view(&self, operation: Option<&str>) -> Value {
        let operations: Vec<Value> = self
            .plan
            .calls()
            .filter(|one| operation.is_none_or(|id| one.operation.id == id))
            .map(|planned| {
                let answers = self.plan.answers(planned);
                let arguments = planned.arguments.iter();
                json!({
                    "operationId": planned.operation.id,
                    "method": planned.unique,
                    "type": planned.pascal,
                    "table": self.plan.constant(planned),
                    "arguments": arguments.map(|one| &one.name).collect::<Vec<_>>(),
                    "answers": answers.iter().map(|answer| &answer.name).collect::<Vec<_>>(),
                    "call": self.call_view(planned, &answers),
                })
            })
            .collect();
        if operation.is_some() {
            return operations.into_iter().next().unwrap_or_default();
        }
        let types: Vec<Value> = self.plan.type_ids().map(|id| self.type_view(id)).collect();
        json!({ "operations": operations, "types": types })
    }

    /// How programs call the operation, and its result.
    fn call_view(&self, planned: &ir::Call<'_>, answers: &[Answer<'_>]) -> Value {
        let written = |name: &str| ident(name).to_string();
        let bodies = self.plan.body_contents(planned);
        let bodies = bodies.into_iter().map(|content| {
            json!({
                "mediaType": content.media_type,
                "variant": written(&content.variant),
                "content": kind(&content),
            })
        });
        let arguments = planned.arguments.iter().map(|one| written(&one.name));
        // The types of arguments that are converted: what is passed does not tell them.
        let into = planned.arguments.iter().map(|one| {
            self.wraps_string(&one.ty)
                .then(|| self.outside(&one.ty).to_string())
        });
        json!({
            "method": format!("{}().{}", written(self.plan.method_of(planned)), written(&planned.method)),
            "arguments": arguments.collect::<Vec<_>>(),
            "into": into.collect::<Vec<_>>(),
            "bodies": bodies.collect::<Vec<_>>(),
            "answers": answers.iter().map(answer_view).collect::<Vec<_>>(),
        })
    }

    fn type_view(&self, id: TypeId) -> Value {
        let (made, own) = (self.plan.get(id), self.plan.own(id));
        json!({
            "schema": made.schema.name,
            "name": made.name,
            "module": own.module,
            "form": format!("{:?}", own.form),
        })
    }
}

/// Returns the kind of a body.
fn kind(content: &Content<'_>) -> &'static str {
    match content.kind {
        ContentKind::Stream(items) if items.are_events() => "events",
        ContentKind::Stream(_) => "items",
        ContentKind::Json(_) => "json",
        ContentKind::Form(_) => "form",
        ContentKind::Multipart(_) => "multipart",
        ContentKind::Text => "text",
        ContentKind::Bytes => "bytes",
    }
}

/// A variant of the responses; `content` is the kind of its body.
fn answer_view(answer: &Answer<'_>) -> Value {
    let content = answer.content.as_ref().map(kind);
    let status = answer.response.status;
    json!({
        "variant": ident(&answer.name).to_string(),
        "content": content,
        "hasStatus": !matches!(status, Status::Code(_)),
        "isSuccess": status.is_success(),
        "isDefault": status == Status::Default,
    })
}
