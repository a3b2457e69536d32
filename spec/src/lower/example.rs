//! Lowers examples of parameters, header fields and bodies.

use super::Lowering;
use super::reader::Fields;
use super::sample::Sample;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::Node;
use crate::model::{Example, SchemaId};

impl<'d> Lowering<'d, '_> {
    /// Returns `example`, or the values of `examples`, which are validated against `schema` if it
    /// is known. They are data: a `$ref` in them is not a reference.
    pub(super) fn examples(
        &mut self,
        fields: &Fields<'d>,
        schema: Option<SchemaId>,
    ) -> Vec<Example> {
        let mark = self.diagnostics.mark();
        let examples = self.all_examples(fields, schema);
        self.contain(mark, fields.value_span("examples"), "examples are left out");
        examples
    }

    fn all_examples(&mut self, fields: &Fields<'d>, schema: Option<SchemaId>) -> Vec<Example> {
        let mut examples = Vec::new();
        if let Some(node) = fields.get("example") {
            examples.push(self.example(None, node, schema));
        }
        for (name, node) in self.entries(fields, "examples") {
            let Some(node) = self.deref(node, "an example") else {
                continue;
            };
            let Some(example) = self.fields(node, "an example") else {
                continue;
            };
            let value = example.get("dataValue").or(example.get("value"));
            let serialized = self.text(&example, "serializedValue");
            if let Some(value) = value {
                let mut made = self.example(Some(name.to_owned()), value, schema);
                made.serialized = serialized;
                examples.push(made);
            } else if serialized.is_none() && example.get("externalValue").is_none() {
                let what = "an example has no `value`";
                let diagnostic = Diagnostic::warning(Code::MissingField, node.span, what);
                self.diagnostics.push(
                    diagnostic
                        .label("ignored")
                        .help("put the sample under `value`"),
                );
            }
        }
        examples
    }

    fn example(
        &mut self,
        name: Option<String>,
        node: &'d Node,
        schema: Option<SchemaId>,
    ) -> Example {
        let sample = schema.map(|schema| Sample::written("example", node, schema));
        self.samples.extend(sample);
        Example {
            name,
            span: node.span,
            value: self.json(node),
            serialized: None,
        }
    }
}
