//! Values of the description as Python.

use std::fmt::Write as _;

use serde_json::Value as Json;

use super::Python;
use super::code::{bytes, date, ident, instant, number, string};
use super::layout::{Node, is_awkward, statement};
use crate::FileTree;
use crate::code::Code;
use crate::ir::{Call, ContentKind, Group, Items, Literal, Shape, Ty, TypeId};
use crate::targets::Sample;

/// What samples import from the standard library: a mark, and the line.
pub(super) const LIBRARY: &[(&str, &str)] = &[
    ("date", "from datetime import date"),
    ("datetime", "from datetime import datetime, timezone"),
    ("Decimal", "from decimal import Decimal"),
    ("UUID", "from uuid import UUID"),
];

/// The indentation of a function's body.
const BODY: usize = 4;

impl Python<'_> {
    /// Returns a sample of each call that has one.
    pub(super) fn samples(&self) -> Vec<Sample> {
        let calls = self.ir.grouped();
        let samples = calls.filter_map(|(group, call)| {
            let source = self.sample_of(group, call)?;
            Some(Sample::new(call.operation, source.as_str()))
        });
        samples.collect()
    }

    /// Returns a module of the package that contains every sample.
    pub(super) fn sample_program(&self) -> FileTree {
        let mut text = String::new();
        for (_, line) in LIBRARY {
            let _ = writeln!(text, "{line}");
        }
        text.push_str("\nfrom . import Client, File, ServerSentEvent, models\n");
        let calls = self.ir.grouped();
        let samples = calls.filter_map(|(group, call)| self.sample_at(BODY, group, call));
        for (index, sample) in samples.enumerate() {
            let _ = writeln!(
                text,
                "\n\ndef sample{index}(client: Client) -> None:\n{}",
                sample.as_str()
            );
        }
        if is_awkward(&text) {
            text.insert_str(0, "# fmt: off\n");
        }
        let mut tree = FileTree::default();
        tree.insert(self.folder("samples.py"), text);
        tree
    }

    /// Returns a call of an operation, as statements; `None` if no value fits.
    pub(super) fn sample_of(&self, group: &Group<'_>, call: &Call<'_>) -> Option<Code> {
        self.sample_at(0, group, call)
    }

    fn sample_at(&self, indent: usize, group: &Group<'_>, call: &Call<'_>) -> Option<Code> {
        let items = self.sample_arguments(call)?;
        let method = call
            .pages
            .as_ref()
            .map_or(&call.method, |pages| &pages.method);
        let method = code!("client.", &ident(&group.name), ".", &ident(method));
        let node = Node::call(&method, items);
        let margin = Code::spaces(indent);
        let each = |head: Code| {
            let head = code!(&margin, "for item in ", &head, ":");
            vec![head, code!(&margin, "    print(item)")]
        };
        let sent = |before: &'static str| statement(indent, &Code::fixed(before), &node);
        let lines = match call.results().as_slice() {
            _ if call.pages.is_some() => each(node.print(indent, "for item in ".len(), 1)),
            [Some(ContentKind::Stream(_))] => {
                [vec![sent("items = ")], each(Code::fixed("items"))].concat()
            }
            [] | [None] => vec![sent("")],
            _ => vec![sent("result = "), code!(&margin, "print(result)")],
        };
        Some(Code::list(lines, "\n"))
    }

    fn sample_arguments(&self, call: &Call<'_>) -> Option<Vec<Node>> {
        let values = call.values(&self.ir.samples)?;
        let (mut items, mut keywords) = (Vec::new(), Vec::new());
        let given = self.arguments(call).into_iter().zip(&call.arguments);
        for ((argument, typed), value) in given.zip(&values.arguments) {
            let Some(value) = value else {
                // What a path has is always required.
                if argument.positional {
                    return None;
                }
                continue;
            };
            let value = self.literal(&typed.ty, value)?;
            if argument.positional {
                items.push(value);
            } else {
                let name = code!(&ident(&argument.name), "=");
                keywords.push(Node::after(name, value));
            }
        }
        let content = call.body.as_ref().and_then(|body| body.contents.first());
        if let Some((content, value)) = content.zip(values.body.as_ref()) {
            items.push(self.body_literal(&content.kind, value)?);
        }
        items.append(&mut keywords);
        Some(items)
    }

    fn body_literal(&self, kind: &ContentKind, value: &Literal) -> Option<Node> {
        match kind {
            ContentKind::Json(ty) | ContentKind::Form(ty) | ContentKind::Multipart(ty) => {
                self.literal(ty, value)
            }
            ContentKind::Text => Some(Node::Leaf(string(value.text()))),
            ContentKind::Bytes => Some(Node::Leaf(bytes(value.bytes()))),
            ContentKind::Stream(items) => self.items_literal(items, value),
        }
    }

    fn items_literal(&self, items: &Items, value: &Literal) -> Option<Node> {
        let Literal::List(values) = value else {
            return None;
        };
        let values = values.iter().map(|value| {
            let data = match &items.json {
                Some(ty) => self.literal(ty, value)?,
                None => Node::Leaf(string(value.text())),
            };
            Some(if items.are_events() {
                let event = Node::fixed("\"message\"");
                Node::call(&Code::fixed("ServerSentEvent"), vec![event, data])
            } else {
                data
            })
        });
        values.collect::<Option<_>>().map(list)
    }

    /// Returns a value of a type; `None` if the type has no such values.
    fn literal(&self, ty: &Ty, value: &Literal) -> Option<Node> {
        let quoted = |name: &'static str, text: &str| {
            Node::call(&Code::fixed(name), vec![Node::Leaf(string(text))])
        };
        Some(match (ty, value) {
            (Ty::Declared(id), value) => return self.declared_literal(*id, value),
            (Ty::Nullable(_) | Ty::Null, Literal::Null) => Node::fixed("None"),
            (Ty::Nullable(inner), value) => return self.literal(inner, value),
            (Ty::Any | Ty::Object, Literal::Any(json)) => written(json),
            (Ty::Boolean, Literal::Boolean(true)) => Node::fixed("True"),
            (Ty::Boolean, Literal::Boolean(false)) => Node::fixed("False"),
            (Ty::DecimalNumber | Ty::Decimal, Literal::Number(digits)) => {
                quoted("Decimal", &digits.to_string())
            }
            (_, Literal::Number(digits)) => Node::Leaf(number(digits)),
            (Ty::Decimal, Literal::Text(text)) => quoted("Decimal", text),
            (Ty::Uuid, Literal::Text(text)) => quoted("UUID", text),
            (Ty::DateTime, Literal::Text(text)) => {
                let zone = Node::keyword("tzinfo", Node::fixed("timezone.utc"));
                let parts = instant(text)?.into_iter().map(Node::Leaf).chain([zone]);
                Node::call(&Code::fixed("datetime"), parts.collect())
            }
            (Ty::Date, Literal::Text(text)) => {
                let parts = date(text)?.into_iter().map(Node::Leaf);
                Node::call(&Code::fixed("date"), parts.collect())
            }
            (_, Literal::Text(text)) => Node::Leaf(string(text)),
            (Ty::Binary, Literal::Bytes(content)) => {
                Node::call(&Code::fixed("File"), vec![Node::Leaf(bytes(content))])
            }
            (_, Literal::Bytes(content)) => Node::Leaf(bytes(content)),
            (Ty::List(item), Literal::List(items)) => {
                let items = items.iter().map(|value| self.literal(item, value));
                list(items.collect::<Option<_>>()?)
            }
            (Ty::Map(item), Literal::Map(members)) => {
                let members = members
                    .iter()
                    .map(|(name, value)| Some((string(name), self.literal(item, value)?)));
                Node::dict(members.collect::<Option<_>>()?)
            }
            _ => return None,
        })
    }

    fn declared_literal(&self, id: TypeId, value: &Literal) -> Option<Node> {
        let declared = self.ir.types.get(id);
        let name = code!("models.", &ident(&declared.name));
        match (&declared.shape, value) {
            (Shape::Alias(behind), value) => self.literal(behind, value),
            (Shape::Record(record), Literal::Record(fields)) => {
                let items = fields.iter().map(|(index, value)| {
                    let field = record.fields.get(*index)?;
                    let value = self.literal(&field.nullable_ty(), value)?;
                    Some(Node::after(code!(&ident(&field.name), "="), value))
                });
                Some(Node::call(&name, items.collect::<Option<_>>()?))
            }
            (Shape::Enumeration(list), Literal::Value(value)) => {
                let at = list.position(value)?;
                let constant = self.constants_of(id).get(at)?;
                Some(Node::Leaf(code!(&name, ".", &ident(constant))))
            }
            (Shape::Union(union), Literal::Member(index, value)) => {
                self.literal(&union.members.get(*index)?.ty, value)
            }
            _ => None,
        }
    }
}

fn list(items: Vec<Node>) -> Node {
    Node::Group(Code::fixed("["), items, Code::fixed("]"))
}

/// Returns JSON as a literal.
fn written(json: &Json) -> Node {
    match json {
        Json::Null => Node::fixed("None"),
        Json::Bool(true) => Node::fixed("True"),
        Json::Bool(false) => Node::fixed("False"),
        Json::Number(digits) => Node::Leaf(number(digits)),
        Json::String(text) => Node::Leaf(string(text)),
        Json::Array(items) => list(items.iter().map(written).collect()),
        Json::Object(members) => {
            let members = members.iter();
            let members = members.map(|(name, value)| (string(name), written(value)));
            Node::dict(members.collect())
        }
    }
}
