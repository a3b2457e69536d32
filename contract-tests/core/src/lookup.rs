//! Finds what a description declares.

use std::collections::BTreeSet;

use spec::Api;
use spec::model::page_names::is_named;
use spec::model::{Kind, MediaType, Operation, Response, SchemaId, Status, Union};

use crate::encode::preferred_media;

/// Returns the response that an operation declares for a status: for the status, for its class, or
/// `default`.
#[must_use]
pub fn declared(operation: &Operation, status: u16) -> Option<&Response> {
    let find = |wanted: Status| operation.responses.iter().find(|one| one.status == wanted);
    let class = u8::try_from(status / 100).unwrap_or(0);
    find(Status::Code(status))
        .or_else(|| find(Status::Range(class)))
        .or_else(|| find(Status::Default))
}

/// Returns the schema of the request body, in the preferred media type.
#[must_use]
pub fn body_schema(operation: &Operation) -> Option<SchemaId> {
    preferred_media(operation.body.as_ref()?)?.1.schema
}

/// Returns the schema of a property, in any member of a union.
#[must_use]
pub fn property(api: &Api, schema: SchemaId, name: &str) -> Option<SchemaId> {
    match &api.schema(api.resolve(schema)).kind {
        Kind::Object(object) => {
            let mut all = object.properties.iter();
            let named = all.find(|one| one.name == name).map(|one| one.schema);
            named.or(match object.additional {
                spec::model::Additional::Schema(schema) => Some(schema),
                _ => None,
            })
        }
        Kind::Union(union) => {
            let mut all = union.members.iter();
            all.find_map(|member| property(api, member.schema, name))
        }
        _ => None,
    }
}

/// Returns the properties that have one of these names, whatever their case and punctuation, whichever member
/// of a union has them.
#[must_use]
pub fn properties_named(api: &Api, schema: SchemaId, names: &[&str]) -> Vec<(String, SchemaId)> {
    match &api.schema(api.resolve(schema)).kind {
        Kind::Object(object) => {
            let named = object.properties.iter();
            let named = named.filter(|one| is_named(names, &one.name));
            named.map(|one| (one.name.clone(), one.schema)).collect()
        }
        Kind::Union(union) => {
            let mut all = union.members.iter();
            let found = all.find_map(|member| {
                let found = properties_named(api, member.schema, names);
                (!found.is_empty()).then_some(found)
            });
            found.unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

/// Returns the JSON media type of an operation's successful response.
#[must_use]
pub fn success_media(operation: &Operation) -> Option<&MediaType> {
    let mut all = operation.responses.iter();
    let success = all.find(|one| one.status.is_success() && !one.content.is_empty())?;
    success.content.iter().find(|media| media.is_json())
}

/// Returns the schema of an operation's successful response, resolved through aliases.
#[must_use]
pub fn success_schema(api: &Api, operation: &Operation) -> Option<SchemaId> {
    Some(api.resolve(success_media(operation)?.schema?))
}

/// Resolves a schema through aliases and through the unions that `opens` selects.
pub fn concrete(api: &Api, id: SchemaId, opens: impl Fn(&Union) -> bool) -> Vec<SchemaId> {
    let (mut found, mut seen, mut open) = (Vec::new(), BTreeSet::new(), vec![id]);
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        match &api.schema(id).kind {
            Kind::Alias(target) => open.push(*target),
            Kind::Union(union) if opens(union) => {
                open.extend(union.members.iter().map(|one| one.schema));
            }
            _ => found.push(id),
        }
    }
    found
}
