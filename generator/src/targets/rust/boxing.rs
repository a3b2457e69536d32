//! Finds where a box is needed, because a type must not contain itself.

use std::collections::HashSet;

use spec::model::{Kind, SchemaId};

use super::plan::{Form, Plan};
use super::ty::{Ty, TypeId};

/// Which members of which types are boxed, and how deep types nest.
#[derive(Debug, Default)]
pub(super) struct Boxing {
    boxed: HashSet<(TypeId, SchemaId)>,
    depth: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    New,
    Open,
    Done,
}

impl Boxing {
    /// Finds, depth first, every member that closes a cycle, and boxes only those.
    pub(super) fn new(plan: &Plan<'_>) -> Self {
        let mut boxing = Self::default();
        let mut marks = vec![Mark::New; plan.types.len()];
        for start in plan.type_ids() {
            boxing.walk(plan, start, &mut marks);
        }
        boxing
    }

    fn walk(&mut self, plan: &Plan<'_>, start: TypeId, marks: &mut [Mark]) {
        if marks[start.0] != Mark::New {
            return;
        }
        marks[start.0] = Mark::Open;
        let mut stack = vec![(start, members(plan, start))];
        while let Some((id, waiting)) = stack.last_mut() {
            let id = *id;
            let Some((schema, target)) = waiting.pop() else {
                marks[id.0] = Mark::Done;
                stack.pop();
                continue;
            };
            match marks[target.0] {
                Mark::Done => {}
                Mark::Open => {
                    self.boxed.insert((id, schema));
                }
                Mark::New => {
                    marks[target.0] = Mark::Open;
                    stack.push((target, members(plan, target)));
                    self.depth = self.depth.max(stack.len());
                }
            }
        }
    }

    /// Returns whether the member of `id` with this schema closes a cycle.
    pub(super) fn is_boxed(&self, id: TypeId, member: SchemaId) -> bool {
        self.boxed.contains(&(id, member))
    }

    /// Returns the `recursion_limit` that the compiler needs, if the default (128) is too low.
    pub(super) fn recursion_limit(&self) -> Option<usize> {
        const LEVELS_PER_TYPE: usize = 6;
        let needed = self.depth * LEVELS_PER_TYPE;
        (needed > 100).then(|| (128 + needed).next_multiple_of(128))
    }
}

/// Returns the generated types that a type contains directly, last one first.
fn members(plan: &Plan<'_>, id: TypeId) -> Vec<(SchemaId, TypeId)> {
    let made = plan.get(id);
    let schemas: Vec<SchemaId> = match &plan.schema(made.schema).kind {
        Kind::Object(object) if made.form == Form::Record => {
            object.properties.iter().map(|p| p.schema).collect()
        }
        Kind::Union(union) => union.members.iter().map(|member| member.schema).collect(),
        Kind::Alias(target) => vec![*target],
        _ => Vec::new(),
    };
    let held = schemas.into_iter().filter_map(|schema| {
        let target: Ty = plan.ty(schema);
        Some((schema, target.made_inside()?))
    });
    let mut held: Vec<_> = held.collect();
    held.reverse();
    held
}
