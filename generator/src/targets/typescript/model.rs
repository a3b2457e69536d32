//! A file for each type: its declaration and its schema.

use std::collections::HashMap;

use spec::model::Direction;

use super::TypeScript;
use super::code::{self, comment, docs, ident, key, string};
use super::imports::Imports;
use super::layout::{Doc, STYLE};
use super::module;
use super::schema::UP;
use super::ty::{Place, Type};
use super::value::Value;
use crate::GenerateError;
use crate::code::Code;
use crate::ir::{
    Enumeration, Mark, Member, Presence, Record, Shape, Ty, TypeId, Types, Union, Values,
    components,
};
use crate::targets::sources::Sources;

impl TypeScript<'_> {
    /// Returns the files of all types, and one that exports them.
    pub(super) fn models(&self, sources: &mut Sources<'_>) -> Result<(), GenerateError> {
        let mut exports = Vec::new();
        for (id, _) in self.ir.types.iter() {
            let file = &self.names.of_type(id).file;
            let mut imports = Imports::default();
            let nodes = self.model(id, &mut imports);
            imports.forget(&format!("{UP}/models/{file}"));
            let imports = imports.beside("models");
            module::add(
                sources,
                format!("src/models/{file}.ts"),
                None,
                &imports,
                &nodes,
            )?;
            let path = code::module(&format!("./{file}"));
            exports.push(Doc::Text(code!("export * from ", &path, ";")));
        }
        if exports.is_empty() {
            exports.push(Doc::fixed("export {};"));
        }
        let exports = [Doc::lines(exports)];
        let path = "src/models/index.ts".to_owned();
        module::add(
            sources,
            path,
            Some("The types of the API."),
            &Imports::default(),
            &exports,
        )
    }

    fn model(&self, id: TypeId, imports: &mut Imports) -> Vec<Doc> {
        let declared = self.ir.types.get(id);
        let name = ident(&declared.name);
        let about = comment(&declared.docs);
        let ty = match &declared.shape {
            Shape::Record(record) => {
                let head = Doc::Text(code!("export interface ", &name, " "));
                let body = self.interface(declared.schema.direction, record, imports);
                Err(Doc::Join(vec![head, body]))
            }
            Shape::Union(union) => Ok(self.union(id, union, imports)),
            Shape::Enumeration(list) => Ok(enumeration(list, imports)),
            Shape::Alias(ty) => Ok(self.named(ty, &declared.name, imports)),
        };
        let body = match ty {
            Ok(ty) => alias(about, &name, &ty),
            Err(interface) => Doc::Join(vec![about, interface]),
        };
        let mut nodes = vec![body];
        if let Some(value) = self.own_schema(id, imports) {
            imports.ty(format!("{UP}/runtime/schema"), "Schema");
            let name = ident(&self.names.of_type(id).schema);
            let about = "The schema of the type, for the runtime.";
            nodes.push(constant(about, &name, &Type::word("Schema"), &value));
        }
        nodes
    }

    /// Returns what a name stands for. Texts of two names are not assignable to each other.
    fn named(&self, ty: &Ty, name: &str, imports: &mut Imports) -> Type {
        match ty {
            Ty::String | Ty::Uuid => {
                imports.ty(format!("{UP}/runtime/values"), "NamedText");
                Type::Generic("NamedText", vec![Type::Word(string(name))])
            }
            Ty::Nullable(inner) => self.named(inner, name, imports).or("null"),
            _ => self.ty(ty, UP, Place::Anywhere, imports),
        }
    }

    fn interface(&self, direction: Direction, record: &Record<'_>, imports: &mut Imports) -> Doc {
        let only_sent = direction.request && !direction.response;
        let place = if only_sent {
            Place::Request
        } else {
            Place::Anywhere
        };
        let mut types = Vec::new();
        let mut lines = Vec::new();
        for field in &record.fields {
            let ty = self.ty(&field.nullable_ty(), UP, place, imports);
            let required = field.presence.is_required();
            let mark = if required { ":" } else { "?:" };
            lines.push(comment(&field.docs));
            lines.push(Doc::Text(code!(&key(field.wire()), mark)));
            lines.extend([ty.after_colon(), Doc::fixed(";"), Doc::Hard]);
            types.push(if required { ty } else { ty.or("undefined") });
        }
        if let Some(value) = &record.additional {
            types.insert(0, self.ty(value, UP, place, imports));
            lines.push(docs("Additional properties."));
            lines.push(Doc::fixed("[name: string]:"));
            let ty = Type::union(types);
            lines.extend([ty.after_colon(), Doc::fixed(";"), Doc::Hard]);
        }
        lines.pop();
        Doc::Join(vec![
            Doc::fixed("{"),
            Doc::indented(Doc::Hard, lines),
            Doc::Hard,
            Doc::fixed("}"),
        ])
    }

    fn union(&self, id: TypeId, union: &Union<'_>, imports: &mut Imports) -> Type {
        let mut parts = self.members(id, union, imports);
        parts.push(other(union.tag, &format!("{UP}/runtime/values"), imports));
        Type::union(parts)
    }

    /// Returns the types of the members of a union.
    pub(super) fn members(
        &self,
        id: TypeId,
        union: &Union<'_>,
        imports: &mut Imports,
    ) -> Vec<Type> {
        let mut parts = Vec::new();
        for member in &union.members {
            if stands_for(&member.ty)
                .is_some_and(|member| self.circles[&member] == self.circles[&id])
            {
                // No type can consist of itself.
                parts.push(self.ty(&Ty::Any, UP, Place::Anywhere, imports));
                continue;
            }
            let part = self.ty(&member.ty, UP, Place::Anywhere, imports);
            parts.push(match (union.tag, &member.mark) {
                (Some(tag), Mark::Tags(values)) if !self.is_distinguished(member, tag) => {
                    tagged(part, tag, values, &format!("{UP}/runtime/values"), imports)
                }
                _ => part,
            });
        }
        parts
    }

    /// Returns whether the type of a member identifies it.
    fn is_distinguished(&self, member: &Member<'_>, tag: &str) -> bool {
        let types = &self.ir.types;
        let Ty::Declared(id) = types.unalias(member.ty.not_null()) else {
            return false;
        };
        let fields = types
            .record(id)
            .into_iter()
            .flat_map(|record| &record.fields);
        let mut fields = fields.filter(|field| field.presence == Presence::Required);
        let Some(field) = fields.find(|field| field.wire() == tag) else {
            return false;
        };
        match types.unalias(&field.ty) {
            Ty::Declared(id) => match &types.get(id).shape {
                Shape::Enumeration(list) => {
                    only(list).is_some_and(|only| member.mark == Mark::Tags(vec![only]))
                }
                _ => false,
            },
            _ => false,
        }
    }
}

/// Numbers types: those that stand for each other, through nothing but unions, names and `null`,
/// have the same number.
pub(super) fn circles(types: &Types<'_>) -> HashMap<TypeId, usize> {
    let needs = types.iter().map(|(id, ty)| {
        let needs: Vec<_> = match &ty.shape {
            Shape::Union(union) => {
                let members = union.members.iter();
                members
                    .filter_map(|member| stands_for(&member.ty))
                    .collect()
            }
            Shape::Alias(behind) => stands_for(behind).into_iter().collect(),
            Shape::Record(_) | Shape::Enumeration(_) => Vec::new(),
        };
        (id, needs)
    });
    components::groups(&needs.collect())
}

/// Returns the type that is all of another, besides `null`.
fn stands_for(ty: &Ty) -> Option<TypeId> {
    match ty.not_null() {
        Ty::Declared(id) => Some(*id),
        _ => None,
    }
}

/// Returns the type of a kind that a union does not list.
pub(super) fn other(tag: Option<&str>, module: &str, imports: &mut Imports) -> Type {
    if let Some(tag) = tag {
        imports.ty(module, "UnknownVariant");
        return Type::Word(code!("UnknownVariant<", &string(tag), ">"));
    }
    imports.ty(module, "UnknownMember");
    Type::word("UnknownMember")
}

/// Returns the only text of an enumeration, if it has one.
fn only<'e>(list: &'e Enumeration<'_>) -> Option<&'e str> {
    match &list.values {
        Values::Strings(values) if !list.open && !list.extensible => match values.as_slice() {
            [only] => Some(only),
            _ => None,
        },
        _ => None,
    }
}

/// Returns `export type …`.
pub(super) fn alias(about: Doc, name: &Code, ty: &Type) -> Doc {
    let head = Doc::Text(code!("export type ", name, " ="));
    let ty = ty.after_equals(head.width());
    Doc::Join(vec![about, head, ty, Doc::fixed(";")])
}

/// Returns `export const …: … = …`, with the brace on the next line if there is no space for it.
pub(super) fn constant(about: &str, name: &Code, ty: &Type, value: &Value) -> Doc {
    let is_nested = ty.is_nested();
    let ty = ty.doc();
    let head = Doc::Text(code!("export const ", name, ": "));
    let width = head.width() + ty.width() + " =".len();
    let can_break = matches!(ty, Doc::Group(..));
    let fits = width + " {".len() <= STYLE.width;
    let value = if fits || (can_break && (is_nested || width > STYLE.width)) {
        Doc::Join(vec![Doc::fixed(" "), value.open()])
    } else {
        Doc::indent(vec![Doc::Hard, value.open()])
    };
    Doc::Join(vec![
        docs(about),
        head,
        ty,
        Doc::fixed(" ="),
        value,
        Doc::fixed(";"),
    ])
}

/// Returns a member of a union, with the value of its property.
pub(super) fn tagged(
    part: Type,
    property: &str,
    values: &[&str],
    module: &str,
    imports: &mut Imports,
) -> Type {
    imports.ty(module, "Tagged");
    let values = values.iter().map(|value| Type::Word(string(value)));
    let values = Type::union(values.collect());
    Type::Generic("Tagged", vec![part, Type::Word(string(property)), values])
}

fn enumeration(list: &Enumeration<'_>, imports: &mut Imports) -> Type {
    let (mut parts, unknown): (Vec<_>, _) = match &list.values {
        Values::Strings(_) if list.open => {
            let values = strings(list);
            let any = Type::Piece(Doc::fixed("(string & {})"));
            return Type::union(values.chain([any]).collect());
        }
        Values::Integers(_) if list.open => {
            imports.ty(format!("{UP}/runtime/values"), "Int64");
            return Type::word("Int64");
        }
        Values::Strings(_) => (strings(list).collect(), "UnknownValue"),
        Values::Integers(values) => {
            let values = values.iter().filter_map(|value| i64::try_from(*value).ok());
            let words = values.map(|value| Type::Word(code::integer(value)));
            (words.collect(), "UnknownInteger")
        }
    };
    if parts.len() != 1 || list.extensible {
        imports.ty(format!("{UP}/runtime/values"), unknown);
        parts.push(Type::word(unknown));
    }
    Type::union(parts)
}

fn strings(list: &Enumeration<'_>) -> impl Iterator<Item = Type> {
    let values = match &list.values {
        Values::Strings(values) => values.as_slice(),
        Values::Integers(_) => &[],
    };
    values.iter().map(|value| Type::Word(string(value)))
}
