//! Unions.

use std::collections::HashSet;

use askama::Template;
use spec::model::{EnumBase, Kind, Member, SchemaId, Union};

use super::super::Rust;
use super::super::code::{self, Code, docs, filters, fixed, ident, list};
use super::super::names::{Case, Scope};
use super::super::ty::{Imports, Ty, TypeId};
use super::{Checks, describe};

pub(super) struct Variant {
    docs: Code,
    name: Code,
    ty: Code,
    matcher: Code,
    check: Option<Code>,
}

pub(super) struct Conversion {
    ty: Code,
    name: Code,
    value: Code,
}

#[derive(Template)]
#[template(path = "rust/types/src/union.rs")]
pub(super) struct UnionView {
    docs: Code,
    name: Code,
    property: Option<Code>,
    variants: Vec<Variant>,
    conversions: Vec<Conversion>,
    has_checked: bool,
    has_unchecked: bool,
}

impl Rust<'_> {
    pub(super) fn union(
        &self,
        id: TypeId,
        checks: &Checks<'_>,
        imports: &mut Imports,
    ) -> UnionView {
        let made = self.plan.get(id);
        let schema = self.plan.schema(made.schema);
        let mut view = UnionView {
            docs: docs(&describe(schema, &made.name)),
            name: ident(&made.name),
            property: None,
            variants: Vec::new(),
            conversions: Vec::new(),
            has_checked: false,
            has_unchecked: false,
        };
        imports.paths.insert("serde_json::Value");
        let Kind::Union(union) = &schema.kind else {
            return view;
        };
        let discriminator = union.discriminator.as_ref();
        view.property = discriminator.map(|d| code::string(&d.property));
        let mut scope = Scope::new(Case::Pascal, &["Unknown", "Self"]);
        let mut taken = HashSet::new();
        let mut converted: Vec<Ty> = Vec::new();
        for member in &union.members {
            let Some(matcher) = self.matcher(union, member, &mut taken) else {
                continue;
            };
            let plain = self.plan.nullable_ty(member.schema);
            let boxed = self.boxing.is_boxed(id, member.schema);
            let ty = if boxed {
                plain.clone().boxed()
            } else {
                plain.clone()
            };
            ty.import(imports);
            let variant = Variant {
                docs: docs(&self.variant_docs(member)),
                name: ident(&scope.claim_or(&self.variant_name(member, &plain), "value")),
                ty: self.inside(&ty),
                matcher,
                check: checks.nested(member.schema, &fixed("value"), &fixed("\"\"")),
            };
            let made_type = plain.made_inside().filter(|_| matches!(plain, Ty::Made(_)));
            if made_type.is_some() && !converted.contains(&plain) {
                view.conversions.push(Conversion {
                    ty: self.inside(&plain),
                    name: variant.name.clone(),
                    value: fixed(if boxed { "Box::new(value)" } else { "value" }),
                });
                converted.push(plain);
            }
            view.has_checked |= variant.check.is_some();
            view.has_unchecked |= variant.check.is_none();
            view.variants.push(variant);
        }
        self.drop_alias_conversions(&mut view, &converted);
        view
    }

    /// Two members may be the same type under two names, and a type can be converted only once.
    fn drop_alias_conversions(&self, view: &mut UnionView, converted: &[Ty]) {
        let is_own = |ty: &Ty| match ty {
            Ty::Made(id) => self.plan.get(*id).form != super::Form::Alias,
            _ => false,
        };
        let mut own = converted.iter().map(is_own);
        view.conversions.retain(|_| own.next().unwrap_or_default());
    }

    /// How a value is told to be this member; `None` where it can never be.
    fn matcher(&self, union: &Union, member: &Member, taken: &mut HashSet<String>) -> Option<Code> {
        if union.discriminator.is_none() {
            return Some(self.guard(member.schema));
        }
        let values = member
            .values
            .iter()
            .filter(|value| taken.insert((*value).clone()));
        let literals: Vec<_> = values.map(|value| code::string(value)).collect();
        let mut matcher = literals.first()?.clone();
        for literal in &literals[1..] {
            matcher = join!(matcher, " | ", literal);
        }
        Some(matcher)
    }

    fn guard(&self, id: SchemaId) -> Code {
        let schema = self.plan.schema(self.plan.api.resolve(id));
        let kind = match &schema.kind {
            Kind::Null | Kind::Never => "Null",
            Kind::Boolean => "Boolean",
            Kind::Integer { .. } => "Integer",
            Kind::Number { .. } => "Number",
            Kind::String(_) => "String",
            Kind::Enumeration(list) if list.base == EnumBase::String => "String",
            Kind::Enumeration(list) if list.base == EnumBase::Integer => "Integer",
            Kind::Array(_) => "Array",
            Kind::Object(_) => "Object",
            Kind::Any | Kind::Alias(_) | Kind::Union(_) | Kind::Enumeration(_) => "",
        };
        let mut kinds = Vec::new();
        if !kind.is_empty() {
            kinds.push(join!("runtime::Kind::", kind));
            if self.plan.is_nullable(id) {
                kinds.push(fixed("runtime::Kind::Null"));
            }
        }
        let mut required = Vec::new();
        let mut values = Vec::new();
        if let Kind::Object(object) = &schema.kind {
            for property in &object.properties {
                let name = code::string(&property.name);
                if self.is_required(schema.direction, property) {
                    required.push(name.clone());
                }
                if let Some(value) = self.only_value(property.schema) {
                    values.push(join!("(", name, ", &[", code::string(&value), "])"));
                }
            }
        }
        join!(
            "runtime::Guard { kinds: &[",
            list(kinds),
            "], required: &[",
            list(required),
            "], values: &[",
            list(values),
            "] }"
        )
    }

    /// The only value that a property can have: it tells kinds of object apart.
    fn only_value(&self, id: SchemaId) -> Option<String> {
        match &self.plan.schema(self.plan.api.resolve(id)).kind {
            Kind::Enumeration(list) if !list.open => match list.values.as_slice() {
                [one] => one.as_str().map(str::to_owned),
                _ => None,
            },
            _ => None,
        }
    }

    fn variant_name(&self, member: &Member, ty: &Ty) -> String {
        if let Ty::Made(id) = ty {
            return self.plan.name(*id);
        }
        let schema = self.plan.schema(member.schema);
        if let Some(title) = &schema.title {
            return title.clone();
        }
        let name = match ty {
            Ty::Bool => "Boolean",
            Ty::Int(_) => "Integer",
            Ty::Float(_) => "Number",
            Ty::List(_) => "List",
            Ty::Map(_) | Ty::Object => "Object",
            Ty::Foreign(_) | Ty::String => "String",
            _ => "Value",
        };
        name.to_owned()
    }

    fn variant_docs(&self, member: &Member) -> String {
        let schema = self.plan.schema(member.schema);
        let text = schema.description.as_deref().or(schema.title.as_deref());
        let text = text.filter(|text| !text.trim().is_empty());
        text.unwrap_or("One of the described kinds.").to_owned()
    }
}
