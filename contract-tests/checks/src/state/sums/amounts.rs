//! Amounts of parts, and how a total may follow from them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use conformance_core::json::{Decimal, Json};

/// How many digits after the decimal point count.
const DIGITS: u32 = 6;
const UNIT: i128 = 10_i128.pow(DIGITS);

/// How a total may follow from its parts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Formula {
    /// The number of parts.
    Count,
    /// The sum of a property.
    Sum(String),
    /// The sum of the products of two properties.
    Products(String, String),
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count => f.write_str("the number of parts"),
            Self::Sum(name) => write!(f, "the sum of `{name}`"),
            Self::Products(one, other) => write!(f, "the sum of `{one}` times `{other}`"),
        }
    }
}

/// Parses a number, or a decimal in a text, in units of 10^-6; `None` if it is finer or not a
/// number.
pub(super) fn amount(value: &Json) -> Option<i128> {
    let text = value.number().or_else(|| value.as_str())?;
    let is_plain = !text.contains(['e', 'E']);
    let shifted = is_plain.then(|| format!("{text}e{DIGITS}"))?;
    Decimal::parse(&shifted)?.to_i128()
}

/// Formats an amount for people.
pub(super) fn formatted(amount: i128) -> String {
    let (whole, rest) = (amount / UNIT, (amount % UNIT).unsigned_abs());
    if rest == 0 {
        return whole.to_string();
    }
    let sign = if amount < 0 && whole == 0 { "-" } else { "" };
    format!("{sign}{whole}.{rest:06}")
        .trim_end_matches('0')
        .to_owned()
}

/// Returns the totals that may follow from some parts.
pub(super) fn formulas(parts: &[Json]) -> BTreeMap<Formula, i128> {
    let names: BTreeSet<&str> = parts
        .iter()
        .filter_map(Json::as_object)
        .flatten()
        .map(|(name, _)| &**name)
        .collect();
    let column = |name: &str| -> Option<Vec<i128>> {
        parts.iter().map(|part| amount(part.get(name)?)).collect()
    };
    let columns: Vec<(&str, Vec<i128>)> = names
        .into_iter()
        .filter_map(|name| Some((name, column(name)?)))
        .collect();
    let count = i128::try_from(parts.len())
        .ok()
        .and_then(|count| count.checked_mul(UNIT));
    let mut all: BTreeMap<Formula, i128> = count
        .map(|count| (Formula::Count, count))
        .into_iter()
        .collect();
    for (at, (name, values)) in columns.iter().enumerate() {
        if let Some(sum) = sum(values.iter().copied().map(Some)) {
            all.insert(Formula::Sum((*name).to_owned()), sum);
        }
        for (other, others) in &columns[at + 1..] {
            let products = values.iter().zip(others).map(|(one, other)| {
                let product = one.checked_mul(*other)?;
                (product % UNIT == 0).then_some(product / UNIT)
            });
            if let Some(sum) = sum(products) {
                let formula = Formula::Products((*name).to_owned(), (*other).to_owned());
                all.insert(formula, sum);
            }
        }
    }
    all
}

fn sum(values: impl Iterator<Item = Option<i128>>) -> Option<i128> {
    let mut values = values;
    values.try_fold(0_i128, |sum, value| sum.checked_add(value?))
}
