//! Converts request bodies, from parameters that are the body or form fields.

use super::build::{Build, boolean, text};
use super::{Conversion, schema};
use crate::document::{Node, Object};
use crate::source::Span;

/// The default media type of a body.
const JSON: &str = "application/json";
const FORM: &str = "application/x-www-form-urlencoded";
const MULTIPART: &str = "multipart/form-data";

impl Conversion<'_> {
    /// Returns the body of an operation at `span`.
    pub(super) fn body(
        &mut self,
        body: Option<&Node>,
        fields: &[&Node],
        consumes: &[(&str, &Node)],
        span: Span,
    ) -> Option<Node> {
        let values = (1 + fields.len()) * (1 + consumes.len());
        if !self.afford(values, span) {
            return None;
        }
        match body {
            Some(body) => {
                let schema = body.get("schema").map(|schema| self.schema(schema));
                Some(whole(body, schema.as_ref(), consumes))
            }
            None if fields.is_empty() => None,
            None => Some(self.form(fields, consumes, span)),
        }
    }

    fn form(&mut self, fields: &[&Node], consumes: &[(&str, &Node)], span: Span) -> Node {
        let mut properties = Build::at(span);
        let mut encoding = Build::at(span);
        let mut required = Vec::new();
        for field in fields {
            let Some(name) = field.get("name").filter(|name| name.as_str().is_some()) else {
                continue;
            };
            let text = name.as_str().unwrap_or_default();
            properties.add(text, name.span, property(field));
            if schema::is_true(field.get("required")) {
                required.push(name.clone());
            }
            let mut own = Build::at(field.span);
            self.written(&mut own, field, true);
            // A form has one field for each item anyway.
            let multi = field.get("collectionFormat").and_then(Node::as_str) == Some("multi");
            if !own.is_empty() && !multi {
                encoding.add(text, name.span, own.finish());
            }
        }
        let is_needed = !required.is_empty();
        let object = schema::object(properties.finish(), required, span);
        let encoding = (!encoding.is_empty()).then(|| encoding.finish());
        let has_file = fields.iter().any(|field| schema::is_file(field));
        let mut content = Build::at(span);
        for (name, place) in form_types(consumes, has_file, span) {
            let mut media = Build::at(span);
            media.put("schema", object.clone());
            // OpenAPI 3.0 has these only for URL-encoded forms.
            if let Some(encoding) = encoding.as_ref().filter(|_| name == FORM) {
                media.put("encoding", encoding.clone());
            }
            content.add(name, place, media.finish());
        }
        let mut body = Build::at(span);
        body.put("content", content.finish());
        body.put("required", boolean(is_needed, span));
        body.finish()
    }
}

/// Returns the media types of a form: the declared ones that are forms, otherwise what its fields
/// need.
fn form_types<'c>(
    consumes: &[(&'c str, &Node)],
    has_file: bool,
    span: Span,
) -> Vec<(&'c str, Span)> {
    let is_form = |name: &str| {
        let name = name.split(';').next().unwrap_or_default().trim();
        name.eq_ignore_ascii_case(MULTIPART) || !has_file && name.eq_ignore_ascii_case(FORM)
    };
    let declared = consumes.iter().filter(|(name, _)| is_form(name));
    let declared: Vec<_> = declared.map(|(name, node)| (*name, node.span)).collect();
    if declared.is_empty() {
        vec![(if has_file { MULTIPART } else { FORM }, span)]
    } else {
        declared
    }
}

fn property(field: &Node) -> Node {
    let mut property = Build::at(field.span);
    property.copy(field, "description", "description");
    let value = schema::of_value(field);
    for (name, span, member) in value.as_object().into_iter().flat_map(Object::spans) {
        property.add(name, span, member.clone());
    }
    for (name, span, member) in field.as_object().into_iter().flat_map(schema::extensions) {
        property.add(name, span, member.clone());
    }
    property.finish()
}

/// Returns a body that is a single value.
fn whole(node: &Node, schema: Option<&Node>, consumes: &[(&str, &Node)]) -> Node {
    let mut body = Build::at(node.span);
    for name in ["description", "required"] {
        body.copy(node, name, name);
    }
    for (name, span, member) in node.as_object().into_iter().flat_map(schema::extensions) {
        body.add(name, span, member.clone());
    }
    body.put("content", content(schema, consumes, node.span));
    body.finish()
}

/// Returns a value in each of some media types.
pub(super) fn content(schema: Option<&Node>, types: &[(&str, &Node)], span: Span) -> Node {
    let mut content = Build::at(span);
    let fallback = [(JSON, span)];
    let types: Vec<_> = types
        .iter()
        .map(|(name, node)| (*name, node.span))
        .collect();
    let types = if types.is_empty() {
        &fallback[..]
    } else {
        &types[..]
    };
    for (name, place) in types {
        let mut media = Build::at(span);
        if let Some(schema) = schema {
            media.put("schema", schema.clone());
        }
        content.add(name, *place, media.finish());
    }
    content.finish()
}

/// Returns the default media type of a file.
pub(super) fn bytes(span: Span) -> (&'static str, Node) {
    const BYTES: &str = "application/octet-stream";
    (BYTES, text(BYTES, span))
}
