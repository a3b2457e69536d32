//! The keywords `minimum`, `maximum` and `multipleOf`.

use std::cmp::Ordering;

use rust_decimal::Decimal;

use super::DecimalNumber;
use super::formats::decimal;

/// What the description asks of a number; numbers are written as in the description.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The least value.
    pub minimum: Option<&'static str>,
    /// The greatest value.
    pub maximum: Option<&'static str>,
    /// Whether `minimum` itself is too little.
    pub exclusive_minimum: bool,
    /// Whether `maximum` itself is too much.
    pub exclusive_maximum: bool,
    /// What the value must be a multiple of.
    pub multiple_of: Option<&'static str>,
}

impl Bounds {
    /// No bounds at all.
    pub const NONE: Self = Self {
        minimum: None,
        maximum: None,
        exclusive_minimum: false,
        exclusive_maximum: false,
        multiple_of: None,
    };

    /// The keyword of every bound that `value` breaks, and what the bound asks for.
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
        let holds = match value.compare(Amount::parse(minimum)?) {
            Some(Ordering::Equal) => !self.exclusive_minimum,
            order => order == Some(Ordering::Greater),
        };
        let than = if self.exclusive_minimum {
            "greater than"
        } else {
            "at least"
        };
        (!holds).then(|| ("minimum", format!("must be {than} {minimum}")))
    }

    fn above_maximum(&self, value: Amount) -> Option<(&'static str, String)> {
        let maximum = self.maximum?;
        let holds = match value.compare(Amount::parse(maximum)?) {
            Some(Ordering::Equal) => !self.exclusive_maximum,
            order => order == Some(Ordering::Less),
        };
        let than = if self.exclusive_maximum {
            "less than"
        } else {
            "at most"
        };
        (!holds).then(|| ("maximum", format!("must be {than} {maximum}")))
    }

    fn no_multiple(&self, value: Amount) -> Option<(&'static str, String)> {
        let step = self.multiple_of?;
        let holds = value.is_multiple_of(Amount::parse(step)?);
        (!holds).then(|| ("multipleOf", format!("must be a multiple of {step}")))
    }
}

/// A number type that bounds can be checked on.
pub trait Number {
    /// The number as text.
    #[doc(hidden)]
    fn amount(&self) -> Amount;
}

/// A number: exactly where a decimal can hold it, approximately otherwise.
#[derive(Debug, Clone, Copy)]
pub struct Amount {
    exact: Option<Decimal>,
    approximate: f64,
}

impl Amount {
    fn parse(text: &str) -> Option<Self> {
        Some(Self {
            exact: decimal(text),
            approximate: text.parse().ok()?,
        })
    }

    fn compare(self, other: Self) -> Option<Ordering> {
        match (self.exact, other.exact) {
            (Some(exact), Some(other)) => Some(exact.cmp(&other)),
            _ => self.approximate.partial_cmp(&other.approximate),
        }
    }

    /// What cannot be calculated exactly is taken for a multiple.
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
                // The shortest text of a float is what was meant by it: `0.1`, not what `0.1` is
                // in binary.
                let text = self.to_string();
                Amount {
                    exact: decimal(&text),
                    approximate: text.parse().unwrap_or(f64::NAN),
                }
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
