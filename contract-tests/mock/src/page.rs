//! Responds with lists, page by page.

use conformance_core::items::items_at;
use conformance_core::json::Json;
use conformance_core::lookup::success_schema;
use conformance_core::paging::Paging;
use serde_json::Value;
use spec::model::{Array, Kind, Operation, Response};

use crate::envelope::envelope;
use crate::next::{Part, first_page, parameter, target};
use crate::operate::Call;
use crate::reply::Reply;
use crate::served::Served;

/// The default number of items on a page.
const USUAL: usize = 20;
/// The maximum number of items on a page.
const MOST: usize = 1_000;

/// Returns the response of a list: the requested page, with information about the next one.
pub(crate) fn answer(
    served: &Served,
    call: &Call<'_>,
    status: u16,
    response: &Response,
    items: &[Value],
) -> Option<Reply> {
    let paging = Paging::of(call.operation);
    let part = part(served, call, &paging, items);
    if part.start > 0 && part.start == part.total && can_not_be_empty(served, call.operation) {
        return Some(call.refuse(&[404, 400], "there is no such page"));
    }
    let page = items.get(part.start..part.end).unwrap_or_default().to_vec();
    let next = part
        .has_more()
        .then(|| target(call, &paging, part, items))
        .flatten();
    let mut reply = served.answer(
        response,
        &call.wishes,
        status,
        &call.path,
        |served, media| {
            if media.stream.is_some() {
                return Some(Value::Array(page));
            }
            envelope(served, call, media.schema?, page, &paging, part, items)
        },
    )?;
    // In addition to what the body says (RFC 8288).
    if let Some(next) = next {
        let next = served.reference(next);
        reply.set("link", format!("<{next}>; rel=\"next\""));
    } else if paging.page.is_some() && can_not_be_empty(served, call.operation) {
        // An empty page would not show the end.
        let first = served.reference(format!("{}{}", served.prefix, call.path));
        reply.set("link", format!("<{first}>; rel=\"first\""));
    }
    Some(reply)
}

fn part(served: &Served, call: &Call<'_>, paging: &Paging, items: &[Value]) -> Part {
    let number = |name: &Option<String>| -> Option<usize> {
        let value = call.query_value(name.as_deref()?)?;
        let number = value.as_u64().or_else(|| value.as_str()?.parse().ok());
        usize::try_from(number?).ok()
    };
    let total = items.len();
    let is_paged = *paging != Paging::default();
    let default = default_of(served, call.operation, paging.limit.as_deref());
    let size = match number(&paging.limit) {
        Some(size) => size,
        None if is_paged => default.unwrap_or(USUAL),
        None => MOST,
    };
    let size = size.clamp(1, MOST).min(most_items(served, call.operation));
    let by_cursor = || {
        let value = call.query_value(paging.cursor.as_deref()?)?;
        position(value, items)
    };
    let first = first_page(served, call.operation, paging.page.as_deref());
    let by_page =
        || number(&paging.page).map(|page| page.saturating_sub(first).saturating_mul(size));
    let start = number(&paging.offset).or_else(by_cursor).or_else(by_page);
    let start = start.unwrap_or(0).min(total);
    Part {
        start,
        end: start.saturating_add(size).min(total),
        total,
        size,
    }
}

fn default_of(served: &Served, operation: &Operation, name: Option<&str>) -> Option<usize> {
    let default = parameter(served, operation, name)?
        .default
        .as_ref()?
        .as_u64()?;
    usize::try_from(default).ok()
}

/// Returns the schema of the list.
fn array<'m>(served: &'m Served, operation: &Operation) -> Option<&'m Array> {
    let api = &served.description.api;
    let array = items_at(api, operation)?.schema(api, success_schema(api, operation)?)?;
    match &api.schema(array).kind {
        Kind::Array(array) => Some(array),
        _ => None,
    }
}

/// Returns how many items the schema allows on a page.
fn most_items(served: &Served, operation: &Operation) -> usize {
    let most = array(served, operation).and_then(|array| usize::try_from(array.max_items?).ok());
    most.unwrap_or(usize::MAX).max(1)
}

fn can_not_be_empty(served: &Served, operation: &Operation) -> bool {
    let least = array(served, operation).and_then(|array| array.min_items);
    least.is_some_and(|least| least > 0)
}

/// Returns the position of a cursor: a cursor of the mock is a position, and an id is that of the
/// previous item.
fn position(cursor: &Json, items: &[Value]) -> Option<usize> {
    let text = cursor.as_str().or_else(|| cursor.number())?;
    let is_it =
        |item: &Value| item.get("id").and_then(crate::nodes::text_of).as_deref() == Some(text);
    let after = items.iter().position(is_it).map(|at| at + 1);
    after.or_else(|| text.parse().ok())
}
