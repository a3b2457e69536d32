//! Converts Swagger 2.0 to OpenAPI 3.0 before it is lowered.
//!
//! Each part of the new tree has the place of the part that it was converted from, so that messages
//! point into the user's file. Shared parameters and responses are inlined, because their
//! conversion depends on the media types of the operation. Schemas in other files stay as they are.

mod body;
mod build;
mod operation;
mod parameter;
mod response;
mod schema;
mod security;
mod server;

use std::collections::HashMap;
use std::sync::Arc;

use crate::Unit;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{Documents, Node, Object, Value};
use crate::source::Span;

use self::build::{Build, text};

/// The version of OpenAPI that descriptions are converted to.
const VERSION: &str = "3.0.3";

/// A conversion in progress.
struct Conversion<'d> {
    documents: &'d Documents,
    diagnostics: &'d mut Diagnostics,
    /// The description as it is written.
    root: &'d Node,
    /// The converted schemas of bodies, by their address in memory, because operations share
    /// responses and parameters.
    schemas: HashMap<usize, Node>,
    /// Whether the budget has run out, which has been reported.
    bankrupt: bool,
}

/// Converts the description to OpenAPI 3.0, if it is Swagger 2.0.
pub(crate) fn convert(documents: &mut Documents, diagnostics: &mut Diagnostics) {
    let Some(root) = documents.main() else {
        return;
    };
    let Some(version) = root.get("swagger") else {
        return;
    };
    let is_known = match &version.value {
        Value::String(text) | Value::Number(text) => &**text == "2.0",
        _ => false,
    };
    if !is_known || root.get("openapi").is_some() {
        return;
    }
    let what = "this is Swagger 2.0, and is read as the OpenAPI 3.0 that says the same";
    diagnostics.push(
        Diagnostic::warning(Code::UnsupportedVersion, version.span, what)
            .label("expected 3.0.x, 3.1.x or 3.2.x")
            .help("convert the description to OpenAPI 3.0, 3.1 or 3.2"),
    );
    let mut conversion = Conversion {
        documents,
        diagnostics,
        root,
        schemas: HashMap::new(),
        bankrupt: false,
    };
    let converted = conversion.description(root, version);
    documents.convert_main(converted);
}

impl<'d> Conversion<'d> {
    fn description(&mut self, root: &'d Node, version: &Node) -> Node {
        let mut build = Build::at(root.span);
        let mut components = Build::at(root.span);
        for (name, span, node) in root.as_object().into_iter().flat_map(Object::spans) {
            match name {
                "swagger" => build.add("openapi", span, text(VERSION, version.span)),
                "paths" => {
                    let paths = self.paths(node);
                    build.add(name, span, paths);
                }
                "definitions" => components.add("schemas", span, schema::map(node)),
                "securityDefinitions" => {
                    components.add("securitySchemes", span, security::schemes(node));
                }
                // These are converted where they are used.
                "host" | "basePath" | "schemes" | "consumes" | "produces" | "parameters"
                | "responses" => {}
                _ => build.add(name, span, node.clone()),
            }
        }
        if let Some(servers) = server::servers(root, root.get("schemes")) {
            build.add("servers", root.span, servers);
        }
        // Last, because its span is the complete file, and searches for a place must find the
        // others first.
        build.add("components", root.span, components.finish());
        build.finish()
    }

    /// Returns the target of a reference, or the value itself. An unresolved reference is kept, and
    /// reported when it is read.
    fn behind(&mut self, node: &'d Node) -> &'d Node {
        /// The maximum number of references to references that are followed.
        const MOST: usize = 100;
        let mut at = node;
        for _ in 0..MOST {
            let Some(reference) = at.reference().and_then(Node::as_str) else {
                return at;
            };
            match self.documents.follow(reference, at.span, self.diagnostics) {
                Ok(target) => at = target,
                Err(_) => return at,
            }
        }
        at
    }

    /// Counts values that are copied for each operation. Returns false if there are too many.
    fn afford(&mut self, values: usize, span: Span) -> bool {
        let spent = self.documents.budget().spend(Unit::Steps, values);
        if let (Err(exceeded), false) = (spent, self.bankrupt) {
            self.diagnostics.push(exceeded.at(span));
        }
        self.bankrupt |= spent.is_err();
        !self.bankrupt
    }

    /// Returns the schema of a body.
    fn schema(&mut self, node: &Node) -> Node {
        let address = std::ptr::from_ref(node).addr();
        let known = self.schemas.entry(address);
        known.or_insert_with(|| schema::schema(node)).clone()
    }

    fn unsupported(&mut self, node: &Node, what: &str, label: &str, help: &str) {
        let diagnostic = Diagnostic::warning(Code::UnsupportedConstruct, node.span, what);
        self.diagnostics.push(diagnostic.label(label).help(help));
    }
}

/// Returns the texts of a list.
fn texts(list: Option<&Node>) -> Vec<(&str, &Node)> {
    let items = list.and_then(Node::as_array).unwrap_or_default();
    let items = items.iter();
    items
        .filter_map(|item| Some((item.as_str()?, item)))
        .collect()
}

/// Returns an object without some properties.
fn without(object: &Object, names: &[&str]) -> Vec<(Arc<str>, Span, Node)> {
    let members = object.spans();
    let members = members.filter(|(name, ..)| !names.contains(name));
    members
        .map(|(name, span, node)| (name.into(), span, node.clone()))
        .collect()
}
