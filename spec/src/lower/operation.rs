//! One operation.

use super::Lowering;
use super::paths::Item;
use super::reader::Fields;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::Node;
use crate::model::{
    Deprecation, Location, Method, Operation, Pagination, Parameter, PathSegment, Provenance,
    Response, Status,
};

const KNOWN: &[&str] = &[
    "tags",
    "summary",
    "description",
    "externalDocs",
    "operationId",
    "parameters",
    "requestBody",
    "responses",
    "callbacks",
    "deprecated",
    "security",
    "servers",
];

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
        self.known(&fields, KNOWN);
        let provenance = self.provenance(&fields, &item.provenance);
        let id = self
            .text(&fields, "operationId")
            .filter(|id| !id.is_empty());
        let mut tags = Vec::new();
        for tag in self.array(&fields, "tags") {
            tags.extend(self.text_of(tag, "a tag"));
        }
        let own = self.requirements(&fields);
        let mut operation = Operation {
            id_given: id.is_some(),
            id: id.unwrap_or_default(),
            span: fields.name_span("operationId"),
            method,
            path: item.path.to_owned(),
            summary: self.prose(&fields, "summary").or(item.summary.clone()),
            description: self
                .prose(&fields, "description")
                .or(item.description.clone()),
            tags,
            parameters: self.parameters(item, &fields, &provenance),
            body: self.body(&fields, &provenance),
            responses: self.responses(&fields, &provenance),
            security: own.unwrap_or_else(|| item.security.to_vec()),
            servers: self
                .servers(&fields)
                .or(item.servers.clone())
                .unwrap_or_default(),
            deprecation: self.deprecation(&fields),
            pagination: self.pagination(&fields),
            callbacks: self.callbacks(&fields, &provenance),
            extensions: self.extensions(&fields),
            provenance,
        };
        self.match_path_variables(&mut operation, node);
        Some(operation)
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

    fn pagination(&mut self, fields: &Fields<'d>) -> Option<Pagination> {
        let pagination = self.object(fields, "x-pagination")?;
        Some(Pagination {
            items: self.required_text(&pagination, "items"),
            next_offset: self.required_text(&pagination, "nextOffset"),
            limit: self.required_text(&pagination, "limit"),
            offset: self.required_text(&pagination, "offset"),
        })
    }

    /// Every variable of the path needs a parameter, and every path parameter a variable.
    fn match_path_variables(&mut self, operation: &mut Operation, node: &Node) {
        if operation.path.is_empty() {
            return;
        }
        let variables: Vec<String> = operation
            .path_segments()
            .into_iter()
            .filter_map(|segment| match segment {
                PathSegment::Variable(name) => Some(name),
                PathSegment::Literal(_) => None,
            })
            .collect();
        let path = operation.path.clone();
        operation.parameters.retain(|parameter| {
            let kept = parameter.location != Location::Path || variables.contains(&parameter.name);
            if !kept {
                let name = &parameter.name;
                self.diagnostics.push(
                    Diagnostic::warning(
                        Code::PathParameter,
                        parameter.span,
                        format!("the path `{path}` has no `{{{name}}}`"),
                    )
                    .label("ignored")
                    .help("put the variable into the path, or remove the parameter"),
                );
            }
            kept
        });
        for name in variables {
            let is_declared = |p: &Parameter| p.location == Location::Path && p.name == name;
            if !operation.parameters.iter().any(is_declared) {
                let message = format!("the variable `{{{name}}}` of the path has no parameter");
                self.diagnostics.push(
                    Diagnostic::warning(Code::PathParameter, node.span, message)
                        .label("taken for a string")
                        .help("declare it as a required parameter with `in: path`"),
                );
                let parameter = self.undeclared_path_parameter(&name, node.span);
                operation.parameters.push(parameter);
            }
        }
    }

    fn responses(&mut self, fields: &Fields<'d>, provenance: &Provenance) -> Vec<Response> {
        let mut responses: Vec<Response> = Vec::new();
        if fields.get("responses").is_none() && self.dialect == super::Dialect::OpenApi30 {
            let diagnostic = Diagnostic::warning(
                Code::MissingField,
                fields.span,
                "an operation has no `responses`",
            );
            let help = "declare at least one response";
            self.diagnostics.push(diagnostic.help(help));
        }
        for (name, node) in self.entries(fields, "responses") {
            self.found.responses += 1;
            let Some(status) = status(name) else {
                let message = format!("`{name}` is not a status");
                self.invalid(node.span, message, "a status such as 200, 4XX or default");
                continue;
            };
            if responses.iter().any(|response| response.status == status) {
                let message = format!("the status `{name}` stands twice");
                let diagnostic = Diagnostic::error(Code::DuplicateKey, node.span, message);
                self.diagnostics.push(diagnostic);
                continue;
            }
            responses.extend(self.response(status, node, provenance));
        }
        responses
    }
}

/// `200`, `4XX` (or `4xx`) or `default`.
fn status(name: &str) -> Option<Status> {
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
