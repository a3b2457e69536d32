//! The webhooks that the API sends.

use askama::Template;
use spec::model::{Operation, Webhook};

use super::Python;
use super::code::{docstring, ident, one_level_up, string};
use super::imports::Imports;
use super::layout::{Node, statement};
use super::ty::{Annotation, Place};
use crate::code::{Code, filters};
use crate::ir::names::{Case, Scope};

#[derive(Template)]
#[template(path = "python/package/webhooks.py")]
pub(super) struct WebhooksView {
    imports: Code,
    webhooks: Vec<Code>,
}

impl Python<'_> {
    /// Returns the module of webhooks.
    pub(super) fn webhooks(&self) -> WebhooksView {
        let mut imports = Imports::default();
        imports.add("..runtime.webhook", "SIGNATURE_HEADER");
        imports.add("..runtime.webhook", "Verifier");
        imports.add("..runtime.webhook", "Webhook");
        imports.add("..runtime.webhook", "WebhookError");
        imports.add("..runtime.webhook", "sign");
        let mut webhooks = Vec::new();
        for (name, webhook, operation, annotation) in self.carried() {
            imports.extend(&annotation.imports);
            let items = vec![
                Node::Leaf(string(&webhook.name)),
                Node::Leaf(code!("lambda: ", &annotation.code)),
            ];
            let start = code!(&ident(&name), ": Webhook[", &annotation.code, "] = ");
            let node = Node::call(&Code::fixed("Webhook"), items);
            let docs = operation
                .description
                .as_ref()
                .or(operation.summary.as_ref());
            let docs = docs
                .cloned()
                .unwrap_or_else(|| format!("`{}`.", webhook.name));
            webhooks.push(code!(
                &statement(0, &start, &node),
                "\n",
                &docstring(&docs, 0)
            ));
        }
        WebhooksView {
            imports: one_level_up(&imports.print(0)),
            webhooks,
        }
    }
    /// Returns the constants for webhooks with a JSON body: their names, and the type of the body.
    pub(super) fn carried(&self) -> Vec<(String, &Webhook, &Operation, Annotation)> {
        let mut scope = Scope::new(Case::Constant, &["SIGNATURE_HEADER"]);
        let webhooks = self.ir.api.webhooks.iter();
        let webhooks = webhooks.flat_map(|one| one.operations.iter().map(move |own| (one, own)));
        let carried = webhooks.filter_map(|(webhook, operation)| {
            let bodies = operation.body.iter().flat_map(|body| &body.content);
            let json = bodies
                .filter(|media| media.is_json())
                .find_map(|media| media.schema);
            let annotation = self.annotate(&self.ir.types.nullable_ty(json?), Place::Table);
            let name = scope.claim_or(&webhook.name, "webhook");
            Some((name, webhook, operation, annotation))
        });
        carried.collect()
    }
}
