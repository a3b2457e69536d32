//! Servers.

use super::Lowering;
use super::reader::Fields;
use crate::model::{Server, ServerVariable};

/// Where a description names no server (OpenAPI 3.0.3 §4.7.1).
pub(super) fn fallback() -> Vec<Server> {
    vec![Server {
        url: "/".to_owned(),
        description: None,
        variables: Vec::new(),
    }]
}

impl<'d> Lowering<'d, '_> {
    /// The servers; none where the field is absent or empty.
    pub(super) fn servers(&mut self, parent: &Fields<'d>) -> Option<Vec<Server>> {
        let mut servers = Vec::new();
        for node in self.array(parent, "servers") {
            let Some(fields) = self.fields(node, "a server") else {
                continue;
            };
            self.known(&fields, &["url", "description", "variables"]);
            servers.push(Server {
                url: self.required_text(&fields, "url"),
                description: self.prose(&fields, "description"),
                variables: self.variables(&fields),
            });
        }
        (!servers.is_empty()).then_some(servers)
    }

    fn variables(&mut self, server: &Fields<'d>) -> Vec<ServerVariable> {
        let mut variables = Vec::new();
        for (name, node) in self.entries(server, "variables") {
            let Some(fields) = self.fields(node, "a server variable") else {
                continue;
            };
            self.known(&fields, &["default", "enum", "description"]);
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
