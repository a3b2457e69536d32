//! Builders: what is required is in the type of the builder.

use askama::Template;

use super::super::Rust;
use super::super::code::{self, Code, docs, filters, fixed, ident, list};
use super::super::manifest::{BUILDERS, RESPONSE_BUILDERS};
use super::super::names::{self, snake};
use super::super::ty::{Imports, Ty, TypeId};
use super::record::{Field, Rest};
use crate::GenerateError;
use crate::ir::Presence;

/// With more required properties than this, writing the whole value out is clearer than a type
/// with as many parameters.
const MOST_REQUIRED: usize = 16;

#[derive(Template)]
#[template(path = "rust/types/src/builder.rs")]
struct Builder {
    feature: Code,
    module: Code,
    imports: Vec<Code>,
    name: Code,
    type_name: Code,
    article: Code,
    fields: Vec<Part>,
    generics: Vec<Generic>,
    generics_of_impl: Code,
    complete: Code,
}

struct Generic {
    name: Code,
}

struct Part {
    index: usize,
    docs: Code,
    name: Code,
    /// What the setter takes.
    ty: Code,
    /// What the builder holds.
    stored: Code,
    initial: Code,
    set: Code,
    /// The parameters of the type after the setter, for a required property.
    after: Option<Code>,
}

impl Rust<'_> {
    pub(super) fn builder(
        &self,
        id: TypeId,
        fields: &[Field],
        rest: &Rest,
    ) -> Result<Option<Code>, GenerateError> {
        let required = fields.iter().filter(|field| field.presence.is_required());
        let required: Vec<_> = required.collect();
        if required.len() > MOST_REQUIRED {
            return Ok(None);
        }
        let (name, builder) = (self.plan.name(id), &self.plan.get(id).builder);
        let imports = self.builder_imports(id, fields, rest, !required.is_empty());
        let parameters = self.parameters(&required, &imports);
        let types: Vec<_> = required.iter().map(|field| field.ty.clone()).collect();
        let mut parts: Vec<Part> = fields
            .iter()
            .enumerate()
            .map(|(index, field)| self.part(index, field, &required, &parameters, &types))
            .collect();
        parts.extend(rest_part(rest, parts.len()));
        let generics = list(parameters.iter().cloned());
        let angled = |inner: &Code| {
            if required.is_empty() {
                fixed("")
            } else {
                join!("<", inner, ">")
            }
        };
        let direction = self.plan.schema(self.plan.get(id).schema).direction;
        let is_only_answered = direction.response && !direction.request;
        let builder = Builder {
            feature: code::string(if is_only_answered {
                RESPONSE_BUILDERS
            } else {
                BUILDERS
            }),
            module: ident(&format!("{}_builder", snake(&name))),
            imports: imports.lines(&|id| self.plan.name(id)),
            type_name: ident(builder),
            article: docs_link(&name),
            name: ident(&name),
            fields: parts,
            generics_of_impl: angled(&generics),
            complete: angled(&list(types.iter().cloned())),
            generics: parameters
                .into_iter()
                .map(|name| Generic { name })
                .collect(),
        };
        code::render(&builder).map(Some)
    }

    /// A parameter for each required property, named like it, and like nothing that is imported.
    fn parameters(&self, required: &[&Field], imports: &Imports) -> Vec<Code> {
        let mut scope = names::types();
        for made in &imports.made {
            scope.claim(&self.plan.name(*made));
        }
        required
            .iter()
            .map(|field| ident(&scope.claim_or(&field.plain_name, "property")))
            .collect()
    }

    fn part(
        &self,
        index: usize,
        field: &Field,
        required: &[&Field],
        parameters: &[Code],
        types: &[Code],
    ) -> Part {
        let value = self.inside(&field.value);
        let place = required.iter().position(|other| other.wire == field.wire);
        let place = place.filter(|_| field.presence.is_required());
        let name = &field.name;
        let after = place.map(|place| {
            let mut after = parameters.to_vec();
            after[place] = types[place].clone();
            list(after)
        });
        let (ty, initial, set) = match field.presence {
            Presence::Required | Presence::RequiredNullable => {
                (field.ty.clone(), fixed("Missing"), fixed(""))
            }
            Presence::Optional => (value, fixed("None"), join!("Some(", name, ".into())")),
            Presence::OptionalNullable => (
                field.ty.clone(),
                fixed("Presence::Absent"),
                join!(name, ".into()"),
            ),
        };
        Part {
            index,
            docs: field.docs.clone(),
            name: name.clone(),
            ty,
            stored: place.map_or_else(|| field.ty.clone(), |place| parameters[place].clone()),
            initial,
            set,
            after,
        }
    }

    fn builder_imports(
        &self,
        id: TypeId,
        fields: &[Field],
        rest: &Rest,
        has_required: bool,
    ) -> Imports {
        let mut imports = Imports::default();
        for field in fields {
            field.value.import(&mut imports);
            if field.presence == Presence::OptionalNullable {
                imports.paths.insert("crate::runtime::Presence");
            }
        }
        match rest {
            Rest::None => {}
            Rest::Additional(_) => {
                self.import_additional(id, &mut imports);
            }
            Rest::Unknown => Ty::Object.import(&mut imports),
        }
        if has_required {
            imports.paths.insert("crate::runtime::Missing");
        }
        imports.made.insert(id);
        imports
    }

    fn import_additional(&self, id: TypeId, imports: &mut Imports) {
        use spec::model::{Additional, Kind};
        if let Kind::Object(object) = &self.plan.schema(self.plan.get(id).schema).kind
            && let Additional::Schema(value) = object.additional
        {
            Ty::Map(Box::new(self.plan.nullable_ty(value))).import(imports);
        }
    }
}

fn rest_part(rest: &Rest, index: usize) -> Option<Part> {
    let (name, ty, text) = match rest {
        Rest::None => return None,
        Rest::Additional(value) => (
            "additional",
            join!("BTreeMap<String, ", value, ">"),
            "Properties whose names the description leaves open.",
        ),
        Rest::Unknown => (
            "unknown",
            fixed("Map<String, Value>"),
            "Properties that the description does not know.",
        ),
    };
    Some(Part {
        index,
        docs: docs(text),
        name: fixed(name),
        stored: ty.clone(),
        ty,
        initial: fixed("Default::default()"),
        set: join!(fixed(name), ".into()"),
        after: None,
    })
}

fn docs_link(name: &str) -> Code {
    join!("[`", ident(name), "`].")
}
