//! Unions.

use askama::Template;

use super::super::Rust;
use super::super::code::{self, Code, docs, filters, fixed, ident, list};
use super::super::names::{Case, Scope};
use super::super::plan::Form;
use super::super::ty::{self, Held, Imports};
use super::Checks;
use crate::ir::{JsonKind, Mark, Member, Shape, Ty, TypeId};

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
        let mut view = UnionView {
            docs: docs(&made.docs.whole()),
            name: ident(&made.name),
            property: None,
            variants: Vec::new(),
            conversions: Vec::new(),
            has_checked: false,
            has_unchecked: false,
        };
        imports.paths.insert("serde_json::Value");
        let Shape::Union(union) = &made.shape else {
            return view;
        };
        view.property = union.tag.map(code::string);
        let mut converted: Vec<&Ty> = Vec::new();
        for (member, (name, held)) in union.members.iter().zip(self.variants(id)) {
            ty::import(&held.ty, imports);
            let variant = Variant {
                docs: docs(member.docs.text()),
                name,
                ty: self.held_inside(&held),
                matcher: matcher(&member.mark),
                check: self.member_check(member, checks),
            };
            // A type can be converted only once, so an alias is not.
            let is_own = matches!(member.ty, Ty::Declared(id) if self.plan.form(id) != Form::Alias);
            if is_own && !converted.contains(&&member.ty) {
                view.conversions.push(Conversion {
                    ty: self.inside(&member.ty),
                    name: variant.name.clone(),
                    value: fixed(if held.boxed {
                        "Box::new(value)"
                    } else {
                        "value"
                    }),
                });
                converted.push(&member.ty);
            }
            view.has_checked |= variant.check.is_some();
            view.has_unchecked |= variant.check.is_none();
            view.variants.push(variant);
        }
        view
    }

    /// Returns the variants of a union, each with its type.
    pub(in super::super) fn variants(&self, id: TypeId) -> Vec<(Code, Held)> {
        let Shape::Union(union) = &self.plan.get(id).shape else {
            return Vec::new();
        };
        let mut scope = Scope::new(Case::Pascal, &["Unknown", "Self"]);
        let members = union.members.iter().enumerate();
        let variants = members.map(|(place, member)| {
            let held = Held {
                ty: member.ty.clone(),
                boxed: self.boxing.is_boxed(id, place),
            };
            (ident(&scope.claim_or(&member.label, "value")), held)
        });
        variants.collect()
    }

    fn member_check(&self, member: &Member<'_>, checks: &Checks<'_>) -> Option<Code> {
        let (name, value) = (fixed("\"\""), fixed("value"));
        let nullable = matches!(member.ty, Ty::Nullable(_));
        let held = nullable.then(|| value.clone());
        checks.of_place(member.schema_id, &name, &value, held)
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
