//! Converts paths and operations.

use super::build::{Build, array};
use super::{Conversion, parameter, server, texts};
use crate::document::Node;
use crate::model::Method;

impl<'d> Conversion<'d> {
    pub(super) fn paths(&mut self, node: &'d Node) -> Node {
        let Some(object) = node.as_object() else {
            return node.clone();
        };
        let mut paths = Build::at(node.span);
        for (path, span, item) in object.spans() {
            let item = if path.starts_with("x-") {
                item.clone()
            } else {
                let behind = self.behind(item);
                self.item(behind)
            };
            paths.add(path, span, item);
        }
        paths.finish()
    }

    fn item(&mut self, node: &'d Node) -> Node {
        let Some(object) = node.as_object() else {
            return node.clone();
        };
        let shared = parameter::list(object).iter();
        let shared: Vec<_> = shared.map(|one| self.behind(one)).collect();
        let mut item = Build::at(node.span);
        for (name, span, member) in object.spans() {
            let is_method = Method::ALL.iter().any(|method| method.field() == name);
            let member = match name {
                "parameters" if member.as_array().is_some() => {
                    let outside = shared.iter().filter(|one| !is_in_body(one));
                    let outside = outside.map(|one| self.parameter(one)).collect();
                    array(outside, member.span)
                }
                _ if is_method => self.operation(member, &shared),
                _ => member.clone(),
            };
            item.add(name, span, member);
        }
        item.finish()
    }

    fn operation(&mut self, node: &'d Node, shared: &[&'d Node]) -> Node {
        let Some(object) = node.as_object() else {
            return node.clone();
        };
        let own = parameter::list(object).iter();
        let own: Vec<_> = own.map(|one| self.behind(one)).collect();
        let types = |name| texts(node.get(name).or_else(|| self.root.get(name)));
        let (consumes, produces) = (types("consumes"), types("produces"));
        let mut operation = Build::at(node.span);
        for (name, span, member) in object.spans() {
            let member = match name {
                "consumes" | "produces" => continue,
                "schemes" => {
                    if let Some(servers) = server::servers(self.root, Some(member)) {
                        operation.add("servers", span, servers);
                    }
                    continue;
                }
                "parameters" if member.as_array().is_some() => {
                    let outside = own.iter().filter(|one| !is_in_body(one));
                    let outside = outside.map(|one| self.parameter(one)).collect();
                    array(outside, member.span)
                }
                "responses" => self.responses(member, &produces),
                _ => member.clone(),
            };
            operation.add(name, span, member);
        }
        let inside = in_body(&own, shared);
        let body = inside.iter().find(|one| parameter::location(one) == "body");
        let fields = inside
            .iter()
            .filter(|one| parameter::location(one) == "formData");
        let fields: Vec<_> = fields.copied().collect();
        if let Some(body) = self.body(body.copied(), &fields, &consumes, node.span) {
            operation.put("requestBody", body);
        }
        operation.finish()
    }
}

fn is_in_body(parameter: &Node) -> bool {
    matches!(parameter::location(parameter), "body" | "formData")
}

/// Returns what makes up the body: parameters of the operation, and of its path unless the
/// operation has its own.
fn in_body<'d>(own: &[&'d Node], shared: &[&'d Node]) -> Vec<&'d Node> {
    let replaced = |one: &&&Node| {
        let mut own = own.iter();
        own.any(|other| parameter::identity(other) == parameter::identity(one))
    };
    let shared = shared.iter().filter(|one| !replaced(one));
    let all = shared.chain(own).copied();
    all.filter(|one| is_in_body(one)).collect()
}
