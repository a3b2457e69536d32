//! Unions.

use askama::Template;
use spec::model::{Kind, Member};

use super::super::Rust;
use super::super::code::{self, Code, docs, filters, fixed, ident, list};
use super::super::names::{Case, Scope};
use super::super::ty::{Imports, Ty, TypeId};
use super::Checks;
use crate::ir::docs::{of_member, of_type};
use crate::ir::union::marks;
use crate::ir::{JsonKind, Mark};

pub(super) struct Variant {
    docs: Code,
    name: Code,
    ty: Code,
    matcher: Code,
    check: Option<Code>,
}

/// The contents of a variant.
struct Held {
    name: Code,
    plain: Ty,
    boxed: bool,
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
        let (tag, members) = marks(self.plan.api, union);
        view.property = tag.map(code::string);
        let held = self.held(id, members.iter().map(|(member, _)| *member));
        let mut converted: Vec<Ty> = Vec::new();
        for ((member, mark), held) in members.into_iter().zip(held) {
            let Held { name, plain, boxed } = held;
            let ty = if boxed {
                plain.clone().boxed()
            } else {
                plain.clone()
            };
            ty.import(imports);
            let variant = Variant {
                docs: docs(of_member(self.plan.schema(member.schema)).text()),
                name,
                ty: self.inside(&ty),
                matcher: matcher(&mark),
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

    /// Returns the variants of a union, each with its type.
    pub(in super::super) fn variants(&self, id: TypeId) -> Vec<(Code, Ty)> {
        let Kind::Union(union) = &self.plan.schema(self.plan.get(id).schema).kind else {
            return Vec::new();
        };
        let (_, members) = marks(self.plan.api, union);
        let held = self.held(id, members.iter().map(|(member, _)| *member));
        held.into_iter()
            .map(|held| {
                let Held { name, plain, boxed } = held;
                (name, if boxed { plain.boxed() } else { plain })
            })
            .collect()
    }

    fn held<'m>(&self, id: TypeId, members: impl Iterator<Item = &'m Member>) -> Vec<Held> {
        let union = &self.plan.get(id).name;
        let mut scope = Scope::new(Case::Pascal, &["Unknown", "Self"]);
        let held = members.map(|member| {
            let plain = self.plan.nullable_ty(member.schema);
            let name = self.variant_name(union, member, &plain);
            Held {
                name: ident(&scope.claim_or(&name, "value")),
                boxed: self.boxing.is_boxed(id, member.schema),
                plain,
            }
        });
        held.collect()
    }

    fn member_check(&self, member: &Member, checks: &Checks<'_>) -> Option<Code> {
        let (name, value) = (fixed("\"\""), fixed("value"));
        let nullable = self.plan.api.is_nullable(member.schema);
        let held = nullable.then(|| value.clone());
        checks.of_place(member.schema, &name, &value, held)
    }

    /// Drops conversions of aliases, since a type can be converted only once.
    fn drop_alias_conversions(&self, view: &mut UnionView, converted: &[Ty]) {
        let is_own = |ty: &Ty| match ty {
            Ty::Made(id) => self.plan.get(*id).form != super::Form::Alias,
            _ => false,
        };
        let mut own = converted.iter().map(is_own);
        view.conversions.retain(|_| own.next().unwrap_or_default());
    }

    fn variant_name(&self, union: &str, member: &Member, ty: &Ty) -> String {
        let schema = self.plan.schema(member.schema);
        if let Ty::Made(id) = ty {
            let name = self.plan.name(*id);
            // The name of the union need not be repeated in its members.
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

/// Returns how a value is recognized as a member.
fn matcher(mark: &Mark<'_>) -> Code {
    let guard = match mark {
        Mark::Tags(tags) => return one_of(tags),
        Mark::Guard(guard) => guard,
    };
    let kinds = guard
        .kinds
        .iter()
        .map(|one| code!("runtime::Kind::", kind(*one)));
    let values = guard.values.iter();
    let values = values
        .map(|(name, allowed)| code!("(", code::string(name), ", &[", strings(allowed), "])"));
    code!(
        "runtime::Guard { kinds: &[",
        list(kinds),
        "], required: &[",
        strings(&guard.required),
        "], values: &[",
        list(values),
        "] }"
    )
}

/// `"a" | "b"`
fn one_of(tags: &[&str]) -> Code {
    let mut tags = tags.iter().map(|tag| code::string(tag));
    let first = tags.next().unwrap_or_else(|| code::string(""));
    tags.fold(first, |all, tag| code!(all, " | ", tag))
}

fn strings(texts: &[&str]) -> Code {
    list(texts.iter().map(|text| code::string(text)))
}

const fn kind(kind: JsonKind) -> &'static str {
    match kind {
        JsonKind::Null => "Null",
        JsonKind::Boolean => "Boolean",
        JsonKind::Integer => "Integer",
        JsonKind::Number => "Number",
        JsonKind::String => "String",
        JsonKind::Array => "Array",
        JsonKind::Object => "Object",
    }
}
