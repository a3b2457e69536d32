//! Bodies of requests and responses, in the table of operations.

use spec::model::Location;

use super::Python;
use super::code::string;
use super::imports::Imports;
use super::layout::Node;
use super::operations::{RUNTIME, styled};
use super::ty::Place;
use crate::code::Code;
use crate::ir::{Content, ContentKind, FormField, Items, RequestBody, Ty};

impl Python<'_> {
    /// Returns the body of a request.
    pub(super) fn body(&self, body: &RequestBody<'_>, imports: &mut Imports) -> Node {
        imports.add(RUNTIME, "Body");
        let mut items = vec![self.contents(&body.contents, imports)];
        let json = body
            .contents
            .iter()
            .find_map(|content| match &content.kind {
                ContentKind::Json(Ty::Declared(id)) => Some(*id),
                _ => None,
            });
        if let (Some(property), Some(id)) = (body.idempotency, json) {
            let record = self.ir.types.record(id);
            if let Some(field) = record.and_then(|record| record.field(&property.name)) {
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

    /// Returns bodies by media type.
    pub(super) fn contents(&self, contents: &[Content], imports: &mut Imports) -> Node {
        let mut entries: Vec<(Code, Node)> = Vec::new();
        for content in contents {
            let key = string(&content.media_type);
            if !entries.iter().any(|(known, _)| *known == key) {
                entries.push((key, self.content(content, imports)));
            }
        }
        Node::dict(entries)
    }

    fn content(&self, content: &Content, to: &mut Imports) -> Node {
        let mut simple = |name: &'static str| {
            to.add(RUNTIME, name);
            Node::call(&Code::fixed(name), Vec::new())
        };
        match &content.kind {
            ContentKind::Json(ty) => self.typed("Json", ty, Vec::new(), to),
            ContentKind::Form(ty) => {
                let fields = content.fields.iter();
                let fields: Vec<_> = fields.map(|field| form_field(field, to)).collect();
                let fields = (!fields.is_empty()).then(|| Node::tuple(fields));
                self.typed("Form", ty, fields.into_iter().collect(), to)
            }
            ContentKind::Multipart(ty) => self.typed("Multipart", ty, Vec::new(), to),
            ContentKind::Text => simple("Text"),
            ContentKind::Bytes => simple("Bytes"),
            ContentKind::Stream(items) => self.stream(items, to),
        }
    }

    fn stream(&self, items: &Items, to: &mut Imports) -> Node {
        to.add(RUNTIME, "Stream");
        let mut arguments = vec![Node::Leaf(string(items.framing.as_str()))];
        if let Some(ty) = &items.json {
            let annotation = self.annotate(ty, Place::Table);
            to.extend(&annotation.imports);
            arguments.push(Node::Leaf(code!("lambda: ", &annotation.code)));
        }
        let end = items.end.as_deref();
        arguments.extend(end.map(|end| Node::keyword("end", Node::Leaf(string(end)))));
        if let Some(part) = &items.part {
            let content = Node::Leaf(string(part.content.as_str()));
            let part = Node::tuple(vec![Node::Leaf(string(&part.media_type)), content]);
            arguments.push(Node::keyword("part", part));
        }
        if let Some(names) = &items.json_events {
            let names = names.iter().map(|name| Node::Leaf(string(name)));
            arguments.push(Node::keyword("json_events", Node::tuple(names.collect())));
        }
        Node::call(&Code::fixed("Stream"), arguments)
    }

    /// Returns a body that is read or written by its type.
    fn typed(&self, name: &'static str, ty: &Ty, mut rest: Vec<Node>, to: &mut Imports) -> Node {
        to.add(RUNTIME, name);
        let annotation = self.annotate(ty, Place::Table);
        to.extend(&annotation.imports);
        rest.insert(0, Node::Leaf(code!("lambda: ", &annotation.code)));
        Node::call(&Code::fixed(name), rest)
    }
}

fn form_field(field: &FormField, imports: &mut Imports) -> Node {
    imports.add(RUNTIME, "Parameter");
    let mut items = vec![Node::Leaf(string(&field.name)), Node::fixed("\"query\"")];
    styled(&mut items, Location::Query, field.style, field.explode);
    if field.allow_reserved {
        items.push(Node::keyword("allow_reserved", Node::fixed("True")));
    }
    Node::call(&Code::fixed("Parameter"), items)
}
