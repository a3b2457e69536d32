//! Finds where a box is needed, because a type must not contain itself.

use std::collections::HashSet;

use super::plan::Plan;
use super::ty::declared_inside;
use crate::ir::{Shape, TypeId};

/// Which members of which types are boxed, and how deep types nest.
#[derive(Debug, Default)]
pub(super) struct Boxing {
    /// By the type and the index of the member.
    boxed: HashSet<(TypeId, usize)>,
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
        let mut marks = vec![Mark::New; plan.ir.types.iter().len()];
        for start in plan.type_ids() {
            boxing.walk(plan, start, &mut marks);
        }
        boxing
    }

    fn walk(&mut self, plan: &Plan<'_>, start: TypeId, marks: &mut [Mark]) {
        if marks[start.index()] != Mark::New {
            return;
        }
        marks[start.index()] = Mark::Open;
        let mut stack = vec![(start, members(plan, start))];
        while let Some((id, waiting)) = stack.last_mut() {
            let id = *id;
            let Some((place, target)) = waiting.pop() else {
                marks[id.index()] = Mark::Done;
                stack.pop();
                continue;
            };
            match marks[target.index()] {
                Mark::Done => {}
                Mark::Open => {
                    self.boxed.insert((id, place));
                }
                Mark::New => {
                    marks[target.index()] = Mark::Open;
                    stack.push((target, members(plan, target)));
                    self.depth = self.depth.max(stack.len());
                }
            }
        }
    }

    /// Returns whether a member of `id` closes a cycle.
    pub(super) fn is_boxed(&self, id: TypeId, place: usize) -> bool {
        self.boxed.contains(&(id, place))
    }

    /// Returns the `recursion_limit` that the compiler needs, if the default (128) is too low.
    pub(super) fn recursion_limit(&self) -> Option<usize> {
        const LEVELS_PER_TYPE: usize = 6;
        let needed = self.depth * LEVELS_PER_TYPE;
        (needed > 100).then(|| (128 + needed).next_multiple_of(128))
    }
}

/// Returns the generated types that a type contains directly, each with its place, last one first.
fn members(plan: &Plan<'_>, id: TypeId) -> Vec<(usize, TypeId)> {
    let held: Vec<_> = match &plan.get(id).shape {
        Shape::Record(record) => {
            let fields = record.fields.iter();
            fields.map(|field| declared_inside(&field.ty)).collect()
        }
        Shape::Union(union) => {
            let members = union.members.iter();
            members.map(|member| declared_inside(&member.ty)).collect()
        }
        Shape::Alias(behind) => vec![declared_inside(behind)],
        Shape::Enumeration(_) => Vec::new(),
    };
    let held = held.into_iter().enumerate();
    held.filter_map(|(place, held)| Some((place, held?)))
        .rev()
        .collect()
}
