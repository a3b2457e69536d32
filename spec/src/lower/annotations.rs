//! Annotations of schemas.

use serde_json::Value;

use super::Lowering;
use super::reader::Fields;
use super::sample::Sample;
use crate::document::Node;
use crate::model::SchemaId;

impl<'d> Lowering<'d, '_> {
    pub(super) fn annotate(&mut self, id: SchemaId, fields: &Fields<'d>) {
        self.refuse_required_flag(fields);
        let title = self.prose(fields, "title");
        let description = self.prose(fields, "description");
        let nullable = self.flag(fields, "nullable");
        let deprecated = self.mark(fields, "deprecated");
        let read_only = self.flag(fields, "readOnly");
        let write_only = self.flag(fields, "writeOnly");
        let mark = self.diagnostics.mark();
        let states = self.states(id, fields);
        let span = fields.name_span("x-states");
        let contained = self.contain(mark, span, "the states are left out");
        let states = states.filter(|_| !contained);
        let outer = std::mem::take(&mut self.schemas.get_mut(id).provenance);
        let provenance = self.provenance(fields, &outer);
        let extensions = self.extensions(fields);
        let (default, examples) = self.samples_of(id, fields);
        let schema = self.schemas.get_mut(id);
        schema.title = title;
        schema.description = description;
        schema.nullable = nullable;
        schema.deprecated = deprecated;
        schema.read_only = read_only;
        schema.write_only = write_only;
        schema.default = default;
        schema.examples = examples;
        schema.states = states;
        schema.provenance = provenance;
        schema.extensions = extensions;
    }
    /// Returns `default`, and `example` or `examples` of 3.1, to be validated once the schema is
    /// known.
    fn samples_of(&mut self, id: SchemaId, fields: &Fields<'d>) -> (Option<Value>, Vec<Value>) {
        let default = fields.get("default");
        if let Some(node) = default {
            self.samples.push(Sample::new("default", node, id));
        }
        let several = fields.get("examples").and_then(Node::as_array);
        let one = fields.get("example").into_iter();
        let nodes = several.unwrap_or_default().iter().chain(one);
        let mut examples = Vec::new();
        for node in nodes {
            self.samples.push(Sample::new("example", node, id));
            examples.push(self.json(node));
        }
        (default.map(|node| self.json(node)), examples)
    }
}
