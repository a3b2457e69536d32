//! Prints the decisions of the target.

use serde_json::{Value, json};

use spec::model::Status;

use super::Rust;
use super::code::ident;
use super::content::{Answer, Content};
use super::groups::Group;
use super::operation_names::OperationNames;
use crate::ir::{ContentKind, TypeId};

impl Rust<'_> {
    /// Returns every operation and type with its names, or only one operation.
    pub(super) fn view(&self, operation: Option<&str>) -> Value {
        let all = self.plan.grouped().into_iter();
        let operations: Vec<Value> = all
            .filter(|(model, ..)| operation.is_none_or(|id| model.id == id))
            .map(|(model, names, group)| {
                let answers = self.plan.answers(names);
                let arguments = self.plan.call(names).arguments.iter();
                json!({
                    "operationId": model.id,
                    "method": names.method,
                    "type": names.pascal,
                    "table": names.constant,
                    "arguments": arguments.map(|one| &one.name).collect::<Vec<_>>(),
                    "answers": answers.iter().map(|answer| &answer.name).collect::<Vec<_>>(),
                    "call": self.call_view(names, group, &answers),
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
    fn call_view(
        &self,
        names: &OperationNames,
        group: &Group<'_>,
        answers: &[Answer<'_>],
    ) -> Value {
        let written = |name: &str| ident(name).to_string();
        let bodies = self.plan.body_contents(names);
        let bodies = bodies.into_iter().map(|content| {
            json!({
                "mediaType": content.media_type,
                "variant": written(&content.variant),
                "content": kind(&content),
            })
        });
        let call = self.plan.call(names);
        let arguments = call.arguments.iter().map(|one| written(&one.name));
        // The types of arguments that are converted: what is passed does not tell them.
        let into = call.arguments.iter().map(|one| {
            self.wraps_string(&one.ty)
                .then(|| self.outside(&one.ty).to_string())
        });
        json!({
            "method": format!("{}().{}", written(&group.method), written(&names.call)),
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
