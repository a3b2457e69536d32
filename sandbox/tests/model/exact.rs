//! Integer arithmetic.

/// Returns a decimal number in millionths.
pub fn millionths(text: &str) -> i128 {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    assert!(fraction.len() <= 6, "{text} has more than six places");
    let number = |digits: &str| digits.parse::<i128>().expect("digits");
    number(whole) * 1_000_000 + number(&format!("{fraction:0<6}"))
}

/// Returns millionths as text.
pub fn decimal(millionths: i128) -> String {
    format!("{}.{:06}", millionths / 1_000_000, millionths % 1_000_000)
}

/// Returns the cost of a quantity, in millionths of the currency: rounded half up to its smallest
/// unit.
pub fn cost(quantity: i128, price: i128, currency: &str) -> i128 {
    let places = match currency {
        "JPY" => 0,
        "KWD" => 3,
        _ => 2,
    };
    // The product is in millionths of millionths.
    let unit = 10_i128.pow(12 - places);
    let units = (quantity * price + unit / 2) / unit;
    units * 10_i128.pow(6 - places)
}

/// Returns whether there are more than 15 digits before the point.
pub fn is_too_long(millionths: i128) -> bool {
    millionths >= 10_i128.pow(15 + 6)
}
