//! Ambiguous unions: without a discriminator, a value is read as the first member that it fits, so
//! a value that was meant as another member may be misread.

use std::collections::{HashMap, HashSet};

use spec::model::{
    Api, EnumBase, Framing, Kind, Member, Object, Property, Schema, SchemaId, Union,
};
use spec::{Code, Diagnostic, Diagnostics};

use super::schemas::only_value;

/// The maximum number of compared properties, against malicious descriptions.
const MOST_COMPARED: usize = 2_000_000;
/// The maximum depth of arrays within arrays.
const DEEPEST: usize = 4;

/// Reports every object of a union that is always read as an earlier member. It is the same in all
/// languages, so it is reported once, however many are generated.
pub(crate) fn name_undecided(api: &Api, diagnostics: &mut Diagnostics) {
    let mut left = MOST_COMPARED;
    let events = events(api);
    for (index, schema) in api.schemas.iter().enumerate() {
        let Kind::Union(union) = &schema.kind else {
            continue;
        };
        // A schema in neither requests nor responses is never read.
        let travels = schema.direction.request || schema.direction.response;
        if travels && !is_distinguished(union) && !events.contains(&index) {
            undecided(api, schema, union, &mut left, diagnostics);
        }
    }
}

/// Returns the schemas of event objects, by index: what is read is their `data`, or a union that
/// their names distinguish.
fn events(api: &Api) -> HashSet<usize> {
    let operations = api.operations.iter();
    let media = operations.flat_map(|operation| {
        let body = operation.body.iter().flat_map(|body| &body.content);
        let responses = operation.responses.iter();
        body.chain(responses.flat_map(|response| &response.content))
    });
    let streams = media.filter(|media| {
        let framing = media.stream.as_ref().map(|stream| stream.framing);
        framing == Some(Framing::Events)
    });
    let schemas = streams.filter_map(|media| media.item_schema);
    schemas.map(|id| api.resolve(id).index()).collect()
}

/// Returns whether a discriminator distinguishes all members.
fn is_distinguished(union: &Union) -> bool {
    let told = |member: &Member| !member.values.is_empty();
    union.discriminator.is_some() && union.members.iter().all(told)
}

fn undecided(
    api: &Api,
    schema: &Schema,
    union: &Union,
    left: &mut usize,
    diagnostics: &mut Diagnostics,
) {
    let objects: Vec<_> = union
        .members
        .iter()
        .map(|member| object(api, member))
        .collect();
    for (later, second) in objects.iter().enumerate() {
        let Some(second) = second else { continue };
        let known: HashMap<_, _> = second
            .properties
            .iter()
            .map(|p| (p.name.as_str(), p))
            .collect();
        for (earlier, first) in objects[..later].iter().enumerate() {
            let Some(first) = first else { continue };
            let cost = 1 + first.properties.len();
            if *left < cost {
                return;
            }
            *left -= cost;
            let values = (&union.members[earlier].values, &union.members[later].values);
            if values.0 == values.1 && covers(api, first, &known) {
                let message = format!(
                    "nothing distinguishes {} of a union from {}",
                    name(api, union, later),
                    name(api, union, earlier)
                );
                let diagnostic =
                    Diagnostic::warning(Code::UnsupportedConstruct, schema.span, message)
                        .label("read as the earlier one")
                        .help(
                            "add a `discriminator`, or a required property that the other members \
                             do not have",
                        );
                diagnostics.push(diagnostic);
                break;
            }
        }
    }
}

fn object<'a>(api: &'a Api, member: &Member) -> Option<&'a Object> {
    match &api.schema(api.resolve(member.schema)).kind {
        Kind::Object(object) => Some(object),
        _ => None,
    }
}

fn name(api: &Api, union: &Union, index: usize) -> String {
    let named = api.schema(union.members[index].schema).name.as_ref();
    named.map_or_else(
        || format!("member {}", index + 1),
        |name| format!("`{name}`"),
    )
}

/// Returns whether every later object can be read as the earlier one: it has everything that the
/// earlier one requires, and shared properties have compatible types.
fn covers(api: &Api, earlier: &Object, later: &HashMap<&str, &Property>) -> bool {
    earlier
        .properties
        .iter()
        .all(|property| match later.get(property.name.as_str()) {
            None => !property.required,
            Some(other) => {
                (other.required || !property.required)
                    && is_alike(api, property.schema, other.schema, DEEPEST)
            }
        })
}

/// Returns whether every value of `other` can be read as `one`.
fn is_alike(api: &Api, one: SchemaId, other: SchemaId, depth: usize) -> bool {
    let (one, other) = (api.resolve(one), api.resolve(other));
    // A property with a single possible value decides before anything is read.
    if let Some(value) = only_value(api, one) {
        return only_value(api, other) == Some(value);
    }
    if one == other {
        return true;
    }
    match (&api.schema(one).kind, &api.schema(other).kind) {
        (Kind::Any, _) | (Kind::Boolean, Kind::Boolean) => true,
        (Kind::Integer { format: one, .. }, Kind::Integer { format: other, .. })
        | (Kind::Number { format: one, .. }, Kind::Number { format: other, .. }) => one == other,
        (Kind::String(one), Kind::String(other)) => {
            one.format.is_none() || one.format == other.format
        }
        (Kind::String(one), Kind::Enumeration(list)) => {
            one.format.is_none() && list.base == EnumBase::String
        }
        // An enumeration also accepts unknown values, which later versions may add.
        (Kind::Enumeration(list), Kind::String(_)) => list.base == EnumBase::String,
        (Kind::Enumeration(one), Kind::Enumeration(other)) => {
            one.base == EnumBase::String && other.base == EnumBase::String
        }
        (Kind::Array(one), Kind::Array(other)) if depth > 0 => {
            is_alike(api, one.items, other.items, depth - 1)
        }
        _ => false,
    }
}
