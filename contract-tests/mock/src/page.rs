//! Lists, page by page.

use conformance_core::json::Json;
use conformance_core::lookup::property;
use conformance_core::paging::Paging;
use conformance_core::resources::{ItemsAt, items_at};
use serde_json::Value;
use spec::model::{Array, Kind, Location, Operation, Response};

use crate::envelope::envelope;
use crate::mock::Mock;
use crate::operate::Call;
use crate::reply::Reply;

/// How many items a page has where nothing is said.
const USUAL: usize = 20;
/// How many items a page has at most.
const MOST: usize = 1_000;

/// A page: which part of a list.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Part {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) total: usize,
    pub(crate) size: usize,
}

impl Part {
    pub(crate) const fn has_more(self) -> bool {
        self.end < self.total
    }
}

/// The answer of a list: the page that is asked for, with what tells of the next one.
pub(crate) fn answer(
    mock: &Mock,
    call: &Call<'_>,
    status: u16,
    response: &Response,
    items: &[Value],
) -> Option<Reply> {
    let paging = Paging::of(call.operation);
    let part = part(mock, call, &paging, items);
    if part.start > 0 && part.start == part.total && can_not_be_empty(mock, call.operation) {
        return Some(mock.refuse(call.operation, &[404, 400], "there is no such page"));
    }
    let page = items.get(part.start..part.end).unwrap_or_default().to_vec();
    let next = part
        .has_more()
        .then(|| target(call, &paging, part, items))
        .flatten();
    let mut reply = mock.answer(response, status, &call.path, |mock, media| {
        envelope(mock, call, media.schema?, page, &paging, part, items)
    })?;
    // Whatever the content tells, too (RFC 8288).
    if let Some(next) = next {
        let next = mock.reference(next);
        reply.set("link", format!("<{next}>; rel=\"next\""));
    } else if paging.page.is_some() && can_not_be_empty(mock, call.operation) {
        // No empty page tells the end.
        let first = mock.reference(format!("{}{}", mock.prefix(), call.path));
        reply.set("link", format!("<{first}>; rel=\"first\""));
    }
    Some(reply)
}

fn part(mock: &Mock, call: &Call<'_>, paging: &Paging, items: &[Value]) -> Part {
    let number = |name: &Option<String>| -> Option<usize> {
        let value = call.query_value(name.as_deref()?)?;
        let number = value.as_u64().or_else(|| value.as_str()?.parse().ok());
        usize::try_from(number?).ok()
    };
    let total = items.len();
    let is_paged = *paging != Paging::default();
    let default = default_of(mock, call.operation, paging.limit.as_deref());
    let size = match number(&paging.limit) {
        Some(size) => size,
        None if is_paged => default.unwrap_or(USUAL),
        None => MOST,
    };
    let size = size.clamp(1, MOST).min(most_items(mock, call.operation));
    let by_cursor = || {
        let value = call.query_value(paging.cursor.as_deref()?)?;
        position(value, items)
    };
    let first = first_page(mock, call.operation, paging.page.as_deref());
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

/// The schema of a parameter of the query.
fn parameter<'m>(
    mock: &'m Mock,
    operation: &Operation,
    name: Option<&str>,
) -> Option<&'m spec::model::Schema> {
    let api = &mock.description.api;
    let mut all = operation.parameters.iter();
    let found =
        all.find(|one| one.location == Location::Query && Some(one.name.as_str()) == name)?;
    Some(api.schema(found.schema))
}

fn default_of(mock: &Mock, operation: &Operation, name: Option<&str>) -> Option<usize> {
    let default = parameter(mock, operation, name)?
        .default
        .as_ref()?
        .as_u64()?;
    usize::try_from(default).ok()
}

/// The number of the first page.
pub(crate) fn first_page(mock: &Mock, operation: &Operation, name: Option<&str>) -> usize {
    let from_zero = parameter(mock, operation, name)
        .is_some_and(|schema| schema.default.as_ref().and_then(Value::as_u64) == Some(0));
    usize::from(!from_zero)
}

/// The schema of the list.
fn array<'m>(mock: &'m Mock, operation: &Operation) -> Option<&'m Array> {
    let api = &mock.description.api;
    let schema = conformance_core::resources::success_schema(api, operation)?;
    let array = match items_at(api, operation)? {
        ItemsAt::Root => schema,
        ItemsAt::Property(name) => property(api, schema, &name)?,
    };
    match &api.schema(api.resolve(array)).kind {
        Kind::Array(array) => Some(array),
        _ => None,
    }
}

/// How many items the schema of the list lets a page have.
fn most_items(mock: &Mock, operation: &Operation) -> usize {
    let most = array(mock, operation).and_then(|array| usize::try_from(array.max_items?).ok());
    most.unwrap_or(usize::MAX).max(1)
}

fn can_not_be_empty(mock: &Mock, operation: &Operation) -> bool {
    let least = array(mock, operation).and_then(|array| array.min_items);
    least.is_some_and(|least| least > 0)
}

/// Where a cursor leads: one of ours is a position; an id is that of the item before.
fn position(cursor: &Json, items: &[Value]) -> Option<usize> {
    let text = cursor.as_str().or_else(|| cursor.number())?;
    let is_it =
        |item: &Value| item.get("id").and_then(crate::nodes::text_of).as_deref() == Some(text);
    let after = items.iter().position(is_it).map(|at| at + 1);
    after.or_else(|| text.parse().ok())
}

/// The cursor of the page after one: a position, or the id of the last item.
pub(crate) fn cursor(
    mock: &Mock,
    call: &Call<'_>,
    paging: &Paging,
    part: Part,
    items: &[Value],
) -> Option<Value> {
    let mut all = call.operation.parameters.iter();
    let own = all
        .find(|one| one.location == Location::Query && Some(&one.name) == paging.cursor.as_ref())?;
    let id = part
        .end
        .checked_sub(1)
        .and_then(|last| items.get(last)?.get("id").cloned());
    let position = [Value::from(part.end.to_string()), Value::from(part.end)];
    let mut candidates = position.into_iter().chain(id);
    candidates.find(|value| {
        mock.requests
            .check(own.schema, &Json::from(value))
            .is_empty()
    })
}

/// The target of the next page.
pub(crate) fn target(
    call: &Call<'_>,
    paging: &Paging,
    part: Part,
    items: &[Value],
) -> Option<String> {
    let mock = call.mock;
    let first = first_page(mock, call.operation, paging.page.as_deref());
    let text = |value: Value| {
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    };
    let (name, value) = if let Some(name) = &paging.offset {
        (name, part.end.to_string())
    } else if let Some(name) = &paging.cursor {
        (name, text(cursor(mock, call, paging, part, items)?))
    } else {
        (
            paging.page.as_ref()?,
            (part.end.div_ceil(part.size) + first).to_string(),
        )
    };
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    for (own, text) in call.query.iter().filter(|(own, _)| own != name) {
        query.append_pair(own, text);
    }
    query.append_pair(name, &value);
    Some(format!("{}{}?{}", mock.prefix(), call.path, query.finish()))
}
