//! Proves single keywords of the wide side from the groups of the narrow side.

mod arrays;
mod bounds;
mod conditions;
mod objects;

use std::cell::LazyCell;

use serde_json::Value;

use self::bounds::{LOWER, UPPER, bounded, divides, within_format};
pub(in crate::diff) use self::objects::Limits;

use super::refused::Refuser;
use super::value::{ARRAY, NUMBER, OBJECT, STRING, ValueSet, WHOLE, listed, types_of};
use super::{At, FURTHER_PARTS, Group, Proof, language};
use crate::model::{Keyword, Operand, WrittenId};

/// The maximum number of union members that are compared with each other.
const MOST_MEMBERS: usize = 24;

/// The maximum number of values times members of a union of which one may allow them.
const MOST_ALLOWED: usize = 100_000;

impl<'w> Proof<'w> {
    pub(in crate::diff) fn implied(
        &mut self,
        narrow: &[Group<'w>],
        wide: Group<'w>,
        keyword: &'w Keyword,
    ) -> bool {
        let types = self.types(narrow, 0);
        let about = about(&keyword.name).unwrap_or(types);
        if types & about == 0 {
            return true;
        }
        let operands = |name: &str| -> Vec<(Group<'w>, &'w Operand)> {
            let each = narrow.iter();
            each.filter_map(|group| Some((*group, group.get(name)?)))
                .collect()
        };
        let same = operands(&keyword.name);
        let operand = &keyword.operand;
        let is_whole = types & NUMBER == WHOLE;
        match keyword.name.as_str() {
            // They are part of the groups.
            "$ref" | "allOf" => true,
            FURTHER_PARTS => false,
            "type" => types & !types_of(operand) == 0,
            "enum" | "const" => {
                let Some(values) = listed(&wide) else {
                    return false;
                };
                let values = ValueSet::new(values);
                let refuser = LazyCell::new(|| Refuser::new(narrow));
                narrow.iter().filter_map(listed).any(|own| {
                    // Other parts may refuse some of them.
                    let mut own = own.iter().filter(|value| !value.is_null());
                    own.all(|value| values.contains(value) || refuser.refuses(value))
                })
            }
            "minimum" | "exclusiveMinimum" => {
                bounded(narrow, (&keyword.name, operand), LOWER, is_whole)
            }
            "maximum" | "exclusiveMaximum" => {
                bounded(narrow, (&keyword.name, operand), UPPER, is_whole)
            }
            "minLength" | "minItems" | "minProperties" => self.least(narrow, keyword, &same),
            "maxLength" | "maxItems" | "maxProperties" => self.most(narrow, keyword, &same),
            "multipleOf" => divides(operand, &same, is_whole),
            "uniqueItems" => {
                *operand == Operand::Data(false.into())
                    || same.iter().any(|(_, own)| *own == operand)
            }
            "required" => {
                let own = narrow.iter().flat_map(|group| self.required(*group, true));
                let own: Vec<_> = own.collect();
                let needed = self.required(wide, false);
                needed.iter().all(|name| own.contains(name))
            }
            "pattern" => same.iter().any(|(_, own)| matches_all(operand, own)),
            "dependentRequired" => self.dependencies(narrow, operand),
            "properties" => self.properties(narrow, wide, operand),
            "additionalProperties" => self.additional(narrow, wide, operand),
            "patternProperties" => {
                let patterns = named(operand);
                let mut patterns = patterns.iter();
                patterns.all(|(name, id)| self.pattern(narrow, name, wide.at(*id)))
            }
            "dependentSchemas" => named(operand).iter().all(|(name, id)| {
                same.iter().any(|(group, own)| {
                    let own = named(own).into_iter().find(|(other, _)| other == name);
                    own.is_some_and(|(_, own)| self.within(group.at(own), wide.at(*id)))
                })
            }),
            "propertyNames" => {
                self.monotone(&same, wide, operand) || self.names(narrow, wide, operand)
            }
            "items" | "prefixItems" => self.items(narrow, wide),
            "contains" | "minContains" | "maxContains" => self.contains(narrow, wide),
            "not" => {
                let Operand::Schema(id) = operand else {
                    return false;
                };
                self.excludes(narrow, wide.at(*id))
                    || same.iter().any(|(group, own)| match own {
                        Operand::Schema(own) => self.within(wide.at(*id), group.at(*own)),
                        _ => false,
                    })
            }
            "anyOf" | "oneOf" if wide.lone => true,
            "anyOf" => self.any_of(narrow, wide, operand, &same),
            "oneOf" => self.one_of(narrow, wide, operand, &same),
            "if" | "then" | "else" => self.conditions(narrow, wide),
            "unevaluatedProperties" | "unevaluatedItems" => self.unevaluated(narrow, wide, keyword),
            "$dynamicRef" => same.iter().any(|(group, own)| match (own, operand) {
                (Operand::Dynamic(a, one), Operand::Dynamic(b, other)) => {
                    a == b && self.same(group.at(*one), wide.at(*other))
                }
                _ => false,
            }),
            // Annotations, and formats.
            "readOnly" | "writeOnly" | "format" | "discriminator" => {
                keyword.name != "format"
                    || same.iter().any(|(_, own)| *own == operand)
                    || within_format(narrow, operand)
            }
            _ => same.iter().any(|(_, own)| *own == operand),
        }
    }

    /// Returns whether one of the members is implied, or every alternative of the narrow side
    /// implies one.
    fn any_of(
        &mut self,
        narrow: &[Group<'w>],
        wide: Group<'w>,
        operand: &'w Operand,
        same: &[(Group<'w>, &'w Operand)],
    ) -> bool {
        let members: Vec<_> = operand.schemas().collect();
        members.iter().any(|id| self.member(narrow, wide.at(*id)))
            || same.iter().any(|(group, own)| {
                own.schemas().all(|own| {
                    members
                        .iter()
                        .any(|id| self.within(group.at(own), wide.at(*id)))
                })
            })
            || narrow.iter().filter_map(listed).any(|values| {
                if values.len() * members.len() > MOST_ALLOWED {
                    return false;
                }
                let refuser = Refuser::new(narrow);
                let mut values = values.iter().filter(|value| !value.is_null());
                let allowed = |value| members.iter().any(|id| self.allows(wide.at(*id), value));
                values.all(|value| refuser.refuses(value) || allowed(value))
            })
    }

    /// Returns whether the narrow side has the same members, or implies one of members that exclude
    /// each other.
    fn one_of(
        &mut self,
        narrow: &[Group<'w>],
        wide: Group<'w>,
        operand: &'w Operand,
        same: &[(Group<'w>, &'w Operand)],
    ) -> bool {
        let members: Vec<_> = operand.schemas().collect();
        same.iter().any(|(group, own)| {
            let own: Vec<_> = own.schemas().collect();
            self.permuted(*group, &own, wide, &members)
        }) || self.are_disjoint(wide, &members) && self.any_of(narrow, wide, operand, same)
    }

    /// Returns whether no value except `null` matches two of the schemas.
    fn are_disjoint(&mut self, group: Group<'w>, members: &[WrittenId]) -> bool {
        let pairs = members.iter().enumerate().flat_map(|(index, one)| {
            let others = members.iter().skip(index + 1);
            others.map(move |other| (group.at(*one), group.at(*other)))
        });
        members.len() <= MOST_MEMBERS
            && pairs.into_iter().all(|(one, other)| {
                let groups = self.flat(one);
                groups.is_none_or(|groups| self.excludes(&groups, other))
            })
    }

    fn unevaluated(&mut self, narrow: &[Group<'w>], wide: Group<'w>, keyword: &'w Keyword) -> bool {
        let Operand::Schema(goal) = keyword.operand else {
            return false;
        };
        let goal = wide.at(goal);
        if keyword.name == "unevaluatedItems" {
            self.unevaluated_items(narrow, wide, goal)
        } else {
            self.unevaluated_properties(narrow, wide, goal)
        }
    }

    /// Returns whether a schema allows no value.
    fn is_never(&self, at: At) -> bool {
        self.flat(at).is_none()
    }

    /// Returns whether a schema as an operand is implied by that of the same keyword.
    fn monotone(
        &mut self,
        same: &[(Group<'w>, &'w Operand)],
        wide: Group<'w>,
        operand: &Operand,
    ) -> bool {
        let Operand::Schema(id) = operand else {
            return false;
        };
        same.iter().any(|(group, own)| match own {
            Operand::Schema(own) => self.within(group.at(*own), wide.at(*id)),
            _ => false,
        })
    }

    /// Returns whether two lists contain the same schemas in any order.
    fn permuted(
        &mut self,
        one: Group<'w>,
        list: &[WrittenId],
        other: Group<'w>,
        members: &[WrittenId],
    ) -> bool {
        let mut free = members.to_vec();
        list.len() == members.len()
            && list.iter().all(|id| {
                let mut candidates = free.iter();
                let found = candidates.position(|member| self.same(one.at(*id), other.at(*member)));
                found.map(|at| free.remove(at)).is_some()
            })
    }

    /// Returns whether a schema allows any value, as `true` and `{}` do.
    pub(in crate::diff) fn is_any(&self, at: At) -> bool {
        self.null(at, 0) == Some(true)
            && self.flat(at).is_some_and(|groups| {
                groups.iter().all(|group| {
                    let mut keywords = group.keywords.iter();
                    keywords
                        .all(|one| matches!(one.name.as_str(), "$ref" | "readOnly" | "writeOnly"))
                })
            })
    }
}

/// Returns the types that a keyword applies to; `None` if it applies to all.
fn about(name: &str) -> Option<u8> {
    let types = match name {
        "minimum" | "exclusiveMinimum" | "maximum" | "exclusiveMaximum" | "multipleOf" => NUMBER,
        "minLength" | "maxLength" | "pattern" | "contentEncoding" | "contentMediaType"
        | "contentSchema" => STRING,
        "items" | "prefixItems" | "minItems" | "maxItems" | "uniqueItems" | "contains"
        | "minContains" | "maxContains" | "unevaluatedItems" => ARRAY,
        "properties"
        | "patternProperties"
        | "additionalProperties"
        | "propertyNames"
        | "required"
        | "minProperties"
        | "maxProperties"
        | "dependentRequired"
        | "dependentSchemas"
        | "unevaluatedProperties" => OBJECT,
        _ => return None,
    };
    Some(types)
}

/// Returns whether two values are equal. `1` and `1.0` are equal.
pub(in crate::diff) fn equal(one: &Value, other: &Value) -> bool {
    let is_whole = |value: &Value| value.is_i64() || value.is_u64();
    if is_whole(one) && is_whole(other) {
        return one == other;
    }
    match (one.as_f64(), other.as_f64()) {
        (Some(one), Some(other)) => one.total_cmp(&other).is_eq(),
        _ => one == other,
    }
}

/// Returns whether every text that matches one pattern matches another one.
fn matches_all(wide: &Operand, narrow: &Operand) -> bool {
    wide == narrow
        || match (wide, narrow) {
            (Operand::Data(Value::String(wide)), Operand::Data(Value::String(narrow))) => {
                language::includes(wide, narrow)
            }
            _ => false,
        }
}

fn number(operand: &Operand) -> Option<f64> {
    match operand {
        Operand::Data(value) => value.as_f64(),
        _ => None,
    }
}

fn texts(operand: &Operand) -> Vec<String> {
    match operand {
        Operand::Data(Value::Array(names)) => {
            let names = names.iter().filter_map(Value::as_str);
            names.map(str::to_owned).collect()
        }
        _ => Vec::new(),
    }
}

fn named(operand: &Operand) -> Vec<(String, WrittenId)> {
    match operand {
        Operand::Named(entries) => entries.clone(),
        _ => Vec::new(),
    }
}
