//! Operations that take or return secrets. A model that calls tools should see none: it repeats
//! what it has seen.

use std::collections::HashMap;

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

/// Finds secrets in the bodies of operations, which share schemas.
pub(crate) struct Secrets<'a> {
    api: &'a Api,
    /// Whether values of a schema contain one, by depth and by whether their name is that of a secret.
    known: HashMap<(SchemaId, usize, bool), bool>,
}

impl<'a> Secrets<'a> {
    pub(crate) fn new(api: &'a Api) -> Self {
        let known = HashMap::new();
        Self { api, known }
    }

    /// Returns whether an operation takes or returns a secret in a body. Credentials of the caller
    /// are not meant: they are no arguments.
    pub(crate) fn handles(&mut self, operation: &Operation) -> bool {
        let bodies = operation.body.iter().flat_map(|body| &body.content);
        let responses = operation.responses.iter();
        let successes = responses.filter(|response| response.status.is_success());
        let contents = bodies.chain(successes.flat_map(|response| &response.content));
        let mut roots = contents.filter_map(|media| media.schema);
        roots.any(|root| self.has_secret(root, 0, false))
    }

    /// Returns whether a value is a secret, or contains one.
    fn has_secret(&mut self, id: SchemaId, depth: usize, is_named: bool) -> bool {
        if depth > DEEPEST {
            return false;
        }
        let id = self.api.resolve(id);
        if let Some(known) = self.known.get(&(id, depth, is_named)) {
            return *known;
        }
        let has = match &self.api.schema(id).kind {
            Kind::String(text) => text.format.as_deref() == Some("password") || is_named,
            Kind::Object(object) => object.properties.iter().any(|property| {
                self.has_secret(property.schema, depth + 1, is_secret(&property.name))
            }),
            Kind::Union(union) => {
                let mut members = union.members.iter();
                members.any(|member| self.has_secret(member.schema, depth + 1, is_named))
            }
            _ => false,
        };
        self.known.insert((id, depth, is_named), has);
        has
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
