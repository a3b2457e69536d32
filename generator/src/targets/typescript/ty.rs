//! Types, as TypeScript writes them.

use std::collections::HashSet;

use super::TypeScript;
use super::code::ident;
use super::imports::Imports;
use super::layout::{Doc, STYLE};
use crate::code::Code;
use crate::ir::Ty;

/// A type, as far as its layout depends on its structure.
#[derive(Debug, Clone)]
pub(super) enum Type {
    /// One word.
    Word(Code),
    /// `T[]`
    Array(Box<Type>),
    /// `{ [name: string]: T }`
    Map(Box<Type>),
    /// `Name<A, B>`
    Generic(&'static str, Vec<Type>),
    /// `A & { … }`, or another piece that is one member of a union.
    Piece(Doc),
    /// `A | B`
    Union(Vec<Type>),
}

/// Where values of a type are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Only in requests, where files may be given in several ways.
    Request,
    /// Anywhere.
    Anywhere,
}

impl TypeScript<'_> {
    /// Returns a type, and records its names in `imports`. `up` leads to the folder of the sources.
    pub(super) fn ty(&self, ty: &Ty, up: &str, place: Place, imports: &mut Imports) -> Type {
        let mut value = |name: &'static str| {
            imports.ty(format!("{up}/runtime/values"), name);
            Type::Word(Code::fixed(name))
        };
        match ty {
            Ty::Any => value("JsonValue"),
            Ty::Null => Type::word("null"),
            Ty::Boolean => Type::word("boolean"),
            Ty::Int32 | Ty::UInt16 | Ty::Float | Ty::Double => Type::word("number"),
            Ty::Int64 | Ty::UInt32 | Ty::UInt64 => value("Int64"),
            Ty::Decimal | Ty::DecimalNumber => value("Decimal"),
            Ty::String | Ty::Uuid | Ty::Uri => Type::word("string"),
            Ty::DateTime => value("DateTime"),
            Ty::Date => value("CalendarDate"),
            Ty::Binary if place == Place::Request => value("Upload"),
            Ty::Binary | Ty::Base64 => Type::word("Uint8Array"),
            Ty::Object => value("JsonObject"),
            Ty::Declared(id) => {
                let name = &self.ir.types.get(*id).name;
                let file = &self.names.of_type(*id).file;
                imports.ty(format!("{up}/models/{file}"), name);
                Type::Word(ident(name))
            }
            Ty::List(item) => Type::Array(Box::new(self.ty(item, up, place, imports))),
            Ty::Map(item) => Type::Map(Box::new(self.ty(item, up, place, imports))),
            Ty::Nullable(inner) if **inner == Ty::Any => self.ty(inner, up, place, imports),
            Ty::Nullable(inner) => self.ty(inner, up, place, imports).or("null"),
        }
    }
}

impl Type {
    /// Returns a word of the language.
    pub(super) fn word(word: &'static str) -> Self {
        Self::Word(Code::fixed(word))
    }

    /// Returns whether a type argument has type arguments itself. The type is then broken before
    /// the assigned value.
    pub(super) fn is_nested(&self) -> bool {
        let is_generic = |argument: &Self| matches!(argument, Self::Generic(..));
        matches!(self, Self::Generic(_, arguments) if arguments.iter().any(is_generic))
    }

    /// Returns the union of several types without duplicates.
    pub(super) fn union(types: Vec<Self>) -> Self {
        let mut flat: Vec<Self> = Vec::new();
        let mut known = HashSet::new();
        for ty in types {
            let parts = if let Self::Union(parts) = ty {
                parts
            } else {
                vec![ty]
            };
            for part in parts {
                if known.insert(part.doc().print(&STYLE)) {
                    flat.push(part);
                }
            }
        }
        match flat.len() {
            0 => Self::word("never"),
            1 => flat.remove(0),
            _ => Self::Union(flat),
        }
    }

    /// Returns the union of this type and a word.
    pub(super) fn or(self, word: &'static str) -> Self {
        Self::union(vec![self, Self::word(word)])
    }

    /// Returns the type within a line.
    pub(super) fn doc(&self) -> Doc {
        match self {
            Self::Word(code) => Doc::Text(code.clone()),
            Self::Piece(doc) => doc.clone(),
            Self::Array(item) => match &**item {
                Self::Union(_) => Doc::Join(vec![Doc::fixed("("), item.doc(), Doc::fixed(")[]")]),
                _ => Doc::Join(vec![item.doc(), Doc::fixed("[]")]),
            },
            Self::Map(value) => Doc::group(vec![
                Doc::fixed("{"),
                Doc::indent(vec![Doc::Line, index_key(value), value.after_colon()]),
                Doc::IfBroken(";"),
                Doc::Line,
                Doc::fixed("}"),
            ]),
            Self::Generic(name, arguments) => {
                if let [Self::Union(parts)] = arguments.as_slice() {
                    return Doc::group(vec![
                        Doc::fixed(name),
                        Doc::fixed("<"),
                        Doc::indent(vec![Doc::Soft, list(parts)]),
                        Doc::Soft,
                        Doc::fixed(">"),
                    ]);
                }
                let arguments = arguments.iter().map(|argument| match argument {
                    Self::Union(parts) => list(parts),
                    other => other.doc(),
                });
                generic(name, arguments.collect())
            }
            Self::Union(parts) => {
                let parts = parts.iter().map(Self::doc).collect();
                Doc::Join(Doc::separated(parts, &[Doc::fixed(" | ")]))
            }
        }
    }

    /// Returns the type after a colon and a space.
    pub(super) fn after_colon(&self) -> Doc {
        match self {
            Self::Union(parts) if !is_hugged(parts) => listed(parts),
            _ => Doc::Join(vec![Doc::fixed(" "), self.doc()]),
        }
    }

    /// Returns the type after an equals sign that ends at a column.
    pub(super) fn after_equals(&self, column: usize) -> Doc {
        let beside = Doc::Join(vec![Doc::fixed(" "), self.doc()]);
        match self {
            Self::Union(parts) if !matches!(parts.as_slice(), [Self::Map(_), _]) => listed(parts),
            Self::Word(_) | Self::Array(_) => {
                Doc::group(vec![Doc::indent(vec![Doc::Line, self.doc()])])
            }
            Self::Generic(name, _) if column + name.len() + " <".len() > STYLE.width => {
                Doc::indent(vec![Doc::Hard, self.doc()])
            }
            _ => beside,
        }
    }
}

/// Returns `[name: string]`, which is broken if what follows is too long for a line.
fn index_key(value: &Type) -> Doc {
    let parts = vec![
        Doc::fixed("["),
        Doc::indent(vec![Doc::Soft, Doc::fixed("name: string")]),
        Doc::Soft,
        Doc::fixed("]:"),
    ];
    match value {
        Type::Word(_) | Type::Array(_) => Doc::group(parts),
        Type::Union(members) if is_hugged(members) => Doc::group(parts),
        _ => Doc::fixed("[name: string]:"),
    }
}

/// Lays parts out on the line, on the next line, or each on a separate line.
fn listed(parts: &[Type]) -> Doc {
    Doc::group(vec![Doc::indent(vec![Doc::Line, list(parts)])])
}

/// Lays parts out on the line, or each on a separate line.
fn list(parts: &[Type]) -> Doc {
    let parts = parts.iter().map(|part| match part {
        Type::Word(_) | Type::Array(_) => part.doc(),
        _ => Doc::Indent(Box::new(part.doc())),
    });
    let mut all = vec![Doc::IfBroken("| ")];
    all.extend(Doc::separated(
        parts.collect(),
        &[Doc::Line, Doc::fixed("| ")],
    ));
    Doc::group(all)
}

/// Returns whether a name or an object is kept together with `null`.
fn is_hugged(parts: &[Type]) -> bool {
    match parts {
        [Type::Word(_) | Type::Map(_), Type::Word(null)] => null.as_str() == "null",
        _ => false,
    }
}

/// `Name<A, B>`
pub(super) fn generic(name: &'static str, arguments: Vec<Doc>) -> Doc {
    if let [one] = arguments.as_slice() {
        return Doc::Join(vec![
            Doc::fixed(name),
            Doc::fixed("<"),
            one.clone(),
            Doc::fixed(">"),
        ]);
    }
    let arguments = Doc::separated(arguments, &[Doc::fixed(","), Doc::Line]);
    Doc::group(vec![
        Doc::fixed(name),
        Doc::fixed("<"),
        Doc::indented(Doc::Soft, arguments),
        Doc::Soft,
        Doc::fixed(">"),
    ])
}
