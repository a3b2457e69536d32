//! Whether what is known of the narrow side implies one keyword of the wide side.

use serde_json::Value;

use super::value::{ARRAY, NUMBER, OBJECT, STRING, listed, types_of};
use super::{At, Group, Proof};
use crate::model::{Keyword, Operand, WrittenId};

/// Whether the greater value of a bound allows less, and the keywords of the same kind.
const LOWER: &[&str] = &["minimum", "exclusiveMinimum"];
const UPPER: &[&str] = &["maximum", "exclusiveMaximum"];

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
        let said = |name: &str| -> Vec<(Group<'w>, &'w Operand)> {
            let each = narrow.iter();
            each.filter_map(|group| Some((*group, group.get(name)?)))
                .collect()
        };
        let same = said(&keyword.name);
        let operand = &keyword.operand;
        match keyword.name.as_str() {
            // Flattened.
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
            "minLength" | "minItems" | "minProperties" => {
                let least = number(operand);
                least == Some(0.0)
                    || same.iter().any(|(_, own)| number(own) >= least && least.is_some())
            }
            "maxLength" | "maxItems" | "maxProperties" => same.iter().any(|(_, own)| {
                matches!((number(own), number(operand)), (Some(own), Some(most)) if own <= most)
            }),
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
            "propertyNames" => self.monotone(&same, wide, operand),
            "items" | "prefixItems" => self.items(narrow, wide),
            "contains" | "minContains" | "maxContains" => self.contains(narrow, wide),
            "not" => {
                let Operand::Schema(id) = operand else {
                    return false;
                };
                same.iter().any(|(group, own)| match own {
                    Operand::Schema(own) => self.within(wide.at(*id), group.at(*own)),
                    _ => false,
                })
            }
            "anyOf" => {
                let members: Vec<_> = operand.schemas().collect();
                members.iter().any(|id| self.all(narrow, wide.at(*id), super::MOST_SPLITS))
                    || same.iter().any(|(group, own)| {
                        own.schemas().all(|own| {
                            members.iter().any(|id| self.within(group.at(own), wide.at(*id)))
                        })
                    })
            }
            "oneOf" => same.iter().any(|(group, own)| {
                let own: Vec<_> = own.schemas().collect();
                let members: Vec<_> = operand.schemas().collect();
                self.permuted(*group, &own, wide, &members)
            }),
            "if" | "then" | "else" => self.conditions(narrow, wide),
            "unevaluatedProperties" | "unevaluatedItems" => {
                // What is evaluated depends on all other keywords of the schema.
                narrow.iter().any(|group| self.alike(*group, wide))
            }
            "$dynamicRef" => same.iter().any(|(group, own)| match (own, operand) {
                (Operand::Dynamic(a, one), Operand::Dynamic(b, other)) => {
                    a == b && self.same(group.at(*one), wide.at(*other))
                }
                _ => false,
            }),
            // What only people and generators read.
            "readOnly" | "writeOnly" | "format" | "discriminator" => {
                keyword.name != "format" || same.iter().any(|(_, own)| *own == operand)
            }
            _ => same.iter().any(|(_, own)| *own == operand),
        }
    }

    /// Whether an operand that is one schema is implied by one of the same keyword.
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
        named(operand).iter().all(|(name, id)| {
            let goal = wide.at(*id);
            narrow.iter().any(|group| {
                let own = group.get("properties").map(named).unwrap_or_default();
                let own = own.into_iter().find(|(other, _)| other == name);
                match (own, group.get("additionalProperties")) {
                    (Some((_, own)), _) => self.within(group.at(own), goal),
                    (None, Some(Operand::Schema(rest)))
                        if group.get("patternProperties").is_none() =>
                    {
                        self.within(group.at(*rest), goal)
                    }
                    _ => false,
                }
            }) || self.is_any(goal)
        })
    }

    /// Whether every property whose name may match a pattern is within a schema.
    fn pattern(&mut self, narrow: &[Group<'w>], pattern: &str, goal: At) -> bool {
        narrow.iter().any(|group| {
            let patterns = group.get("patternProperties").map(named);
            let patterns = patterns.unwrap_or_default();
            if let Some((_, own)) = patterns.iter().find(|(own, _)| own == pattern) {
                return self.within(group.at(*own), goal);
            }
            let Some(Operand::Schema(rest)) = group.get("additionalProperties") else {
                return false;
            };
            let named = group.get("properties").map(named).unwrap_or_default();
            let mut all = named.into_iter().chain(patterns).map(|(_, id)| id);
            self.within(group.at(*rest), goal) && all.all(|id| self.within(group.at(id), goal))
        }) || self.is_any(goal)
    }

    fn additional(&mut self, narrow: &[Group<'w>], wide: Group<'w>, operand: &Operand) -> bool {
        let Operand::Schema(rest) = operand else {
            return false;
        };
        let goal = wide.at(*rest);
        if self.is_any(goal) {
            return true;
        }
        let patterns = |group: &Group<'w>| {
            let patterns = group.get("patternProperties").map(named);
            patterns
                .unwrap_or_default()
                .into_iter()
                .map(|(name, _)| name)
                .collect::<Vec<_>>()
        };
        let known = wide.get("properties").map(named).unwrap_or_default();
        let known_patterns = patterns(&wide);
        narrow.iter().any(|group| {
            let Some(Operand::Schema(own)) = group.get("additionalProperties") else {
                return false;
            };
            let mut own_patterns = patterns(group).into_iter();
            let named = group.get("properties").map(named).unwrap_or_default();
            let mut others = named
                .into_iter()
                .filter(|(name, _)| !known.iter().any(|(other, _)| other == name));
            own_patterns.all(|pattern| known_patterns.contains(&pattern))
                && self.within(group.at(*own), goal)
                && others.all(|(_, id)| self.within(group.at(id), goal))
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

    /// Whether both lists have the same schemas, in whatever order.
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

    /// Whether two groups say the same, keyword by keyword.
    fn alike(&mut self, one: Group<'w>, other: Group<'w>) -> bool {
        one.keywords.len() == other.keywords.len()
            && one.keywords.iter().all(|keyword| {
                let Some(operand) = other.get(&keyword.name) else {
                    return false;
                };
                let mut own = keyword.operand.schemas();
                let mut goals = operand.schemas();
                match (&keyword.operand, operand) {
                    (Operand::Data(own), Operand::Data(other)) => own == other,
                    (Operand::Named(a), Operand::Named(b)) => {
                        a.len() == b.len()
                            && a.iter().all(|(name, id)| {
                                let found = b.iter().find(|(other, _)| other == name);
                                found.is_some_and(|(_, goal)| {
                                    self.same(one.at(*id), other.at(*goal))
                                })
                            })
                    }
                    _ => loop {
                        match (own.next(), goals.next()) {
                            (None, None) => break true,
                            (Some(own), Some(goal)) if self.same(one.at(own), other.at(goal)) => {}
                            _ => break false,
                        }
                    },
                }
            })
    }

    /// Whether a schema allows any value, as `true` and `{}` do.
    fn is_any(&self, at: At) -> bool {
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

/// Whether every number is a multiple of what an operand says.
fn divides(operand: &Operand, same: &[(Group<'_>, &Operand)], types: u8) -> bool {
    let unit = number(operand).unwrap_or_default();
    let whole = types & NUMBER == super::value::WHOLE && unit.total_cmp(&1.0).is_eq();
    let exact = |own: f64| (own / unit).fract() == 0.0;
    whole || same.iter().any(|(_, own)| number(own).is_some_and(exact))
}

/// The types that a keyword is about; none for one that is about all.
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

/// Whether a bound of the narrow side is at least as strict. `sign` is that of what the bound
/// keeps out.
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

/// Whether two values are equal; `1` and `1.0` are.
fn equal(one: &Value, other: &Value) -> bool {
    match (one.as_f64(), other.as_f64()) {
        (Some(one), Some(other)) => one.total_cmp(&other).is_eq(),
        _ => one == other,
    }
}
