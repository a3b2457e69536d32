//! Finds values that are certainly valid or invalid.

use std::cell::OnceCell;

use regex::Regex;
use serde_json::Value;

use super::value::{STRING, ValueSet, listed, of, types_of};
use super::{At, Group, Proof, equal, language};
use crate::model::Operand;

/// Finds which of many values are certainly invalid.
pub(super) struct Refuser<'w>(Vec<(Group<'w>, Option<ValueSet<'w>>, OnceCell<Option<Regex>>)>);

impl<'w> Refuser<'w> {
    pub(super) fn new(groups: &[Group<'w>]) -> Self {
        let groups = groups.iter();
        let each = groups.map(|one| (*one, listed(one).map(ValueSet::new), OnceCell::new()));
        Self(each.collect())
    }

    /// Returns whether a value is certainly invalid.
    pub(super) fn refuses(&self, value: &Value) -> bool {
        self.0.iter().any(|(group, list, pattern)| {
            let differs = |text: &str| {
                let pattern = pattern.get_or_init(|| pattern_of(group));
                pattern.as_ref().is_some_and(|one| !one.is_match(text))
            };
            list.as_ref().is_some_and(|list| !list.contains(value))
                || refuses_unlisted(group, value, differs)
        })
    }
}

impl<'w> Proof<'w> {
    /// Returns whether a value is certainly invalid.
    pub(super) fn refuses(&self, groups: &[Group<'w>], value: &Value) -> bool {
        groups.iter().any(|group| refuses(group, value))
    }

    /// Returns whether all values that a schema lists are certainly invalid for the narrow side, or
    /// the two have no type in common.
    pub(super) fn excludes(&self, narrow: &[Group<'w>], excluded: At) -> bool {
        let Some(groups) = self.flat(excluded) else {
            return true;
        };
        let mut lists = groups.iter().filter_map(listed);
        let refuser = Refuser::new(narrow);
        let listed = lists.any(|values| values.iter().all(|value| refuser.refuses(value)));
        // The types leave `null` out, so a schema that allows it proves nothing.
        let apart = self.types(narrow, 0) & self.types(&groups, 0) == 0;
        listed || apart && self.null(excluded, 0) == Some(false)
    }

    /// Returns whether a name is certainly valid for a schema of names.
    pub(super) fn allows_name(&self, schema: At, name: &str) -> bool {
        self.allows(schema, &Value::String(name.to_owned()))
    }

    /// Returns whether a name certainly matches a pattern.
    pub(super) fn matches_name(pattern: &str, name: &str) -> bool {
        let pattern = language::translated(pattern);
        let pattern = pattern.and_then(|pattern| Regex::new(&pattern).ok());
        pattern.is_some_and(|pattern| pattern.is_match(name))
    }

    /// Returns whether every text that matches a pattern is certainly valid.
    pub(super) fn allows_names(&self, schema: At, pattern: &str) -> bool {
        let groups = self.flat(schema);
        let bound = |operand: &Operand| match operand {
            Operand::Data(bound) => usize::try_from(bound.as_u64()?).ok(),
            _ => None,
        };
        groups.is_some_and(|groups| {
            let mut keywords = groups.iter().flat_map(|group| group.keywords);
            keywords.all(|keyword| match (keyword.name.as_str(), &keyword.operand) {
                ("$ref" | "allOf", _) => true,
                ("type", types) => types_of(types) & STRING != 0,
                ("pattern", Operand::Data(Value::String(wide))) => {
                    wide == pattern || language::includes(wide, pattern)
                }
                ("minLength", least) => {
                    bound(least).is_some_and(|least| language::has_length(pattern, least, None))
                }
                ("maxLength", most) => {
                    bound(most).is_some_and(|most| language::has_length(pattern, 0, Some(most)))
                }
                _ => false,
            })
        })
    }

    /// Returns whether a value is certainly valid.
    pub(in crate::diff) fn allows(&self, schema: At, value: &Value) -> bool {
        self.flat(schema).is_some_and(|groups| {
            groups.iter().all(|group| {
                let mut keywords = group.keywords.iter();
                let clear = keywords.all(|one| match one.name.as_str() {
                    "pattern" => matcher(&one.operand).is_some(),
                    "not" => one.operand.schemas().all(|id| {
                        let excluded = self.flat(group.at(id));
                        excluded.is_none_or(|excluded| self.refuses(&excluded, value))
                    }),
                    name => KNOWN.contains(&name) || ANNOTATIONS.contains(&name),
                });
                clear && !refuses(group, value)
            })
        })
    }
}

/// Keywords that texts are checked against with certainty.
const KNOWN: [&str; 7] = [
    "$ref",
    "allOf",
    "type",
    "enum",
    "const",
    "minLength",
    "maxLength",
];
/// Keywords that refuse nothing.
const ANNOTATIONS: [&str; 3] = ["readOnly", "writeOnly", "discriminator"];

fn refuses(group: &Group<'_>, value: &Value) -> bool {
    let differs = |text: &str| pattern_of(group).is_some_and(|one| !one.is_match(text));
    let unlisted = |values: &[Value]| !values.iter().any(|one| equal(one, value));
    listed(group).is_some_and(unlisted) || refuses_unlisted(group, value, differs)
}

/// Returns the same regardless of lists; `differs` is whether a text does not match the pattern.
fn refuses_unlisted(group: &Group<'_>, value: &Value, differs: impl Fn(&str) -> bool) -> bool {
    let number = |name: &str| match group.get(name) {
        Some(Operand::Data(bound)) => bound.as_f64(),
        _ => None,
    };
    let kind = of(value);
    let allowed = group.get("type").map(types_of);
    if !value.is_null() && allowed.is_some_and(|types| types & kind == 0)
        || value.is_null()
            && group
                .get("type")
                .is_some_and(|one| !super::value::has_null_type(one))
    {
        return true;
    }
    match value {
        Value::String(text) => {
            #[expect(clippy::cast_precision_loss, reason = "texts are short")]
            let length = text.chars().count() as f64;
            number("minLength").is_some_and(|least| length < least)
                || number("maxLength").is_some_and(|most| length > most)
                || differs(text)
        }
        Value::Number(own) => own.as_f64().is_some_and(|own| {
            number("minimum").is_some_and(|least| own < least)
                || number("maximum").is_some_and(|most| own > most)
                || number("exclusiveMinimum").is_some_and(|least| own <= least)
                || number("exclusiveMaximum").is_some_and(|most| own >= most)
        }),
        _ => false,
    }
}

fn pattern_of(group: &Group<'_>) -> Option<Regex> {
    group.get("pattern").and_then(matcher)
}

/// Returns a pattern if Rust can express it.
fn matcher(operand: &Operand) -> Option<Regex> {
    let Operand::Data(Value::String(pattern)) = operand else {
        return None;
    };
    Regex::new(&language::translated(pattern)?).ok()
}
