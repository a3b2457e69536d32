//! Proves that one written schema allows no more values than another one.
//!
//! A proof is certain. If there is no proof, the statement may still be true.

mod alternatives;
mod direction;
mod keyword;
mod language;
mod refused;
mod rest;
mod value;

use std::collections::HashSet;

pub(super) use self::keyword::{Limits, equal};
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
    /// Statements that are being proven, because schemas can contain themselves.
    assumed: HashSet<(At, At)>,
    steps: usize,
    /// How many statements about several schemas at once contain the current one.
    together: u8,
}

/// Keywords of one schema, which all apply.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group<'w> {
    pub(super) newer: bool,
    /// The schema that has the keywords.
    own: At,
    /// The schema that they apply to, directly or by `$ref` and `allOf`.
    of: At,
    pub(super) keywords: &'w [Keyword],
    /// Whether a single alternative of its unions is possible, and is among the groups.
    lone: bool,
}

impl<'w> Group<'w> {
    fn get(&self, name: &str) -> Option<&'w Operand> {
        let keyword = self.keywords.iter().find(|keyword| keyword.name == name)?;
        Some(&keyword.operand)
    }

    pub(super) fn has(&self, names: &[&str]) -> bool {
        let mut keywords = self.keywords.iter();
        keywords.any(|keyword| names.contains(&keyword.name.as_str()))
    }

    /// Returns whether the keywords belong to the schema itself.
    fn is_root(&self) -> bool {
        self.own == self.of
    }

    /// Returns a schema in an operand of the group.
    const fn at(&self, id: WrittenId) -> At {
        let newer = self.newer;
        At { newer, id }
    }
}

/// The maximum number of steps of a proof.
const MOST_STEPS: usize = 4_000;
/// How many unions are split into their alternatives at once.
const MOST_SPLITS: u8 = 2;
/// How many statements about several schemas at once may be nested.
const MOST_TOGETHER: u8 = 4;
/// The keywords of unions.
const UNIONS: [&str; 2] = ["anyOf", "oneOf"];

impl<'w> Proof<'w> {
    pub(super) fn new(old: &'w WrittenSchemas, new: &'w WrittenSchemas, way: Way) -> Self {
        Self {
            old,
            new,
            way,
            newer_sends: false,
            assumed: HashSet::new(),
            steps: 0,
            together: 0,
        }
    }

    /// Begins a statement about the values that one side sends.
    pub(super) fn sent_by(&mut self, newer: bool) {
        if self.newer_sends != newer {
            self.newer_sends = newer;
            self.assumed.clear();
        }
    }

    const fn schemas(&self, newer: bool) -> &'w WrittenSchemas {
        if newer { self.new } else { self.old }
    }

    /// Returns whether each value that is valid against `narrow` is valid against `wide`.
    pub(super) fn within(&mut self, narrow: At, wide: At) -> bool {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return false;
        }
        if !self.assumed.insert((narrow, wide)) {
            return true;
        }
        // `null` is handled first, so the rest of the proof can ignore `nullable`.
        let unlisted = |at: At| self.schemas(at.newer).is_null_unlisted(at.id);
        let null = self.null(wide, 0) == Some(true)
            || self.null(narrow, 0) == Some(false)
            || unlisted(narrow) && unlisted(wide);
        let proven = null && self.within_values(narrow, wide);
        if !proven {
            self.assumed.remove(&(narrow, wide));
        }
        proven
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

    /// Returns all keywords that apply to a schema, including those behind `$ref` and `allOf`, and
    /// those of the only alternative that is possible. `None` if no value is valid. `null` has a
    /// separate proof, so an alternative for it does not count.
    pub(super) fn flat(&self, at: At) -> Option<Vec<Group<'w>>> {
        let mut groups = self.direct(at)?;
        let typed = groups.iter().filter_map(|group| group.get("type"));
        let own = typed.fold(value::ALL, |all, one| all & value::types_of(one));
        let mut next = 0;
        while let Some(group) = groups.get(next).copied() {
            if let Some(more) = self.only_alternative(group, own) {
                let known = |one: &Group<'w>| groups.iter().any(|other| other.own == one.own);
                let more = more.into_iter().filter(|one| !known(one));
                let more: Vec<_> = more.map(|one| Group { of: at, ..one }).collect();
                groups[next].lone = true;
                groups.extend(more);
            }
            next += 1;
        }
        Some(groups)
    }

    /// Returns the same without alternatives.
    pub(super) fn direct(&self, at: At) -> Option<Vec<Group<'w>>> {
        let schemas = self.schemas(at.newer);
        let mut groups = Vec::new();
        let mut seen = HashSet::new();
        let mut queue = vec![at.id];
        while let Some(id) = queue.pop() {
            if !seen.insert(id) {
                continue;
            }
            match &schemas.get(id).form {
                Form::Bool(false) => return None,
                Form::Bool(true) | Form::Faulty => {}
                Form::Keywords(keywords) if excludes_all(schemas, keywords) => return None,
                Form::Keywords(keywords) => {
                    groups.push(Group {
                        newer: at.newer,
                        own: At { id, ..at },
                        of: at,
                        keywords,
                        lone: false,
                    });
                    for keyword in keywords {
                        if matches!(keyword.name.as_str(), "$ref" | "allOf") {
                            queue.extend(keyword.operand.schemas());
                        }
                    }
                }
            }
        }
        Some(groups)
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
        self.steps += 1;
        if self.together >= MOST_TOGETHER || self.steps > MOST_STEPS {
            return false;
        }
        self.together += 1;
        let proven = self.all(narrow, wide, 0);
        self.together -= 1;
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

/// Returns whether `not` excludes every value, as `{"not": {}}` does.
fn excludes_all(schemas: &WrittenSchemas, keywords: &[Keyword]) -> bool {
    let not = keywords.iter().find(|keyword| keyword.name == "not");
    let mut excluded = not
        .into_iter()
        .flat_map(|keyword| keyword.operand.schemas());
    excluded.any(|id| match &schemas.get(id).form {
        Form::Bool(any) => *any,
        Form::Keywords(keywords) => keywords.is_empty(),
        Form::Faulty => false,
    })
}
