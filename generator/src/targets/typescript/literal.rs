//! Values of the description as TypeScript.

use std::fmt::Write as _;

use serde_json::Value as Json;

use super::TypeScript;
use super::code::{bytes, ident, key, number, string};
use super::layout::{Doc, STYLE};
use super::signature::Takes;
use super::value::Value;
use crate::FileTree;
use crate::code::Code;
use crate::ir::{Call, ContentKind, Group, Items, Literal, Mark, Shape, Ty, TypeId, Union};
use crate::targets::Sample;

impl TypeScript<'_> {
    /// Returns a sample of each call that has one.
    pub(super) fn samples(&self) -> Vec<Sample> {
        let calls = self.ir.grouped();
        let samples = calls.filter_map(|(group, call)| {
            let source = self.sample(group, call)?;
            Some(Sample::new(call.operation, source.as_str()))
        });
        samples.collect()
    }

    /// Returns a program that contains every sample, next to the index of the package.
    pub(super) fn sample_program(&self) -> FileTree {
        let samples = self.samples();
        let mut text = match samples.as_slice() {
            [] => "export {};\n".to_owned(),
            _ => "import type { Client } from \"./index.js\";\n".to_owned(),
        };
        for (index, sample) in samples.iter().enumerate() {
            let head = format!("\nexport async function sample{index}(client: Client) {{\n");
            text.push_str(&head);
            for line in sample.source.lines() {
                let _ = writeln!(text, "  {line}");
            }
            text.push_str("}\n");
        }
        let mut tree = FileTree::default();
        tree.insert("src/samples.ts", text);
        tree
    }

    /// Returns a call of an operation, as statements; `None` if no value fits.
    pub(super) fn sample(&self, group: &Group<'_>, call: &Call<'_>) -> Option<Code> {
        let members = self.sample_arguments(call)?;
        let is_bare = members.is_empty();
        // A body that has no media type cannot be given.
        if is_bare && Self::takes(call) == Takes::Required {
            return None;
        }
        let arguments = match members {
            members if members.is_empty() => Doc::fixed("()"),
            members => {
                let members = Value::Members(members).doc();
                Doc::Join(vec![Doc::fixed("("), members, Doc::fixed(")")])
            }
        };
        let method = call
            .pages
            .as_ref()
            .map_or(&call.method, |pages| &pages.method);
        let method = code!("client.", &ident(&group.name), ".", &ident(method));
        let each = |items: Vec<Doc>| {
            let head = [vec![Doc::fixed("for await (const item of ")], items].concat();
            let loops = Doc::Join([head, vec![Doc::fixed(") {")]].concat());
            vec![loops, Doc::fixed("  console.log(item);"), Doc::fixed("}")]
        };
        let sent = |left: Option<&'static str>| {
            let method = code!("await ", &method);
            let value = Doc::Join(vec![Doc::Text(method), arguments.clone()]);
            let statement = match left {
                Some(left) => assigned(left, value, is_bare),
                None => value,
            };
            Doc::Join(vec![statement, Doc::fixed(";")])
        };
        let lines = match call.results().as_slice() {
            _ if call.pages.is_some() => each(vec![Doc::Text(method), arguments]),
            [Some(ContentKind::Stream(_))] => [
                vec![sent(Some("const items ="))],
                each(vec![Doc::fixed("items")]),
            ]
            .concat(),
            [] | [None] => vec![sent(None)],
            _ => vec![
                sent(Some("const result =")),
                Doc::fixed("console.log(result);"),
            ],
        };
        Some(Doc::lines(lines).print(&STYLE))
    }

    fn sample_arguments(&self, call: &Call<'_>) -> Option<Vec<(Code, Value)>> {
        let values = call.values(&self.ir.samples)?;
        let mut members = Vec::new();
        for (argument, value) in call.arguments.iter().zip(&values.arguments) {
            if let Some(value) = value {
                members.push((ident(&argument.name), self.literal(&argument.ty, value)?));
            }
        }
        let content = call.body.as_ref().and_then(|body| body.contents.first());
        if let Some((content, value)) = content.zip(values.body.as_ref()) {
            members.push((
                Code::fixed("body"),
                self.body_literal(&content.kind, value)?,
            ));
        }
        Some(members)
    }

    fn body_literal(&self, kind: &ContentKind, value: &Literal) -> Option<Value> {
        match kind {
            ContentKind::Json(ty) | ContentKind::Form(ty) | ContentKind::Multipart(ty) => {
                self.literal(ty, value)
            }
            ContentKind::Text => Some(Value::Atom(string(value.text()))),
            ContentKind::Bytes => Some(Value::Atom(bytes(value.bytes()))),
            ContentKind::Stream(items) => self.items_literal(items, value),
        }
    }

    fn items_literal(&self, items: &Items, value: &Literal) -> Option<Value> {
        let Literal::List(values) = value else {
            return None;
        };
        let values = values.iter().map(|value| {
            let data = match &items.json {
                Some(ty) => self.literal(ty, value)?,
                None => Value::Atom(string(value.text())),
            };
            Some(if items.are_events() {
                Value::Object(vec![("data", data)])
            } else {
                data
            })
        });
        values.collect::<Option<_>>().map(Value::Array)
    }

    /// Returns a value of a type; `None` if the type has no such values.
    fn literal(&self, ty: &Ty, value: &Literal) -> Option<Value> {
        Some(match (ty, value) {
            (Ty::Declared(id), value) => return self.declared_literal(*id, value),
            (Ty::Nullable(_) | Ty::Null, Literal::Null) => Value::fixed("null"),
            (Ty::Nullable(inner), value) => return self.literal(inner, value),
            (Ty::Any | Ty::Object, Literal::Any(json)) => written(json),
            (Ty::Boolean, Literal::Boolean(true)) => Value::fixed("true"),
            (Ty::Boolean, Literal::Boolean(false)) => Value::fixed("false"),
            (Ty::Decimal | Ty::DecimalNumber, Literal::Number(number)) => {
                Value::Atom(string(&number.to_string()))
            }
            (Ty::Int64 | Ty::UInt32 | Ty::UInt64, Literal::Number(digits)) => {
                Value::Atom(number(digits, true))
            }
            (_, Literal::Number(digits)) => Value::Atom(number(digits, false)),
            (_, Literal::Text(text)) => Value::Atom(string(text)),
            (_, Literal::Bytes(content)) => Value::Atom(bytes(content)),
            (Ty::List(item), Literal::List(items)) => {
                let items = items.iter().map(|value| self.literal(item, value));
                Value::Array(items.collect::<Option<_>>()?)
            }
            (Ty::Map(item), Literal::Map(members)) => {
                let members = members
                    .iter()
                    .map(|(name, value)| Some((key(name), self.literal(item, value)?)));
                Value::Members(members.collect::<Option<_>>()?)
            }
            _ => return None,
        })
    }

    fn declared_literal(&self, id: TypeId, value: &Literal) -> Option<Value> {
        let declared = self.ir.types.get(id);
        match (&declared.shape, value) {
            (Shape::Alias(behind), value) => self.literal(behind, value),
            (Shape::Record(record), Literal::Record(fields)) => {
                let members = fields.iter().map(|(index, value)| {
                    let field = record.fields.get(*index)?;
                    let value = self.literal(&field.nullable_ty(), value)?;
                    Some((key(field.wire()), value))
                });
                members.collect::<Option<_>>().map(Value::Members)
            }
            (Shape::Enumeration(_), Literal::Value(Json::String(text))) => {
                Some(Value::Atom(string(text)))
            }
            (Shape::Enumeration(_), Literal::Value(Json::Number(digits))) => {
                Some(Value::Atom(number(digits, true)))
            }
            (Shape::Union(union), Literal::Member(index, value)) => {
                self.member_literal(union, *index, value)
            }
            _ => None,
        }
    }

    /// Returns a member of a union, with the property that identifies it.
    fn member_literal(&self, union: &Union<'_>, index: usize, value: &Literal) -> Option<Value> {
        let member = union.members.get(index)?;
        let inner = self.literal(&member.ty, value)?;
        let (Some(tag), Mark::Tags(tags), Value::Members(members)) =
            (union.tag, &member.mark, &inner)
        else {
            return Some(inner);
        };
        let name = key(tag);
        if members.iter().any(|(known, _)| *known == name) {
            return Some(inner);
        }
        let mark = Value::Atom(string(tags.first()?));
        Some(Value::Members(
            [vec![(name, mark)], members.clone()].concat(),
        ))
    }
}

/// Returns an assignment. A call without arguments that does not fit moves to the next line.
pub(super) fn assigned(left: &'static str, value: Doc, is_bare: bool) -> Doc {
    if is_bare {
        let value = Doc::indent(vec![Doc::Line, value]);
        return Doc::group(vec![Doc::fixed(left), value]);
    }
    Doc::Join(vec![Doc::fixed(left), Doc::fixed(" "), value])
}

/// Returns JSON as a literal.
fn written(json: &Json) -> Value {
    match json {
        Json::Null => Value::fixed("null"),
        Json::Bool(true) => Value::fixed("true"),
        Json::Bool(false) => Value::fixed("false"),
        Json::Number(digits) => Value::Atom(number(digits, true)),
        Json::String(text) => Value::Atom(string(text)),
        Json::Array(items) => Value::Array(items.iter().map(written).collect()),
        Json::Object(members) => {
            let members = members.iter();
            let members = members.map(|(name, value)| (key(name), written(value)));
            Value::Members(members.collect())
        }
    }
}
