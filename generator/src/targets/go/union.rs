//! Unions: structs of which one member is set.

use std::collections::HashSet;

use askama::Template;
use spec::model::{EnumBase, Kind, Member, Union};

use super::code;
use super::layout::{Pair, block, pairs};
use super::plan::Go;
use super::ty::needs_time;
use crate::code::{Code, filters};
use crate::ir::docs::of_member;
use crate::ir::names::{Case, Scope};
use crate::ir::schemas::{member_name, only_value};
use crate::ir::{Ty, TypeId};

#[derive(Template)]
#[template(path = "go/union.go")]
pub(super) struct UnionView<'v> {
    header: &'v Code,
    needs_time: bool,
    docs: Code,
    name: Code,
    members: Vec<MemberView>,
    /// What tells the members apart.
    table: Code,
}

struct MemberView {
    docs: Code,
    name: Code,
    ty: Code,
}

impl Go<'_> {
    pub(super) fn union<'v>(&self, header: &'v Code, id: TypeId) -> UnionView<'v> {
        let declared = self.ir.types.get(id);
        let mut members = Vec::new();
        let mut matchers = Vec::new();
        let mut property = None;
        if let Kind::Union(union) = &declared.schema.kind {
            let by_value = by_value(union);
            property = by_value.map(code::string);
            let mut scope = Scope::new(
                Case::Pascal,
                &["MarshalJSON", "Unknown", "UnmarshalJSON", "Value"],
            );
            let mut taken = HashSet::new();
            for member in &union.members {
                let fresh = member.values.iter().filter(|v| taken.insert((*v).clone()));
                let fresh: Vec<_> = fresh.map(|value| code::string(value)).collect();
                let matcher = match by_value {
                    Some(_) if fresh.is_empty() => continue,
                    Some(_) => code!("{values: ", &strings(fresh), "}"),
                    None => self.guard(union, member),
                };
                matchers.push(matcher);
                let name = self.variant_name(&declared.name, member);
                members.push(MemberView {
                    docs: code::field_docs(&of_member(self.ir.types.schema(member.schema)).whole()),
                    name: code::exported(&scope.claim_or(&name, "value")),
                    ty: self.ty(&self.ir.types.ty(member.schema)),
                });
            }
        }
        let mut table: Vec<_> = property
            .map(|p| Pair::new("property", p))
            .into_iter()
            .collect();
        let matchers = code!("[]unionMember", &block(&matchers, 2));
        table.push(Pair::new("members", matchers));
        let types: Vec<_> = members.iter().map(|member| &member.ty).collect();
        UnionView {
            header,
            needs_time: needs_time(&types),
            docs: code::docs(&format!(
                "{}\n\nExactly one of the members is set.",
                declared.docs.whole()
            )),
            name: self.type_name(id),
            members,
            table: pairs(&table, 2),
        }
    }

    /// What a value must look like to be this member.
    fn guard(&self, union: &Union, member: &Member) -> Code {
        let api = self.ir.api;
        let schema = api.schema(api.resolve(member.schema));
        let kinds = match &schema.kind {
            Kind::Null | Kind::Never => "z",
            Kind::Boolean => "b",
            Kind::Integer { .. } => "i",
            Kind::Number { .. } => "n",
            Kind::String(_) => "s",
            Kind::Enumeration(list) if list.base == EnumBase::String => "s",
            Kind::Enumeration(list) if list.base == EnumBase::Integer => "i",
            Kind::Array(_) => "l",
            Kind::Object(_) => "o",
            Kind::Any | Kind::Alias(_) | Kind::Union(_) | Kind::Enumeration(_) => "",
        };
        let mut parts = Vec::new();
        if !kinds.is_empty() {
            parts.push(code!("kinds: ", &code::string(kinds)));
        }
        let mut required = Vec::new();
        let mut fixed: Vec<_> = mapped(union, member).into_iter().collect();
        if let Kind::Object(object) = &schema.kind {
            for property in &object.properties {
                if self.is_required(schema.direction, property) {
                    required.push(code::string(&property.name));
                }
                if let Some(value) = only_value(self.ir.api, property.schema) {
                    let one = fixed_member(&property.name, vec![code::string(value)]);
                    if !fixed.contains(&one) {
                        fixed.push(one);
                    }
                }
            }
        }
        if !required.is_empty() {
            parts.push(code!("required: ", &strings(required)));
        }
        if !fixed.is_empty() {
            parts.push(code!(
                "fixed: []fixedMember{",
                &Code::list(fixed, ", "),
                "}"
            ));
        }
        code!("{", &Code::list(parts, ", "), "}")
    }

    fn variant_name(&self, union: &str, member: &Member) -> String {
        let schema = self.ir.types.schema(member.schema);
        let ty = self.ir.types.ty(member.schema);
        if let Ty::Declared(id) = &ty {
            let name = &self.ir.types.get(*id).name;
            // A type that is named after the union need not say so again.
            let own = name.strip_prefix(union).filter(|own| !own.is_empty());
            let own = own.filter(|_| schema.name.is_none());
            return own.unwrap_or(name).to_owned();
        }
        let name = match ty {
            _ if schema.title.is_some() => return member_name(member, self.ir.api),
            Ty::Boolean => "Boolean",
            Ty::Int32 | Ty::Int64 | Ty::UInt64 => "Integer",
            Ty::Float | Ty::Double | Ty::DecimalNumber => "Number",
            Ty::List(_) => "List",
            Ty::Map(_) | Ty::Object => "Object",
            Ty::Any | Ty::Null => return member_name(member, self.ir.api),
            _ => "String",
        };
        name.to_owned()
    }
}

/// The property that tells the members apart, if it tells all of them.
fn by_value(union: &Union) -> Option<&str> {
    let told = |member: &Member| !member.values.is_empty();
    let discriminator = union.discriminator.as_ref();
    let discriminator = discriminator.filter(|_| union.members.iter().all(told));
    discriminator.map(|discriminator| discriminator.property.as_str())
}

/// The values of a discriminator that are for a member.
fn mapped(union: &Union, member: &Member) -> Option<Code> {
    let property = &union.discriminator.as_ref()?.property;
    let values = member
        .values
        .iter()
        .map(|value| code::string(value))
        .collect();
    (!member.values.is_empty()).then(|| fixed_member(property, values))
}

fn fixed_member(name: &str, values: Vec<Code>) -> Code {
    code!("{", &code::string(name), ", ", &strings(values), "}")
}

fn strings(values: Vec<Code>) -> Code {
    code!("[]string{", &Code::list(values, ", "), "}")
}
