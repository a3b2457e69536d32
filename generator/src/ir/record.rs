//! Records: objects with properties.

use spec::model::{Additional, Api, Direction, Kind, Property};

use super::names::Scope;
use super::{Docs, Ir, Shape, Ty};

/// An object with properties.
#[derive(Debug)]
pub(crate) struct Record<'a> {
    /// The properties, in the order of the description.
    pub(crate) fields: Vec<Field<'a>>,
    /// The type of properties with any other name, if the description allows them.
    pub(crate) additional: Option<Ty>,
}

/// A property of a record.
#[derive(Debug)]
pub(crate) struct Field<'a> {
    /// The property.
    pub(crate) property: &'a Property,
    /// Its name, in the language's case.
    pub(crate) name: String,
    /// Its type if it is present and not `null`.
    pub(crate) ty: Ty,
    /// Whether it is required, and whether it may be `null`.
    pub(crate) presence: Presence,
    /// The documentation of the property.
    pub(crate) docs: Docs,
    /// Whether the field makes the record contain itself; set by the `recursion` pass.
    pub(crate) boxed: bool,
}

impl<'a> Record<'a> {
    /// Returns the field of a property.
    pub(crate) fn field(&self, wire: &str) -> Option<&Field<'a>> {
        self.fields.iter().find(|field| field.wire() == wire)
    }
}

impl Field<'_> {
    /// Returns the name as it is sent.
    pub(crate) fn wire(&self) -> &str {
        &self.property.name
    }

    /// Returns the type if it is present, with `null` if that is allowed.
    pub(crate) fn nullable_ty(&self) -> Ty {
        if self.presence.is_nullable() {
            Ty::Nullable(Box::new(self.ty.clone()))
        } else {
            self.ty.clone()
        }
    }
}

/// Whether a property is required, and whether it may be `null`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    Required,
    RequiredNullable,
    Optional,
    OptionalNullable,
}

impl Presence {
    pub(crate) const fn of(required: bool, nullable: bool) -> Self {
        match (required, nullable) {
            (true, false) => Self::Required,
            (true, true) => Self::RequiredNullable,
            (false, false) => Self::Optional,
            (false, true) => Self::OptionalNullable,
        }
    }

    pub(crate) const fn is_required(self) -> bool {
        matches!(self, Self::Required | Self::RequiredNullable)
    }

    pub(crate) const fn is_nullable(self) -> bool {
        matches!(self, Self::RequiredNullable | Self::OptionalNullable)
    }
}

/// Pass: collects the fields of every record.
pub(super) fn fill(ir: &mut Ir<'_>) {
    let records = ir.types.iter().filter_map(|(id, declared)| {
        let Kind::Object(object) = &declared.schema.kind else {
            return None;
        };
        let has_fields = !object.properties.is_empty();
        has_fields.then(|| {
            (
                id,
                Shape::Record(record(ir, declared.schema.direction, object)),
            )
        })
    });
    let records: Vec<_> = records.collect();
    ir.types.shape(records);
}

fn record<'a>(ir: &Ir<'a>, direction: Direction, object: &'a spec::model::Object) -> Record<'a> {
    let names = &ir.language.fields;
    let mut scope = Scope::new(names.case, names.taken);
    let fields = object.properties.iter().map(|property| {
        let ty = ir.types.ty(property.schema);
        let required = is_required(ir.api, direction, property);
        let nullable = ir.api.is_nullable(property.schema);
        // Any value includes `null`, so no separate case is needed, unless an absent property would
        // look the same.
        let is_any = matches!(ir.types.unalias(&ty), Ty::Any | Ty::Null);
        let looks_absent = is_any && !required && !ir.language.any_holds_null;
        Field {
            property,
            name: scope.claim_marked(&property.name, "property", names.taken, names.mark),
            presence: Presence::of(required, nullable || looks_absent),
            docs: Docs::default(),
            boxed: false,
            ty,
        }
    });
    Record {
        fields: fields.collect(),
        additional: match object.additional {
            Additional::Schema(value) => Some(ir.types.nullable_ty(value)),
            Additional::Unspecified | Additional::Forbidden => None,
        },
    }
}

/// Returns whether a property is required in values of this direction: `readOnly` and `writeOnly`
/// properties are optional in the other direction.
pub(crate) fn is_required(api: &Api, direction: Direction, property: &Property) -> bool {
    let schema = api.schema(property.schema);
    let behind = api.schema(api.resolve(property.schema));
    let read_only = schema.read_only || behind.read_only;
    let write_only = schema.write_only || behind.write_only;
    property.required && !(read_only && direction.request) && !(write_only && direction.response)
}
