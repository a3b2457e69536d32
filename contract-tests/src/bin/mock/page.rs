//! Lists, page by page.

use conformance::checks::state::alike::alike;
use conformance::checks::state::compare::property;
use conformance::json::Json;
use conformance::resources::{ItemsAt, item_schema, items_at};
use conformance::session::paging::{AROUND, MORES, NEXTS, Paging, TOTALS};
use serde_json::{Map, Value};
use spec::model::{Kind, Location, Operation, Response, SchemaId};

use crate::mock::Mock;
use crate::operate::Call;
use crate::reply::Reply;

/// How many items a page has where nothing is said.
const USUAL: usize = 20;
/// How many items a page has at most.
const MOST: usize = 1_000;

/// A page: which part of a list.
#[derive(Debug, Clone, Copy)]
struct Part {
    start: usize,
    end: usize,
    total: usize,
    size: usize,
}

impl Part {
    const fn has_more(self) -> bool {
        self.end < self.total
    }
}

/// The items that the filters of a request let through: a parameter that is called as a property.
pub(crate) fn filtered(mock: &Mock, call: &Call<'_>, items: Vec<Value>) -> Vec<Value> {
    let api = &mock.description.api;
    let paging = Paging::of(call.operation);
    let Some(schema) = item_schema(api, call.operation) else {
        return items;
    };
    let filters: Vec<(&String, SchemaId, &Json)> = call
        .values
        .iter()
        .filter(|((location, name), _)| *location == Location::Query && !paging.has(name))
        .filter_map(|((_, name), value)| Some((name, property(api, schema, name)?, value)))
        .collect();
    let passes = |item: &Value| {
        let item = Json::from(item);
        filters.iter().all(|(name, schema, wanted)| {
            let wanted: Vec<&Json> = match wanted {
                Json::Array(all) => all.iter().collect(),
                one => vec![*one],
            };
            let text = |value: &Json| value.to_string().trim_matches('"').to_owned();
            let is_it = |own: &Json| {
                let mut wanted = wanted.iter();
                // A parameter may write a value in another type.
                wanted.any(|one| alike(api, Some(*schema), own, one) || text(own) == text(one))
            };
            match item.get(name) {
                Some(Json::Array(own)) => own.iter().any(is_it),
                Some(own) => is_it(own),
                None => false,
            }
        })
    };
    items.into_iter().filter(passes).collect()
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
        reply.set("link", format!("<{next}>; rel=\"next\""));
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
fn first_page(mock: &Mock, operation: &Operation, name: Option<&str>) -> usize {
    let from_zero = parameter(mock, operation, name)
        .is_some_and(|schema| schema.default.as_ref().and_then(Value::as_u64) == Some(0));
    usize::from(!from_zero)
}

/// How many items the schema of the list lets a page have.
fn most_items(mock: &Mock, operation: &Operation) -> usize {
    let api = &mock.description.api;
    let most = || {
        let schema = conformance::resources::success_schema(api, operation)?;
        let array = match items_at(api, operation)? {
            ItemsAt::Root => schema,
            ItemsAt::Property(name) => property(api, schema, &name)?,
        };
        match &api.schema(api.resolve(array)).kind {
            Kind::Array(array) => usize::try_from(array.max_items?).ok(),
            _ => None,
        }
    };
    most().unwrap_or(usize::MAX).max(1)
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
fn cursor(
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
fn target(call: &Call<'_>, paging: &Paging, part: Part, items: &[Value]) -> Option<String> {
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

/// The body around the items.
fn envelope(
    mock: &Mock,
    call: &Call<'_>,
    schema: SchemaId,
    page: Vec<Value>,
    paging: &Paging,
    part: Part,
    items: &[Value],
) -> Option<Value> {
    let api = &mock.description.api;
    let at = match items_at(api, call.operation)? {
        ItemsAt::Root => return Some(Value::Array(page)),
        ItemsAt::Property(name) => name,
    };
    let mut body = mock.shaper.around(api, schema, None, &call.template)?;
    let members = body.as_object_mut()?;
    members.insert(at, Value::Array(page));
    let tells = Tells {
        mock,
        call,
        paging,
        part,
        items,
    };
    tells.set(schema, members);
    for name in AROUND {
        let inner = property(api, schema, name);
        if let (Some(inner), Some(members)) =
            (inner, members.get_mut(name).and_then(Value::as_object_mut))
        {
            tells.set(inner, members);
        }
    }
    Some(body)
}

/// What a page tells of the next one.
struct Tells<'a> {
    mock: &'a Mock,
    call: &'a Call<'a>,
    paging: &'a Paging,
    part: Part,
    items: &'a [Value],
}

impl Tells<'_> {
    fn set(&self, schema: SchemaId, members: &mut Map<String, Value>) {
        let api = &self.mock.description.api;
        let own = self.paging.next.as_deref();
        for name in NEXTS.iter().copied().chain(own) {
            if let Some(schema) = property(api, schema, name) {
                self.next(schema, name, members);
            }
        }
        for name in MORES {
            if members.get(name).is_some_and(Value::is_boolean) {
                members.insert(name.to_owned(), Value::from(self.part.has_more()));
            }
        }
        for name in TOTALS {
            if members.get(name).is_some_and(Value::is_number) {
                members.insert(name.to_owned(), Value::from(self.part.total));
            }
        }
    }

    /// The member that says where the next page is.
    fn next(&self, schema: SchemaId, name: &str, members: &mut Map<String, Value>) {
        let fits = |value: &Value| self.mock.shaper.fits(schema, value);
        let nothing = [Value::Null, Value::from("")];
        let found = if self.part.has_more() {
            self.ways().into_iter().find(|value| fits(value))
        } else {
            nothing.into_iter().find(|value| fits(value))
        };
        match found {
            Some(value) => drop(members.insert(name.to_owned(), value)),
            // Where it must be there, and nothing says that there is no next page, it stays.
            None if self.is_needed(name) => {}
            None => drop(members.remove(name)),
        }
    }

    /// Whether some envelope of the list must have a member.
    fn is_needed(&self, name: &str) -> bool {
        let api = &self.mock.description.api;
        let needs = |schema: SchemaId| match &api.schema(api.resolve(schema)).kind {
            Kind::Object(object) => object
                .properties
                .iter()
                .any(|one| one.required && one.name == name),
            _ => false,
        };
        let whole = conformance::resources::success_schema(api, self.call.operation);
        let inner = |schema| {
            AROUND
                .iter()
                .filter_map(move |name| property(api, schema, name))
        };
        whole.is_some_and(|schema| needs(schema) || inner(schema).any(needs))
    }

    /// The ways to the next page that the parameters allow.
    fn ways(&self) -> Vec<Value> {
        let (mock, call, part) = (self.mock, self.call, self.part);
        let mut ways = Vec::new();
        if self.paging.offset.is_some() {
            ways.push(Value::from(part.end));
        } else if self.paging.cursor.is_some() {
            ways.extend(cursor(mock, call, self.paging, part, self.items));
        } else if self.paging.page.is_some() {
            let first = first_page(mock, call.operation, self.paging.page.as_deref());
            ways.push(Value::from(part.end.div_ceil(part.size) + first));
        }
        let target = target(call, self.paging, part, self.items);
        if let Some(target) = target {
            ways.push(Value::from(target.clone()));
            ways.push(Value::from(format!("{}{target}", mock.origin)));
            ways.push(serde_json::json!({ "href": target }));
        }
        ways
    }
}
