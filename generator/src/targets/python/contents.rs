//! Bodies of requests and answers, in the table of operations.

use spec::model::{Encoding, Kind, Location, MediaType, Style};

use super::Python;
use super::code::string;
use super::imports::Imports;
use super::layout::Node;
use super::operations::{RUNTIME, styled};
use super::ty::Place;
use crate::code::Code;
use crate::ir::{Content, ContentKind, Form, RequestBody, Ty};

impl Python<'_> {
    /// The body of a request.
    pub(super) fn body(&self, body: &RequestBody<'_>, imports: &mut Imports) -> Node {
        imports.add(RUNTIME, "Body");
        let mut items = vec![self.contents(&body.contents, &body.body.content, imports)];
        let json = body
            .contents
            .iter()
            .find_map(|content| match &content.kind {
                ContentKind::Json(Ty::Declared(id)) => Some(*id),
                _ => None,
            });
        if let (Some(property), Some(id)) = (body.idempotency, json) {
            let Kind::Object(object) = &self.ir.types.get(id).schema.kind else {
                return Node::call(&Code::fixed("Body"), items);
            };
            let fields = self.fields(id);
            let mut pairs = object.properties.iter().zip(&fields);
            if let Some((_, field)) = pairs.find(|(known, _)| known.name == property.name) {
                imports.add("uuid", "uuid4");
                let is_uuid = self.ir.types.unalias(&field.ty) == Ty::Uuid;
                let make = if is_uuid {
                    "uuid4"
                } else {
                    "lambda: str(uuid4())"
                };
                items.push(Node::keyword(
                    "idempotency",
                    Node::Leaf(string(&field.name)),
                ));
                items.push(Node::keyword("make_id", Node::fixed(make)));
            }
        }
        Node::call(&Code::fixed("Body"), items)
    }

    /// Bodies by media type.
    pub(super) fn contents(
        &self,
        contents: &[Content],
        media: &[MediaType],
        imports: &mut Imports,
    ) -> Node {
        let mut entries: Vec<(Code, Node)> = Vec::new();
        for (index, content) in contents.iter().enumerate() {
            let key = string(&content.media_type);
            if !entries.iter().any(|(known, _)| *known == key) {
                entries.push((key, self.content(content, media.get(index), imports)));
            }
        }
        Node::dict(entries)
    }

    fn content(&self, content: &Content, media: Option<&MediaType>, to: &mut Imports) -> Node {
        let mut simple = |name: &'static str| {
            to.add(RUNTIME, name);
            Node::call(&Code::fixed(name), Vec::new())
        };
        match &content.kind {
            ContentKind::Json(ty) => self.typed("Json", ty, Vec::new(), to),
            ContentKind::Form(ty) => {
                let fields = self.form_fields(ty, media, to);
                let fields = (!fields.is_empty()).then(|| Node::tuple(fields));
                self.typed("Form", ty, fields.into_iter().collect(), to)
            }
            ContentKind::Multipart(ty) => self.typed("Multipart", ty, Vec::new(), to),
            ContentKind::Text => simple("Text"),
            ContentKind::Bytes => simple("Bytes"),
        }
    }

    /// A body that is read or written by its type.
    fn typed(&self, name: &'static str, ty: &Ty, mut rest: Vec<Node>, to: &mut Imports) -> Node {
        to.add(RUNTIME, name);
        let annotation = self.annotate(ty, Place::Table);
        to.extend(&annotation.imports);
        rest.insert(0, Node::Leaf(code!("lambda: ", &annotation.code)));
        Node::call(&Code::fixed(name), rest)
    }

    fn form_fields(&self, ty: &Ty, media: Option<&MediaType>, to: &mut Imports) -> Vec<Node> {
        let Ty::Declared(id) = self.ir.types.unalias(ty).not_null().clone() else {
            return Vec::new();
        };
        let declared = self.ir.types.get(id);
        let (Form::Record, Kind::Object(object)) = (declared.form, &declared.schema.kind) else {
            return Vec::new();
        };
        let encodings = media.map_or(&[][..], |media| &media.encoding);
        let properties = object.properties.iter();
        let fields = properties.map(|property| {
            let encoding = encodings.iter().find(|one| one.property == property.name);
            form_field(&property.name, encoding, to)
        });
        fields.collect()
    }
}

fn form_field(name: &str, encoding: Option<&Encoding>, imports: &mut Imports) -> Node {
    imports.add(RUNTIME, "Parameter");
    let style = encoding.and_then(|e| e.style).unwrap_or(Style::Form);
    let explode = encoding.and_then(|e| e.explode);
    let mut items = vec![Node::Leaf(string(name)), Node::fixed("\"query\"")];
    let explode = explode.unwrap_or(style == Style::Form);
    styled(&mut items, Location::Query, style, explode);
    Node::call(&Code::fixed("Parameter"), items)
}
