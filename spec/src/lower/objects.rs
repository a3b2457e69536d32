//! Lowers objects and arrays.

use std::collections::HashMap;

use super::reader::Fields;
use super::{Dialect, Lowering};
use crate::diagnostic::{Code, Diagnostic};
use crate::document::{Node, Value};
use crate::model::{Additional, Array, Kind, Object, Property, Provenance, Schema};
use crate::source::Span;

impl<'d> Lowering<'d, '_> {
    pub(super) fn array_kind(&mut self, fields: &Fields<'d>, provenance: &Provenance) -> Kind {
        let prefix = self.array(fields, "prefixItems");
        let prefix = prefix
            .iter()
            .map(|node| self.schema(node, provenance))
            .collect();
        let items = if let Some(node) = fields.get("items") {
            self.schema(node, provenance)
        } else {
            if self.dialect == Dialect::OpenApi30 {
                self.diagnostics.push(
                    Diagnostic::warning(Code::MissingField, fields.span, "an array has no `items`")
                        .label("read as an array of any values")
                        .help("say with `items` what the array holds"),
                );
            }
            let any = Schema::new(fields.span, provenance.clone());
            self.schemas.add(any)
        };
        let min_items = self.count(fields, "minItems");
        let max_items = self.count(fields, "maxItems");
        self.refuse_crossed(fields, ("minItems", min_items), ("maxItems", max_items));
        Kind::Array(Array {
            items,
            prefix,
            min_items,
            max_items,
            unique: self.flag(fields, "uniqueItems"),
        })
    }

    pub(super) fn object_kind(&mut self, fields: &Fields<'d>, provenance: &Provenance) -> Kind {
        let properties = self.properties(fields, provenance);
        let additional = match fields.get("additionalProperties") {
            None => Additional::Unspecified,
            Some(node) => match node.value {
                Value::Bool(true) => Additional::Unspecified,
                _ if super::schema::is_nothing(node) => Additional::Forbidden,
                _ => Additional::Schema(self.schema(node, provenance)),
            },
        };
        let min_properties = self.count(fields, "minProperties");
        let max_properties = self.count(fields, "maxProperties");
        let (least, most) = (min_properties, max_properties);
        self.refuse_crossed(fields, ("minProperties", least), ("maxProperties", most));
        Kind::Object(Object {
            properties,
            additional,
            min_properties,
            max_properties,
        })
    }

    fn properties(&mut self, fields: &Fields<'d>, provenance: &Provenance) -> Vec<Property> {
        let mut required = self.required_names(fields);
        let mut properties = Vec::new();
        if let Some(nodes) = self.object(fields, "properties") {
            for (name, span, node) in nodes.spans() {
                self.refuse_hidden(span, name, "the name of a property");
                properties.push(Property {
                    name: name.to_owned(),
                    schema: self.schema(node, provenance),
                    required: required.remove(name).is_some(),
                });
            }
        }
        // A required property need not be declared here: another part of an `allOf` may declare it.
        let mut rest: Vec<_> = required.into_iter().collect();
        rest.sort_unstable_by_key(|(_, span)| *span);
        for (name, span) in rest {
            let any = Schema::new(span, provenance.clone());
            properties.push(Property {
                name: name.to_owned(),
                schema: self.schemas.add(any),
                required: true,
            });
        }
        properties
    }

    /// Reports a boolean `required` on a property, as if it were a parameter: a common mistake.
    pub(super) fn refuse_required_flag(&mut self, fields: &Fields<'d>) {
        let Some(node) = fields.get("required").filter(|n| n.as_array().is_none()) else {
            return;
        };
        let message = "`required` of a schema must be a list of property names";
        let help = "list the required properties in the `required` of the object";
        self.diagnostics.push(
            Diagnostic::warning(Code::WrongType, node.span, message)
                .label("ignored")
                .help(help),
        );
    }

    fn required_names(&mut self, fields: &Fields<'d>) -> HashMap<&'d str, Span> {
        let items = fields.get("required").and_then(Node::as_array);
        let mut names = HashMap::new();
        for item in items.unwrap_or_default() {
            match item.as_str() {
                Some(name) => {
                    names.entry(name).or_insert(item.span);
                }
                None => self.wrong_type(item, "a required property", "a string"),
            }
        }
        names
    }
}
