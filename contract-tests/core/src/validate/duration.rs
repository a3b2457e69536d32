//! Validates durations (ISO 8601 as in RFC 3339 appendix A; seconds may have a fraction).

use super::time::are_digits;

/// Returns whether a text is a duration, such as `P1DT12H` or `P2W`.
pub(super) fn is_duration(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('P') else {
        return false;
    };
    if let Some(weeks) = rest.strip_suffix('W') {
        return are_digits(weeks);
    }
    match rest.split_once('T') {
        None => !rest.is_empty() && are_components(rest, "YMD"),
        Some((date, time)) => {
            !time.is_empty() && are_components(date, "YMD") && are_components(time, "HMS")
        }
    }
}

/// Returns whether a text consists of numbers with units, each unit at most once and in order.
fn are_components(mut text: &str, mut units: &str) -> bool {
    while let Some(at) = text.find(|character: char| character.is_ascii_alphabetic()) {
        let (number, rest) = text.split_at(at);
        let Some(position) = units.find(&rest[..1]) else {
            return false;
        };
        let seconds = number.split_once('.').filter(|_| rest.starts_with('S'));
        let is_number = match seconds {
            Some((whole, fraction)) => are_digits(whole) && are_digits(fraction),
            None => are_digits(number),
        };
        if !is_number {
            return false;
        }
        units = &units[position + 1..];
        text = &rest[1..];
    }
    text.is_empty()
}
