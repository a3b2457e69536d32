//! Finds ranges of media types that are really JSON.
//!
//! Some frameworks write `*/*` for every body, so that only the schema shows what is sent.

use crate::model::{Api, Kind, MediaType, Operation, Schema, SchemaId};

/// Larger unions are not examined.
const MOST_MEMBERS: usize = 64;

/// Marks every `*/*` and `application/*` whose schema has values that only JSON can express. If
/// another media type of the same body is JSON, the range is for the rest.
pub(super) fn mark_structured(api: &mut Api) {
    let schemas = &api.schemas;
    let webhooks = api
        .webhooks
        .iter_mut()
        .flat_map(|hook| &mut hook.operations);
    for operation in api.operations.iter_mut().chain(webhooks) {
        for callback in &mut operation.callbacks {
            for hook in &mut callback.operations {
                mark(hook, schemas);
            }
        }
        mark(operation, schemas);
    }
}

fn mark(operation: &mut Operation, schemas: &[Schema]) {
    let body = operation.body.iter_mut().map(|body| &mut body.content);
    let responses = operation.responses.iter_mut();
    for content in body.chain(responses.map(|response| &mut response.content)) {
        if content.iter().any(MediaType::is_json) {
            continue;
        }
        let ranges =
            |media: &&mut MediaType| matches!(media.essence().as_str(), "*/*" | "application/*");
        if let Some(media) = content.iter_mut().find(ranges) {
            media.structured = media.schema.is_some_and(|id| is_structured(id, schemas));
        }
    }
}

/// Returns whether no value of the schema is text or bytes, which could be sent without an
/// encoding.
fn is_structured(id: SchemaId, schemas: &[Schema]) -> bool {
    let mut seen = Vec::new();
    let mut queue = vec![id];
    while let Some(id) = queue.pop() {
        if seen.contains(&id) {
            continue;
        }
        seen.push(id);
        if seen.len() > MOST_MEMBERS {
            return false;
        }
        match &schemas[id.index()].kind {
            Kind::Alias(target) => queue.push(*target),
            Kind::Union(union) => queue.extend(union.members.iter().map(|member| member.schema)),
            Kind::Any | Kind::Never | Kind::String(_) | Kind::Enumeration(_) => return false,
            _ => {}
        }
    }
    true
}
