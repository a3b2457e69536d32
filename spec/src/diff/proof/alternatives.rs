//! Proofs about the members of unions, one after the other.

use super::{At, Group, Proof, UNIONS};
use crate::model::{Keyword, WrittenId};

impl<'w> Proof<'w> {
    /// Returns the groups of the only union member that allows values of some types.
    pub(super) fn only_alternative(&self, group: Group<'w>, types: u8) -> Option<Vec<Group<'w>>> {
        let mut unions = UNIONS.iter().filter_map(|name| group.get(name));
        let (union, None) = (unions.next()?, unions.next()) else {
            return None;
        };
        let only = self.memo.only.get((group.own, types), || {
            let allows = |id: &WrittenId| {
                let member = self.direct(group.at(*id));
                member.is_some_and(|member| self.types(&member, 1) & types != 0)
            };
            let mut possible = union.schemas().filter(allows);
            possible.next().filter(|_| possible.next().is_none())
        });
        self.direct(group.at(only?))
    }

    /// Returns whether each alternative of the narrow side implies the schema.
    pub(super) fn each_alternative(&mut self, narrow: &[Group<'w>], wide: At, splits: u8) -> bool {
        self.by_alternatives(narrow, |proof, rest| proof.all(rest, wide, splits + 1))
    }

    pub(super) fn by_alternatives(
        &mut self,
        narrow: &[Group<'w>],
        mut goal: impl FnMut(&mut Self, &[Group<'w>]) -> bool,
    ) -> bool {
        let found = narrow.iter().find_map(|group| {
            let mut keywords = group.keywords.iter();
            let union = |keyword: &&Keyword| UNIONS.contains(&keyword.name.as_str());
            let keyword = keywords.find(union).filter(|_| !group.lone)?;
            Some((*group, keyword))
        });
        let Some((group, keyword)) = found else {
            return false;
        };
        let members: Vec<_> = keyword.operand.schemas().collect();
        members.into_iter().all(|id| {
            let Some(more) = self.flat(group.at(id)) else {
                return true;
            };
            // Each alternative is split once.
            let split = |one: &Group<'w>| Group {
                lone: one.lone || one.own == group.own,
                ..*one
            };
            let rest: Vec<_> = narrow.iter().map(split).chain(more).collect();
            goal(self, &rest)
        })
    }
}
