//! Converts security definitions.

use super::build::{Build, nothing, text};
use super::without;
use crate::document::{Node, Object};

/// Returns all of them, converted.
pub(super) fn schemes(node: &Node) -> Node {
    let mut schemes = Build::at(node.span);
    for (name, span, scheme) in node.as_object().into_iter().flat_map(Object::spans) {
        schemes.add(name, span, self::scheme(scheme));
    }
    schemes.finish()
}

fn scheme(node: &Node) -> Node {
    let kind = node.get("type").and_then(Node::as_str);
    let Some(object) = node.as_object() else {
        return node.clone();
    };
    let mut scheme = Build::at(node.span);
    match kind {
        Some("basic") => {
            let span = node.get("type").map_or(node.span, |kind| kind.span);
            for (name, place, member) in without(object, &["type"]) {
                scheme.add(&name, place, member);
            }
            scheme.put("type", text("http", span));
            scheme.put("scheme", text("basic", span));
        }
        Some("oauth2") => {
            let own = ["flow", "authorizationUrl", "tokenUrl", "scopes"];
            for (name, place, member) in without(object, &own) {
                scheme.add(&name, place, member);
            }
            scheme.put("flows", flows(node));
        }
        _ => return node.clone(),
    }
    scheme.finish()
}

fn flows(node: &Node) -> Node {
    let Some(flow) = node.get("flow") else {
        return nothing(node.span);
    };
    let name = match flow.as_str() {
        Some("application") => "clientCredentials",
        Some("accessCode") => "authorizationCode",
        Some(other) => other,
        None => return nothing(flow.span),
    };
    let mut own = Build::at(node.span);
    for field in ["authorizationUrl", "tokenUrl", "scopes"] {
        own.copy(node, field, field);
    }
    let mut flows = Build::at(flow.span);
    flows.add(name, flow.span, own.finish());
    flows.finish()
}
