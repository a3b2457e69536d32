//! Compares bounds of numbers, lengths and counts.

use std::cmp::Ordering;

use super::place::Way;
use super::rules::{Family, rule};
use super::schema::{Compared, Effect};
use super::{Comparison, Level, Message};
use crate::model::{Bounds, Kind};

/// The rules for one bound.
pub(super) struct BoundRules {
    set: &'static Family,
    unset: &'static Family,
    increased: &'static Family,
    decreased: &'static Family,
    /// Its keyword, for messages.
    keyword: &'static str,
    /// Whether a greater bound allows more.
    upper: bool,
}

macro_rules! bound {
    ($name:literal, $keyword:literal, $upper:literal) => {
        const {
            &BoundRules {
                set: rule!($name, "-set"),
                unset: rule!($name, "-unset"),
                increased: rule!($name, "-increased"),
                decreased: rule!($name, "-decreased"),
                keyword: $keyword,
                upper: $upper,
            }
        }
    };
}

pub(super) const MIN_LENGTH: &BoundRules = bound!("min-length", "minLength", false);
pub(super) const MAX_LENGTH: &BoundRules = bound!("max-length", "maxLength", true);
pub(super) const MIN_ITEMS: &BoundRules = bound!("min-items", "minItems", false);
pub(super) const MAX_ITEMS: &BoundRules = bound!("max-items", "maxItems", true);
pub(super) const MIN_PROPERTIES: &BoundRules = bound!("min-properties", "minProperties", false);
pub(super) const MAX_PROPERTIES: &BoundRules = bound!("max-properties", "maxProperties", true);
const MIN: &BoundRules = bound!("min", "minimum", false);
const MAX: &BoundRules = bound!("max", "maximum", true);

impl Comparison<'_> {
    /// Compares one bound. `order` says how the new bound relates to the old one.
    pub(super) fn bound<T: std::fmt::Display>(
        &mut self,
        compared: &Compared<'_>,
        rules: &BoundRules,
        (old, new): (Option<T>, Option<T>),
        order: impl Fn(&T, &T) -> Ordering,
    ) {
        let keyword = rules.keyword;
        let (rule, effect, text) = match (old, new) {
            (Some(old), Some(new)) => {
                let (rule, greater) = match order(&new, &old) {
                    Ordering::Equal => return,
                    Ordering::Greater => (rules.increased, true),
                    Ordering::Less => (rules.decreased, false),
                };
                let wider = greater == rules.upper;
                let effect = if wider {
                    Effect::Wider
                } else {
                    Effect::Narrower
                };
                let text = format!("`{keyword}` was {old}, and is {new}");
                (rule, effect, Message::new(text, &[&old, &new]))
            }
            (None, Some(new)) => (
                rules.set,
                Effect::Narrower,
                Message::new(format!("`{keyword}` is {new} now"), &[&new]),
            ),
            (Some(old), None) => (
                rules.unset,
                Effect::Wider,
                Message::new(format!("`{keyword}` was {old}, and is gone"), &[&old]),
            ),
            (None, None) => return,
        };
        // A new bound often documents what the service has always enforced, so it is only a
        // warning.
        let written_down = effect == Effect::Narrower
            && std::ptr::eq(rule, rules.set)
            && compared.side.way == Way::Request;
        let level = if written_down {
            Level::Warning
        } else {
            effect.level(compared.side.way)
        };
        self.note(compared, rule.on(compared.side), level, text);
    }

    pub(super) fn counts(
        &mut self,
        compared: &Compared<'_>,
        rules: &BoundRules,
        old: Option<u64>,
        new: Option<u64>,
    ) {
        // A minimum of 0 excludes nothing, because counts are not negative.
        let binding = |bound: Option<u64>| bound.filter(|bound| rules.upper || *bound > 0);
        let (old, new) = (binding(old), binding(new));
        self.bound(compared, rules, (old, new), u64::cmp);
    }

    pub(super) fn bounds(&mut self, compared: &Compared<'_>, old: &Bounds, new: &Bounds) {
        let edge = |value: &Option<String>, exclusive: bool| {
            let text = value.clone()?;
            Some(Edge { text, exclusive })
        };
        let least = |b: &Bounds| edge(&b.minimum, b.exclusive_minimum);
        let greatest = |b: &Bounds| edge(&b.maximum, b.exclusive_maximum);
        let ranges = (range(&compared.old.kind), range(&compared.new.kind));
        let same = |at: usize| matches!(ranges, (Some(old), Some(new)) if old[at] == new[at]);
        if !same(0) {
            self.bound(compared, MIN, (least(old), least(new)), |a, b| {
                a.order(b, Ordering::Greater)
            });
        }
        if !same(1) {
            self.bound(compared, MAX, (greatest(old), greatest(new)), |a, b| {
                a.order(b, Ordering::Less)
            });
        }
        self.multiple(
            compared,
            old.multiple_of.as_deref(),
            new.multiple_of.as_deref(),
        );
    }

    fn multiple(&mut self, compared: &Compared<'_>, old: Option<&str>, new: Option<&str>) {
        let (rule, effect, text) = match (old, new) {
            (Some(old), Some(new)) if decimal_order(old, new) != Ordering::Equal => {
                let effect = match (is_multiple(old, new), is_multiple(new, old)) {
                    (true, _) => Effect::Wider,
                    (_, true) => Effect::Narrower,
                    _ => Effect::Other,
                };
                let text = format!("`multipleOf` was {old}, and is {new}");
                let text = Message::new(text, &[&old, &new]);
                (rule!("multiple-of-changed"), effect, text)
            }
            (None, Some(new)) => {
                let text = Message::new(format!("`multipleOf` is {new} now"), &[&new]);
                (rule!("multiple-of-set"), Effect::Narrower, text)
            }
            (Some(old), None) => {
                let text = Message::new(format!("`multipleOf` was {old}, and is gone"), &[&old]);
                (rule!("multiple-of-unset"), Effect::Wider, text)
            }
            _ => return,
        };
        self.effect(compared, rule, effect, text);
    }
}

/// Returns the least and the greatest value of an integer, where a bound excludes more than its format
/// does; `None` for other types, and for a bound that is too large.
fn range(kind: &Kind) -> Option<[Option<i128>; 2]> {
    let Kind::Integer { format, bounds } = kind else {
        return None;
    };
    let (least, most): (i128, i128) = match format.as_deref() {
        Some("int32") => (i32::MIN.into(), i32::MAX.into()),
        Some("int64") => (i64::MIN.into(), i64::MAX.into()),
        _ => (i128::MIN, i128::MAX),
    };
    let edge = |text: &Option<String>, round: fn(f64) -> f64, shift: i128| {
        let Some(text) = text else {
            return Some(None);
        };
        if let Ok(whole) = text.parse::<i128>() {
            return Some(Some(whole.saturating_add(shift)));
        }
        // No integer is between a fraction and the integer beside it.
        let fraction = text.parse::<f64>().ok()?;
        let shift = if fraction.fract() == 0.0 { shift } else { 0 };
        let whole = format!("{:.0}", round(fraction)).parse::<i128>().ok()?;
        Some(Some(whole.saturating_add(shift)))
    };
    let low = edge(&bounds.minimum, f64::ceil, bounds.exclusive_minimum.into())?;
    let shift = -i128::from(bounds.exclusive_maximum);
    let high = edge(&bounds.maximum, f64::floor, shift)?;
    Some([
        low.filter(|low| *low > least),
        high.filter(|high| *high < most),
    ])
}

/// Returns whether a number is a multiple of another one. Both must be integers.
fn is_multiple(of: &str, unit: &str) -> bool {
    let whole = |text: &str| text.parse::<i128>().ok();
    matches!((whole(of), whole(unit)), (Some(of), Some(unit)) if unit != 0 && of % unit == 0)
}

/// Returns whether a number is within bounds.
pub(super) fn within(bounds: &Bounds, value: &str) -> bool {
    let order = |bound: &Option<String>| {
        let bound = bound.as_ref()?;
        Some(decimal_order(value, bound))
    };
    let above = match order(&bounds.minimum) {
        Some(Ordering::Less) => false,
        Some(Ordering::Equal) => !bounds.exclusive_minimum,
        _ => true,
    };
    let below = match order(&bounds.maximum) {
        Some(Ordering::Greater) => false,
        Some(Ordering::Equal) => !bounds.exclusive_maximum,
        _ => true,
    };
    above && below
}

/// The end of a range.
struct Edge {
    text: String,
    exclusive: bool,
}

impl Edge {
    /// Compares two ends. `shift` is the order that results if this end excludes its own value.
    fn order(&self, other: &Self, shift: Ordering) -> Ordering {
        decimal_order(&self.text, &other.text).then(match (self.exclusive, other.exclusive) {
            (true, false) => shift,
            (false, true) => shift.reverse(),
            _ => Ordering::Equal,
        })
    }
}

impl std::fmt::Display for Edge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let suffix = if self.exclusive { " (exclusive)" } else { "" };
        write!(f, "{}{suffix}", self.text)
    }
}

/// Compares two numbers that are given as text: integers exactly, others as floats.
fn decimal_order(one: &str, other: &str) -> Ordering {
    if let (Ok(one), Ok(other)) = (one.parse::<i128>(), other.parse::<i128>()) {
        return one.cmp(&other);
    }
    let number = |text: &str| text.parse::<f64>().unwrap_or_default();
    number(one).total_cmp(&number(other))
}
