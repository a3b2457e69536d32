//! What lowering spends from the budget. A few bytes that refer to a long text, or to a path with
//! many operations, can demand any number of copies.

use super::Lowering;
use super::reader::Fields;
use crate::budget::{Exceeded, Unit};
use crate::model::{Kind, Operation, Requirement, SchemaId, Server};
use crate::source::Span;

impl<'d> Lowering<'d, '_> {
    /// Spends from the budget. Returns false once it has run out, which is reported once.
    pub(super) fn spend(&mut self, unit: Unit, amount: usize, span: Span) -> bool {
        if let Err(exceeded) = self.documents.budget().spend(unit, amount) {
            self.run_out(span, exceeded);
        }
        !self.bankrupt
    }

    pub(super) fn run_out(&mut self, span: Span, exceeded: Exceeded) {
        if !std::mem::replace(&mut self.bankrupt, true) {
            self.diagnostics.push(exceeded.at(span));
        }
    }

    /// Counts another item of the model.
    pub(super) fn afford(&mut self, span: Span) -> bool {
        // Each level of callbacks multiplies their operations.
        let items = if self.hooks > 0 { 20 } else { 1 };
        self.spend(Unit::Items, items, span)
    }

    /// Returns a copy of a text in the description; an empty one if the budget has run out.
    pub(super) fn copied(&mut self, text: &str, span: Span) -> String {
        if self.spend(Unit::Text, text.len(), span) {
            text.to_owned()
        } else {
            String::new()
        }
    }

    /// Returns a copy of a schema's kind.
    pub(super) fn copied_kind(&mut self, id: SchemaId, span: Span) -> Kind {
        let (steps, bytes) = of_kind(&self.schemas.get(id).kind);
        if self.spend(Unit::Steps, steps, span) && self.spend(Unit::Text, bytes, span) {
            self.schemas.get(id).kind.clone()
        } else {
            Kind::Any
        }
    }

    /// Returns the documentation of an operation, or else that of its path.
    pub(super) fn own_or_shared(
        &mut self,
        fields: &Fields<'d>,
        name: &'static str,
        shared: Option<&str>,
    ) -> Option<String> {
        let own = self.prose(fields, name);
        own.or_else(|| Some(self.copied(shared?, fields.span)))
    }

    /// Returns the security requirements that apply to every operation by default.
    pub(super) fn shared_security(
        &mut self,
        shared: &[Requirement],
        span: Span,
    ) -> Vec<Requirement> {
        if self.spend(Unit::Text, of_requirements(shared), span) {
            shared.to_vec()
        } else {
            Vec::new()
        }
    }

    /// Returns the servers of a path.
    pub(super) fn shared_servers(&mut self, shared: Option<&[Server]>, span: Span) -> Vec<Server> {
        let shared = shared.unwrap_or_default();
        if self.spend(Unit::Text, of_servers(shared), span) {
            shared.to_vec()
        } else {
            Vec::new()
        }
    }

    /// Spends for the fields of forms, which every target writes for each operation.
    pub(super) fn spend_on_forms(&mut self, operations: &[Operation]) {
        let bodies = operations.iter().filter_map(|one| one.body.as_ref());
        for media in bodies.flat_map(|body| &body.content) {
            let essence = media.essence();
            let is_form = ["application/x-www-form-urlencoded", "multipart/form-data"]
                .contains(&essence.as_str());
            let Some(schema) = media.schema.filter(|_| is_form) else {
                continue;
            };
            let schema = self.schemas.get(self.schemas.resolve(schema));
            let (fields, bytes) = match &schema.kind {
                kind @ (Kind::Object(_) | Kind::Union(_)) => of_kind(kind),
                _ => continue,
            };
            if !self.spend(Unit::Text, fields * COPY + bytes, media.span) {
                return;
            }
        }
    }
}

/// Each copy costs something, however short it is.
const COPY: usize = 32;

fn of_text(text: Option<&String>) -> usize {
    text.map_or(0, String::len)
}

fn of_requirements(requirements: &[Requirement]) -> usize {
    let schemes = requirements.iter().flat_map(|one| &one.schemes);
    let each = schemes.map(|(name, scopes)| {
        COPY + name.len() + scopes.iter().map(|scope| COPY + scope.len()).sum::<usize>()
    });
    each.sum()
}

fn of_servers(servers: &[Server]) -> usize {
    let each = servers.iter().map(|server| {
        let variables = server.variables.iter().map(|variable| {
            let values = variable.values.iter().map(|value| COPY + value.len());
            COPY + variable.name.len()
                + variable.default.len()
                + values.sum::<usize>()
                + of_text(variable.description.as_ref())
        });
        COPY + server.url.len() + of_text(server.description.as_ref()) + variables.sum::<usize>()
    });
    each.sum()
}

/// Returns how many parts a kind has, and how many bytes of text.
fn of_kind(kind: &Kind) -> (usize, usize) {
    match kind {
        Kind::Enumeration(list) => {
            let texts = list.values.iter().filter_map(serde_json::Value::as_str);
            (list.values.len(), texts.map(str::len).sum())
        }
        Kind::Object(object) => {
            let names = object.properties.iter().map(|property| property.name.len());
            (object.properties.len(), names.sum())
        }
        Kind::Union(union) => {
            let values = union.members.iter().flat_map(|member| &member.values);
            (union.members.len(), values.map(String::len).sum())
        }
        Kind::String(text) => (1, of_text(text.pattern.as_ref())),
        _ => (1, 0),
    }
}
