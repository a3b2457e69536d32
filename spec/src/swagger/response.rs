//! Converts responses.

use super::build::Build;
use super::{Conversion, body, schema};
use crate::document::{Node, Object};

impl<'d> Conversion<'d> {
    /// Converts the responses of an operation with these media types.
    pub(super) fn responses(&mut self, node: &'d Node, produces: &[(&str, &Node)]) -> Node {
        let Some(object) = node.as_object() else {
            return node.clone();
        };
        let mut responses = Build::at(node.span);
        for (status, span, response) in object.spans() {
            let response = if status.starts_with("x-") {
                response.clone()
            } else {
                let behind = self.behind(response);
                self.response(behind, produces)
            };
            responses.add(status, span, response);
        }
        responses.finish()
    }

    fn response(&mut self, node: &Node, produces: &[(&str, &Node)]) -> Node {
        let Some(object) = node.as_object() else {
            return node.clone();
        };
        let headers = node.get("headers").and_then(Node::as_object);
        let headers = headers.map_or(0, Object::len);
        if !self.afford(object.len() + headers + produces.len(), node.span) {
            return node.clone();
        }
        let mut response = Build::at(node.span);
        for (name, span, member) in object.spans() {
            match name {
                "schema" | "examples" => {}
                "headers" => {
                    let mut headers = Build::at(member.span);
                    let own = member.as_object().into_iter().flat_map(Object::spans);
                    for (name, span, header) in own {
                        headers.add(name, span, self.header(header));
                    }
                    response.add(name, span, headers.finish());
                }
                _ => response.add(name, span, member.clone()),
            }
        }
        let schema = node.get("schema").map(|schema| self.schema(schema));
        if let Some(content) = content(node, schema.as_ref(), produces) {
            response.put("content", content);
        }
        response.finish()
    }
}

/// Returns the body of a response; `None` if it has none.
fn content(node: &Node, converted: Option<&Node>, produces: &[(&str, &Node)]) -> Option<Node> {
    let schema = node.get("schema");
    let examples = node.get("examples").and_then(Node::as_object);
    let bytes = schema.filter(|schema| schema::is_file(schema) && produces.is_empty());
    let bytes = bytes.map(|schema| body::bytes(schema.span));
    let bytes: Vec<_> = bytes.iter().map(|(name, node)| (*name, node)).collect();
    let types = if bytes.is_empty() { produces } else { &bytes };
    let all = match (converted, examples) {
        (Some(schema), _) => body::content(Some(schema), types, schema.span),
        (None, Some(_)) => Build::at(node.span).finish(),
        (None, None) => return None,
    };
    // An example belongs to its media type, which may not be listed elsewhere.
    let mut content = Build::at(all.span);
    let known = all.as_object().into_iter().flat_map(Object::spans);
    for (name, span, media) in known {
        let mut own = Build::at(media.span);
        for (name, span, member) in media.as_object().into_iter().flat_map(Object::spans) {
            own.add(name, span, member.clone());
        }
        if let Some(example) = examples.and_then(|examples| examples.get(name)) {
            own.put("example", example.clone());
        }
        content.add(name, span, own.finish());
    }
    let further = examples.into_iter().flat_map(Object::spans);
    let further = further.filter(|(name, ..)| name.contains('/'));
    if converted.is_none() {
        for (name, span, example) in further {
            let mut own = Build::at(example.span);
            own.put("example", example.clone());
            content.add(name, span, own.finish());
        }
    }
    (!content.is_empty()).then(|| content.finish())
}
