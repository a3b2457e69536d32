//! The types of the description.

use askama::Template;

use super::plan::Go;
use super::sources::Files;
use super::ty::{field_name, needs_time, word};
use super::{code, layout};
use crate::GenerateError;
use crate::code::{Code, filters};
use crate::ir::names::{Case, Scope};
use crate::ir::{Field, Form, Shape, Ty, TypeId, Values};

#[derive(Template)]
#[template(path = "go/record.go")]
struct Record<'v> {
    header: &'v Code,
    needs_time: bool,
    docs: Code,
    name: Code,
    fields: Vec<Member>,
    rest_docs: Code,
    rest_name: Code,
    rest: Code,
}

struct Member {
    docs: Code,
    name: Code,
    ty: Code,
    tag: Code,
}

#[derive(Template)]
#[template(path = "go/enum.go")]
struct Enumeration<'v> {
    header: &'v Code,
    docs: Code,
    name: Code,
    base: Code,
    has_values: bool,
    values: Code,
    names: Code,
}

#[derive(Template)]
#[template(path = "go/aliases.go")]
struct AliasFile<'v> {
    header: &'v Code,
    needs_time: bool,
    aliases: Vec<Alias>,
}

struct Alias {
    docs: Code,
    name: Code,
    equals: Code,
    ty: Code,
}

impl Go<'_> {
    /// Generates a file for each type, and one for all aliases.
    pub(super) fn models(
        &self,
        header: &Code,
        sources: &mut Files<'_>,
    ) -> Result<(), GenerateError> {
        let mut files = Scope::new(Case::Snake, &[]);
        let mut aliases = Vec::new();
        for (id, declared) in self.ir.types.iter() {
            if declared.form == Form::Alias {
                aliases.push(self.alias(id));
                continue;
            }
            // The suffix keeps names of systems, which Go reads as build constraints, from the end
            // of the name.
            let stem = declared.name.to_ascii_lowercase().replace('_', "");
            let file = format!("{}_model.go", files.claim_derived(&stem, ""));
            match declared.form {
                Form::Record => sources.add(&file, &self.record(header, id))?,
                Form::Union => sources.add(&file, &self.union(header, id))?,
                _ => sources.add(&file, &self.enumeration(header, id))?,
            }
        }
        if !aliases.is_empty() {
            let types: Vec<_> = aliases.iter().map(|alias| &alias.ty).collect();
            let view = AliasFile {
                header,
                needs_time: needs_time(&types),
                aliases,
            };
            sources.add("aliases.go", &view)?;
        }
        Ok(())
    }

    fn record<'v>(&self, header: &'v Code, id: TypeId) -> Record<'v> {
        let record = self.ir.types.record(id);
        let fields = record.into_iter().flat_map(|record| &record.fields);
        let fields: Vec<_> = fields.map(|field| self.member(field)).collect();
        let additional = record.and_then(|record| record.additional.as_ref());
        let additional = additional.map(|value| self.ty(value));
        let (rest_docs, rest_name, word) = match additional {
            Some(_) => (
                "Additional holds the properties without a field.",
                "Additional",
                "additional",
            ),
            None => (
                "Unknown holds the properties that the description does not define, as received.",
                "Unknown",
                "unknown",
            ),
        };
        let value = additional.unwrap_or_else(|| Code::fixed("any"));
        let rest = code!("map[string]", &value, " ", &code::tag("", word));
        let mut types: Vec<_> = fields.iter().map(|field| &field.ty).collect();
        types.push(&rest);
        Record {
            header,
            needs_time: needs_time(&types),
            docs: self.docs(id, "is an object of the API"),
            name: self.type_name(id),
            fields,
            rest_docs: code::field_docs(rest_docs),
            rest_name: Code::fixed(rest_name),
            rest,
        }
    }

    /// Returns the documentation of a type.
    pub(super) fn docs(&self, id: TypeId, is: &str) -> Code {
        let docs = &self.ir.types.get(id).docs;
        code::named_docs(self.type_name(id).as_str(), is, docs)
    }

    fn member(&self, field: &Field<'_>) -> Member {
        Member {
            docs: code::field_docs_of(&field.docs),
            name: field_name(field),
            ty: self.field_ty(field),
            tag: code::tag(field.wire(), word(field.presence)),
        }
    }

    fn enumeration<'v>(&self, header: &'v Code, id: TypeId) -> Enumeration<'v> {
        let declared = self.ir.types.get(id);
        let name = self.type_name(id);
        let (base, literals): (_, Vec<_>) = match &declared.shape {
            Shape::Enumeration(list) => match &list.values {
                Values::Strings(values) => (
                    "string",
                    values.iter().map(|text| code::string(text)).collect(),
                ),
                Values::Integers(values) => (
                    "int64",
                    values.iter().map(|number| code::integer(*number)).collect(),
                ),
            },
            _ => ("string", Vec::new()),
        };
        let rows = literals.into_iter().zip(self.values(id));
        let rows = rows
            .map(|(literal, constant)| (code::exported(constant), code!(&name, " = ", &literal)));
        let rows: Vec<_> = rows.collect();
        let names = rows.iter().map(|(name, _)| name.clone());
        Enumeration {
            header,
            docs: self.docs(id, "is one of several values"),
            base: Code::fixed(base),
            has_values: !rows.is_empty(),
            names: Code::list(names, ", "),
            values: layout::columns(&rows),
            name,
        }
    }

    /// Generates an alias. Strings, numbers, lists and maps become distinct types, so that they
    /// cannot be confused; other types would lose their methods.
    fn alias(&self, id: TypeId) -> Alias {
        let declared = self.ir.types.get(id);
        let behind = match &declared.shape {
            Shape::Alias(behind) => behind.not_null(),
            _ => &Ty::Any,
        };
        let own = behind.is_integer()
            || matches!(
                behind,
                Ty::String
                    | Ty::Uuid
                    | Ty::Uri
                    | Ty::Boolean
                    | Ty::Float
                    | Ty::Double
                    | Ty::Base64
                    | Ty::Object
                    | Ty::List(_)
                    | Ty::Map(_)
            );
        Alias {
            docs: self.docs(id, "is a value of the API"),
            name: self.type_name(id),
            equals: Code::fixed(if own { "" } else { "= " }),
            ty: self.ty(behind),
        }
    }
}
