//! Types as annotations.

use super::Python;
use super::code::ident;
use super::imports::Imports;
use crate::code::Code;
use crate::ir::{Ty, TypeId};

/// The built-in types in annotations.
pub(super) const BUILT_IN: &[&str] = &["bool", "bytes", "dict", "float", "int", "list", "str"];

/// Where an annotation is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// In a module of models, where it also determines how values are read.
    Model,
    /// In the table of operations, likewise; models are in the package `models`.
    Table,
    /// In the signature of a method, for people and type checkers.
    Signature,
    /// As an argument in the signature of a method, which also accepts inputs.
    Argument,
    /// In a module of inputs.
    Input,
}

impl Place {
    /// Returns whether a caller gives a value there, so that inputs are accepted.
    const fn is_given(self) -> bool {
        matches!(self, Self::Argument | Self::Input)
    }

    /// Returns whether it is for people and type checkers only.
    const fn is_plain(self) -> bool {
        matches!(self, Self::Signature | Self::Argument | Self::Input)
    }
}

/// An annotation and its dependencies.
#[derive(Debug, Clone)]
pub(super) struct Annotation {
    /// The type.
    pub(super) code: Code,
    /// The imports that it needs.
    pub(super) imports: Imports,
    /// The types that it names.
    pub(super) names: Vec<TypeId>,
}

impl Python<'_> {
    /// Returns a type as an annotation.
    pub(super) fn annotate(&self, ty: &Ty, place: Place) -> Annotation {
        let mut annotation = Annotation {
            code: Code::default(),
            imports: Imports::default(),
            names: Vec::new(),
        };
        annotation.code = self.write(ty, place, &mut annotation);
        annotation
    }

    /// Writes a type.
    pub(super) fn write(&self, ty: &Ty, place: Place, to: &mut Annotation) -> Code {
        if place.is_given() {
            return Code::list(self.accepted(ty, place, to), " | ");
        }
        self.write_strictly(ty, place, to)
    }

    /// Writes a type that only has values of models.
    pub(super) fn write_strictly(&self, ty: &Ty, place: Place, to: &mut Annotation) -> Code {
        match ty {
            Ty::Declared(id) => self.named(*id, place, to),
            Ty::List(item) => code!("list[", &self.write(item, place, to), "]"),
            Ty::Map(value) => code!("dict[str, ", &self.write(value, place, to), "]"),
            Ty::Nullable(inner) => {
                let code = self.write(inner, place, to);
                if is_any(&code) {
                    code
                } else {
                    code!(&code, " | None")
                }
            }
            Ty::Any | Ty::Object => {
                to.imports.add("typing", "Any");
                Code::fixed(if *ty == Ty::Any {
                    "Any"
                } else {
                    "dict[str, Any]"
                })
            }
            Ty::Null => Code::fixed("None"),
            Ty::String | Ty::Uri => Code::fixed("str"),
            Ty::Binary => {
                to.imports.add("..runtime.file", "File");
                Code::fixed("File")
            }
            scalar if place.is_plain() => plain(scalar, to),
            scalar => {
                let name = read(scalar);
                to.imports.add("..runtime.scalars", name);
                Code::fixed(name)
            }
        }
    }

    fn named(&self, id: TypeId, place: Place, to: &mut Annotation) -> Code {
        let declared = self.ir.types.get(id);
        if self.is_spelled_out(id) {
            return self.write(&self.ir.types.behind(id), place, to);
        }
        to.names.push(id);
        let name = ident(&declared.name);
        match place {
            Place::Model => name,
            _ => {
                to.imports.add("..", "models");
                code!("models.", &name)
            }
        }
    }

    /// Returns the types that a type names, once its aliases are resolved.
    pub(super) fn mentioned(&self, ty: &Ty) -> Vec<TypeId> {
        self.annotate(ty, Place::Model).names
    }
}

/// Returns whether `None` is already one of its values.
pub(super) fn is_any(code: &Code) -> bool {
    matches!(code.as_str(), "Any" | "None") || code.as_str().ends_with(" | None")
}

fn plain(ty: &Ty, to: &mut Annotation) -> Code {
    let (module, name) = match ty {
        Ty::Boolean => ("", "bool"),
        ty if ty.is_integer() => ("", "int"),
        Ty::Float | Ty::Double => ("", "float"),
        Ty::DecimalNumber | Ty::Decimal => ("decimal", "Decimal"),
        Ty::DateTime => ("datetime", "datetime"),
        Ty::Date => ("datetime", "date"),
        Ty::Uuid => ("uuid", "UUID"),
        _ => ("", "bytes"),
    };
    if !module.is_empty() {
        to.imports.add(module, name);
    }
    Code::fixed(name)
}

fn read(ty: &Ty) -> &'static str {
    match ty {
        Ty::Boolean => "Boolean",
        Ty::Int32 | Ty::UInt16 => "Int32",
        Ty::Int64 | Ty::UInt32 => "Int64",
        Ty::UInt64 => "UInt64",
        Ty::Float | Ty::Double => "Float",
        Ty::DecimalNumber => "DecimalNumber",
        Ty::Decimal => "DecimalString",
        Ty::DateTime => "DateTime",
        Ty::Date => "Date",
        Ty::Uuid => "Uuid",
        _ => "Base64",
    }
}
