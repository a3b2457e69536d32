//! Lowers header fields of responses, and of parts of forms.

use std::collections::HashSet;

use super::Lowering;
use super::reader::Fields;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::Node;
use crate::model::Header;

impl<'d> Lowering<'d, '_> {
    pub(super) fn headers(&mut self, parent: &Fields<'d>) -> Vec<Header> {
        let mut headers = Vec::new();
        let mut seen = HashSet::new();
        for (name, span, node) in self.named_entries(parent, "headers") {
            // The media type determines Content-Type (OpenAPI 3.0.3 §4.7.16.1).
            if name.eq_ignore_ascii_case("content-type") {
                continue;
            }
            if !seen.insert(name.to_ascii_lowercase()) {
                let message = format!("the header `{name}` is defined twice");
                let diagnostic = Diagnostic::warning(Code::DuplicateParameter, span, message);
                self.diagnostics
                    .push(diagnostic.label("ignored").help("remove one of them"));
                continue;
            }
            let mark = self.diagnostics.mark();
            self.field_name(span, name, "a header field");
            let header = self.header(name, node);
            if !self.contain(mark, span, &format!("the header `{name}` is left out")) {
                headers.extend(header);
            }
        }
        headers
    }

    fn header(&mut self, name: &str, node: &'d Node) -> Option<Header> {
        let node = self.deref(node, "a header")?;
        let fields = self.fields(node, "a header")?;
        let provenance = self.own_provenance(&fields);
        let (schema, media_type) = self.content_or_schema(&fields, &provenance)?;
        self.examples(&fields, Some(schema));
        Some(Header {
            name: name.to_owned(),
            span: node.span,
            description: self.prose(&fields, "description"),
            required: self.flag(&fields, "required"),
            explode: self.flag(&fields, "explode"),
            media_type,
            schema,
            extensions: self.extensions(&fields),
            provenance,
        })
    }
}
