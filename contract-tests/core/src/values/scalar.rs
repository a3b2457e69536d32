//! Generates numbers, and strings without a format.

use serde_json::{Number, Value};
use spec::model::Bounds;

use super::Manner;
use super::decimal::{Decimal, Range};
use super::dice::Dice;
use super::pattern::Length;
use crate::number_format::Whole;

/// The largest integer that all JSON parsers read exactly (RFC 8259 §6).
const SAFE: i128 = (1 << 53) - 1;
const USUAL: i128 = 1000;

/// Returns the range of an integer.
pub(super) fn integer_range(format: Option<&str>, bounds: &Bounds) -> Option<Range> {
    let (low, high) = Whole::of(format).map_or((-SAFE, SAFE), |one| (one.least, one.greatest));
    range(bounds, (low, high), Decimal::whole(1), true)
}

fn range(bounds: &Bounds, (low, high): (i128, i128), usual: Decimal, whole: bool) -> Option<Range> {
    let parsed = |text: &Option<String>| text.as_deref().and_then(Decimal::parse);
    let (low, high) = (Decimal::whole(low), Decimal::whole(high));
    let least = match parsed(&bounds.minimum) {
        Some(least) if !least.is_below(low) => (least, bounds.exclusive_minimum),
        _ => (low, false),
    };
    let most = match parsed(&bounds.maximum) {
        Some(most) if !high.is_below(most) => (most, bounds.exclusive_maximum),
        _ => (high, false),
    };
    let step = match parsed(&bounds.multiple_of) {
        Some(step) if whole => step.times_until_whole()?,
        Some(step) => step,
        None => usual,
    };
    Range::new(least, most, step)
}

/// Returns an integer.
pub(super) fn integer(
    format: Option<&str>,
    bounds: &Bounds,
    manner: Manner,
    dice: &mut Dice<'_>,
) -> Option<Value> {
    let range = integer_range(format, bounds)?;
    range.at(steps(&range, manner, dice))
}

fn steps(range: &Range, manner: Manner, dice: &mut Dice<'_>) -> i128 {
    let near = range.nearest();
    match manner {
        Manner::Plain => dice.within(near, range.most.min(near.saturating_add(USUAL))),
        Manner::Boundary => {
            let next = (range.least + 1).min(range.most);
            let before = (range.most - 1).max(range.least);
            *dice
                .pick(&[range.least, range.most, near, next, before])
                .unwrap_or(&near)
        }
        Manner::Odd => dice.within(range.least, range.most),
    }
}

/// Returns the range of a number, in steps of a hundredth if the bounds leave room for them.
pub(super) fn number_range(bounds: &Bounds) -> Option<Range> {
    let steps = [2, 6, 12].into_iter();
    let mut ranges =
        steps.filter_map(|scale| range(bounds, (-SAFE, SAFE), Decimal::new(1, scale), false));
    ranges.next()
}

/// Returns a number.
pub(super) fn number(
    format: Option<&str>,
    bounds: &Bounds,
    manner: Manner,
    dice: &mut Dice<'_>,
) -> Option<Value> {
    let free = bounds.minimum.is_none() && bounds.maximum.is_none() && bounds.multiple_of.is_none();
    if free && manner == Manner::Odd && dice.chance(50) {
        let extremes: &[f64] = match format {
            Some("float") => &[-0.0, 1e30, -1e30, 1.5e-30],
            Some("decimal") => &[-0.0, 1e15, 0.000_001],
            _ => &[-0.0, 1e300, -1e300, 1.5e-300, 5e-324, 0.1],
        };
        return dice
            .pick(extremes)
            .and_then(|number| Number::from_f64(*number))
            .map(Value::Number);
    }
    let range = number_range(bounds)?;
    let whole = range.at(steps(&range, manner, dice));
    whole.or_else(|| range.at(range.nearest()))
}

/// Returns a string without a format.
pub(super) fn text(length: Length, manner: Manner, dice: &mut Dice<'_>) -> String {
    const LONGEST: usize = 4096;
    const LONGEST_EDGE: usize = 1 << 16;
    const PLAIN: &str = "abcdefghijklmnopqrstuvwxyz";
    const ODD: &[char] = &[
        'a',
        ' ',
        '"',
        '\\',
        '/',
        '\'',
        '<',
        '&',
        '\u{1}',
        '\t',
        '\n',
        '\u{7f}',
        'é',
        'e',
        '\u{301}',
        'ß',
        'İ',
        'א',
        'ب',
        '\u{200B}',
        '\u{200D}',
        '\u{202E}',
        '\u{FEFF}',
        '\u{FFFD}',
        '\u{2028}',
        '漢',
        '😀',
        '𝔘',
        '\u{10FFFD}',
        '%',
    ];
    let most = length.most.unwrap_or(LONGEST).max(length.least);
    let count = match manner {
        Manner::Plain => dice.between(length.least.max(1).min(most), (length.least + 12).min(most)),
        Manner::Boundary if dice.chance(50) => length.least,
        // The limit itself, unless it is very large; without one, a long string.
        Manner::Boundary => length
            .most
            .unwrap_or(256)
            .clamp(length.least, LONGEST_EDGE.max(length.least)),
        Manner::Odd if dice.chance(10) => most.min(LONGEST.max(length.least)),
        Manner::Odd => dice.between(length.least, (length.least + 24).min(most)),
    };
    let letters: Vec<char> = PLAIN.chars().collect();
    let pool = if manner == Manner::Odd { ODD } else { &letters };
    (0..count)
        .filter_map(|_| dice.pick(pool).copied())
        .collect()
}
