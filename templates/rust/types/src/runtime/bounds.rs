//! The keywords `minimum`, `maximum` and `multipleOf`.

use std::cmp::Ordering;
use std::fmt;

use rust_decimal::Decimal;

use super::DecimalNumber;
use super::formats::decimal;

/// The bounds of a number.
#[derive(Debug, Clone, Copy)]
#[must_use]
pub struct Bounds {
    minimum: Option<Limit>,
    maximum: Option<Limit>,
    multiple_of: Option<Amount>,
}

/// One end of a range.
#[derive(Debug, Clone, Copy)]
struct Limit {
    amount: Amount,
    /// Whether the limit itself is out of range.
    is_excluded: bool,
}

impl Bounds {
    /// No bounds at all.
    pub const NONE: Self = Self {
        minimum: None,
        maximum: None,
        multiple_of: None,
    };

    /// Sets the minimum (`minimum`).
    pub fn at_least(self, limit: impl Number) -> Self {
        let minimum = Some(Limit::new(&limit, false));
        Self { minimum, ..self }
    }

    /// Sets the exclusive minimum (`exclusiveMinimum`).
    pub fn more_than(self, limit: impl Number) -> Self {
        let minimum = Some(Limit::new(&limit, true));
        Self { minimum, ..self }
    }

    /// Sets the maximum (`maximum`).
    pub fn at_most(self, limit: impl Number) -> Self {
        let maximum = Some(Limit::new(&limit, false));
        Self { maximum, ..self }
    }

    /// Sets the exclusive maximum (`exclusiveMaximum`).
    pub fn less_than(self, limit: impl Number) -> Self {
        let maximum = Some(Limit::new(&limit, true));
        Self { maximum, ..self }
    }

    /// Sets the number that the value must be a multiple of (`multipleOf`).
    pub fn multiple_of(self, step: impl Number) -> Self {
        let multiple_of = Some(step.amount());
        Self {
            multiple_of,
            ..self
        }
    }

    /// Returns the keyword of every bound that `value` violates, with a message.
    pub(super) fn broken(&self, value: Amount) -> impl Iterator<Item = (&'static str, String)> {
        [
            self.below_minimum(value),
            self.above_maximum(value),
            self.no_multiple(value),
        ]
        .into_iter()
        .flatten()
    }

    fn below_minimum(&self, value: Amount) -> Option<(&'static str, String)> {
        let minimum = self.minimum?;
        let than = if minimum.is_excluded {
            "greater than"
        } else {
            "at least"
        };
        let detail = || format!("must be {than} {}", minimum.amount);
        (!minimum.is_kept(value, Ordering::Greater)).then(|| ("minimum", detail()))
    }

    fn above_maximum(&self, value: Amount) -> Option<(&'static str, String)> {
        let maximum = self.maximum?;
        let than = if maximum.is_excluded {
            "less than"
        } else {
            "at most"
        };
        let detail = || format!("must be {than} {}", maximum.amount);
        (!maximum.is_kept(value, Ordering::Less)).then(|| ("maximum", detail()))
    }

    fn no_multiple(&self, value: Amount) -> Option<(&'static str, String)> {
        let step = self.multiple_of?;
        let detail = || format!("must be a multiple of {step}");
        (!value.is_multiple_of(step)).then(|| ("multipleOf", detail()))
    }
}

impl Limit {
    fn new(limit: &impl Number, is_excluded: bool) -> Self {
        let amount = limit.amount();
        Self {
            amount,
            is_excluded,
        }
    }

    /// Returns whether a value is within the limit, where `inside` is the direction of the range.
    fn is_kept(self, value: Amount, inside: Ordering) -> bool {
        match value.compare(self.amount) {
            Some(Ordering::Equal) => !self.is_excluded,
            None if self.amount.approximate.is_nan() => true,
            order => order == Some(inside),
        }
    }
}

/// A number type that bounds can be checked for.
pub trait Number {
    /// Returns the number as text.
    #[doc(hidden)]
    fn amount(&self) -> Amount;
}

/// A number: exact if a decimal can hold it, otherwise approximate.
#[derive(Debug, Clone, Copy)]
pub struct Amount {
    exact: Option<Decimal>,
    approximate: f64,
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exact {
            Some(exact) => exact.fmt(f),
            None => self.approximate.fmt(f),
        }
    }
}

/// A number in the notation of JSON (RFC 8259 §6), for values that no number type holds exactly.
#[derive(Debug, Clone, Copy)]
pub struct Digits(pub &'static str);

impl Number for Digits {
    fn amount(&self) -> Amount {
        Amount::parse(self.0)
    }
}

impl Amount {
    fn parse(text: &str) -> Self {
        Self {
            exact: decimal(text),
            approximate: text.parse().unwrap_or(f64::NAN),
        }
    }

    fn compare(self, other: Self) -> Option<Ordering> {
        match (self.exact, other.exact) {
            (Some(exact), Some(other)) => Some(exact.cmp(&other)),
            _ => self.approximate.partial_cmp(&other.approximate),
        }
    }

    /// Returns whether it is a multiple of `step`. If the quotient cannot be calculated exactly, it
    /// counts as a multiple.
    fn is_multiple_of(self, step: Self) -> bool {
        match (self.exact, step.exact) {
            (Some(exact), Some(step)) => exact.checked_rem(step).is_none_or(|rest| rest.is_zero()),
            _ if step.approximate.fract() == 0.0 => {
                let rest = self.approximate % step.approximate;
                rest == 0.0 || rest.is_nan()
            }
            _ => true,
        }
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Number for $number {
            fn amount(&self) -> Amount {
                // The shortest decimal text of a float is the number that was meant: `0.1`, not the
                // binary approximation of `0.1`.
                Amount::parse(&self.to_string())
            }
        }
    )*};
}

numbers!(i32, i64, u32, u64, f32, f64, Decimal, DecimalNumber);

impl<T: Number + ?Sized> Number for &T {
    fn amount(&self) -> Amount {
        (**self).amount()
    }
}
