//! Types as Go writes them.

use super::code;
use super::plan::Go;
use crate::code::Code;
use crate::ir::{ContentKind, Field, Items, Presence, Ty, TypeId};

impl Go<'_> {
    /// Returns the name of a declared type.
    pub(super) fn type_name(&self, id: TypeId) -> Code {
        code::exported(&self.ir.types.get(id).name)
    }

    /// Returns a type.
    pub(super) fn ty(&self, ty: &Ty) -> Code {
        Code::fixed(match ty {
            Ty::Any => "any",
            Ty::Null => "Nothing",
            Ty::Boolean => "bool",
            Ty::Int32 | Ty::UInt16 => "int32",
            Ty::Int64 | Ty::UInt32 => "int64",
            Ty::UInt64 => "uint64",
            Ty::Float => "float32",
            Ty::Double => "float64",
            Ty::DecimalNumber => "DecimalNumber",
            Ty::String | Ty::Uuid | Ty::Uri => "string",
            Ty::Decimal => "Decimal",
            Ty::DateTime => return Code::fixed("time.Time").needing(TIME),
            Ty::Date => "Date",
            Ty::Base64 => "[]byte",
            Ty::Binary => "File",
            Ty::Object => "map[string]any",
            Ty::Declared(id) => return self.type_name(*id),
            Ty::List(item) => return code!("[]", &self.ty(item)),
            Ty::Map(value) => return code!("map[string]", &self.ty(value)),
            Ty::Nullable(inner) => return code!("Optional[", &self.ty(inner), "]"),
        })
    }

    /// Returns the type of a field.
    pub(super) fn field_ty(&self, field: &Field<'_>) -> Code {
        let ty = self.ty(&field.ty);
        match field.presence {
            Presence::Required if field.boxed => code!("*", &ty),
            Presence::Required => ty,
            _ => code!("Optional[", &ty, "]"),
        }
    }

    /// Returns the type of an item of a stream.
    pub(super) fn item_ty(&self, items: &Items) -> Code {
        let ty = items.json.as_ref();
        let ty = ty.map_or(Code::fixed("string"), |ty| self.ty(ty));
        if items.are_events() {
            code!("ServerSentEvent[", &ty, "]")
        } else {
            ty
        }
    }

    /// Returns the type of a request body.
    pub(super) fn body_ty(&self, kind: &ContentKind) -> Code {
        match kind {
            ContentKind::Stream(items) => code!("ItemSource[", &self.item_ty(items), "]"),
            other => self.content_ty(other),
        }
    }

    /// Returns the type of a body.
    pub(super) fn content_ty(&self, kind: &ContentKind) -> Code {
        match kind {
            ContentKind::Json(ty) | ContentKind::Form(ty) | ContentKind::Multipart(ty) => {
                self.ty(ty)
            }
            ContentKind::Text => Code::fixed("string"),
            ContentKind::Bytes => Code::fixed("[]byte"),
            ContentKind::Stream(items) => code!("ItemStream[", &self.item_ty(items), "]"),
        }
    }
}

/// Returns the word for a presence in the tag of a field.
pub(super) const fn word(presence: Presence) -> &'static str {
    match presence {
        Presence::Required => "required",
        Presence::RequiredNullable => "nullable",
        Presence::Optional => "optional",
        Presence::OptionalNullable => "optional-nullable",
    }
}

/// Returns the name of a field.
pub(super) fn field_name(field: &Field<'_>) -> Code {
    code::exported(&field.name)
}

/// The package of the module that encodes parameters.
pub(super) const WIRE: &str = "wire";

/// The package of times.
pub(super) const TIME: &str = "time";

/// Returns whether code needs the package `time`.
pub(super) fn needs_time(pieces: &[&Code]) -> bool {
    pieces.iter().any(|piece| piece.needs(TIME))
}
