//! Lowers servers.

use super::Lowering;
use super::reader::Fields;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Server, ServerVariable};

/// Returns the default server of a description without servers (OpenAPI 3.0.3 §4.7.1).
/// Its place is the version, which every description has.
pub(super) fn fallback(root: &Fields<'_>) -> Vec<Server> {
    vec![Server {
        url: "/".to_owned(),
        description: None,
        variables: Vec::new(),
        span: Some(root.value_span("openapi")),
    }]
}

impl<'d> Lowering<'d, '_> {
    /// Returns the servers; `None` if the field is absent or empty.
    pub(super) fn servers(&mut self, parent: &Fields<'d>) -> Option<Vec<Server>> {
        let mut servers = Vec::new();
        for node in self.array(parent, "servers") {
            let Some(fields) = self.fields(node, "a server") else {
                continue;
            };
            servers.push(Server {
                url: self.url(&fields),
                description: self.prose(&fields, "description"),
                variables: self.variables(&fields),
                span: Some(fields.value_span("url")),
            });
        }
        (!servers.is_empty()).then_some(servers)
    }

    /// Returns the address. One without a scheme has the scheme of the description's address, which
    /// is unknown here (RFC 3986 §4.2).
    fn url(&mut self, server: &Fields<'d>) -> String {
        let url = self.required_text(server, "url");
        if !url.starts_with("//") {
            return url;
        }
        let what = format!("the address `{url}` has no scheme");
        let diagnostic = Diagnostic::warning(Code::InvalidValue, server.value_span("url"), what);
        let help = format!("write `https:{url}`");
        self.diagnostics
            .push(diagnostic.label("read as `https:`").help(help));
        format!("https:{url}")
    }

    fn variables(&mut self, server: &Fields<'d>) -> Vec<ServerVariable> {
        let mut variables = Vec::new();
        for (name, node) in self.entries(server, "variables") {
            let Some(fields) = self.fields(node, "a server variable") else {
                continue;
            };
            let mut values = Vec::new();
            for value in self.array(&fields, "enum") {
                values.extend(self.text_of(value, "enum"));
            }
            variables.push(ServerVariable {
                name: name.to_owned(),
                default: self.required_text(&fields, "default"),
                values,
                description: self.prose(&fields, "description"),
            });
        }
        variables
    }
}
