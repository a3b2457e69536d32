//! Checks discriminators once all schemas are known.

use std::collections::{HashMap, HashSet};

use super::Lowering;
use super::choice::Discriminated;
use crate::budget::Unit;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{EnumBase, Kind, Member, SchemaId};
use crate::source::Span;

impl Lowering<'_, '_> {
    /// Warns about every discriminator that cannot distinguish its members.
    pub(super) fn check_discriminators(&mut self) {
        for discriminated in std::mem::take(&mut self.discriminators) {
            self.check_discriminator(&discriminated);
        }
    }

    fn check_discriminator(&mut self, discriminated: &Discriminated) {
        let Discriminated {
            property,
            span,
            members,
            mapping,
        } = discriminated;
        // A missing property has been reported.
        if property.is_empty() {
            return;
        }
        for (member, at) in members {
            if self.bankrupt {
                return;
            }
            if let Some(trouble) = self.trouble_with(member.schema, property, *at) {
                let message = format!("a member of the union {trouble}");
                self.warn_of_discriminator(
                    *at,
                    message,
                    "cannot be distinguished from the others",
                    *span,
                );
            } else if member.values.is_empty() && self.stated_values(member, property).is_none() {
                let message = "no value of the discriminator selects a member of the union";
                self.warn_of_discriminator(*at, message.to_owned(), "cannot be reached", *span);
            }
        }
        let known: HashSet<_> = members.iter().map(|(member, _)| member.schema).collect();
        for mapped in mapping.iter().filter(|one| !known.contains(&one.schema)) {
            let message = format!("`{}` refers to a schema that is not a member", mapped.value);
            self.warn_of_discriminator(mapped.span, message, "ignored", *span);
        }
        let mut first: HashMap<&str, Span> = HashMap::new();
        for (member, at) in members {
            for value in &member.values {
                if first.insert(value, *at).is_some_and(|first| first != *at) {
                    let message = format!("`{value}` selects two members of the union");
                    self.warn_of_discriminator(*at, message, "the second one", *span);
                }
            }
        }
    }

    fn warn_of_discriminator(&mut self, at: Span, message: String, label: &str, of: Span) {
        self.diagnostics.push(
            Diagnostic::warning(Code::Discriminator, at, message)
                .label(label)
                .related(of, "the discriminator"),
        );
    }

    /// Returns why a discriminator cannot identify a member: the first problem in it, or in the
    /// unions that it consists of.
    fn trouble_with(&mut self, id: SchemaId, property: &str, at: Span) -> Option<String> {
        let mut seen = HashSet::new();
        let mut stack = vec![id];
        while let Some(id) = stack.pop() {
            let id = self.schemas.resolve(id);
            if !seen.insert(id) {
                continue;
            }
            let steps = match &self.schemas.get(id).kind {
                Kind::Object(object) => object.properties.len(),
                Kind::Union(union) => union.members.len(),
                _ => 1,
            };
            if !self.spend(Unit::Steps, steps, at) {
                return None;
            }
            match &self.schemas.get(id).kind {
                Kind::Object(object) if object.properties.iter().any(|p| p.name == property) => {}
                Kind::Object(_) => return Some(format!("has no property `{property}`")),
                Kind::Union(union) => {
                    stack.extend(union.members.iter().rev().map(|member| member.schema));
                }
                Kind::Any => {}
                _ => return Some("is not an object".to_owned()),
            }
        }
        None
    }

    /// Sets the discriminator values of members without a mapping: the member's name or, if its
    /// property is an enumeration without that name, the values of the enumeration.
    pub(super) fn settle_implied_values(&mut self) {
        for id in self.schemas.ids() {
            let schema = self.schemas.get(id);
            let union = match &schema.kind {
                Kind::Union(union) => Some(union),
                _ => schema.sole.as_deref(),
            };
            let Some(union) = union else {
                continue;
            };
            let Some(discriminator) = &union.discriminator else {
                continue;
            };
            let settled: Vec<_> = union
                .members
                .iter()
                .map(|member| self.stated_values(member, &discriminator.property))
                .collect();
            if settled.iter().all(Option::is_none) {
                continue;
            }
            let schema = self.schemas.get_mut(id);
            let union = match &mut schema.kind {
                Kind::Union(union) => Some(union),
                _ => schema.sole.as_deref_mut(),
            };
            if let Some(union) = union {
                for (member, values) in union.members.iter_mut().zip(settled) {
                    member.values = values.unwrap_or(std::mem::take(&mut member.values));
                }
            }
        }
    }

    fn stated_values(&self, member: &Member, property: &str) -> Option<Vec<String>> {
        let schema = self.schemas.get(member.schema);
        let implied = match member.values.as_slice() {
            [] => true,
            [only] => [&schema.name, &schema.title]
                .into_iter()
                .flatten()
                .any(|n| n == only),
            _ => false,
        };
        let Kind::Object(object) = &self.schemas.get(self.schemas.resolve(member.schema)).kind
        else {
            return None;
        };
        let found = object.properties.iter().find(|p| p.name == property)?;
        match &self.schemas.get(self.schemas.resolve(found.schema)).kind {
            Kind::Enumeration(list) if list.base == EnumBase::String && implied => {
                let texts = || list.values.iter().filter_map(|value| value.as_str());
                let budget = self.documents.budget();
                let spent = budget.spend(Unit::Text, texts().map(str::len).sum());
                spent
                    .and_then(|()| budget.spend(Unit::Steps, list.values.len()))
                    .ok()?;
                let known = texts().any(|text| member.values.iter().any(|value| value == text));
                (!known && !list.open).then(|| texts().map(str::to_owned).collect())
            }
            _ => None,
        }
    }
}
