//! Decimal numbers of any size, compared exactly on their digits.

use std::cmp::Ordering;
use std::fmt;

/// A decimal number in normal form, so that equal numbers have equal fields: `0` has no digits, and
/// other numbers have no zero at either end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decimal {
    negative: bool,
    /// The digits of the coefficient, `b'0'..=b'9'`.
    digits: Vec<u8>,
    /// The power of ten that the coefficient is multiplied by.
    exponent: i64,
}

impl Decimal {
    /// The limit of exponents: numbers beyond it count as infinite or zero.
    const LIMIT: i64 = 1 << 52;

    /// Parses a number as in JSON and in descriptions: digits with an optional sign, fraction and
    /// exponent.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, read_exponent(exponent)?),
            None => (text, 0),
        };
        let unsigned = mantissa.strip_prefix(['-', '+']).unwrap_or(mantissa);
        let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let mut digits = [whole.as_bytes(), fraction.as_bytes()].concat();
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let mut exponent = exponent.saturating_sub(length(fraction.as_bytes()));
        while digits.pop_if(|last| *last == b'0').is_some() {
            exponent += 1;
        }
        let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
        digits.drain(..zeros);
        let is_zero = digits.is_empty();
        Some(Self {
            negative: !is_zero && mantissa.starts_with('-'),
            digits,
            exponent: if is_zero { 0 } else { exponent },
        })
    }

    /// Returns whether it is a whole number.
    #[must_use]
    pub const fn is_integer(&self) -> bool {
        self.exponent >= 0
    }

    /// Returns the number, if it is whole and fits.
    #[must_use]
    pub fn to_i128(&self) -> Option<i128> {
        if !self.is_integer() {
            return None;
        }
        let start = self.digits.iter().try_fold(0_i128, |sum, digit| {
            sum.checked_mul(10)?.checked_add(i128::from(digit - b'0'))
        })?;
        let scale = 10_i128.checked_pow(u32::try_from(self.exponent).ok()?)?;
        let magnitude = start.checked_mul(scale)?;
        Some(if self.negative { -magnitude } else { magnitude })
    }

    /// Returns whether it is a multiple of `step`. With a step of more than 18 digits, every number
    /// counts as a multiple.
    #[must_use]
    pub fn is_multiple_of(&self, step: &Self) -> bool {
        if self.digits.is_empty() {
            return true;
        }
        if step.digits.is_empty() {
            return false;
        }
        if step.digits.len() > 18 {
            return true;
        }
        // Without a zero at its end, the coefficient cannot be divided by a power of ten.
        let Ok(power) = u64::try_from(self.exponent - step.exponent) else {
            return false;
        };
        let modulus = remainder(&step.digits, u128::MAX);
        let rest = remainder(&self.digits, modulus);
        (rest * power_of_ten(power, modulus)).is_multiple_of(modulus)
    }

    /// Returns the number of digits before the decimal point.
    fn magnitude(&self) -> i64 {
        self.exponent.saturating_add(length(&self.digits))
    }

    fn compare_magnitude(&self, other: &Self) -> Ordering {
        match (self.digits.is_empty(), other.digits.is_empty()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (false, false) => self
                .magnitude()
                .cmp(&other.magnitude())
                .then_with(|| self.digits.cmp(&other.digits)),
        }
    }
}

/// Writes the digits and a power of ten: `-15e-1`.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.negative { "-" } else { "" };
        let digits = std::str::from_utf8(&self.digits).map_err(|_| fmt::Error)?;
        match digits {
            "" => f.write_str("0"),
            digits if self.exponent == 0 => write!(f, "{sign}{digits}"),
            digits => write!(f, "{sign}{digits}e{}", self.exponent),
        }
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.compare_magnitude(other),
            (true, true) => other.compare_magnitude(self),
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Parses an exponent. One that is too large is cut to [`Decimal::LIMIT`].
fn read_exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let magnitude = digits.parse().unwrap_or(i64::MAX).min(Decimal::LIMIT);
    let negative = text.starts_with('-');
    Some(if negative { -magnitude } else { magnitude })
}

fn length(digits: &[u8]) -> i64 {
    i64::try_from(digits.len()).unwrap_or(Decimal::LIMIT)
}

/// Returns a number, given by its digits, modulo `modulus`.
fn remainder(digits: &[u8], modulus: u128) -> u128 {
    digits.iter().fold(0, |rest, digit| {
        (rest * 10 + u128::from(digit - b'0')) % modulus
    })
}

/// Returns 10^`power` modulo a number below 2^64, by squaring.
fn power_of_ten(mut power: u64, modulus: u128) -> u128 {
    let (mut result, mut base) = (1 % modulus, 10 % modulus);
    while power > 0 {
        if power % 2 == 1 {
            result = result * base % modulus;
        }
        base = base * base % modulus;
        power /= 2;
    }
    result
}
