//! Collects parameters and header fields.

use serde_json::Value;
use spec::diff::Way;

use super::{Site, behind, escaped};
use crate::style::Style;

/// Returns the place of a parameter; `None` if it has no effect.
pub(super) fn site(operation: &str, parameter: &Value, pointer: &str, path: &str) -> Option<Site> {
    let name = parameter.get("name")?.as_str()?;
    let location = parameter.get("in")?.as_str()?;
    let reserved = ["accept", "content-type", "authorization"];
    if location == "header" && reserved.contains(&name.to_ascii_lowercase().as_str()) {
        return None;
    }
    let shown = match location {
        // Requests show the order of path parameters, and not their names.
        "path" => {
            let variable = format!("{{{name}}}");
            let before = path.split(&variable).next().unwrap_or_default();
            before.matches('{').count().to_string()
        }
        "header" => name.to_ascii_lowercase(),
        // The name of a parameter for the whole query is only for people.
        "querystring" => String::new(),
        _ => name.to_owned(),
    };
    let part = format!("{location} parameter {shown}");
    let is_set = |field: &str| parameter.get(field) == Some(&Value::Bool(true));
    let media = parameter.get("content").and_then(Value::as_object);
    let media = media.and_then(|content| content.keys().next().cloned());
    let schema = match &media {
        Some(media) => {
            let pointer = format!("/content/{}/schema", escaped(media));
            parameter.pointer(&pointer).map(|_| pointer)
        }
        None => parameter.get("schema").map(|_| "/schema".to_owned()),
    };
    Some(Site {
        name: format!("{operation} {part}"),
        part,
        status: None,
        way: Way::Request,
        style: match media.as_deref() {
            None => Some(Style::of(parameter, location, name)),
            // A whole query that is a form.
            Some("application/x-www-form-urlencoded") => Some(Style::form()),
            Some(_) => None,
        },
        media,
        required: is_set("required"),
        empty: location == "query" && is_set("allowEmptyValue"),
        schema: schema.map(|rest| format!("{pointer}{rest}")),
    })
}

/// Returns the header fields of a response.
pub(super) fn headers(
    description: &Value,
    (name, status): (&str, &str),
    response: &Value,
    pointer: &str,
) -> Vec<Site> {
    let headers = response.get("headers").and_then(Value::as_object);
    let headers = headers.into_iter().flatten();
    let headers = headers.filter(|(field, _)| !field.eq_ignore_ascii_case("content-type"));
    headers
        .map(|(field, header)| {
            let pointer = format!("{pointer}/headers/{}", escaped(field));
            let (header, pointer) = behind(description, header, pointer);
            let part = format!("header {}", field.to_ascii_lowercase());
            Site {
                name: format!("{name} {part}"),
                part,
                status: Some(status.to_owned()),
                way: Way::Response,
                style: Some(Style::of(header, "header", field)),
                media: None,
                required: header.get("required") == Some(&Value::Bool(true)),
                empty: false,
                schema: header.get("schema").map(|_| format!("{pointer}/schema")),
            }
        })
        .collect()
}
