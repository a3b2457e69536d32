//! Proves single keywords of the wide side from the groups of the narrow side.

use std::collections::HashSet;

use serde_json::Value;

use super::value::{ARRAY, NUMBER, OBJECT, STRING, listed, types_of};
use super::{At, Group, Proof};
use crate::model::{Keyword, Operand, WrittenId};

/// Keywords for lower bounds, and for upper bounds.
const LOWER: &[&str] = &["minimum", "exclusiveMinimum"];
const UPPER: &[&str] = &["maximum", "exclusiveMaximum"];
/// The maximum number of union members that are compared with each other.
const MOST_MEMBERS: usize = 24;

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
        match keyword.name.as_str() {
            // They are part of the groups.
            "$ref" | "allOf" => true,
            "type" => types & !types_of(operand) == 0,
            "enum" | "const" => {
                let Some(values) = listed(&wide) else {
                    return false;
                };
                narrow.iter().filter_map(listed).any(|own| {
                    let mut own = own.iter().filter(|value| !value.is_null());
                    own.all(|value| values.iter().any(|other| equal(value, other)))
                })
            }
            "minimum" | "exclusiveMinimum" => bounded(narrow, &keyword.name, operand, LOWER, -1.0),
            "maximum" | "exclusiveMaximum" => bounded(narrow, &keyword.name, operand, UPPER, 1.0),
            "minLength" | "minItems" | "minProperties" => least(narrow, keyword, &same),
            "maxLength" | "maxItems" | "maxProperties" => self.most(narrow, keyword, &same),
            "multipleOf" => divides(operand, &same, types),
            "uniqueItems" => {
                *operand == Operand::Data(false.into())
                    || same.iter().any(|(_, own)| *own == operand)
            }
            "required" => {
                let names: Vec<_> = same.iter().flat_map(|(_, own)| texts(own)).collect();
                texts(operand).iter().all(|name| names.contains(name))
            }
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
            "anyOf" => self.any_of(narrow, wide, operand, &same),
            "oneOf" => {
                let members: Vec<_> = operand.schemas().collect();
                same.iter().any(|(group, own)| {
                    let own: Vec<_> = own.schemas().collect();
                    self.permuted(*group, &own, wide, &members)
                }) || self.are_disjoint(wide, &members) && self.any_of(narrow, wide, operand, &same)
            }
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
        members
            .iter()
            .any(|id| self.all(narrow, wide.at(*id), super::MOST_SPLITS))
            || same.iter().any(|(group, own)| {
                own.schemas().all(|own| {
                    members
                        .iter()
                        .any(|id| self.within(group.at(own), wide.at(*id)))
                })
            })
            || narrow.iter().filter_map(listed).any(|values| {
                let mut values = values.iter().filter(|value| !value.is_null());
                let allowed = |value| members.iter().any(|id| self.allows(wide.at(*id), value));
                values.all(|value| self.refuses(narrow, value) || allowed(value))
            })
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

    /// Returns whether the narrow side implies an upper bound, by the same keyword or because it
    /// names all properties or items.
    fn most(
        &self,
        narrow: &[Group<'w>],
        keyword: &Keyword,
        same: &[(Group<'w>, &'w Operand)],
    ) -> bool {
        let most = number(&keyword.operand).unwrap_or(-1.0);
        let closed = match keyword.name.as_str() {
            "maxProperties" => self.most_properties(narrow),
            "maxItems" => self.most_items(narrow),
            _ => None,
        };
        let mut own = same.iter().filter_map(|(_, own)| number(own));
        own.any(|own| own <= most) || closed.is_some_and(|closed| count(closed) <= most)
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

    fn dependencies(&self, narrow: &[Group<'w>], operand: &Operand) -> bool {
        let Operand::Data(Value::Object(needs)) = operand else {
            return false;
        };
        let always: Vec<_> = narrow
            .iter()
            .filter_map(|group| group.get("required"))
            .collect();
        let always: Vec<String> = always.into_iter().flat_map(texts).collect();
        needs.iter().all(|(name, names)| {
            let own = narrow
                .iter()
                .filter_map(|group| match group.get("dependentRequired") {
                    Some(Operand::Data(Value::Object(own))) => own.get(name).cloned(),
                    _ => None,
                });
            let own: Vec<String> = own
                .flat_map(|names| texts(&Operand::Data(names)))
                .chain(always.iter().cloned())
                .collect();
            texts(&Operand::Data(names.clone()))
                .iter()
                .all(|name| own.contains(name))
        })
    }

    fn properties(&mut self, narrow: &[Group<'w>], wide: Group<'w>, operand: &'w Operand) -> bool {
        let rests = self.rests(narrow);
        named(operand).iter().all(|(name, id)| {
            let goal = wide.at(*id);
            let own = narrow.iter().any(|group| {
                let own = group.get("properties").map(named).unwrap_or_default();
                let own = own.into_iter().find(|(other, _)| other == name);
                own.is_some_and(|(_, own)| self.within(group.at(own), goal))
            });
            own || self.is_any(goal)
                || rests.iter().any(|rest| {
                    let named = rest.named.iter().any(|(other, _)| other == name);
                    !named && rest.patterns.is_empty() && self.within(rest.others, goal)
                })
        })
    }

    /// Returns whether all names that the narrow side allows are valid for a schema of names.
    fn names(&self, narrow: &[Group<'w>], wide: Group<'w>, operand: &Operand) -> bool {
        let Operand::Schema(names) = operand else {
            return false;
        };
        self.rests(narrow).iter().any(|rest| {
            self.is_never(rest.others)
                && rest.patterns.is_empty()
                && rest
                    .named
                    .iter()
                    .all(|(name, _)| self.allows_name(wide.at(*names), name))
        })
    }

    /// Returns the maximum number of properties if all are named.
    fn most_properties(&self, narrow: &[Group<'w>]) -> Option<usize> {
        let closed = self
            .rests(narrow)
            .into_iter()
            .filter(|rest| self.is_never(rest.others) && rest.patterns.is_empty());
        closed.map(|rest| rest.named.len()).min()
    }

    /// Returns the maximum number of items if each has a position.
    fn most_items(&self, narrow: &[Group<'w>]) -> Option<usize> {
        let closed = narrow.iter().filter_map(|group| {
            let known = self.items_by_position(narrow, *group)?;
            let rest = group.get("items").or_else(|| group.get("unevaluatedItems"));
            match rest {
                Some(Operand::Schema(rest)) if self.is_never(group.at(*rest)) => Some(known),
                _ => None,
            }
        });
        closed.min()
    }

    /// Returns whether every property whose name may match a pattern implies a schema.
    fn pattern(&mut self, narrow: &[Group<'w>], pattern: &str, goal: At) -> bool {
        let patterns = |group: &Group<'w>| group.get("patternProperties").map(named);
        let same = narrow.iter().any(|group| {
            let patterns = patterns(group).unwrap_or_default();
            let own = patterns.iter().find(|(own, _)| own == pattern);
            own.is_some_and(|(_, own)| self.within(group.at(*own), goal))
        });
        same || self.is_any(goal)
            || self.rests(narrow).iter().any(|rest| {
                // Names that do not match the pattern do not matter.
                let named = rest
                    .named
                    .iter()
                    .filter(|(name, _)| may_match(pattern, name));
                let mut all = named.chain(&rest.patterns);
                self.within(rest.others, goal) && all.all(|(_, own)| self.within(*own, goal))
            })
    }

    fn additional(&mut self, narrow: &[Group<'w>], wide: Group<'w>, operand: &Operand) -> bool {
        let Operand::Schema(rest) = operand else {
            return false;
        };
        let goal = wide.at(*rest);
        if self.is_any(goal) {
            return true;
        }
        let known = wide.get("properties").map(named).unwrap_or_default();
        let patterns = wide.get("patternProperties").map(named).unwrap_or_default();
        let is_known =
            |list: &[(String, WrittenId)], name: &str| list.iter().any(|(other, _)| other == name);
        self.rests(narrow).iter().any(|rest| {
            let mut own = rest.patterns.iter();
            let mut others = rest
                .named
                .iter()
                .filter(|(name, _)| !is_known(&known, name));
            own.all(|(pattern, one)| is_known(&patterns, pattern) || self.within(*one, goal))
                && self.within(rest.others, goal)
                && others.all(|(_, own)| self.within(*own, goal))
        })
    }

    fn items(&mut self, narrow: &[Group<'w>], wide: Group<'w>) -> bool {
        let prefix = |group: &Group<'w>| -> Vec<WrittenId> {
            let prefix = group.get("prefixItems");
            prefix
                .map(|operand| operand.schemas().collect())
                .unwrap_or_default()
        };
        let rest = |group: &Group<'w>| match group.get("items") {
            Some(Operand::Schema(id)) => Some(*id),
            _ => None,
        };
        let (goals, goal_rest) = (prefix(&wide), rest(&wide));
        narrow.iter().any(|group| {
            let (own, own_rest) = (prefix(group), rest(group));
            let at = |list: &[WrittenId], rest: Option<WrittenId>, index: usize| {
                list.get(index).copied().or(rest)
            };
            (0..=own.len().max(goals.len())).all(|index| {
                let Some(goal) = at(&goals, goal_rest, index) else {
                    return true;
                };
                let goal = wide.at(goal);
                let own = at(&own, own_rest, index);
                match own {
                    Some(own) => self.within(group.at(own), goal),
                    None => self.is_any(goal),
                }
            })
        })
    }

    fn contains(&mut self, narrow: &[Group<'w>], wide: Group<'w>) -> bool {
        let Some(Operand::Schema(goal)) = wide.get("contains") else {
            return true;
        };
        let count = |group: &Group<'w>, name: &str| group.get(name).and_then(number);
        let least = count(&wide, "minContains").unwrap_or(1.0);
        let most = count(&wide, "maxContains");
        narrow.iter().any(|group| {
            let Some(Operand::Schema(own)) = group.get("contains") else {
                return least == 0.0 && most.is_none();
            };
            let enough = count(group, "minContains").unwrap_or(1.0) >= least;
            let few = most.is_none_or(|most| {
                count(group, "maxContains").is_some_and(|own| own <= most)
                    && self.within(wide.at(*goal), group.at(*own))
            });
            enough && few && (least == 0.0 || self.within(group.at(*own), wide.at(*goal)))
        })
    }

    fn conditions(&mut self, narrow: &[Group<'w>], wide: Group<'w>) -> bool {
        let schema = |group: &Group<'w>, name: &str| match group.get(name) {
            Some(Operand::Schema(id)) => Some(group.at(*id)),
            _ => None,
        };
        let Some(condition) = schema(&wide, "if") else {
            return true;
        };
        narrow.iter().any(|group| {
            let Some(own) = schema(group, "if") else {
                return false;
            };
            self.same(own, condition)
                && ["then", "else"].iter().all(|name| {
                    let (own, goal) = (schema(group, name), schema(&wide, name));
                    match (own, goal) {
                        (_, None) => true,
                        (None, Some(goal)) => self.is_any(goal),
                        (Some(own), Some(goal)) => self.within(own, goal),
                    }
                })
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
    pub(super) fn is_any(&self, at: At) -> bool {
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

/// Returns whether a name may match a pattern.
fn may_match(pattern: &str, name: &str) -> bool {
    let start = pattern.strip_prefix('^');
    let plain = |text: &str| {
        text.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    start.is_none_or(|start| !plain(start) || name.starts_with(start))
}

/// Returns whether bounds keep numbers within an integer format.
fn within_format(narrow: &[Group<'_>], operand: &Operand) -> bool {
    let (least, most) = match operand {
        Operand::Data(Value::String(name)) if name == "int32" => {
            (i64::from(i32::MIN), i64::from(i32::MAX))
        }
        Operand::Data(Value::String(name)) if name == "int64" => (i64::MIN, i64::MAX),
        _ => return false,
    };
    let bound = |value: i64| Operand::Data(value.into());
    let narrower = narrow.iter().filter_map(|group| group.get("format"));
    let int32 = Operand::Data("int32".into());
    most == i64::MAX && narrower.into_iter().any(|own| *own == int32)
        || bounded(narrow, "minimum", &bound(least), LOWER, -1.0)
            && bounded(narrow, "maximum", &bound(most), UPPER, 1.0)
}

#[expect(clippy::cast_precision_loss, reason = "lists are short")]
const fn count(length: usize) -> f64 {
    length as f64
}

/// Returns whether the narrow side implies a lower bound, by the same keyword or by `required`.
fn least(narrow: &[Group<'_>], keyword: &Keyword, same: &[(Group<'_>, &Operand)]) -> bool {
    let Some(least) = number(&keyword.operand) else {
        return false;
    };
    let needed = narrow.iter().filter_map(|group| group.get("required"));
    let needed: HashSet<String> = needed.flat_map(texts).collect();
    let mut own = same.iter().filter_map(|(_, own)| number(own));
    least <= 0.0
        || own.any(|own| own >= least)
        || keyword.name == "minProperties" && count(needed.len()) >= least
}

/// Returns whether every number is a multiple of the operand.
fn divides(operand: &Operand, same: &[(Group<'_>, &Operand)], types: u8) -> bool {
    let unit = number(operand).unwrap_or_default();
    let whole = types & NUMBER == super::value::WHOLE && unit.total_cmp(&1.0).is_eq();
    let exact = |own: f64| (own / unit).fract() == 0.0;
    whole || same.iter().any(|(_, own)| number(own).is_some_and(exact))
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

/// Returns whether the narrow side has a bound that is at least as strict. `sign` is the sign of
/// the excluded values.
fn bounded(narrow: &[Group<'_>], name: &str, operand: &Operand, kind: &[&str], sign: f64) -> bool {
    let Some(goal) = number(operand) else {
        return false;
    };
    narrow.iter().any(|group| {
        kind.iter().any(|own| {
            let Some(bound) = group.get(own).and_then(number) else {
                return false;
            };
            let looser = (bound - goal) * sign > 0.0;
            let left_out = own.starts_with("exclusive") || !name.starts_with("exclusive");
            if bound.total_cmp(&goal).is_eq() {
                left_out
            } else {
                !looser
            }
        })
    })
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

/// Returns whether two values are equal. `1` and `1.0` are equal.
fn equal(one: &Value, other: &Value) -> bool {
    match (one.as_f64(), other.as_f64()) {
        (Some(one), Some(other)) => one.total_cmp(&other).is_eq(),
        _ => one == other,
    }
}
