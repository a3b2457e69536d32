//! Resolves unions that contain themselves through nothing but unions and references.

use std::collections::HashSet;

use super::Lowering;
use crate::budget::{Exceeded, Unit};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Kind, Member, SchemaId};

impl Lowering<'_, '_> {
    /// Replaces unions that contain themselves by their other members, which they allow: `A = B |
    /// text`, `B = A | number` are both `text | number`.
    pub(super) fn break_union_cycles(&mut self) {
        let circular = self.unions_that_lead_to_circles();
        let mut plain = Vec::new();
        for id in &circular {
            let span = self.schemas.get(*id).span;
            match self.members_behind(*id, &circular) {
                Ok(behind) => plain.extend(behind.map(|behind| (*id, behind))),
                Err(exceeded) => return self.run_out(span, exceeded),
            }
        }
        for (id, behind) in plain {
            let schema = self.schemas.get_mut(id);
            schema.nullable |= behind.nullable;
            let span = schema.span;
            let label = if behind.members.is_empty() {
                schema.kind = Kind::Any;
                "it has no other members: read as any value"
            } else {
                if let Kind::Union(union) = &mut schema.kind {
                    union.members = behind.members;
                }
                "read as the other members"
            };
            let message = "members of this union lead back to it, and to nothing else";
            self.diagnostics.push(
                Diagnostic::warning(Code::CircularReference, span, message)
                    .label(label)
                    .help("remove these members: they do not allow any further values"),
            );
        }
    }

    /// Returns the unions that remain when those without union members are removed repeatedly.
    fn unions_that_lead_to_circles(&self) -> Vec<SchemaId> {
        let mut users: Vec<Vec<SchemaId>> = vec![Vec::new(); self.schemas.len()];
        let mut open = vec![0_usize; self.schemas.len()];
        let mut done = Vec::new();
        for id in self.schemas.ids() {
            let Kind::Union(union) = &self.schemas.get(id).kind else {
                continue;
            };
            let members = union.members.iter();
            for inner in members.filter_map(|member| self.union_behind(member)) {
                users[inner.index()].push(id);
                open[id.index()] += 1;
            }
            if open[id.index()] == 0 {
                done.push(id);
            }
        }
        while let Some(id) = done.pop() {
            for user in std::mem::take(&mut users[id.index()]) {
                open[user.index()] -= 1;
                if open[user.index()] == 0 {
                    done.push(user);
                }
            }
        }
        let ids = self.schemas.ids();
        ids.filter(|id| open[id.index()] > 0).collect()
    }

    fn union_behind(&self, member: &Member) -> Option<SchemaId> {
        let id = self.schemas.resolve(member.schema);
        matches!(self.schemas.get(id).kind, Kind::Union(_)).then_some(id)
    }

    /// Returns the members of a union that contains itself; `None` for any other union.
    fn members_behind(
        &self,
        id: SchemaId,
        circular: &[SchemaId],
    ) -> Result<Option<Behind>, Exceeded> {
        let mut behind = Behind::default();
        let (mut met, mut known) = (HashSet::new(), HashSet::new());
        let mut stack = vec![id];
        while let Some(at) = stack.pop() {
            let Kind::Union(union) = &self.schemas.get(at).kind else {
                continue;
            };
            for member in &union.members {
                self.documents.budget().spend(Unit::Steps, 1)?;
                let inner = self.union_behind(member);
                let Some(inner) = inner.filter(|inner| circular.binary_search(inner).is_ok())
                else {
                    if known.insert(member.schema) {
                        behind.members.push(member.clone());
                    }
                    continue;
                };
                behind.nullable |= self.is_nullable_on_the_way(member.schema)?;
                if met.insert(inner) {
                    stack.push(inner);
                }
            }
        }
        Ok(met.contains(&id).then_some(behind))
    }

    fn is_nullable_on_the_way(&self, from: SchemaId) -> Result<bool, Exceeded> {
        let mut at = from;
        loop {
            let schema = self.schemas.get(at);
            self.documents.budget().spend(Unit::Steps, 1)?;
            match schema.kind {
                _ if schema.nullable => return Ok(true),
                Kind::Alias(target) => at = target,
                _ => return Ok(false),
            }
        }
    }
}

/// The members of a union, apart from itself.
#[derive(Default)]
struct Behind {
    members: Vec<Member>,
    nullable: bool,
}
