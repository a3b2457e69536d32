//! Lowers bodies of requests and responses.

use super::Lowering;
use super::parameter::parse_style;
use super::reader::{Fields, is_token};
use crate::document::Node;
use crate::model::{Body, Encoding, Framing, MediaType, Response, Status};
use crate::source::Span;

impl<'d> Lowering<'d, '_> {
    pub(super) fn body(&mut self, operation: &Fields<'d>) -> Option<Body> {
        let node = operation.get("requestBody")?;
        self.found.bodies += 1;
        let node = self.deref(node, "a request body")?;
        let fields = self.fields(node, "a request body")?;
        if fields.get("content").is_none() {
            self.missing(&fields, "content");
        }
        Some(Body {
            provenance: self.own_provenance(&fields),
            span: node.span,
            description: self.prose(&fields, "description"),
            required: self.flag(&fields, "required"),
            content: self.content(&fields),
            extensions: self.extensions(&fields),
        })
    }

    pub(super) fn response(&mut self, status: Status, node: &'d Node) -> Option<Response> {
        let node = self.deref(node, "a response")?;
        let fields = self.fields(node, "a response")?;
        if !self.afford(node.span) {
            return None;
        }
        Some(Response {
            status,
            provenance: self.own_provenance(&fields),
            span: node.span,
            summary: self.prose(&fields, "summary"),
            description: self.prose(&fields, "description").unwrap_or_default(),
            headers: self.headers(&fields),
            content: self.content(&fields),
            links: self.links(&fields),
            extensions: self.extensions(&fields),
        })
    }

    pub(super) fn content(&mut self, parent: &Fields<'d>) -> Vec<MediaType> {
        let entries = self.content_entries(parent);
        let usable = entries.iter().any(|(name, ..)| is_media_range(name));
        let mut content = Vec::new();
        for (name, span, node) in entries {
            if is_media_range(name) {
                content.extend(self.media_type(name, node));
                continue;
            }
            let mark = self.diagnostics.mark();
            let message = format!("`{name}` is not a media type");
            self.invalid(span, message, "a media type such as application/json");
            // If it were left out, the body would seem to be empty.
            if usable {
                self.contain(mark, span, "bodies of this media type are left out");
            }
        }
        content
    }

    /// Returns the media types of a body; some descriptions refer to the complete map.
    fn content_entries(&mut self, parent: &Fields<'d>) -> Vec<(&'d str, Span, &'d Node)> {
        let Some(node) = parent.get("content") else {
            return Vec::new();
        };
        let Some(node) = self.deref(node, "`content`") else {
            return Vec::new();
        };
        let fields = self.fields(node, "`content`");
        fields.map_or_else(Vec::new, |fields| fields.spans().collect())
    }

    fn media_type(&mut self, name: &str, node: &'d Node) -> Option<MediaType> {
        let node = self.deref(node, "a media type")?;
        let fields = self.fields(node, "a media type")?;
        if !self.afford(node.span) {
            return None;
        }
        let schema = fields.get("schema");
        let overall = self.overall.clone();
        let schema = schema.map(|node| self.schema(node, &overall));
        let item_schema = fields.get("itemSchema");
        let item_schema = item_schema.map(|node| self.schema(node, &overall));
        self.check_stream(name, &fields);
        let (prefix_encoding, item_encoding) = self.encodings_by_position(name, &fields);
        // Other media types are described as text at best.
        let checked = schema.filter(|_| name.contains("json") || name.contains("form"));
        Some(MediaType {
            name: name.to_owned(),
            span: node.span,
            schema,
            item_schema,
            stream: None,
            prefix_encoding,
            item_encoding,
            encoding: self.encodings(&fields, name.starts_with("multipart/")),
            examples: self.examples(&fields, checked),
            structured: false,
            provenance: self.own_provenance(&fields),
            extensions: self.extensions(&fields),
        })
    }

    /// Header fields apply only to parts; elsewhere OpenAPI says to ignore them.
    fn encodings(&mut self, media_type: &Fields<'d>, has_parts: bool) -> Vec<Encoding> {
        let mut encodings = Vec::new();
        for (property, node) in self.entries(media_type, "encoding") {
            encodings.extend(self.encoding(property, node, has_parts));
        }
        encodings
    }

    /// Returns the encoding of parts that have a position and no name (3.2).
    fn encodings_by_position(
        &mut self,
        name: &str,
        media_type: &Fields<'d>,
    ) -> (Vec<Encoding>, Option<Encoding>) {
        let mut prefix = Vec::new();
        for node in self.array(media_type, "prefixEncoding") {
            prefix.extend(self.encoding("", node, true));
        }
        let item = media_type.get("itemEncoding");
        let item = item.and_then(|node| self.encoding("", node, true));
        // The items of a stream of parts are encoded as this says.
        let is_stream = prefix.is_empty()
            && media_type.get("itemSchema").is_some()
            && Framing::of(&crate::model::essence(name)) == Some(Framing::Parts);
        for name in ["prefixEncoding", "itemEncoding"] {
            if media_type.get(name).is_some() && !is_stream {
                let what = format!("parts that have a position (`{name}`)");
                self.unsupported(
                    media_type.name_span(name),
                    what,
                    "not used in generated code",
                );
            }
        }
        (prefix, item)
    }

    fn encoding(&mut self, property: &str, node: &'d Node, has_parts: bool) -> Option<Encoding> {
        let fields = self.fields(node, "an encoding")?;
        if has_parts && fields.get("headers").is_some() {
            let what = "`headers` of a part of a form are neither sent nor read";
            self.unsupported(fields.name_span("headers"), what, "left out");
        }
        let style = self.text(&fields, "style");
        let parsed = style.as_deref().and_then(parse_style);
        if let (Some(style), None) = (&style, parsed) {
            let message = format!("`{style}` is not a style of form fields");
            let words = ["form", "spaceDelimited", "pipeDelimited", "deepObject"];
            self.no_such_word(fields.value_span("style"), message, style, &words);
        }
        Some(Encoding {
            property: property.to_owned(),
            span: node.span,
            content_type: self.text(&fields, "contentType"),
            style: parsed,
            explode: self.optional_flag(&fields, "explode"),
            allow_reserved: self.flag(&fields, "allowReserved"),
            headers: self.headers(&fields),
        })
    }
}

/// Returns whether a name is `type/subtype` with optional parameters (RFC 9110 §8.3.1), or a range
/// with `*`.
fn is_media_range(name: &str) -> bool {
    let (essence, parameters) = name.split_once(';').unwrap_or((name, ""));
    let printable = parameters
        .bytes()
        .all(|byte| byte.is_ascii_graphic() || byte == b' ');
    essence
        .trim()
        .split_once('/')
        .is_some_and(|(kind, subtype)| is_token(kind) && is_token(subtype))
        && printable
}
