//! Lowers links from responses to operations.

use std::collections::HashMap;

use super::Lowering;
use super::reader::Fields;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::Node;
use crate::model::{Link, Operation};

impl<'d> Lowering<'d, '_> {
    pub(super) fn links(&mut self, response: &Fields<'d>) -> Vec<Link> {
        let mut links = Vec::new();
        for (name, span, node) in self.named_entries(response, "links") {
            let mark = self.diagnostics.mark();
            let link = self.link(name, node);
            if !self.contain(mark, span, &format!("the link `{name}` is left out")) {
                links.extend(link);
            }
        }
        links
    }

    fn link(&mut self, name: &str, node: &'d Node) -> Option<Link> {
        let node = self.deref(node, "a link")?;
        let fields = self.fields(node, "a link")?;
        if !self.afford(node.span) {
            return None;
        }
        let parameters = self.entries(&fields, "parameters").into_iter();
        let parameters: Vec<_> = parameters
            .map(|(name, value)| (name.to_owned(), self.json(value)))
            .collect();
        Some(Link {
            name: name.to_owned(),
            span: node.span,
            description: self.prose(&fields, "description"),
            operation: self.text(&fields, "operationId"),
            reference: self.text(&fields, "operationRef"),
            parameters,
            body: fields.get("requestBody").map(|node| self.json(node)),
        })
    }

    /// Resolves the operations of links, and warns about links that lead nowhere.
    pub(super) fn settle_links(&mut self, operations: &mut [Operation]) {
        let mut responses = operations.iter().flat_map(|one| &one.responses);
        if responses.all(|response| response.links.is_empty()) {
            return;
        }
        let by_place: HashMap<String, String> = operations
            .iter()
            .map(|operation| (place_of(operation), operation.id.clone()))
            .collect();
        let parameters: HashMap<String, Vec<String>> = operations
            .iter()
            .map(|operation| {
                let names = operation.parameters.iter().flat_map(|parameter| {
                    let place = parameter.location.as_str();
                    [
                        parameter.name.clone(),
                        format!("{place}.{}", parameter.name),
                    ]
                });
                (operation.id.clone(), names.collect())
            })
            .collect();
        let responses = operations.iter_mut().flat_map(|one| &mut one.responses);
        for link in responses.flat_map(|response| &mut response.links) {
            if let Some(reference) = &link.reference {
                let local = reference.strip_prefix("#/paths/");
                link.operation = local.and_then(|place| by_place.get(place)).cloned();
                if local.is_some() && link.operation.is_none() {
                    self.dead_link(
                        link,
                        &format!("`{reference}` does not refer to an operation"),
                    );
                }
            }
            let Some(operation) = &link.operation else {
                continue;
            };
            let Some(known) = parameters.get(operation) else {
                self.dead_link(link, &format!("there is no operation `{operation}`"));
                link.operation = None;
                continue;
            };
            let unknown = link
                .parameters
                .iter()
                .find(|(name, _)| !known.contains(name));
            if let Some((name, _)) = unknown {
                let what = format!("the operation `{operation}` has no parameter `{name}`");
                self.dead_link(link, &what);
            }
        }
    }

    fn dead_link(&mut self, link: &Link, what: &str) {
        let message = format!("the link `{}`: {what}", link.name);
        let diagnostic = Diagnostic::warning(Code::UnresolvedReference, link.span, message);
        let help = "name an operation of this description and its parameters";
        self.diagnostics
            .push(diagnostic.label("cannot be followed").help(help));
    }
}

/// Returns the end of the JSON Pointer to an operation: `~1offers~1{id}/get`.
fn place_of(operation: &Operation) -> String {
    let path = operation.path.replace('~', "~0").replace('/', "~1");
    format!("{path}/{}", operation.method.field())
}
