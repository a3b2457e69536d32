//! The types of the description.

use std::collections::HashSet;

use askama::Template;
use spec::model::{Additional, EnumBase, Kind};

use super::plan::{Field, Go};
use super::sources::Files;
use super::ty::needs_time;
use super::{code, layout};
use crate::GenerateError;
use crate::code::{Code, filters};
use crate::ir::docs::of_property;
use crate::ir::names::{Case, Scope};
use crate::ir::{Form, Ty, TypeId};

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
    /// A file for each type, and one for those that are other names.
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
            // The ending keeps names of systems, which Go would take for conditions, from the end.
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
        let declared = self.ir.types.get(id);
        let fields = self.fields(id);
        let fields: Vec<_> = fields.iter().map(|field| self.member(field)).collect();
        let additional = match &declared.schema.kind {
            Kind::Object(object) => match object.additional {
                Additional::Schema(value) => Some(self.ty(&self.ir.types.nullable_ty(value))),
                Additional::Unspecified | Additional::Forbidden => None,
            },
            _ => None,
        };
        let (rest_docs, rest_name, word) = match additional {
            Some(_) => (
                "Additional holds the members without a field.",
                "Additional",
                "additional",
            ),
            None => (
                "Unknown holds members that the description does not know, as they came.",
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
            docs: code::docs(&declared.docs.whole()),
            name: self.type_name(id),
            fields,
            rest_docs: code::field_docs(rest_docs),
            rest_name: Code::fixed(rest_name),
            rest,
        }
    }

    fn member(&self, field: &Field<'_>) -> Member {
        Member {
            docs: code::field_docs(&of_property(self.ir.api, field.property).whole()),
            name: field.name.clone(),
            ty: self.field_ty(field),
            tag: code::tag(&field.property.name, field.presence.word()),
        }
    }

    fn enumeration<'v>(&self, header: &'v Code, id: TypeId) -> Enumeration<'v> {
        let declared = self.ir.types.get(id);
        let name = self.type_name(id);
        let mut rows = Vec::new();
        let mut seen = HashSet::new();
        let mut base = "string";
        if let Kind::Enumeration(list) = &declared.schema.kind {
            let is_string = list.base == EnumBase::String;
            base = if is_string { "string" } else { "int64" };
            for (value, constant) in list.values.iter().zip(&self.values[&id]) {
                let literal = match value.as_str() {
                    Some(text) if is_string => code::string(text),
                    _ => match value.as_i64() {
                        Some(number) if !is_string => code::integer(number),
                        _ => continue,
                    },
                };
                if !seen.insert(literal.as_str().to_owned()) {
                    continue;
                }
                let row = code!(&name, " = ", &literal);
                rows.push((code::exported(constant), row));
            }
        }
        let names = rows.iter().map(|(name, _)| name.clone());
        Enumeration {
            header,
            docs: code::docs(&declared.docs.whole()),
            base: Code::fixed(base),
            has_values: !rows.is_empty(),
            names: Code::list(names, ", "),
            values: layout::columns(&rows),
            name,
        }
    }

    /// Texts, numbers, lists and maps become types of their own, so that none is taken for
    /// another; other types would lose their methods by that.
    fn alias(&self, id: TypeId) -> Alias {
        let declared = self.ir.types.get(id);
        let behind = self.ir.types.behind(id);
        let behind = behind.not_null();
        let own = matches!(
            behind,
            Ty::String
                | Ty::Uuid
                | Ty::Uri
                | Ty::Boolean
                | Ty::Int32
                | Ty::Int64
                | Ty::UInt64
                | Ty::Float
                | Ty::Double
                | Ty::Base64
                | Ty::Object
                | Ty::List(_)
                | Ty::Map(_)
        );
        Alias {
            docs: code::docs(&declared.docs.whole()),
            name: self.type_name(id),
            equals: Code::fixed(if own { "" } else { "= " }),
            ty: self.ty(behind),
        }
    }
}
