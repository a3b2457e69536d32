//! Lowers operations.

use super::Lowering;
use super::paths::Item;
use super::reader::Fields;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::Node;
use crate::model::{Deprecation, Method, Operation, Response, SdkName, Status};

impl<'d> Lowering<'d, '_> {
    pub(super) fn operation(
        &mut self,
        method: Method,
        node: &'d Node,
        item: &Item<'d, '_>,
    ) -> Option<Operation> {
        self.found.operations += 1;
        let node = self.deref(node, "an operation")?;
        let fields = self.fields(node, "an operation")?;
        if !self.afford(node.span) {
            return None;
        }
        let provenance = self.provenance(&fields, &item.provenance);
        let id = self
            .text(&fields, "operationId")
            .filter(|id| !id.is_empty());
        let mut tags = Vec::new();
        for tag in self.array(&fields, "tags") {
            tags.extend(self.text_of(tag, "a tag"));
        }
        let own = self.requirements(&fields);
        let security_span = match fields.get("security") {
            Some(own) => own.span,
            None => self.shared_security.unwrap_or(node.span),
        };
        let parameters = self.parameters(item, &fields);
        let query_string = self.query_string(&parameters);
        let mut operation = Operation {
            id_given: id.is_some(),
            id: id.unwrap_or_default(),
            span: fields.name_span("operationId"),
            method,
            path: self.copied(item.path, node.span),
            summary: self.own_or_shared(&fields, "summary", item.summary.as_deref()),
            description: self.own_or_shared(&fields, "description", item.description.as_deref()),
            tags,
            parameters,
            query_string,
            body: self.body(&fields),
            responses: self.responses(&fields),
            security: match own {
                Some(own) => own,
                None => self.shared_security(item.security, node.span),
            },
            security_span,
            servers: match self.servers(&fields) {
                Some(own) => own,
                None => self.shared_servers(item.servers.as_deref(), node.span),
            },
            deprecation: self.deprecation(&fields),
            idempotency: self.text(&fields, "x-idempotency-property"),
            sdk_name: self.sdk_name(&fields),
            pagination: None,
            callbacks: self.callbacks(&fields, &provenance),
            extensions: self.extensions(&fields),
            provenance,
        };
        self.match_path_variables(&mut operation, node.span);
        let mark = self.diagnostics.mark();
        operation.pagination = self.pagination(&operation, &fields);
        let span = fields.name_span("x-pagination");
        if self.contain(
            mark,
            span,
            "the pages of the list are not read one after the other",
        ) {
            operation.pagination = None;
        }
        Some(operation)
    }

    /// Returns the name of the method in SDKs, unless it is empty.
    fn sdk_name(&mut self, fields: &Fields<'d>) -> Option<SdkName> {
        let text = self.text(fields, "x-sdk-name")?;
        let span = fields.value_span("x-sdk-name");
        if text.trim().is_empty() {
            let diagnostic = Diagnostic::warning(Code::InvalidValue, span, "`x-sdk-name` is empty");
            self.diagnostics.push(diagnostic.label("ignored"));
            return None;
        }
        Some(SdkName { text, span })
    }

    fn deprecation(&mut self, fields: &Fields<'d>) -> Option<Deprecation> {
        if !self.flag(fields, "deprecated") {
            return None;
        }
        Some(Deprecation {
            since: self.text(fields, "x-deprecated-at"),
            sunset: self.text(fields, "x-sunset"),
            guide: self.text(fields, "x-migration-guide"),
        })
    }

    fn responses(&mut self, fields: &Fields<'d>) -> Vec<Response> {
        let mut responses: Vec<Response> = Vec::new();
        if fields.get("responses").is_none() && self.dialect == super::Dialect::OpenApi30 {
            let what = "an operation has no `responses`";
            let diagnostic = Diagnostic::warning(Code::MissingField, fields.span, what);
            let help = "declare at least one response";
            self.diagnostics
                .push(diagnostic.label("`responses` is required here").help(help));
        }
        for (name, span, node) in self.named_entries(fields, "responses") {
            self.found.responses += 1;
            let Some(status) = status(name) else {
                let message = format!("`{name}` is not a status");
                self.invalid(span, message, "a status such as 200, 4XX or default");
                continue;
            };
            if responses.iter().any(|response| response.status == status) {
                let message = format!("the status `{name}` is defined twice");
                let diagnostic = Diagnostic::error(Code::DuplicateKey, span, message);
                self.diagnostics.push(
                    diagnostic
                        .label("the second one")
                        .help("remove one of them"),
                );
                continue;
            }
            responses.extend(self.response(status, node));
        }
        responses
    }
}

/// Parses `200`, `4XX` (or `4xx`) or `default`.
pub(super) fn status(name: &str) -> Option<Status> {
    if name == "default" {
        return Some(Status::Default);
    }
    let bytes = name.as_bytes();
    let class = bytes
        .first()
        .filter(|digit| (b'1'..=b'5').contains(digit))?;
    match &bytes[1..] {
        [b'X' | b'x', b'X' | b'x'] => Some(Status::Range(class - b'0')),
        [tens, ones] if tens.is_ascii_digit() && ones.is_ascii_digit() => {
            name.parse().ok().map(Status::Code)
        }
        _ => None,
    }
}
