//! Proves keywords about bounds of numbers and counts.

use std::collections::HashSet;

use serde_json::Value;

use super::super::value::{NUMBER, WHOLE};
use super::super::{Group, Proof};
use super::{number, texts};
use crate::model::{Keyword, Operand};

/// Keywords for lower bounds, and for upper bounds.
pub(super) const LOWER: &[&str] = &["minimum", "exclusiveMinimum"];
pub(super) const UPPER: &[&str] = &["maximum", "exclusiveMaximum"];

impl<'w> Proof<'w> {
    /// Returns whether the narrow side implies an upper bound, by the same keyword or because it
    /// names all properties or items.
    pub(super) fn most(
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
}

/// Returns whether bounds keep numbers within an integer format.
pub(super) fn within_format(narrow: &[Group<'_>], operand: &Operand) -> bool {
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
pub(super) fn least(
    narrow: &[Group<'_>],
    keyword: &Keyword,
    same: &[(Group<'_>, &Operand)],
) -> bool {
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
pub(super) fn divides(operand: &Operand, same: &[(Group<'_>, &Operand)], types: u8) -> bool {
    let unit = number(operand).unwrap_or_default();
    let whole = types & NUMBER == WHOLE && unit.total_cmp(&1.0).is_eq();
    let exact = |own: f64| (own / unit).fract() == 0.0;
    whole || same.iter().any(|(_, own)| number(own).is_some_and(exact))
}

/// Returns whether the narrow side has a bound that is at least as strict. `sign` is the sign of
/// the excluded values.
pub(super) fn bounded(
    narrow: &[Group<'_>],
    name: &str,
    operand: &Operand,
    kind: &[&str],
    sign: f64,
) -> bool {
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
