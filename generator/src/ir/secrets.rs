//! Operations that take or return secrets. A model that calls tools should see none: it repeats
//! what it has seen.

use spec::Api;
use spec::model::{Kind, Operation, SchemaId};

use super::names::words;

/// The ends of names, as words, whose value is a secret if it is a string.
const NAMES: &[&[&str]] = &[
    &["password"],
    &["passwd"],
    &["passphrase"],
    &["secret"],
    &["secret", "key"],
    &["private", "key"],
    &["api", "key"],
    &["apikey"],
    &["access", "key"],
    &["access", "token"],
    &["refresh", "token"],
    &["id", "token"],
    &["auth", "token"],
    &["bearer", "token"],
    &["client", "assertion"],
];

/// How deep the properties of a body are searched. A secret that lies deeper is not the purpose of
/// an operation: large APIs embed one object in another almost everywhere.
const DEEPEST: usize = 2;

/// Returns whether an operation takes or returns a secret in a body. Credentials of the caller are
/// not meant: they are no arguments.
pub(crate) fn handles(api: &Api, operation: &Operation) -> bool {
    let bodies = operation.body.iter().flat_map(|body| &body.content);
    let responses = operation.responses.iter();
    let successes = responses.filter(|response| response.status.is_success());
    let contents = bodies.chain(successes.flat_map(|response| &response.content));
    let mut roots = contents.filter_map(|media| media.schema);
    roots.any(|root| has_secret(api, "", root, 0))
}

/// Returns whether a value with this name is a secret, or contains one.
fn has_secret(api: &Api, name: &str, id: SchemaId, depth: usize) -> bool {
    let within = |name: &str, id| depth < DEEPEST && has_secret(api, name, id, depth + 1);
    match &api.schema(api.resolve(id)).kind {
        Kind::String(text) => text.format.as_deref() == Some("password") || is_secret(name),
        Kind::Object(object) => {
            let mut properties = object.properties.iter();
            properties.any(|property| within(&property.name, property.schema))
        }
        Kind::Union(union) => {
            let mut members = union.members.iter();
            members.any(|member| within(name, member.schema))
        }
        _ => false,
    }
}

fn is_secret(name: &str) -> bool {
    let words = words(name, 100);
    NAMES.iter().any(|end| {
        let start = words.len().checked_sub(end.len());
        start.is_some_and(|start| {
            words[start..]
                .iter()
                .map(String::as_str)
                .eq(end.iter().copied())
        })
    })
}
