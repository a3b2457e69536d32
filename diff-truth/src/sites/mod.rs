//! Where values travel: the bodies, parameters and header fields of operations.

use serde_json::Value;
use spec::diff::Way;

pub const METHODS: [&str; 8] = [
    "get", "put", "post", "delete", "options", "head", "patch", "trace",
];

/// A place where a value travels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// What the place is called in both descriptions, such as `POST /things request`.
    pub name: String,
    /// Which way the value travels.
    pub way: Way,
    /// Whether the value is written as text.
    pub text: bool,
    /// Whether it must be there.
    pub required: bool,
    /// The pointer of its schema, where it has one.
    pub schema: Option<String>,
}

/// An operation, and its places.
#[derive(Debug)]
pub struct Place {
    pub name: String,
    pub sites: Vec<Site>,
    /// Whether there is a request body that must be there.
    pub body_required: bool,
}

/// Every operation of a description.
pub fn operations(description: &Value) -> Vec<Place> {
    let mut places = Vec::new();
    webhooks(description, &mut places);
    let Some(Value::Object(paths)) = description.get("paths") else {
        return places;
    };
    for (path, item) in paths {
        let at = format!("/paths/{}", escaped(path));
        for method in METHODS {
            if let Some(operation) = item.get(method) {
                let name = format!("{} {}", method.to_uppercase(), shape(path));
                places.push(place(description, name, item, operation, &at, method));
            }
        }
    }
    places
}

/// What a webhook sends, seen by those who receive it: its body is a response to them.
fn webhooks(description: &Value, places: &mut Vec<Place>) {
    let Some(Value::Object(webhooks)) = description.get("webhooks") else {
        return;
    };
    for (name, item) in webhooks {
        let at = format!("/webhooks/{}", escaped(name));
        for method in METHODS {
            if let Some(operation) = item.get(method) {
                let name = format!("webhook {} {name}", method.to_uppercase());
                let mut place = place(description, name, item, operation, &at, method);
                place.body_required = false;
                place
                    .sites
                    .retain(|site| site.way == Way::Request && !site.text);
                for site in &mut place.sites {
                    site.way = Way::Response;
                }
                places.push(place);
            }
        }
    }
}

/// The path without the names of its variables.
pub fn shape(path: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for character in path.chars() {
        match character {
            '{' => inside = true,
            '}' => {
                inside = false;
                text.push_str("{}");
            }
            other if !inside => text.push(other),
            _ => {}
        }
    }
    text
}

fn place(
    description: &Value,
    name: String,
    item: &Value,
    operation: &Value,
    at: &str,
    method: &str,
) -> Place {
    let mut sites: Vec<Site> = Vec::new();
    let lists = [
        (
            operation.get("parameters"),
            format!("{at}/{method}/parameters"),
        ),
        (item.get("parameters"), format!("{at}/parameters")),
    ];
    for (list, pointer) in lists {
        for (index, parameter) in list
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .enumerate()
        {
            let (parameter, pointer) = behind(description, parameter, format!("{pointer}/{index}"));
            let site = parameter_site(&name, parameter, &pointer, at);
            if let Some(site) = site
                && !sites.iter().any(|other| other.name == site.name)
            {
                sites.push(site);
            }
        }
    }
    let mut body_required = false;
    if let Some(body) = operation.get("requestBody") {
        let (body, pointer) = behind(description, body, format!("{at}/{method}/requestBody"));
        body_required = body.get("required") == Some(&Value::Bool(true));
        sites.extend(content(
            &format!("{name} request"),
            Way::Request,
            body,
            &pointer,
        ));
    }
    if let Some(Value::Object(responses)) = operation.get("responses") {
        for (status, response) in responses {
            let pointer = format!("{at}/{method}/responses/{}", escaped(status));
            let (response, pointer) = behind(description, response, pointer);
            let name = format!("{name} response {status}");
            sites.extend(content(&name, Way::Response, response, &pointer));
            sites.extend(headers(description, &name, response, &pointer));
        }
    }
    Place {
        name,
        sites,
        body_required,
    }
}

fn parameter_site(operation: &str, parameter: &Value, pointer: &str, path: &str) -> Option<Site> {
    let name = parameter.get("name")?.as_str()?;
    let location = parameter.get("in")?.as_str()?;
    let reserved = ["accept", "content-type", "authorization"];
    if location == "header" && reserved.contains(&name.to_ascii_lowercase().as_str()) {
        return None;
    }
    // The names of path parameters do not show in requests, but their order does.
    let shown = if location == "path" {
        let before = path
            .split(&format!("{{{name}}}"))
            .next()
            .unwrap_or_default();
        before.matches('{').count().to_string()
    } else {
        name.to_owned()
    };
    let schema = parameter.get("schema").map(|_| format!("{pointer}/schema"));
    Some(Site {
        name: format!("{operation} {location} parameter {shown}"),
        way: Way::Request,
        text: true,
        required: parameter.get("required") == Some(&Value::Bool(true)),
        schema,
    })
}

fn content(name: &str, way: Way, body: &Value, pointer: &str) -> Vec<Site> {
    let media = body.get("content").and_then(Value::as_object);
    let media = media.into_iter().flatten();
    media
        .map(|(media, member)| {
            let schema = member.get("schema");
            Site {
                name: format!("{name} {media}"),
                way,
                text: false,
                required: false,
                schema: schema.map(|_| format!("{pointer}/content/{}/schema", escaped(media))),
            }
        })
        .collect()
}

fn headers(description: &Value, name: &str, response: &Value, pointer: &str) -> Vec<Site> {
    let headers = response.get("headers").and_then(Value::as_object);
    let headers = headers.into_iter().flatten();
    headers
        .map(|(field, header)| {
            let pointer = format!("{pointer}/headers/{}", escaped(field));
            let (header, pointer) = behind(description, header, pointer);
            Site {
                name: format!("{name} header {}", field.to_ascii_lowercase()),
                way: Way::Response,
                text: true,
                required: header.get("required") == Some(&Value::Bool(true)),
                schema: header.get("schema").map(|_| format!("{pointer}/schema")),
            }
        })
        .collect()
}

/// What references lead to, and its pointer.
fn behind<'d>(description: &'d Value, value: &'d Value, pointer: String) -> (&'d Value, String) {
    let (mut at, mut pointer) = (value, pointer);
    for _ in 0..8 {
        let reference = at.get("$ref").and_then(Value::as_str);
        let Some(next) = reference.and_then(|reference| reference.strip_prefix('#')) else {
            break;
        };
        let Some(target) = description.pointer(next) else {
            break;
        };
        (at, pointer) = (target, next.to_owned());
    }
    (at, pointer)
}

/// A name as a token of a JSON Pointer.
pub fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
