//! Conditional requests (RFC 9110 §13).

use hyper::HeaderMap;
use spec::model::Method;

use crate::operate::Call;
use crate::parameters;
use crate::reply::Reply;
use crate::state::State;

/// Returns the refusal of a write whose condition does not hold (RFC 9110 §13.1.1), if reads have
/// entity tags.
pub(crate) fn stale(call: &Call<'_>, headers: &HeaderMap, state: &mut State) -> Option<Reply> {
    let wanted = headers.get("if-match")?.to_str().ok()?;
    let read = call
        .served
        .description
        .api
        .operations
        .iter()
        .find(|one| one.path == call.operation.path && one.method == Method::Get)?;
    if call.operation.method.is_safe() || wanted.trim() == "*" {
        return None;
    }
    let current = Call {
        served: call.served,
        operation: read,
        wishes: call.wishes.clone(),
        path: call.path.clone(),
        template: call.template.clone(),
        chain: call.chain.clone(),
        is_item: call.is_item,
        query: Vec::new(),
        values: parameters::Values::new(),
        body: None,
    };
    let current = current.answer(state);
    let (_, tag) = current.headers.iter().find(|(name, _)| name == "etag")?;
    let holds = wanted.split(',').any(|one| one.trim() == tag);
    (!holds).then(|| call.refuse(&[412], "it has changed"))
}

/// Replaces a response that the client already has with 304 (RFC 9110 §13.1.2).
pub(crate) fn unchanged(headers: &HeaderMap, reply: Reply) -> Reply {
    let own = reply.headers.iter().find(|(name, _)| name == "etag");
    let known = headers
        .get("if-none-match")
        .and_then(|value| value.to_str().ok());
    let (Some((_, own)), Some(known), 200) = (own, known, reply.status) else {
        return reply;
    };
    if !known
        .split(',')
        .any(|one| one.trim() == own || one.trim() == "*")
    {
        return reply;
    }
    let mut short = Reply::empty(304);
    short.set("etag", own.clone());
    short
}
