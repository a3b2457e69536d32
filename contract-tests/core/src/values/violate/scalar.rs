//! Numbers outside of their range, strings of another length or format, and values that no
//! enumeration lists.

use serde_json::{Value, json};
use spec::model::{Bounds, EnumBase, Enumeration, SchemaId, Text};

use super::{Breaker, Place};
use crate::intent::Intent;
use crate::values::conform::length;
use crate::values::decimal::Decimal;
use crate::values::formats;
use crate::values::scalar::{integer_range, number_range};

impl Breaker<'_> {
    pub(super) fn integer(
        &mut self,
        base: &Value,
        at: &Place,
        id: SchemaId,
        (format, bounds): (Option<&str>, &Bounds),
    ) {
        if let Some(range) = integer_range(format, bounds) {
            self.out_of_range(
                base,
                at,
                id,
                (bounds, range.at(range.least - 1), range.at(range.most + 1)),
            );
        }
        let overflow = match format {
            Some("int32") => Some((i128::from(i32::MAX) + 1, i128::from(i32::MIN) - 1)),
            Some("int64") => Some((i128::from(i64::MAX) + 1, 0)),
            _ => None,
        };
        if let Some((above, below)) = overflow {
            let name = format.unwrap_or_default();
            if bounds.maximum.is_none() {
                let value = Decimal::whole(above).value();
                self.number_of(base, at, id, (format!("is too large for {name}"), value));
            }
            if bounds.minimum.is_none() && below != 0 {
                let value = Decimal::whole(below).value();
                self.number_of(base, at, id, (format!("is too small for {name}"), value));
            }
        }
        let here = base
            .pointer(&at.pointer)
            .and_then(Value::as_i64)
            .unwrap_or_default();
        let fraction = if range_has(bounds, here, here + 1) {
            format!("{here}.5")
        } else {
            format!("{}.5", here - 1)
        };
        let fraction: Option<f64> = fraction.parse().ok();
        if let Some(fraction) = fraction.filter(|fraction| fraction.fract() != 0.0) {
            let what = "is a number with a fraction where a whole one is wanted".to_owned();
            self.push(base, at, id, Intent::ViolatesType, (what, json!(fraction)));
        }
        self.no_multiple(base, at, id, bounds);
    }

    pub(super) fn number(&mut self, base: &Value, at: &Place, id: SchemaId, bounds: &Bounds) {
        if let Some(range) = number_range(bounds) {
            self.out_of_range(
                base,
                at,
                id,
                (bounds, range.at(range.least - 1), range.at(range.most + 1)),
            );
        }
        self.no_multiple(base, at, id, bounds);
    }

    fn number_of(
        &mut self,
        base: &Value,
        at: &Place,
        id: SchemaId,
        (what, value): (String, Option<Value>),
    ) {
        if let Some(value) = value {
            let what = format!("is {value}, which {what}");
            self.push(base, at, id, Intent::ViolatesBounds, (what, value));
        }
    }

    fn out_of_range(
        &mut self,
        base: &Value,
        at: &Place,
        id: SchemaId,
        (bounds, below, above): (&Bounds, Option<Value>, Option<Value>),
    ) {
        if let Some(least) = &bounds.minimum {
            let side = if bounds.exclusive_minimum {
                "is not above"
            } else {
                "is below"
            };
            self.number_of(base, at, id, (format!("{side} {least}"), below));
        }
        if let Some(most) = &bounds.maximum {
            let side = if bounds.exclusive_maximum {
                "is not below"
            } else {
                "is above"
            };
            self.number_of(base, at, id, (format!("{side} {most}"), above));
        }
    }

    fn no_multiple(&mut self, base: &Value, at: &Place, id: SchemaId, bounds: &Bounds) {
        let Some(step) = bounds.multiple_of.as_deref() else {
            return;
        };
        let here = base.pointer(&at.pointer).map(Value::to_string);
        let here = here.as_deref().and_then(Decimal::parse);
        let both = here
            .zip(Decimal::parse(step))
            .and_then(|(here, step)| here.aligned(step));
        // A full unit further for integer steps, half a step for others.
        let Some((here, unit, scale)) = both else {
            return;
        };
        let moved = if scale == 0 {
            [here - 1, here + 1]
        } else {
            [here - unit / 2, here + unit / 2]
        };
        for digits in moved {
            let value = Decimal::new(digits, scale).value();
            let before = self.found.len();
            let in_range = value.as_ref().is_some_and(|value| {
                let number = value.as_f64().unwrap_or_default();
                range_has_float(bounds, number)
            });
            if in_range {
                self.number_of(
                    base,
                    at,
                    id,
                    (format!("is not a multiple of {step}"), value),
                );
            }
            if self.found.len() > before {
                return;
            }
        }
    }

    pub(super) fn enumeration(
        &mut self,
        base: &Value,
        at: &Place,
        id: SchemaId,
        list: &Enumeration,
    ) {
        if list.open {
            return;
        }
        let other = match list.base {
            EnumBase::Integer => {
                let most = list.values.iter().filter_map(Value::as_i64).max();
                json!(most.unwrap_or_default().saturating_add(1))
            }
            EnumBase::String | EnumBase::Other => json!("no-such-value"),
        };
        let what = format!("is {other}, which is not in the list");
        self.push(base, at, id, Intent::ViolatesEnum, (what, other));
        // A common mistake is to compare enumeration values without regard to case.
        let first = list.values.first().and_then(Value::as_str).map(swap_case);
        if let Some(other) = first {
            let what = format!(
                "is {}, which is in the list in another case only",
                json!(other)
            );
            self.push(base, at, id, Intent::ViolatesEnum, (what, json!(other)));
        }
    }

    fn exactly(&self, text: &Text, count: u64) -> Option<String> {
        self.maker.of_length(text, usize::try_from(count).ok()?)
    }

    pub(super) fn string(&mut self, base: &Value, at: &Place, id: SchemaId, text: &Text) {
        const LONGEST: u64 = 70_000;
        let unit = |count: u64| {
            if count == 1 {
                "character"
            } else {
                "characters"
            }
        };
        if let Some(least) = text.min_length.filter(|least| *least > 0)
            && let Some(short) = self.exactly(text, least - 1)
        {
            let what = format!(
                "is {} {} long where at least {least} are wanted",
                least - 1,
                unit(least - 1)
            );
            self.push(
                base,
                at,
                id,
                Intent::ViolatesLength,
                (what, Value::String(short)),
            );
        }
        if let Some(most) = text.max_length.filter(|most| *most < LONGEST)
            && let Some(long) = self.exactly(text, most + 1)
        {
            let what = format!(
                "is {} {} long where at most {most} are allowed",
                most + 1,
                unit(most + 1)
            );
            self.push(
                base,
                at,
                id,
                Intent::ViolatesLength,
                (what, Value::String(long)),
            );
        }
        let Some(here) = base.pointer(&at.pointer).and_then(Value::as_str) else {
            return;
        };
        let format = text.format.as_deref().unwrap_or_default();
        let pattern = self.schemas().pattern(text);
        let keeps = |other: &str| formats::holds(format, other);
        let other = pattern.and_then(|pattern| pattern.mismatch_that(here, length(text), keeps));
        if let Some(other) = other {
            let what = "does not match the pattern".to_owned();
            self.push(
                base,
                at,
                id,
                Intent::ViolatesPattern,
                (what, Value::String(other)),
            );
        }
        for (broken, what) in formats::broken(format) {
            let matches = pattern.is_none_or(|pattern| pattern.matches(broken) == Some(true));
            if matches && length(text).holds(broken) && !formats::holds(format, broken) {
                let broken = Value::from(*broken);
                self.push(
                    base,
                    at,
                    id,
                    Intent::ViolatesFormat,
                    ((*what).to_owned(), broken),
                );
            }
        }
    }
}

fn range_has(bounds: &Bounds, from: i64, to: i64) -> bool {
    let bound = |text: &Option<String>| text.as_deref().and_then(|text| text.parse::<f64>().ok());
    #[expect(
        clippy::cast_precision_loss,
        reason = "which side of a bound a half is on"
    )]
    let (from, to) = (from as f64, to as f64);
    bound(&bounds.minimum).is_none_or(|least| from >= least)
        && bound(&bounds.maximum).is_none_or(|most| to <= most)
}

fn range_has_float(bounds: &Bounds, number: f64) -> bool {
    let bound = |text: &Option<String>| text.as_deref().and_then(|text| text.parse::<f64>().ok());
    bound(&bounds.minimum).is_none_or(|least| number > least)
        && bound(&bounds.maximum).is_none_or(|most| number < most)
}

fn swap_case(text: &str) -> String {
    let swapped = |letter: char| {
        if letter.is_ascii_uppercase() {
            letter.to_ascii_lowercase()
        } else {
            letter.to_ascii_uppercase()
        }
    };
    text.chars().map(swapped).collect()
}
