//! Unions.

use std::collections::HashSet;

use askama::Template;
use spec::model::{Discriminator, EnumBase, Kind, Member, Union};

use super::super::Rust;
use super::super::code::{self, Code, docs, filters, fixed, ident, list};
use super::super::names::{Case, Scope};
use super::super::ty::{Imports, Ty, TypeId};
use super::Checks;
use crate::ir::docs::{of_member, of_type};
use crate::ir::schemas::only_value;

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
            docs: docs(&of_type(schema, &made.name).whole()),
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
        let discriminator = discriminator(union);
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
                docs: docs(of_member(self.plan.schema(member.schema)).text()),
                name: ident(
                    &scope.claim_or(&self.variant_name(&made.name, member, &plain), "value"),
                ),
                ty: self.inside(&ty),
                matcher,
                check: self.member_check(member, checks),
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

    fn member_check(&self, member: &Member, checks: &Checks<'_>) -> Option<Code> {
        let (name, value) = (fixed("\"\""), fixed("value"));
        let nullable = self.plan.is_nullable(member.schema);
        let held = nullable.then(|| value.clone());
        checks.of_place(member.schema, &name, &value, held)
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
        if discriminator(union).is_none() {
            return Some(self.guard(union, member));
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

    fn guard(&self, union: &Union, member: &Member) -> Code {
        let id = member.schema;
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
        let mut values: Vec<_> = mapped(union, member).into_iter().collect();
        if let Kind::Object(object) = &schema.kind {
            for property in &object.properties {
                let name = code::string(&property.name);
                if self.is_required(schema.direction, property) {
                    required.push(name.clone());
                }
                let only = only_value(self.plan.api, property.schema);
                let only = only.map(|value| join!("(", name, ", &[", code::string(value), "])"));
                values.extend(only.filter(|only| !values.contains(only)));
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

    fn variant_name(&self, union: &str, member: &Member, ty: &Ty) -> String {
        let schema = self.plan.schema(member.schema);
        if let Ty::Made(id) = ty {
            let name = self.plan.name(*id);
            // A type that is named after the union need not say so again.
            let own = name.strip_prefix(union).filter(|own| !own.is_empty());
            let own = own.filter(|_| schema.name.is_none());
            return own.map_or_else(|| name.clone(), str::to_owned);
        }
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
}

/// What tells the members apart, if it tells all of them.
fn discriminator(union: &Union) -> Option<&Discriminator> {
    let told = |member: &Member| !member.values.is_empty();
    let discriminator = union.discriminator.as_ref();
    discriminator.filter(|_| union.members.iter().all(told))
}

/// The values of a discriminator that are for a member.
fn mapped(union: &Union, member: &Member) -> Option<Code> {
    let property = code::string(&union.discriminator.as_ref()?.property);
    let values = list(member.values.iter().map(|value| code::string(value)));
    (!member.values.is_empty()).then(|| join!("(", property, ", &[", values, "])"))
}
