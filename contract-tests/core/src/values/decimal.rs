//! Decimal numbers that are not rounded, so that bounds are exact.

use serde_json::{Number, Value};

/// A number: `digits` / 10^`scale`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Decimal {
    digits: i128,
    scale: u32,
}

impl Decimal {
    /// Parses a JSON number; `None` if it has too many digits for exact arithmetic.
    pub fn parse(text: &str) -> Option<Self> {
        const MOST_SCALE: i32 = 24;
        let (base, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let exponent: i32 = exponent.parse().ok()?;
        let (whole, fraction) = base.split_once('.').unwrap_or((base, ""));
        let digits: i128 = format!("{whole}{fraction}").parse().ok()?;
        let scale = i32::try_from(fraction.len()).ok()?.checked_sub(exponent)?;
        if !(-MOST_SCALE..=MOST_SCALE).contains(&scale) {
            return None;
        }
        if scale >= 0 {
            return Some(Self {
                digits,
                scale: scale.unsigned_abs(),
            });
        }
        let digits = digits.checked_mul(10_i128.checked_pow(scale.unsigned_abs())?)?;
        Some(Self { digits, scale: 0 })
    }

    pub const fn whole(digits: i128) -> Self {
        Self { digits, scale: 0 }
    }

    fn scaled(self, scale: u32) -> Option<i128> {
        self.digits
            .checked_mul(10_i128.checked_pow(scale.checked_sub(self.scale)?)?)
    }

    /// Brings both numbers to the same scale.
    pub fn aligned(self, other: Self) -> Option<(i128, i128, u32)> {
        let scale = self.scale.max(other.scale);
        Some((self.scaled(scale)?, other.scaled(scale)?, scale))
    }

    /// Returns whether it is less than another.
    pub fn is_below(self, other: Self) -> bool {
        self.aligned(other).is_some_and(|(a, b, _)| a < b)
    }

    /// Returns the lowest multiple that is an integer.
    pub fn times_until_whole(self) -> Option<Self> {
        const TENFOLD: u32 = 10_u32.pow(6);
        let factor = 10_i128.checked_pow(self.scale)?;
        let mut times = (1..=i128::from(TENFOLD)).map(|times| self.digits * times);
        let first = times.find(|digits| digits % factor == 0)?;
        Some(Self::whole(first / factor))
    }

    pub const fn new(digits: i128, scale: u32) -> Self {
        Self { digits, scale }
    }

    /// Returns the number as JSON; an integer has no fraction.
    pub fn value(self) -> Option<Value> {
        let factor = 10_i128.checked_pow(self.scale)?;
        if self.digits % factor == 0 {
            let whole = self.digits / factor;
            let signed = i64::try_from(whole).map(Value::from);
            return signed
                .or_else(|_| u64::try_from(whole).map(Value::from))
                .ok();
        }
        let number: f64 = format!("{}e-{}", self.digits, self.scale).parse().ok()?;
        Number::from_f64(number).map(Value::Number)
    }
}

/// The numbers that a schema allows: multiples of a step.
#[derive(Debug, Clone, Copy)]
pub(super) struct Range {
    /// The lowest and highest number of steps.
    pub least: i128,
    pub most: i128,
    /// The size of a step.
    step: i128,
    scale: u32,
}

impl Range {
    /// Returns the multiples of `step` between bounds. The flag of a bound says whether it is
    /// exclusive.
    pub fn new(least: (Decimal, bool), most: (Decimal, bool), step: Decimal) -> Option<Self> {
        let scale = least.0.scale.max(most.0.scale).max(step.scale);
        let (low, high) = (least.0.scaled(scale)?, most.0.scaled(scale)?);
        let step = step.scaled(scale).filter(|step| *step > 0)?;
        let least_steps = low.div_euclid(step) + i128::from(low.rem_euclid(step) != 0 || least.1);
        let most_steps = high.div_euclid(step) - i128::from(high.rem_euclid(step) == 0 && most.1);
        let (least, most) = (least_steps, most_steps);
        (least <= most).then_some(Self {
            least,
            most,
            step,
            scale,
        })
    }

    /// Returns the number at this many steps.
    pub fn at(&self, steps: i128) -> Option<Value> {
        Decimal::new(steps.checked_mul(self.step)?, self.scale).value()
    }

    /// Returns the number closest to zero.
    pub fn nearest(&self) -> i128 {
        0.clamp(self.least, self.most)
    }
}
