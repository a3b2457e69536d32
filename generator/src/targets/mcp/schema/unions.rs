//! Unions, and how their members are distinguished.

use spec::model::{EnumBase, Member, Union, UnionMode};

use super::kinds::typed;
use super::{KEYWORD, Way, Writer};
use crate::json::Object;

impl Writer<'_> {
    pub(super) fn union(&mut self, union: &Union, nullable: bool) -> Object {
        let values = union.members.iter().map(|member| member.values.len());
        if !self.fits((union.members.len() + values.sum::<usize>()) * KEYWORD) {
            return Object::new();
        }
        let property = union.discriminator.as_ref().map(|d| d.property.as_str());
        let property = property.filter(|property| {
            let mut members = union.members.iter();
            members.all(|member| self.is_distinguished(member, property))
        });
        let mut members: Vec<_> = union
            .members
            .iter()
            .map(|member| {
                let json = self.used(member.schema);
                match property {
                    Some(property) => restricted(json, property, &member.values),
                    None => json,
                }
            })
            .collect();
        if let Some(property) = property.filter(|_| self.way == Way::Answered) {
            members.push(unknown(property, union));
        }
        let keyword = if self.is_exact(union) {
            "oneOf"
        } else {
            "anyOf"
        };
        let json = Object::new().with(keyword, members);
        self.nullable(json, nullable)
    }

    /// Returns whether a member is an object with the discriminator, as text, in this direction.
    fn is_distinguished(&self, member: &Member, property: &str) -> bool {
        let Some(object) = self.api.object(member.schema) else {
            return false;
        };
        let found = object.properties.iter().find(|p| p.name == property);
        let is_text = |id| {
            let list = self.api.enumeration(id);
            self.api.is_string(id) || list.is_some_and(|list| list.base == EnumBase::String)
        };
        let is_there = |id| self.travels(id) && is_text(id);
        !member.values.is_empty() && found.is_some_and(|found| is_there(found.schema))
    }

    /// Returns whether exactly one member can be required to match. Several may match once members
    /// have lost the properties of the other direction, or may have additional ones.
    fn is_exact(&self, union: &Union) -> bool {
        let keeps_all = |member: &Member| match self.api.object(member.schema) {
            Some(object) => object.properties.iter().all(|p| self.travels(p.schema)),
            None => self.api.members(member.schema).is_empty(),
        };
        union.mode == UnionMode::OneOf
            && self.way == Way::Asked
            && union.members.iter().all(keeps_all)
    }
}

/// Returns a member, restricted to its values of the discriminator.
fn restricted(member: Object, property: &str, values: &[String]) -> Object {
    let values: Vec<_> = values.iter().map(String::as_str).collect();
    let value = Object::new().with("enum", values);
    let restricted = on_discriminator(property, value);
    if member.get("$ref").is_some() && member.get("properties").is_none() {
        let mut member = member;
        member.extend(restricted);
        member
    } else {
        Object::new().with("allOf", vec![member, restricted])
    }
}

/// Returns the schema of an unknown kind in a response.
fn unknown(property: &str, union: &Union) -> Object {
    let values = union.members.iter().flat_map(|member| &member.values);
    let known: Vec<_> = values.map(String::as_str).collect();
    let other = Object::new().with("not", Object::new().with("enum", known));
    let mut json = typed("object", false);
    json.extend(on_discriminator(property, other));
    json
}

fn on_discriminator(property: &str, value: Object) -> Object {
    Object::new()
        .with("properties", Object::new().with(property, value))
        .with("required", vec![property])
}
