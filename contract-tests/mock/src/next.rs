//! Finds the next page of a list.

use conformance_core::json::Json;
use conformance_core::paging::Paging;
use serde_json::Value;
use spec::model::{Location, Operation};

use crate::operate::Call;
use crate::served::Served;

/// The requested part of a list.
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

/// Returns the schema of a query parameter.
pub(crate) fn parameter<'m>(
    served: &'m Served,
    operation: &Operation,
    name: Option<&str>,
) -> Option<&'m spec::model::Schema> {
    let api = &served.description.api;
    let mut all = operation.parameters.iter();
    let found =
        all.find(|one| one.location == Location::Query && Some(one.name.as_str()) == name)?;
    Some(api.schema(found.schema))
}

/// Returns the number of the first page.
pub(crate) fn first_page(served: &Served, operation: &Operation, name: Option<&str>) -> usize {
    let from_zero = parameter(served, operation, name)
        .is_some_and(|schema| schema.default.as_ref().and_then(Value::as_u64) == Some(0));
    usize::from(!from_zero)
}

/// Returns the cursor of the next page: a position, or the id of the last item.
pub(crate) fn cursor(
    served: &Served,
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
        served
            .requests
            .check(own.schema, &Json::from(value))
            .is_empty()
    })
}

/// Returns the target of the next page.
pub(crate) fn target(
    call: &Call<'_>,
    paging: &Paging,
    part: Part,
    items: &[Value],
) -> Option<String> {
    let served = call.served;
    let first = first_page(served, call.operation, paging.page.as_deref());
    let text = |value: Value| {
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    };
    let (name, value) = if let Some(name) = &paging.offset {
        (name, part.end.to_string())
    } else if let Some(name) = &paging.cursor {
        (name, text(cursor(served, call, paging, part, items)?))
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
    Some(format!("{}{}?{}", served.prefix, call.path, query.finish()))
}
