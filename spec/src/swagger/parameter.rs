//! Converts parameters outside of the body, and the syntax of their lists.

use super::build::{Build, boolean, text};
use super::{Conversion, schema};
use crate::document::{Node, Object};

impl Conversion<'_> {
    /// Returns a parameter of the path, the query or the header.
    pub(super) fn parameter(&mut self, node: &Node) -> Node {
        let Some(object) = node.as_object() else {
            return node.clone();
        };
        let mut parameter = Build::at(node.span);
        for (name, span, member) in object.spans() {
            let is_value = schema::VALUE.contains(&name);
            if !is_value && name != "collectionFormat" {
                parameter.add(name, span, member.clone());
            }
        }
        let location = node.get("in").and_then(Node::as_str).unwrap_or_default();
        self.written(&mut parameter, node, location == "query");
        // A parameter that is a reference to nowhere has no value.
        if node.reference().is_none() {
            parameter.put("schema", schema::of_value(node));
        }
        parameter.finish()
    }

    /// Returns a header field of a response.
    pub(super) fn header(&mut self, node: &Node) -> Node {
        let Some(object) = node.as_object() else {
            return node.clone();
        };
        let mut header = Build::at(node.span);
        header.copy(node, "description", "description");
        for (name, span, member) in schema::extensions(object) {
            header.add(name, span, member.clone());
        }
        self.written(&mut header, node, false);
        header.put("schema", schema::of_value(node));
        header.finish()
    }

    /// Converts the syntax of a list to `style` and `explode`. In a query, each item can be a
    /// separate parameter; everywhere else, OpenAPI 3.0 has only commas.
    pub(super) fn written(&mut self, build: &mut Build, node: &Node, query: bool) {
        if node.get("type").and_then(Node::as_str) != Some("array") {
            return;
        }
        let format = node.get("collectionFormat");
        let span = format.map_or(node.span, |format| format.span);
        let (style, explode) = match format.and_then(Node::as_str).unwrap_or("csv") {
            "csv" if query => ("form", false),
            "csv" => return,
            "multi" if query => ("form", true),
            "ssv" if query => ("spaceDelimited", false),
            "pipes" if query => ("pipeDelimited", false),
            other => {
                let what = format!("`collectionFormat: {other}` has no counterpart here");
                self.unsupported(
                    format.unwrap_or(node),
                    &what,
                    "read as `csv`",
                    "write the list with commas, or declare the parameter as a string",
                );
                if !query {
                    return;
                }
                ("form", false)
            }
        };
        build.put("style", text(style, span));
        build.put("explode", boolean(explode, span));
    }
}

/// Returns where a parameter is sent.
pub(super) fn location(node: &Node) -> &str {
    node.get("in").and_then(Node::as_str).unwrap_or_default()
}

/// Returns the identity of a parameter within its operation.
pub(super) fn identity(node: &Node) -> (&str, &str) {
    let name = node.get("name").and_then(Node::as_str).unwrap_or_default();
    // There is only one body, whatever its name.
    let name = if location(node) == "body" { "" } else { name };
    (location(node), name)
}

/// Returns the parameters of a path or an operation.
pub(super) fn list(object: &Object) -> &[Node] {
    let parameters = object.get("parameters").and_then(Node::as_array);
    parameters.unwrap_or_default()
}
