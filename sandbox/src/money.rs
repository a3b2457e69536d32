//! Amounts of money.

use rust_decimal::{Decimal, RoundingStrategy};
use types::CurrencyCode;

/// The largest number with 15 digits.
const MOST: Decimal = Decimal::from_parts(2_764_472_319, 232_830, 0, false, 0);

/// Returns whether the description can express a number: it has at most 15 digits before the
/// decimal point.
#[must_use]
pub fn is_expressible(number: Decimal) -> bool {
    number.trunc() <= MOST
}

/// Returns an amount, rounded to the smallest unit of its currency, with halves away from zero as
/// in invoices.
#[must_use]
pub fn rounded(amount: Decimal, currency: &CurrencyCode) -> Decimal {
    let places = places(&currency.0);
    amount.round_dp_with_strategy(places, RoundingStrategy::MidpointAwayFromZero)
}

/// Returns the number of decimal digits of a currency (ISO 4217); 2 by default.
fn places(currency: &str) -> u32 {
    match currency {
        "BIF" | "CLP" | "DJF" | "GNF" | "ISK" | "JPY" | "KMF" | "KRW" | "PYG" | "RWF" | "UGX"
        | "UYI" | "VND" | "VUV" | "XAF" | "XOF" | "XPF" => 0,
        "BHD" | "IQD" | "JOD" | "KWD" | "LYD" | "OMR" | "TND" => 3,
        "CLF" | "UYW" => 4,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_has_fifteen_digits() {
        assert_eq!(MOST, Decimal::from(999_999_999_999_999_i64));
        assert!(is_expressible("999999999999999.999999".parse().unwrap()));
        assert!(!is_expressible("1000000000000000".parse().unwrap()));
    }

    #[test]
    fn halves_go_away_from_zero() {
        let rounded = |amount: &str, currency: &str| {
            rounded(amount.parse().unwrap(), &CurrencyCode(currency.to_owned())).to_string()
        };
        assert_eq!(rounded("0.005", "USD"), "0.01");
        assert_eq!(rounded("0.0049", "USD"), "0.00");
        assert_eq!(rounded("1.5", "JPY"), "2");
        assert_eq!(rounded("0.0005", "KWD"), "0.001");
    }
}
