//! Collects the places at which values travel: bodies, parameters and header fields.

mod access;
mod body;
mod parameter;

use serde_json::Value;
use spec::diff::Way;

use crate::style::Style;

pub use self::access::{Credentials, serves};

/// The methods that have a dedicated field.
pub const METHODS: [&str; 9] = [
    "get", "put", "post", "delete", "options", "head", "patch", "trace", "query",
];

/// A place where a value travels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// The name of the place in both descriptions, such as `POST /things request`.
    pub name: String,
    /// The place without operation and status, such as `application/json` or `header x-left`.
    pub part: String,
    /// The status of its response.
    pub status: Option<String>,
    /// The direction of the value.
    pub way: Way,
    /// The style of a value that is text; `None` for bodies.
    pub style: Option<Style>,
    /// The media type of a body, or of a parameter with `content`.
    pub media: Option<String>,
    /// Whether it is required.
    pub required: bool,
    /// Whether a parameter may have no value.
    pub empty: bool,
    /// The pointer of its schema; `None` if it has no schema.
    pub schema: Option<String>,
}

/// An operation, and its places.
#[derive(Debug)]
pub struct Place {
    pub name: String,
    pub sites: Vec<Site>,
    /// The statuses of its responses.
    pub statuses: Vec<String>,
    /// Whether a request body is required.
    pub body_required: bool,
    /// The alternatives of credentials.
    pub credentials: Vec<Credentials>,
    /// Its addresses; empty if the description has no servers.
    pub addresses: Vec<String>,
}

/// Returns every operation, webhook and callback of a description.
pub fn operations(description: &Value) -> Vec<Place> {
    let mut places = Vec::new();
    if let Some(Value::Object(webhooks)) = description.get("webhooks") {
        for (name, item) in webhooks {
            let at = format!("/webhooks/{}", escaped(name));
            sent(
                description,
                &format!("webhook {name}"),
                (item, &at),
                &mut places,
            );
        }
    }
    let Some(Value::Object(paths)) = description.get("paths") else {
        return places;
    };
    for (path, item) in paths {
        let at = format!("/paths/{}", escaped(path));
        for (method, pointer) in methods(item) {
            let Some(operation) = description.pointer(&format!("{at}{pointer}")) else {
                continue;
            };
            let name = format!("{} {}", method.to_uppercase(), shape(path));
            let pointer = format!("{at}{pointer}");
            callbacks(description, &name, (operation, &pointer), &mut places);
            places.push(place(
                description,
                name,
                (item, &at),
                (operation, &pointer),
                path,
            ));
        }
    }
    places
}

/// Returns the methods of a path, and the pointers of their operations in it.
pub fn methods(item: &Value) -> Vec<(String, String)> {
    let fixed = METHODS.into_iter().filter(|name| item.get(name).is_some());
    let fixed = fixed.map(|name| (name.to_owned(), format!("/{name}")));
    let more = item.get("additionalOperations").and_then(Value::as_object);
    let more = more.into_iter().flatten().map(|(name, _)| {
        let pointer = format!("/additionalOperations/{}", escaped(name));
        (name.clone(), pointer)
    });
    fixed.chain(more).collect()
}

fn callbacks(
    description: &Value,
    operation: &str,
    (value, at): (&Value, &str),
    places: &mut Vec<Place>,
) {
    let callbacks = value.get("callbacks").and_then(Value::as_object);
    for (name, callback) in callbacks.into_iter().flatten() {
        let pointer = format!("{at}/callbacks/{}", escaped(name));
        let (callback, pointer) = behind(description, callback, pointer);
        for (expression, item) in callback.as_object().into_iter().flatten() {
            let name = format!("{operation} callback {name} {expression}");
            let pointer = format!("{pointer}/{}", escaped(expression));
            sent(description, &name, (item, &pointer), places);
        }
    }
}

/// Adds what the service sends. Its request body is a response for the receiver.
fn sent(description: &Value, name: &str, (item, at): (&Value, &str), places: &mut Vec<Place>) {
    for (method, pointer) in methods(item) {
        let pointer = format!("{at}{pointer}");
        let Some(operation) = description.pointer(&pointer) else {
            continue;
        };
        let name = format!("{name} {}", method.to_uppercase());
        let mut place = place(description, name, (item, at), (operation, &pointer), "");
        place.body_required = false;
        place.statuses.clear();
        place.credentials.clear();
        place.addresses.clear();
        place
            .sites
            .retain(|site| site.way == Way::Request && site.style.is_none() && !site.empty);
        for site in &mut place.sites {
            site.way = Way::Response;
            site.required = false;
        }
        places.push(place);
    }
}

/// Returns the path template without the names of its parameters.
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
    (item, at): (&Value, &str),
    (operation, pointer): (&Value, &str),
    path: &str,
) -> Place {
    let mut sites: Vec<Site> = Vec::new();
    let lists = [
        (operation.get("parameters"), format!("{pointer}/parameters")),
        (item.get("parameters"), format!("{at}/parameters")),
    ];
    for (list, pointer) in lists {
        let list = list.and_then(Value::as_array).into_iter().flatten();
        for (index, parameter) in list.enumerate() {
            let (parameter, pointer) = behind(description, parameter, format!("{pointer}/{index}"));
            let site = parameter::site(&name, parameter, &pointer, path);
            if let Some(site) = site
                && !sites.iter().any(|other| other.name == site.name)
            {
                sites.push(site);
            }
        }
    }
    let mut body_required = false;
    if let Some(body) = operation.get("requestBody") {
        let (body, pointer) = behind(description, body, format!("{pointer}/requestBody"));
        body_required = body.get("required") == Some(&Value::Bool(true));
        let name = format!("{name} request");
        sites.extend(body::content(&name, None, body, &pointer));
    }
    let mut statuses = Vec::new();
    let responses = operation.get("responses").and_then(Value::as_object);
    for (status, response) in responses.into_iter().flatten() {
        if status.starts_with("x-") {
            continue;
        }
        let pointer = format!("{pointer}/responses/{}", escaped(status));
        let (response, pointer) = behind(description, response, pointer);
        let name = format!("{name} response {status}");
        sites.extend(body::content(&name, Some(status), response, &pointer));
        sites.extend(parameter::headers(
            description,
            (&name, status),
            response,
            &pointer,
        ));
        statuses.push(status.clone());
    }
    Place {
        sites,
        statuses,
        body_required,
        credentials: access::credentials(description, operation),
        addresses: access::addresses(description, item, operation),
        name,
    }
}

/// Returns the target of a reference, and its pointer.
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

/// Returns a name as a token of a JSON Pointer.
pub fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
