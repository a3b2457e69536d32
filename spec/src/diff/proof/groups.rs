//! The keywords that apply to a schema, and where they are written.

use std::collections::HashSet;

use serde_json::Value;

use super::{At, Proof, value};
use crate::model::{Form, Keyword, Operand, WrittenId, WrittenSchemas};
use crate::source::{FileId, Span};

/// Keywords of one schema, which all apply.
#[derive(Debug, Clone, Copy)]
pub(in crate::diff) struct Group<'w> {
    pub(in crate::diff) newer: bool,
    /// The schema that has the keywords.
    pub(super) own: At,
    /// The schema that they apply to, directly or by `$ref` and `allOf`.
    pub(super) of: At,
    pub(in crate::diff) keywords: &'w [Keyword],
    /// Whether a single alternative of its unions is possible, and is among the groups.
    pub(super) lone: bool,
}

impl<'w> Group<'w> {
    pub(super) fn get(&self, name: &str) -> Option<&'w Operand> {
        let keyword = self.keywords.iter().find(|keyword| keyword.name == name)?;
        Some(&keyword.operand)
    }

    pub(in crate::diff) fn has(&self, names: &[&str]) -> bool {
        let mut keywords = self.keywords.iter();
        keywords.any(|keyword| names.contains(&keyword.name.as_str()))
    }

    /// Returns whether the group stands for those of a schema with too many parts.
    pub(in crate::diff) fn has_further_parts(&self) -> bool {
        self.has(&[FURTHER_PARTS])
    }

    /// Returns whether the keywords belong to the schema itself.
    pub(super) fn is_root(&self) -> bool {
        self.own == self.of
    }

    /// Returns a schema in an operand of the group.
    pub(super) const fn at(&self, id: WrittenId) -> At {
        let newer = self.newer;
        At { newer, id }
    }
}

/// The maximum number of parts of a schema that are taken into account. Chains of `allOf` can be as
/// long as the description.
const MOST_PARTS: usize = 300;
/// What stands for the further parts of a schema. No keyword has this name, so nothing implies it.
pub(super) const FURTHER_PARTS: &str = "";
static FURTHER: [Keyword; 1] = [Keyword {
    name: String::new(),
    span: Span::start_of(FileId::MAIN),
    operand: Operand::Data(Value::Null),
}];

impl<'w> Proof<'w> {
    /// Returns all keywords that apply to a schema, including those behind `$ref` and `allOf`, and
    /// those of the only alternative that is possible. `None` if no value is valid. `null` has a
    /// separate proof, so an alternative for it does not count.
    pub(in crate::diff) fn flat(&self, at: At) -> Option<Vec<Group<'w>>> {
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

    /// Returns the same without alternatives. If a schema has too many parts, one that nothing is
    /// known about stands for the others.
    pub(super) fn direct(&self, at: At) -> Option<Vec<Group<'w>>> {
        let schemas = self.schemas(at.newer);
        let mut groups = Vec::new();
        let group = |id, keywords| Group {
            newer: at.newer,
            own: At { id, ..at },
            of: at,
            keywords,
            lone: false,
        };
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
                Form::Keywords(_) if groups.len() == MOST_PARTS => {
                    groups.push(group(id, &FURTHER));
                    break;
                }
                Form::Keywords(keywords) => {
                    groups.push(group(id, keywords));
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
