//! Unions made plain: `null` taken out, single members and enumerations told from choices.

use super::Lowering;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{EnumBase, Enumeration, Kind, Member, SchemaId, Text, Union};

impl Lowering<'_, '_> {
    /// Settles every union, now that its members are known.
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
        let mut seen = std::collections::HashSet::new();
        for member in union.members {
            let kind = &self.schemas.get(self.schemas.resolve(member.schema)).kind;
            if *kind == Kind::Null {
                self.schemas.get_mut(id).nullable = true;
            } else if seen.insert(member.schema) {
                members.push(member);
            }
        }
        let kind = match members.as_slice() {
            [] => Kind::Null,
            [one] => Kind::Alias(one.schema),
            several => self
                .plainer(several)
                .unwrap_or(Kind::Union(Union { members, ..union })),
        };
        self.schemas.get_mut(id).kind = kind;
    }

    /// What a union amounts to, where it is no choice between types.
    fn plainer(&self, members: &[Member]) -> Option<Kind> {
        let kinds: Vec<_> = members
            .iter()
            .map(|member| &self.schemas.get(self.schemas.resolve(member.schema)).kind)
            .collect();
        if kinds.contains(&&Kind::Any) {
            return Some(Kind::Any);
        }
        let mut values = Vec::new();
        let (mut open, mut extensible) = (false, false);
        for kind in &kinds {
            match kind {
                Kind::Enumeration(list) if list.base == EnumBase::String => {
                    let new = list.values.iter().filter(|value| !values.contains(value));
                    let new: Vec<_> = new.collect();
                    values.extend(new);
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

    /// Aliases that lead in a circle have nothing behind them.
    pub(super) fn break_alias_cycles(&mut self) {
        let mut settled = vec![false; self.schemas.len()];
        for id in self.schemas.ids() {
            let mut walked = Vec::new();
            let mut at = id;
            while let (Kind::Alias(target), false) =
                (&self.schemas.get(at).kind, settled[at.index()])
            {
                walked.push(at);
                settled[at.index()] = true;
                at = *target;
                if walked.contains(&at) {
                    self.circular_alias(at);
                    break;
                }
            }
            for id in walked {
                settled[id.index()] = true;
            }
        }
    }

    fn circular_alias(&mut self, id: SchemaId) {
        let schema = self.schemas.get_mut(id);
        schema.kind = Kind::Any;
        let span = schema.span;
        self.diagnostics.push(
            Diagnostic::error(
                Code::CircularReference,
                span,
                "the references of this schema lead back to it, and to nothing else",
            )
            .help("let one of them be a schema"),
        );
    }
}
