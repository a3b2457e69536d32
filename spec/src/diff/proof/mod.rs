//! Proves that one written schema allows no more values than another one.
//!
//! A proof is certain. If there is no proof, the statement may still be true.

mod alike;
mod alternatives;
mod direction;
mod groups;
mod keyword;
mod language;
mod refused;
mod rest;
mod statements;
mod value;

use std::cell::Cell;
use std::rc::Rc;

use self::groups::FURTHER_PARTS;
pub(super) use self::groups::Group;
pub(super) use self::keyword::{Limits, equal};
use self::statements::{Assumed, Outcomes, Statement};
pub(super) use self::value::ValueSet;
use super::once::Once;
use super::place::Way;
use crate::model::{Form, Keyword, Operand, WrittenId, WrittenSchemas};

/// A written schema of the old or new description.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct At {
    pub(super) newer: bool,
    pub(super) id: WrittenId,
}

/// The state of a proof.
pub(super) struct Proof<'w> {
    old: &'w WrittenSchemas,
    new: &'w WrittenSchemas,
    /// The direction of values, in which some properties do not travel.
    way: Way,
    /// Whether the new side sends the values of the current statement.
    newer_sends: bool,
    assumed: Assumed,
    /// How many steps are left.
    steps: usize,
    /// How many statements about several schemas at once contain the current one.
    together: u8,
    /// How many unions contain the current one, as members of members.
    nested: u8,
    memo: Rc<Memo>,
}

/// What was found in proofs, and is the same in every other one.
#[derive(Debug, Default)]
pub(super) struct Memo {
    outcomes: Outcomes,
    /// How many steps all proofs together took.
    steps: Cell<usize>,
    /// Whether `null` is valid against a schema with unions, by the depth of the search.
    null: Once<(At, u8), Option<bool>>,
    /// The types of the members of unions, by the depth of the search.
    types: Once<(At, u8), u8>,
    /// The only member of a union that allows values of some types.
    only: Once<(At, u8), Option<WrittenId>>,
}

/// The maximum number of steps of a proof.
const MOST_STEPS: usize = 4_000;
/// After how many steps of all proofs of a comparison each further one has only [`FEW_STEPS`]. Large
/// descriptions in which much changed take about two thousand.
const MOST_STEPS_OF_ALL: usize = 200_000;
const FEW_STEPS: usize = 50;
/// How many unions are split into their alternatives at once.
const MOST_SPLITS: u8 = 2;
/// How many statements about several schemas at once may be nested.
const MOST_TOGETHER: u8 = 4;
/// How many unions may be nested in each other. A union may contain itself.
const MOST_NESTED: u8 = 16;
/// The keywords of unions.
const UNIONS: [&str; 2] = ["anyOf", "oneOf"];

impl<'w> Proof<'w> {
    pub(super) fn new(
        old: &'w WrittenSchemas,
        new: &'w WrittenSchemas,
        way: Way,
        memo: Rc<Memo>,
    ) -> Self {
        let spent = memo.steps.get() > MOST_STEPS_OF_ALL;
        Self {
            old,
            new,
            way,
            newer_sends: false,
            assumed: Assumed::default(),
            steps: if spent { FEW_STEPS } else { MOST_STEPS },
            together: 0,
            nested: 0,
            memo,
        }
    }

    /// Begins a statement about the values that one side sends.
    pub(super) fn sent_by(&mut self, newer: bool) {
        self.newer_sends = newer;
    }

    const fn schemas(&self, newer: bool) -> &'w WrittenSchemas {
        if newer { self.new } else { self.old }
    }

    /// Takes a step; returns whether one was left.
    fn may_go_on(&mut self) -> bool {
        let more = self.steps > 0;
        if more {
            self.steps -= 1;
            self.memo.steps.set(self.memo.steps.get() + 1);
        }
        more
    }

    /// Returns whether each value that is valid against `narrow` is valid against `wide`.
    pub(super) fn within(&mut self, narrow: At, wide: At) -> bool {
        let statement = Statement {
            narrow,
            wide,
            way: self.way,
            newer_sends: self.newer_sends,
        };
        let left = self.steps;
        if let Some(known) = self.memo.outcomes.get(&statement, left) {
            return known;
        }
        if self.assumed.has(&statement) {
            return true;
        }
        if !self.may_go_on() {
            return false;
        }
        let begun = self.assumed.begin(statement);
        let nested = std::mem::take(&mut self.nested);
        let proven = self.within_null(narrow, wide) && self.within_values(narrow, wide);
        self.nested = nested;
        if proven {
            self.assumed.succeed(&begun, &self.memo.outcomes);
            return true;
        }
        self.assumed.fail(&begun);
        // Statements about several schemas at once have a limit as well.
        if self.together == 0 {
            let steps = if self.steps == 0 { left } else { usize::MAX };
            self.memo.outcomes.unproven(statement, steps);
        }
        false
    }

    /// Returns whether the same holds for `null`. It is handled first, so the rest of the proof can
    /// ignore `nullable`.
    fn within_null(&self, narrow: At, wide: At) -> bool {
        let unlisted = |at: At| self.schemas(at.newer).is_null_unlisted(at.id);
        self.null(wide, 0) == Some(true)
            || self.null(narrow, 0) == Some(false)
            || unlisted(narrow) && unlisted(wide)
    }

    /// Returns the same, regardless of `null`.
    pub(super) fn within_values(&mut self, narrow: At, wide: At) -> bool {
        let groups = self.flat(narrow);
        groups.is_none_or(|groups| self.all(&groups, wide, 0))
    }

    /// Returns whether the operand of a keyword is the schema `false`.
    pub(super) fn forbids(&self, group: Group<'w>, keyword: &Keyword) -> bool {
        let schemas = self.schemas(group.newer);
        matches!(keyword.operand, Operand::Schema(id) if schemas.get(id).form == Form::Bool(false))
    }

    /// Returns whether both allow the same values.
    pub(super) fn same(&mut self, one: At, other: At) -> bool {
        self.within(one, other) && self.within(other, one)
    }

    /// Returns the types that `type` allows, regardless of `enum` and `const`.
    pub(super) fn declared(&self, groups: &[Group<'w>], depth: u8) -> u8 {
        let types = groups.iter().filter_map(|group| group.get("type"));
        let own = types.fold(u8::MAX, |all, one| all & value::types_of(one));
        if depth >= value::DEEPEST {
            return own;
        }
        let unions = groups.iter().flat_map(|group| {
            let operands = UNIONS.iter().filter_map(|name| group.get(name));
            operands.map(|operand| {
                let members = operand.schemas().map(|id| {
                    let groups = self.flat(group.at(id));
                    groups.map_or(0, |groups| self.declared(&groups, depth + 1))
                });
                members.fold(0, |all, one| all | one)
            })
        });
        unions.fold(own, |all, one| all & one)
    }

    /// Returns whether each value that is valid against all schemas is valid against `wide`.
    fn together(&mut self, narrow: &[At], wide: At) -> bool {
        let null = self.null(wide, 0) == Some(true)
            || narrow.iter().any(|one| self.null(*one, 0) == Some(false));
        let groups: Option<Vec<_>> = narrow.iter().map(|one| self.flat(*one)).collect();
        null && groups.is_none_or(|groups| self.beside(&groups.concat(), wide))
    }

    /// Returns whether groups of several schemas imply a schema.
    fn beside(&mut self, narrow: &[Group<'w>], wide: At) -> bool {
        if self.together >= MOST_TOGETHER || !self.may_go_on() {
            return false;
        }
        self.together += 1;
        let proven = self.all(narrow, wide, 0);
        self.together -= 1;
        proven
    }

    /// Returns whether groups imply a member of a union.
    fn member(&mut self, narrow: &[Group<'w>], member: At) -> bool {
        if self.nested >= MOST_NESTED || !self.may_go_on() {
            return false;
        }
        self.nested += 1;
        let proven = self.all(narrow, member, MOST_SPLITS);
        self.nested -= 1;
        proven
    }

    /// Returns whether groups imply a schema.
    fn all(&mut self, narrow: &[Group<'w>], wide: At, splits: u8) -> bool {
        if self.types(narrow, 0) == 0 {
            return true;
        }
        let Some(groups) = self.flat(wide) else {
            return false;
        };
        let direct = groups.iter().all(|group| {
            let mut keywords = group.keywords.iter();
            keywords.all(|keyword| self.implied(narrow, *group, keyword))
        });
        direct || splits < MOST_SPLITS && self.each_alternative(narrow, wide, splits)
    }

    /// Returns whether groups imply a keyword, directly or in each alternative.
    pub(super) fn follows(
        &mut self,
        narrow: &[Group<'w>],
        wide: Group<'w>,
        keyword: &'w Keyword,
        splits: u8,
    ) -> bool {
        self.implied(narrow, wide, keyword)
            || splits < MOST_SPLITS
                && self.by_alternatives(narrow, |proof, rest| {
                    proof.follows(rest, wide, keyword, splits + 1)
                })
    }
}
