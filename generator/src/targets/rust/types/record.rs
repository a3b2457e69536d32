//! Objects with known properties.

use askama::Template;
use spec::model::Property;

use super::super::Rust;
use super::super::code::{self, Code, docs, filters, fixed, ident};
use super::super::ty::{self, Held, Imports};
use super::Checks;
use super::multipart::MultipartView;
use crate::GenerateError;
use crate::ir::{Presence, Ty, TypeId};

/// A property as a field.
pub(in super::super) struct Field<'f> {
    pub(in super::super) docs: Code,
    pub(in super::super) name: Code,
    pub(in super::super) ty: Code,
    pub(in super::super) wire: Code,
    pub(in super::super) access: Code,
    pub(in super::super) presence: Presence,
    /// The type of a value that is present and not null.
    pub(in super::super) value: Held,
    pub(in super::super) property: &'f Property,
}

/// The further properties of a record.
pub(in super::super) enum Rest {
    None,
    /// The type of their values, in code and as a type.
    Additional(Code, Ty),
    Unknown,
}

#[derive(Template)]
#[template(path = "rust/types/src/record.rs")]
struct Record<'r> {
    docs: Code,
    name: Code,
    default: bool,
    fields: &'r [Field<'r>],
    rest: &'r Rest,
    constructor: Option<Code>,
    multipart: Option<MultipartView>,
    checks: Vec<Code>,
}

impl Rust<'_> {
    pub(super) fn record_nodes(
        &self,
        id: TypeId,
        checks: &Checks<'_>,
        imports: &mut Imports,
    ) -> Result<Vec<Code>, GenerateError> {
        let made = self.plan.get(id);
        let rest = self.rest(id, imports);
        let fields = self.fields(id, imports);
        let multipart = self.plan.own(id).multipart;
        let multipart = multipart.then(|| self.multipart(&fields, &rest));
        let record = Record {
            docs: docs(&made.docs.whole()),
            name: ident(&made.name),
            default: fields.iter().all(|field| !field.presence.is_required()),
            fields: &fields,
            rest: &rest,
            constructor: self.constructor(id, &fields, &rest),
            multipart,
            checks: checks.of_record(made.schema_id, &fields),
        };
        Ok(vec![code::render(&record)?])
    }

    pub(in super::super) fn rest(&self, id: TypeId, imports: &mut Imports) -> Rest {
        let record = self.plan.ir.types.record(id);
        if let Some(ty) = record.and_then(|record| record.additional.clone()) {
            ty::import(&Ty::Map(Box::new(ty.clone())), imports);
            return Rest::Additional(self.inside(&ty), ty);
        }
        let schema = self.plan.get(id).schema;
        if self.config.keep_unknown.applies_to(schema.name.as_deref()) {
            ty::import(&Ty::Object, imports);
            return Rest::Unknown;
        }
        Rest::None
    }

    pub(in super::super) fn fields(&self, id: TypeId, imports: &mut Imports) -> Vec<Field<'_>> {
        let record = self.plan.ir.types.record(id);
        let fields = record.into_iter().flat_map(|record| &record.fields);
        let fields = fields.enumerate().map(|(place, field)| {
            let value = Held {
                ty: field.ty.clone(),
                boxed: self.boxing.is_boxed(id, place),
            };
            ty::import(&value.ty, imports);
            if field.presence == Presence::OptionalNullable {
                imports.paths.insert("crate::runtime::Presence");
            }
            Field {
                docs: docs(&field.docs.whole()),
                name: ident(&field.name),
                ty: wrap(field.presence, &self.held_inside(&value)),
                wire: code::string(field.wire()),
                access: fixed(access(field.presence)),
                presence: field.presence,
                value,
                property: field.property,
            }
        });
        fields.collect()
    }
}

/// Returns the runtime's method that reads and writes a property.
const fn access(presence: Presence) -> &'static str {
    match presence {
        Presence::Required | Presence::RequiredNullable => "required",
        Presence::Optional => "optional",
        Presence::OptionalNullable => "presence",
    }
}

/// Returns the type of a field with a presence.
pub(in super::super) fn wrap(presence: Presence, value: &Code) -> Code {
    match presence {
        Presence::Required => value.clone(),
        Presence::RequiredNullable | Presence::Optional => code!("Option<", value, ">"),
        Presence::OptionalNullable => code!("Presence<", value, ">"),
    }
}
