//! Lowers enumerations.

use std::collections::HashSet;

use super::Lowering;
use super::reader::Fields;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::{Node, Value};
use crate::model::{EnumBase, Enumeration, Kind, SchemaId};

impl<'d> Lowering<'d, '_> {
    /// Lowers `enum`, or `const` of 3.1. A `null` among the values becomes `nullable`.
    pub(super) fn enumeration(&mut self, id: SchemaId, fields: &Fields<'d>) -> Option<Kind> {
        let nodes = match (fields.get("enum"), fields.get("const")) {
            (Some(node), _) => {
                let nodes = self.array(fields, "enum");
                if nodes.is_empty() {
                    return self.refuse_empty(node);
                }
                nodes
            }
            (None, Some(node)) => std::slice::from_ref(node),
            (None, None) => return None,
        };
        let declared = fields.get("type").and_then(Node::as_str);
        let (kept, values) = self.enumerated(id, nodes, declared);
        if values.is_empty() {
            return Some(Kind::Null);
        }
        let base = self.enum_base(declared, &kept, &values);
        let extensible = fields.get("x-extensible-enum");
        Some(Kind::Enumeration(Enumeration {
            base,
            values: values.into(),
            open: false,
            extensible: extensible.is_some_and(|node| !matches!(node.value, Value::Bool(false))),
        }))
    }

    /// Reports an empty list, which allows no value by JSON Schema 2020-12 (§6.1.2), and was not
    /// allowed before.
    fn refuse_empty(&mut self, node: &Node) -> Option<Kind> {
        node.as_array()?;
        let message = "`enum` has no value".to_owned();
        if self.dialect == super::Dialect::OpenApi30 {
            self.invalid(node.span, message, "at least one value");
            return None;
        }
        self.diagnostics.push(
            Diagnostic::warning(Code::ImpossibleConstraint, node.span, message)
                .label("read as a schema without any value")
                .help("list at least one value, or write `false` for the schema"),
        );
        Some(Kind::Never)
    }

    /// Returns each value once, without `null`, with its place. In an enumeration of strings, numbers and
    /// booleans are read as text.
    fn enumerated(
        &mut self,
        id: SchemaId,
        nodes: &'d [Node],
        declared: Option<&str>,
    ) -> (Vec<&'d Node>, Vec<serde_json::Value>) {
        let (mut kept, mut values) = (Vec::new(), Vec::new());
        let mut seen = HashSet::new();
        for node in nodes {
            let is_text = declared == Some("string")
                && matches!(node.value, Value::Number(_) | Value::Bool(_));
            let value = if is_text {
                let text = self.text_of(node, "a value of a string enumeration");
                text.unwrap_or_default().into()
            } else {
                self.json(node)
            };
            if value.is_null() {
                self.schemas.get_mut(id).nullable = true;
            } else if seen.insert(value.clone()) {
                kept.push(node);
                values.push(value);
            } else {
                let what = "the value appears twice in the enumeration";
                let diagnostic = Diagnostic::warning(Code::InvalidValue, node.span, what);
                self.diagnostics
                    .push(diagnostic.label("ignored").help("remove it"));
            }
        }
        (kept, values)
    }

    /// Returns the type of the values, whatever type is declared; a disagreement is reported.
    fn enum_base(
        &mut self,
        declared: Option<&str>,
        nodes: &[&'d Node],
        values: &[serde_json::Value],
    ) -> EnumBase {
        for node in nodes {
            if let Value::String(text) = &node.value {
                self.refuse_hidden(node.span, text, "a value of an enumeration");
            }
        }
        let base = if values.iter().all(serde_json::Value::is_string) {
            EnumBase::String
        } else if values.iter().all(|value| value.as_i64().is_some()) {
            EnumBase::Integer
        } else {
            EnumBase::Other
        };
        let odd = declared.and_then(|declared| {
            let odd = nodes.iter().find(|node| !is_of_type(node, declared))?;
            Some((declared, odd.span))
        });
        if let Some((declared, span)) = odd.filter(|(declared, _)| *declared != "string") {
            let message = format!("a value of the enumeration is not of type {declared}");
            self.diagnostics.push(
                Diagnostic::warning(Code::InvalidValue, span, message)
                    .label("the type of the value is used")
                    .help("correct `type`, or the value"),
            );
        }
        base
    }
}

fn is_of_type(node: &Node, declared: &str) -> bool {
    match (&node.value, declared) {
        (Value::Number(text), "integer") => text.parse::<f64>().is_ok_and(|n| n.fract() == 0.0),
        (Value::Number(_), "number")
        | (Value::Bool(_), "boolean")
        | (Value::String(_), "string")
        | (Value::Array(_), "array")
        | (Value::Object(_), "object")
        | (Value::Null, _) => true,
        _ => false,
    }
}
