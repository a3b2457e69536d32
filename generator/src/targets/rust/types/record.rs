//! Objects with known properties.

use askama::Template;
use spec::model::{Additional, Kind, Property};

use super::super::Rust;
use super::super::code::{self, Code, docs, filters, fixed, ident};
use super::super::names::{Case, Scope};
use super::super::ty::{Imports, Ty, TypeId};
use super::Checks;
use super::multipart::MultipartView;
use crate::GenerateError;
use crate::ir::Presence;
use crate::ir::docs::{of_property, of_type};
use crate::ir::record::is_required;

/// A property as a field.
pub(in super::super) struct Field {
    pub(in super::super) docs: Code,
    pub(in super::super) name: Code,
    pub(in super::super) ty: Code,
    pub(in super::super) wire: Code,
    pub(in super::super) access: Code,
    pub(in super::super) presence: Presence,
    /// The type of a value that is present and not null.
    pub(in super::super) value: Ty,
    pub(in super::super) property: Property,
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
    fields: &'r [Field],
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
        let schema = self.plan.schema(made.schema);
        let rest = self.rest(id, imports);
        let fields = self.fields(id, imports);
        let multipart = made.multipart.then(|| self.multipart(&fields, &rest));
        let record = Record {
            docs: docs(&of_type(schema, &made.name).whole()),
            name: ident(&made.name),
            default: fields.iter().all(|field| !field.presence.is_required()),
            fields: &fields,
            rest: &rest,
            constructor: self.constructor(id, &fields, &rest),
            multipart,
            checks: checks.of_record(made.schema, &fields),
        };
        Ok(vec![code::render(&record)?])
    }

    pub(in super::super) fn rest(&self, id: TypeId, imports: &mut Imports) -> Rest {
        let schema = self.plan.schema(self.plan.get(id).schema);
        if let Kind::Object(object) = &schema.kind
            && let Additional::Schema(value) = object.additional
        {
            let ty = self.plan.nullable_ty(value);
            Ty::Map(Box::new(ty.clone())).import(imports);
            return Rest::Additional(self.inside(&ty), ty);
        }
        if self.config.keep_unknown.applies_to(schema.name.as_deref()) {
            Ty::Object.import(imports);
            return Rest::Unknown;
        }
        Rest::None
    }

    pub(in super::super) fn fields(&self, id: TypeId, imports: &mut Imports) -> Vec<Field> {
        let schema = self.plan.schema(self.plan.get(id).schema);
        let Kind::Object(object) = &schema.kind else {
            return Vec::new();
        };
        let mut scope = Scope::new(Case::Snake, &["additional", "unknown"]);
        let mut fields = Vec::new();
        for property in &object.properties {
            let plain = self.plan.ty(property.schema);
            let value = if self.boxing.is_boxed(id, property.schema) {
                plain.boxed()
            } else {
                plain
            };
            value.import(imports);
            let presence = Presence::of(
                is_required(self.plan.api, schema.direction, property),
                self.plan.api.is_nullable(property.schema),
            );
            if presence == Presence::OptionalNullable {
                imports.paths.insert("crate::runtime::Presence");
            }
            fields.push(Field {
                docs: docs(&of_property(self.plan.api, property).whole()),
                name: ident(&scope.claim_or(&property.name, "property")),
                ty: wrap(presence, &self.inside(&value)),
                wire: code::string(&property.name),
                access: fixed(access(presence)),
                presence,
                value,
                property: property.clone(),
            });
        }
        fields
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
