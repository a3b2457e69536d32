//! Helpers for the parts of schemas, and for distinguishing kinds of object, which are the same in
//! every language.

use spec::model::{Additional, Api, Kind, MediaType, Member, Operation, Schema, SchemaId};

use super::status;

/// Returns the schemas that a schema contains, each with what its name adds to the name of the
/// container.
pub(crate) fn children(schema: &Schema, api: &Api) -> Vec<(SchemaId, String)> {
    match &schema.kind {
        Kind::Alias(target) => vec![(*target, String::new())],
        Kind::Array(array) => vec![(array.items, "Item".to_owned())],
        Kind::Object(object) => {
            let properties = object.properties.iter();
            let mut children: Vec<_> = properties.map(|p| (p.schema, p.name.clone())).collect();
            if let Additional::Schema(value) = object.additional {
                children.push((value, "Value".to_owned()));
            }
            children
        }
        Kind::Union(union) => {
            let members = union.members.iter();
            let named = members.map(|member| (member.schema, member_name(member, api)));
            named.collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the schemas of an operation's parameters, bodies and header fields, each with what it adds
/// to the name of the operation. `reads_streams` is whether the items of streams have types.
pub(crate) fn of_operation(operation: &Operation, reads_streams: bool) -> Vec<(SchemaId, String)> {
    let mut schemas = Vec::new();
    for parameter in &operation.parameters {
        schemas.push((parameter.schema, parameter.name.clone()));
    }
    for media in operation.body.iter().flat_map(|body| &body.content) {
        schemas.extend(of_media(media, "Body", reads_streams));
    }
    for response in &operation.responses {
        let status = status::name(response.status);
        for header in &response.headers {
            schemas.push((header.schema, format!("{status} {}", header.name)));
        }
        for media in &response.content {
            schemas.extend(of_media(media, &status, reads_streams));
        }
    }
    schemas
}

/// Returns the schemas of a body and of the items of its stream, each with its name.
fn of_media(
    media: &MediaType,
    name: &str,
    reads_streams: bool,
) -> impl Iterator<Item = (SchemaId, String)> {
    let stream = media.stream.as_ref().filter(|_| reads_streams);
    let item = stream.and_then(|stream| stream.item);
    let whole = media.schema.map(|schema| (schema, name.to_owned()));
    whole
        .into_iter()
        .chain(item.map(|item| (item, format!("{name} Item"))))
}

/// Returns a name for a union member without one: its title, or the value that distinguishes it.
pub(crate) fn member_name(member: &Member, api: &Api) -> String {
    let schema = api.schema(member.schema);
    let title = schema.title.as_deref();
    let value = title.or(member.values.first().map(String::as_str));
    let Kind::Object(object) = &schema.kind else {
        return value.unwrap_or("Option").to_owned();
    };
    let mut properties = object.properties.iter();
    let only = || properties.find_map(|property| only_value(api, property.schema));
    value.or_else(only).unwrap_or("Option").to_owned()
}

/// Returns the only value that a property can have, which distinguishes kinds of object.
pub(crate) fn only_value(api: &Api, id: SchemaId) -> Option<&str> {
    match &api.schema(api.resolve(id)).kind {
        Kind::Enumeration(list) if !list.open => match &*list.values {
            [one] => one.as_str(),
            _ => None,
        },
        _ => None,
    }
}
