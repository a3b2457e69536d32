//! Proves keywords about bounds of numbers and counts.

use std::collections::HashSet;

use serde_json::Value;

use super::super::{Group, Proof, language};
use super::number;
use crate::model::{Keyword, Operand};

/// The keywords for lower bounds, and for upper bounds, with the sign of the excluded values.
pub(super) const LOWER: (&[&str], f64) = (&["minimum", "exclusiveMinimum"], -1.0);
pub(super) const UPPER: (&[&str], f64) = (&["maximum", "exclusiveMaximum"], 1.0);

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
            "maxItems" => self
                .most_items(narrow)
                .or_else(|| self.most_distinct(narrow)),
            _ => None,
        };
        let mut own = same.iter().filter_map(|(_, own)| number(own));
        own.any(|own| own <= most)
            || closed.is_some_and(|closed| count(closed) <= most)
            || keyword.name == "maxLength"
                && length(most).is_some_and(|most| by_pattern(narrow, 0, Some(most)))
    }

    /// Returns whether the narrow side implies a lower bound, by the same keyword, by `required`, or
    /// by a pattern.
    pub(super) fn least(
        &self,
        narrow: &[Group<'w>],
        keyword: &Keyword,
        same: &[(Group<'w>, &'w Operand)],
    ) -> bool {
        let Some(least) = number(&keyword.operand) else {
            return false;
        };
        let needed = || -> HashSet<&str> {
            let each = narrow.iter();
            each.flat_map(|group| self.required(*group, true)).collect()
        };
        let mut own = same.iter().filter_map(|(_, own)| number(own));
        least <= 0.0
            || own.any(|own| own >= least)
            || keyword.name == "minProperties" && count(needed().len()) >= least
            || keyword.name == "minLength"
                && length(least).is_some_and(|least| by_pattern(narrow, least, None))
    }
}

/// Returns whether a pattern of the narrow side limits the length of texts.
fn by_pattern(narrow: &[Group<'_>], least: usize, most: Option<usize>) -> bool {
    let mut patterns = narrow
        .iter()
        .filter_map(|group| match group.get("pattern") {
            Some(Operand::Data(Value::String(pattern))) => Some(pattern),
            _ => None,
        });
    patterns.any(|pattern| language::has_length(pattern, least, most))
}

/// The maximum length that is compared with a pattern.
const LONGEST: u32 = 200;

/// Returns a bound as a length.
fn length(bound: f64) -> Option<usize> {
    let mut lengths = 0..=LONGEST;
    let found = lengths.find(|length| f64::from(*length).total_cmp(&bound).is_eq())?;
    usize::try_from(found).ok()
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
        || bounded(narrow, ("minimum", &bound(least)), LOWER, true)
            && bounded(narrow, ("maximum", &bound(most)), UPPER, true)
}

#[expect(clippy::cast_precision_loss, reason = "lists are short")]
const fn count(length: usize) -> f64 {
    length as f64
}

/// Returns whether every number is a multiple of the operand.
pub(super) fn divides(operand: &Operand, same: &[(Group<'_>, &Operand)], whole: bool) -> bool {
    let unit = number(operand).unwrap_or_default();
    let whole = whole && unit.total_cmp(&1.0).is_eq();
    let exact = |own: f64| (own / unit).fract() == 0.0;
    whole || same.iter().any(|(_, own)| number(own).is_some_and(exact))
}

/// Returns whether the narrow side has a bound that is at least as strict, or a format whose values
/// are within the bound. `sign` is the sign of the excluded values; `whole` says that all numbers are
/// integers.
pub(super) fn bounded(
    narrow: &[Group<'_>],
    (name, operand): (&str, &Operand),
    (kind, sign): (&[&str], f64),
    whole: bool,
) -> bool {
    let Some(goal) = number(operand).map(|goal| edge(name, goal, sign, whole)) else {
        return false;
    };
    narrow.iter().any(|group| {
        let own = kind.iter().filter_map(|own| {
            let bound = group.get(own).and_then(number)?;
            Some(edge(own, bound, sign, whole))
        });
        let format = limit(group, sign)
            .filter(|_| whole)
            .map(|limit| (limit, false));
        own.chain(format).any(|(bound, exclusive)| {
            if bound.total_cmp(&goal.0).is_eq() {
                exclusive || !goal.1
            } else {
                (bound - goal.0) * sign < 0.0
            }
        })
    })
}

/// Returns a bound, and whether it excludes its own value. An integer that may not be 4 or less is at
/// least 5, and one that may not be more than 5.9 is at most 5.
fn edge(name: &str, bound: f64, sign: f64, whole: bool) -> (f64, bool) {
    let exclusive = name.starts_with("exclusive");
    if whole && bound.fract() != 0.0 {
        let inside = if sign > 0.0 {
            bound.floor()
        } else {
            bound.ceil()
        };
        (inside, false)
    } else if exclusive && whole {
        (bound - sign, false)
    } else {
        (bound, exclusive)
    }
}

/// Returns the least or the greatest integer of a format.
#[expect(clippy::cast_precision_loss, reason = "bounds are compared as floats")]
fn limit(group: &Group<'_>, sign: f64) -> Option<f64> {
    let Some(Operand::Data(Value::String(format))) = group.get("format") else {
        return None;
    };
    let (least, most) = match format.as_str() {
        "int32" => (f64::from(i32::MIN), f64::from(i32::MAX)),
        "int64" => (i64::MIN as f64, i64::MAX as f64),
        _ => return None,
    };
    Some(if sign < 0.0 { least } else { most })
}
