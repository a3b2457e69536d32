//! Operations, for people.

use askama::Template;
use askama::filters::HtmlSafe;
use yaml_serde::Value;

use super::curl::Call;
use super::document::{Document, at, is, items, members, pretty, text};
use super::prose::Prose;
use super::schema::{Schema, described};
use crate::tokens::Addresses;

/// The methods that a path can have, in the order in which they are shown.
const METHODS: &[&str] = &["get", "post", "put", "patch", "delete"];

/// An operation.
#[derive(Debug, Template)]
#[template(path = "docs/operation.html")]
pub(super) struct Operation {
    pub(super) id: String,
    pub(super) tag: String,
    pub(super) method: String,
    pub(super) path: String,
    pub(super) summary: String,
    prose: Prose,
    /// The section of the interface that defines it; otherwise it is assumed.
    source: Option<String>,
    pub(super) deprecation: Option<Deprecation>,
    scopes: Vec<String>,
    schemes: Vec<String>,
    parameters: Vec<Parameter>,
    body: Option<(Prose, Vec<Content>)>,
    responses: Vec<Response>,
    command: Option<String>,
}

impl HtmlSafe for Operation {}
impl HtmlSafe for Response {}

/// The deprecation of an operation.
#[derive(Debug)]
pub(super) struct Deprecation {
    sunset: String,
    guide: String,
}

#[derive(Debug)]
struct Parameter {
    name: String,
    place: String,
    is_required: bool,
    prose: Prose,
    schema: Schema,
}

#[derive(Debug)]
struct Content {
    media_type: String,
    schema: Schema,
    examples: Vec<(String, String)>,
}

/// A response.
#[derive(Debug, Template)]
#[template(path = "docs/response.html")]
pub(super) struct Response {
    status: String,
    /// The name of a response that many operations share, and that is shown once.
    shared: Option<String>,
    is_success: bool,
    pub(super) prose: Prose,
    headers: Vec<(String, Prose)>,
    contents: Vec<Content>,
}

/// Returns the operations in a part of the description, such as `paths`.
pub(super) fn all(
    document: Document<'_>,
    place: &str,
    addresses: Option<&Addresses>,
) -> Vec<Operation> {
    let mut all = Vec::new();
    for (path, item) in members(document.0, place) {
        for method in METHODS {
            if let Some(node) = item.get(*method) {
                let of = Place {
                    document,
                    path,
                    item,
                    method,
                    node,
                };
                all.push(of.operation(addresses));
            }
        }
    }
    all
}

/// Returns the shared responses, by name.
pub(super) fn shared(document: Document<'_>) -> Vec<(String, Response)> {
    let nothing = at(document.0, "");
    let place = Place {
        document,
        path: "",
        item: nothing,
        method: "",
        node: nothing,
    };
    let responses = members(at(document.0, "components"), "responses");
    responses
        .map(|(name, node)| (name.to_owned(), place.response("", node)))
        .collect()
}

/// The place of an operation.
struct Place<'d> {
    document: Document<'d>,
    path: &'d str,
    item: &'d Value,
    method: &'d str,
    node: &'d Value,
}

impl<'d> Place<'d> {
    fn operation(&self, addresses: Option<&Addresses>) -> Operation {
        let node = self.node;
        let security = items(node, "security");
        let schemes = security.iter().filter_map(Value::as_mapping);
        let schemes: Vec<_> = schemes.flat_map(yaml_serde::Mapping::iter).collect();
        let scopes = schemes
            .iter()
            .filter_map(|(_, scopes)| scopes.as_sequence())
            .flatten();
        Operation {
            id: text(node, "operationId").to_owned(),
            tag: items(node, "tags")
                .first()
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned(),
            method: self.method.to_uppercase(),
            path: self.path.to_owned(),
            summary: text(node, "summary").to_owned(),
            prose: described(node),
            source: self.source(),
            deprecation: is(node, "deprecated").then(|| Deprecation {
                sunset: text(node, "x-sunset").to_owned(),
                guide: text(node, "x-migration-guide").to_owned(),
            }),
            scopes: scopes
                .filter_map(Value::as_str)
                .map(ToOwned::to_owned)
                .collect(),
            schemes: schemes
                .iter()
                .filter_map(|(name, _)| name.as_str())
                .map(ToOwned::to_owned)
                .collect(),
            parameters: self
                .parameters()
                .into_iter()
                .map(|node| self.parameter(node))
                .collect(),
            body: self.body(),
            responses: self.responses(),
            command: addresses.map(|addresses| self.command(addresses)),
        }
    }

    fn source(&self) -> Option<String> {
        let marked = [self.node, self.item]
            .into_iter()
            .find(|node| node.get("x-provenance").is_some())?;
        let is_stated = text(marked, "x-provenance") == "stated";
        is_stated.then(|| text(marked, "x-source").to_owned())
    }

    fn parameters(&self) -> Vec<&'d Value> {
        let all = items(self.item, "parameters")
            .iter()
            .chain(items(self.node, "parameters"));
        all.map(|node| self.document.resolve(node).0).collect()
    }

    fn parameter(&self, node: &'d Value) -> Parameter {
        Parameter {
            name: text(node, "name").to_owned(),
            place: text(node, "in").to_owned(),
            is_required: is(node, "required"),
            prose: described(node),
            schema: Schema::alone(self.document, at(node, "schema")),
        }
    }

    fn body(&self) -> Option<(Prose, Vec<Content>)> {
        let body = self.document.member(self.node, "requestBody");
        body.is_mapping()
            .then(|| (described(body), self.contents(body)))
    }

    fn contents(&self, node: &'d Value) -> Vec<Content> {
        let contents = members(node, "content").map(|(media_type, content)| Content {
            media_type: media_type.to_owned(),
            schema: Schema::of(self.document, at(content, "schema")),
            examples: self
                .examples(content)
                .map(|(name, value)| (name, pretty(value)))
                .collect(),
        });
        contents.collect()
    }

    /// Returns the examples, each with its summary.
    fn examples(&self, content: &'d Value) -> impl Iterator<Item = (String, &'d Value)> {
        let document = self.document;
        members(content, "examples").map(move |(name, example)| {
            let example = document.resolve(example).0;
            let title = match text(example, "summary") {
                "" => name,
                summary => summary,
            };
            (title.to_owned(), at(example, "value"))
        })
    }

    fn responses(&self) -> Vec<Response> {
        let responses = members(self.node, "responses").map(|(status, node)| {
            let (node, shared) = self.document.resolve(node);
            let response = self.response(status, node);
            Response {
                shared: shared.map(ToOwned::to_owned),
                ..response
            }
        });
        responses.collect()
    }

    fn response(&self, status: &str, node: &'d Value) -> Response {
        let headers = members(node, "headers")
            .map(|(name, header)| (name.to_owned(), described(self.document.resolve(header).0)));
        Response {
            status: status.to_owned(),
            shared: None,
            is_success: status.starts_with('2'),
            prose: described(node),
            headers: headers.collect(),
            contents: self.contents(node),
        }
    }

    fn command(&self, addresses: &Addresses) -> String {
        let servers = [self.node, self.item].map(|node| items(node, "servers"));
        let is_token_host = servers.iter().any(|servers| !servers.is_empty());
        let body = self.document.member(self.node, "requestBody");
        let body = members(body, "content")
            .next()
            .and_then(|(media_type, content)| {
                let (_, example) = self.examples(content).next()?;
                Some((media_type, example))
            });
        let schemes: Vec<_> = items(self.node, "security").iter().collect();
        let takes = |name: &str| schemes.iter().any(|scheme| scheme.get(name).is_some());
        let credential = match (takes("ApiKey"), takes("OAuth2")) {
            (true, _) => Some(("Key", "MARKETPLACE_API_KEY")),
            (false, true) => Some(("Bearer", "ACCESS_TOKEN")),
            (false, false) => None,
        };
        let method = self.method.to_uppercase();
        let call = Call {
            method: &method,
            address: if is_token_host {
                &addresses.auth_url
            } else {
                &addresses.base_url
            },
            path: self.path,
            resource: &addresses.base_url,
            parameters: &self.parameters(),
            credential,
            body,
        };
        call.command()
    }
}
