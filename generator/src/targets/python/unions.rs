//! Unions.

use std::collections::HashSet;

use spec::model::{Discriminator, EnumBase, Kind, Member, Union};

use super::Python;
use super::code::{docstring, ident, string};
use super::layout::{Node, statement};
use super::models::Writing;
use super::ty::is_any;
use crate::code::Code;
use crate::ir::TypeId;
use crate::ir::schemas::only_value;

impl Python<'_> {
    pub(super) fn union(&self, id: TypeId, to: &mut Writing<'_>) -> Code {
        for (module, name) in [
            ("typing", "Annotated"),
            ("typing_extensions", "TypeAliasType"),
            ("..runtime.unions", "Case"),
            ("..runtime.unions", "OneOf"),
            ("..runtime.unions", "Unknown"),
        ] {
            to.imports.add(module, name);
        }
        let declared = self.ir.types.get(id);
        let Kind::Union(union) = &declared.schema.kind else {
            return Code::default();
        };
        let mut taken = HashSet::new();
        let mut types: Vec<Code> = Vec::new();
        let mut cases = Vec::new();
        let mut circular = false;
        let mut nullable = false;
        for member in &union.members {
            let Some(mut items) = self.matcher(union, member, &mut taken) else {
                continue;
            };
            let ty = self.ir.types.nullable_ty(member.schema);
            let annotation = self.local(&ty, to);
            circular |= self.is_circular(&annotation, to);
            nullable |= is_any(&annotation.code) && annotation.code.as_str() != "Any";
            let thunk = code!("lambda: ", &annotation.code);
            items.insert(0, Node::Leaf(thunk));
            cases.push(Node::call(&Code::fixed("Case"), items));
            let bare = self.local(ty.not_null(), to).code;
            if !types.contains(&bare) && bare.as_str() != "None" {
                types.push(bare);
            }
        }
        types.push(Code::fixed("Unknown"));
        types.extend(nullable.then(|| Code::fixed("None")));
        if let Some(discriminator) = discriminator(union) {
            let tag = Node::Leaf(string(&discriminator.property));
            cases.push(Node::keyword("tag", tag));
        }
        let name = &declared.name;
        let types = Code::list(types, " | ");
        let cases = Node::call(&Code::fixed("OneOf"), cases);
        let alias = if circular {
            let constant = code!("_", &ident(name));
            let cases = statement(0, &code!(&constant, " = "), &cases);
            let text = code!("Annotated[", &types, ", ", &constant, "]");
            let alias = self.alias_of(name, Node::Leaf(string(text.as_str())));
            code!(&cases, "\n", &alias)
        } else {
            let items = vec![Node::Leaf(types), cases];
            let node = Node::Group(Code::fixed("Annotated["), items, Code::fixed("]"));
            self.alias_of(name, node)
        };
        code!(&alias, "\n", &docstring(&declared.docs.whole(), 0))
    }

    fn alias_of(&self, name: &str, node: Node) -> Code {
        let items = vec![Node::Leaf(string(name)), node];
        let node = Node::call(&Code::fixed("TypeAliasType"), items);
        statement(0, &code!(&ident(name), " = "), &node)
    }

    /// How a value is told to be this member; `None` where it can never be.
    fn matcher(
        &self,
        union: &Union,
        member: &Member,
        taken: &mut HashSet<String>,
    ) -> Option<Vec<Node>> {
        if discriminator(union).is_none() {
            return Some(self.guard(union, member));
        }
        let values = member.values.iter();
        let values: Vec<_> = values
            .filter(|value| taken.insert((*value).clone()))
            .collect();
        if values.is_empty() {
            return None;
        }
        let tags = values.into_iter().map(|value| Node::Leaf(string(value)));
        Some(vec![Node::keyword("tags", Node::tuple(tags.collect()))])
    }

    fn guard(&self, union: &Union, member: &Member) -> Vec<Node> {
        let id = member.schema;
        let schema = self.ir.types.schema(self.ir.api.resolve(id));
        let kind = match &schema.kind {
            Kind::Null | Kind::Never => "null",
            Kind::Boolean => "boolean",
            Kind::Integer { .. } => "integer",
            Kind::Number { .. } => "number",
            Kind::String(_) => "string",
            Kind::Enumeration(list) if list.base == EnumBase::String => "string",
            Kind::Enumeration(list) if list.base == EnumBase::Integer => "integer",
            Kind::Array(_) => "array",
            Kind::Object(_) => "object",
            Kind::Any | Kind::Alias(_) | Kind::Union(_) | Kind::Enumeration(_) => "",
        };
        let mut kinds = Vec::new();
        if !kind.is_empty() {
            kinds.push(Node::Leaf(string(kind)));
            if self.ir.types.is_nullable(id) && kind != "null" {
                kinds.push(Node::fixed("\"null\""));
            }
        }
        let mut required = Vec::new();
        let mut values: Vec<(String, Vec<String>)> = mapped(union, member).into_iter().collect();
        if let Kind::Object(object) = &schema.kind {
            for property in &object.properties {
                if self.is_required(schema.direction, property) {
                    required.push(Node::Leaf(string(&property.name)));
                }
                let only = only_value(self.ir.api, property.schema);
                let only = only.map(|value| (property.name.clone(), vec![value.to_owned()]));
                values.extend(only.filter(|only| !values.contains(only)));
            }
        }
        let values = values.iter().map(|(name, allowed)| {
            let allowed = allowed.iter().map(|value| Node::Leaf(string(value)));
            Node::tuple(vec![
                Node::Leaf(string(name)),
                Node::tuple(allowed.collect()),
            ])
        });
        let lists = [
            ("kinds", kinds),
            ("required", required),
            ("values", values.collect()),
        ];
        let lists = lists.into_iter().filter(|(_, items)| !items.is_empty());
        lists
            .map(|(name, items)| Node::keyword(name, Node::tuple(items)))
            .collect()
    }
}

/// What tells the members apart, if it tells all of them.
fn discriminator(union: &Union) -> Option<&Discriminator> {
    let told = |member: &Member| !member.values.is_empty();
    let discriminator = union.discriminator.as_ref();
    discriminator.filter(|_| union.members.iter().all(told))
}

/// The values of a discriminator that are for a member.
fn mapped(union: &Union, member: &Member) -> Option<(String, Vec<String>)> {
    let property = &union.discriminator.as_ref()?.property;
    (!member.values.is_empty()).then(|| (property.clone(), member.values.clone()))
}
