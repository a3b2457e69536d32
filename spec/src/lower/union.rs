//! Simplifies unions: extracts `null`, and recognizes single members and enumerations.

use std::collections::HashSet;

use super::Lowering;
use crate::budget::Unit;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{EnumBase, Enumeration, Kind, Member, SchemaId, Text, Union};

impl Lowering<'_, '_> {
    /// Simplifies every union, once its members are known.
    pub(super) fn settle_unions(&mut self) {
        for id in self.schemas.ids() {
            if let Kind::Union(union) = &self.schemas.get(id).kind {
                let union = union.clone();
                self.settle(id, union);
            }
        }
    }

    fn settle(&mut self, id: SchemaId, union: Union) {
        let mut members: Vec<Member> = Vec::with_capacity(union.members.len());
        let mut seen = HashSet::new();
        for member in union.members {
            let kind = &self.schemas.get(self.schemas.resolve(member.schema)).kind;
            if *kind == Kind::Null {
                self.schemas.get_mut(id).nullable = true;
            } else if seen.insert(member.schema) {
                members.push(member);
            }
        }
        let values: usize = members
            .iter()
            .map(|member| self.values_behind(member))
            .sum();
        let span = self.schemas.get(id).span;
        if !self.spend(Unit::Steps, values, span) {
            return;
        }
        let kind = match members.as_slice() {
            [] => Kind::Null,
            [one] => {
                let alias = Kind::Alias(one.schema);
                if union.discriminator.is_some() {
                    let sole = Union { members, ..union };
                    self.schemas.get_mut(id).sole = Some(Box::new(sole));
                }
                alias
            }
            several => match self.plainer(several) {
                Some(kind) => {
                    // The members are replaced, so their `null` must be kept separately.
                    let listed = matches!(kind, Kind::Enumeration(_));
                    let null = |one: &Member| self.is_nullable(one.schema);
                    let nullable = listed && several.iter().any(null);
                    self.schemas.get_mut(id).nullable |= nullable;
                    kind
                }
                None => Kind::Union(Union { members, ..union }),
            },
        };
        self.schemas.get_mut(id).kind = kind;
    }

    fn values_behind(&self, member: &Member) -> usize {
        match &self.schemas.get(self.schemas.resolve(member.schema)).kind {
            Kind::Enumeration(list) => list.values.len(),
            _ => 1,
        }
    }

    /// Returns the kind that a union is equivalent to, if it is not a choice between types.
    fn plainer(&self, members: &[Member]) -> Option<Kind> {
        let kinds: Vec<_> = members
            .iter()
            .map(|member| &self.schemas.get(self.schemas.resolve(member.schema)).kind)
            .collect();
        if kinds.contains(&&Kind::Any) {
            return Some(Kind::Any);
        }
        let mut values = Vec::new();
        let mut seen = HashSet::new();
        let (mut open, mut extensible) = (false, false);
        for kind in &kinds {
            match kind {
                Kind::Enumeration(list) if list.base == EnumBase::String => {
                    values.extend(list.values.iter().filter(|value| seen.insert(*value)));
                    open |= list.open;
                    extensible |= list.extensible;
                }
                Kind::String(text) if *text == Text::default() => open = true,
                _ => return None,
            }
        }
        if values.is_empty() {
            return None;
        }
        Some(Kind::Enumeration(Enumeration {
            base: EnumBase::String,
            values: values.into_iter().cloned().collect(),
            open,
            extensible,
        }))
    }

    /// Resolves cycles of aliases, which lead to no schema.
    pub(super) fn break_alias_cycles(&mut self) {
        // For each schema, the walk in which it was first reached.
        let mut reached: Vec<Option<SchemaId>> = vec![None; self.schemas.len()];
        for id in self.schemas.ids() {
            let mut at = id;
            while let Kind::Alias(target) = self.schemas.get(at).kind {
                if reached[at.index()].replace(id).is_some() {
                    break;
                }
                at = target;
                if reached[at.index()] == Some(id) {
                    self.circular_alias(at);
                    break;
                }
            }
        }
    }

    fn circular_alias(&mut self, id: SchemaId) {
        let schema = self.schemas.get_mut(id);
        schema.kind = Kind::Any;
        let span = schema.span;
        self.diagnostics.push(
            Diagnostic::warning(
                Code::CircularReference,
                span,
                "the references of this schema lead back to it, and to nothing else",
            )
            .label("only references: read as any value")
            .help("replace one of them with a schema"),
        );
    }
}
