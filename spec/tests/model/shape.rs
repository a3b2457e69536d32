//! A short notation for schemas, so that tables of them are readable.
//!
//! `{id!: integer, name: string?, *: @Other}` is an object with a required `id`, a nullable
//! `name` and further properties of the schema `Other`; `-` at its end means that there are no
//! others. `<kind>(cat=@Cat | @Dog)` is a `oneOf` with the discriminator `kind`, `any(…)` an
//! `anyOf`, `[string]` an array, `"a"|"b"` an enumeration.

use spec::Api;
use spec::model::{Additional, Bounds, Kind, Object, SchemaId, Text, Union, UnionMode};

/// Returns the shape of a named schema.
pub fn of(api: &Api, name: &str) -> String {
    let id = api
        .schema_ids()
        .find(|id| api.schema(*id).name.as_deref() == Some(name));
    let id = id.unwrap_or_else(|| panic!("there is no schema {name}"));
    own(api, id)
}

/// Returns the shape of a schema where it is used: named ones by their names.
pub fn used(api: &Api, id: SchemaId) -> String {
    match &api.schema(id).name {
        Some(name) => format!("@{name}"),
        None => own(api, id),
    }
}

fn own(api: &Api, id: SchemaId) -> String {
    let schema = api.schema(id);
    let mark = if schema.nullable { "?" } else { "" };
    format!("{}{mark}", kind(api, &schema.kind))
}

fn kind(api: &Api, kind: &Kind) -> String {
    match kind {
        Kind::Any => "any".to_owned(),
        Kind::Never => "never".to_owned(),
        Kind::Null => "null".to_owned(),
        Kind::Boolean => "boolean".to_owned(),
        Kind::Alias(target) => format!("={}", used(api, *target)),
        Kind::Integer { format, bounds } => number("integer", format.as_deref(), bounds),
        Kind::Number { format, bounds } => number("number", format.as_deref(), bounds),
        Kind::String(text) => string(text),
        Kind::Enumeration(list) => {
            let values: Vec<_> = list.values.iter().map(ToString::to_string).collect();
            let open = if list.open { "|…" } else { "" };
            let extensible = if list.extensible { "+" } else { "" };
            format!("{}{open}{extensible}", values.join("|"))
        }
        Kind::Array(array) => {
            let prefix = array.prefix.iter().map(|id| used(api, *id) + ", ");
            let prefix: String = prefix.collect();
            let range = range(array.min_items, array.max_items);
            format!("[{prefix}{}]{range}", used(api, array.items))
        }
        Kind::Object(of) => object(api, of),
        Kind::Union(of) => union(api, of),
    }
}

fn range(least: Option<u64>, most: Option<u64>) -> String {
    let text = |bound: Option<u64>| bound.map_or_else(String::new, |bound| bound.to_string());
    match (least, most) {
        (None, None) => String::new(),
        (least, most) => format!("({}..{})", text(least), text(most)),
    }
}

fn number(name: &str, format: Option<&str>, bounds: &Bounds) -> String {
    let format = format.map_or_else(String::new, |format| format!(":{format}"));
    if bounds.is_empty() {
        return format!("{name}{format}");
    }
    let open = if bounds.exclusive_minimum { "<" } else { "" };
    let close = if bounds.exclusive_maximum { "<" } else { "" };
    let least = bounds.minimum.as_deref().unwrap_or_default();
    let most = bounds.maximum.as_deref().unwrap_or_default();
    let of = bounds
        .multiple_of
        .as_ref()
        .map_or_else(String::new, |of| format!("*{of}"));
    format!("{name}{format}({least}{open}..{close}{most}){of}")
}

fn string(text: &Text) -> String {
    let format = text
        .format
        .as_ref()
        .map_or_else(String::new, |format| format!(":{format}"));
    let range = range(text.min_length, text.max_length);
    let pattern = text
        .pattern
        .as_ref()
        .map_or_else(String::new, |p| format!("/{p}/"));
    format!("string{format}{range}{pattern}")
}

fn object(api: &Api, object: &Object) -> String {
    let properties = object.properties.iter().map(|property| {
        let mark = if property.required { "!" } else { "" };
        format!("{}{mark}: {}", property.name, used(api, property.schema))
    });
    let others = match object.additional {
        Additional::Unspecified => None,
        Additional::Forbidden => Some("-".to_owned()),
        Additional::Schema(schema) => Some(format!("*: {}", used(api, schema))),
    };
    let parts: Vec<_> = properties.chain(others).collect();
    format!(
        "{{{}}}{}",
        parts.join(", "),
        range(object.min_properties, object.max_properties)
    )
}

fn union(api: &Api, union: &Union) -> String {
    let discriminator = union.discriminator.as_ref();
    let discriminator = discriminator.map_or_else(String::new, |d| format!("<{}>", d.property));
    let members = union.members.iter().map(|member| {
        let mut values = member.values.join("=");
        if !values.is_empty() {
            values.push('=');
        }
        format!("{values}{}", used(api, member.schema))
    });
    let members: Vec<_> = members.collect();
    let mode = match union.mode {
        UnionMode::OneOf => "",
        UnionMode::AnyOf => "any",
    };
    format!("{mode}{discriminator}({})", members.join(" | "))
}
