//! A file for each type: its declaration, and what values of it look like.

use spec::model::{Additional, Enumeration, Kind, Member, Object, Property, Schema, Union};

use super::TypeScript;
use super::code::{self, comment, docs, ident, key, string};
use super::imports::Imports;
use super::layout::{Doc, WIDTH};
use super::module;
use super::schema::{UP, discriminator};
use super::ty::{Place, Type};
use super::value::Value;
use crate::GenerateError;
use crate::code::Code;
use crate::ir::docs::of_property;
use crate::ir::schemas::only_value;
use crate::ir::{Form, Ty, TypeId};
use crate::targets::sources::Sources;

impl TypeScript<'_> {
    /// The files of all types, and one that exports them.
    pub(super) fn models(&self, sources: &mut Sources) -> Result<(), GenerateError> {
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
        let body = match (&declared.schema.kind, declared.form) {
            (Kind::Object(object), Form::Record) => {
                let body = self.interface(declared.schema, object, imports);
                Doc::Join(vec![
                    about,
                    Doc::Text(code!("export interface ", &name, " ")),
                    body,
                ])
            }
            (kind, _) => {
                let ty = match kind {
                    Kind::Union(union) => self.union(id, union, imports),
                    Kind::Enumeration(list) if declared.form == Form::StringEnum => {
                        string_enum(list, imports)
                    }
                    Kind::Enumeration(list) if declared.form == Form::IntegerEnum => {
                        integer_enum(list, imports)
                    }
                    _ => self.ty(&self.ir.types.behind(id), UP, Place::Anywhere, imports),
                };
                alias(about, &name, &ty)
            }
        };
        let mut nodes = vec![body];
        if let Some(value) = self.own_schema(id, imports) {
            imports.ty(format!("{UP}/runtime/schema"), "Schema");
            let name = ident(&self.names.of_type(id).schema);
            let about = "What values look like, for the runtime.";
            nodes.push(constant(about, &name, &Type::word("Schema"), &value));
        }
        nodes
    }

    fn interface(&self, schema: &Schema, object: &Object, imports: &mut Imports) -> Doc {
        let only_sent = schema.direction.request && !schema.direction.response;
        let place = if only_sent {
            Place::Request
        } else {
            Place::Anywhere
        };
        let mut types = Vec::new();
        let mut lines = Vec::new();
        for property in &object.properties {
            let ty = self.property_type(property, place, imports);
            let required = self.is_required(schema.direction, property);
            let mark = if required { ":" } else { "?:" };
            lines.push(comment(&of_property(self.ir.api, property)));
            lines.push(Doc::Text(code!(&key(&property.name), mark)));
            lines.extend([ty.after_colon(), Doc::fixed(";"), Doc::Hard]);
            types.push(if required { ty } else { ty.or("undefined") });
        }
        if let Additional::Schema(value) = object.additional {
            let value = self.ir.types.nullable_ty(value);
            types.insert(0, self.ty(&value, UP, place, imports));
            lines.push(docs("Properties whose names the description leaves open."));
            lines.push(Doc::fixed("[name: string]:"));
            let ty = Type::union(types);
            lines.extend([ty.after_colon(), Doc::fixed(";"), Doc::Hard]);
        }
        lines.pop();
        Doc::Join(vec![
            Doc::fixed("{"),
            Doc::indent([vec![Doc::Hard], lines].concat()),
            Doc::Hard,
            Doc::fixed("}"),
        ])
    }

    fn property_type(&self, property: &Property, place: Place, imports: &mut Imports) -> Type {
        let ty = self.ir.types.nullable_ty(property.schema);
        self.ty(&ty, UP, place, imports)
    }

    fn union(&self, id: TypeId, union: &Union, imports: &mut Imports) -> Type {
        let told = discriminator(union);
        let mut parts = Vec::new();
        for member in &union.members {
            let ty = self.ir.types.nullable_ty(member.schema);
            if self.leads_to(&ty, id, &mut Vec::new()) {
                // No type can be made of itself.
                parts.push(self.ty(&Ty::Any, UP, Place::Anywhere, imports));
                continue;
            }
            let part = self.ty(&ty, UP, Place::Anywhere, imports);
            parts.push(match told {
                Some(told) if !self.is_told(member, &told.property) => {
                    tagged(part, &told.property, &member.values, imports)
                }
                _ => part,
            });
        }
        let module = format!("{UP}/runtime/values");
        parts.push(if let Some(told) = told {
            imports.ty(module, "UnknownVariant");
            Type::Word(code!("UnknownVariant<", &string(&told.property), ">"))
        } else {
            imports.ty(module, "UnknownMember");
            Type::word("UnknownMember")
        });
        Type::union(parts)
    }

    /// Whether the type of a member says itself which one it is.
    fn is_told(&self, member: &Member, property: &str) -> bool {
        let api = self.ir.api;
        let Kind::Object(object) = &api.schema(api.resolve(member.schema)).kind else {
            return false;
        };
        let property = object
            .properties
            .iter()
            .find(|known| known.name == property);
        let Some(property) = property.filter(|known| known.required) else {
            return false;
        };
        let only = only_value(self.ir.api, property.schema).filter(|_| self.is_closed(property));
        only.is_some_and(|only| member.values == [only])
    }

    fn is_closed(&self, property: &Property) -> bool {
        let api = self.ir.api;
        match &api.schema(api.resolve(property.schema)).kind {
            Kind::Enumeration(list) => !list.extensible,
            _ => false,
        }
    }

    /// Whether a type is a union, or is made of one by nothing but other names and `null`.
    fn leads_to(&self, ty: &Ty, target: TypeId, seen: &mut Vec<TypeId>) -> bool {
        let Ty::Declared(id) = ty.not_null() else {
            return false;
        };
        if *id == target {
            return true;
        }
        if seen.contains(id) {
            return false;
        }
        seen.push(*id);
        let declared = self.ir.types.get(*id);
        match (&declared.schema.kind, declared.form) {
            (Kind::Union(union), _) => union.members.iter().any(|member| {
                let ty = self.ir.types.nullable_ty(member.schema);
                self.leads_to(&ty, target, seen)
            }),
            (_, Form::Alias) => self.leads_to(&self.ir.types.behind(*id), target, seen),
            _ => false,
        }
    }
}

/// `export type …`
pub(super) fn alias(about: Doc, name: &Code, ty: &Type) -> Doc {
    let head = Doc::Text(code!("export type ", name, " ="));
    let ty = ty.after_equals(head.width());
    Doc::Join(vec![about, head, ty, Doc::fixed(";")])
}

/// `export const …: … = …`, where the brace stands on the next line if there is no place for it.
pub(super) fn constant(about: &str, name: &Code, ty: &Type, value: &Value) -> Doc {
    let ty = ty.doc();
    let head = Doc::Text(code!("export const ", name, ": "));
    let width = head.width() + ty.width() + " =".len();
    let can_break = matches!(ty, Doc::Group(..));
    let fits = width + " {".len() <= WIDTH;
    let value = if fits || (can_break && width > WIDTH) {
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

/// A member of a union, and what its property says.
fn tagged(part: Type, property: &str, values: &[String], imports: &mut Imports) -> Type {
    imports.ty(format!("{UP}/runtime/values"), "Tagged");
    let values = values.iter().map(|value| Type::Word(string(value)));
    let values = Type::union(values.collect());
    Type::Generic("Tagged", vec![part, Type::Word(string(property)), values])
}

fn string_enum(list: &Enumeration, imports: &mut Imports) -> Type {
    let values = list.values.iter().filter_map(serde_json::Value::as_str);
    let mut parts: Vec<_> = values.map(|value| Type::Word(string(value))).collect();
    if list.open {
        parts.push(Type::Piece(Doc::fixed("(string & {})")));
    } else if parts.len() != 1 || list.extensible {
        imports.ty(format!("{UP}/runtime/values"), "UnknownValue");
        parts.push(Type::word("UnknownValue"));
    }
    Type::union(parts)
}

fn integer_enum(list: &Enumeration, imports: &mut Imports) -> Type {
    let values = list.values.iter().filter_map(serde_json::Value::as_i64);
    let mut parts: Vec<_> = values
        .map(|value| Type::Word(code::integer(value)))
        .collect();
    if list.open {
        imports.ty(format!("{UP}/runtime/values"), "Int64");
        parts = vec![Type::word("Int64")];
    } else if parts.len() != 1 || list.extensible {
        imports.ty(format!("{UP}/runtime/values"), "UnknownInteger");
        parts.push(Type::word("UnknownInteger"));
    }
    Type::union(parts)
}
