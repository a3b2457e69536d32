//! Totals in items, and whether they follow from the parts next to them.
//!
//! Only names say that one is the sum of the other, so only an unambiguous case counts: one list
//! next to the total, whose parts have an amount, and nothing such as a tax that the total may
//! include.

use std::collections::{BTreeMap, BTreeSet};

use conformance_core::json::{Json, escape};

use super::amounts::{Formula, amount, formatted, formulas};
use conformance_engine::guard::tokens;

/// Words for what a total may include or leave out.
const ADJUSTMENTS: [&str; 24] = [
    "tax",
    "taxes",
    "vat",
    "gst",
    "discount",
    "discounts",
    "shipping",
    "fee",
    "fees",
    "freight",
    "adjustment",
    "adjustments",
    "rounding",
    "credit",
    "credits",
    "tip",
    "surcharge",
    "deposit",
    "balance",
    "paid",
    "coupon",
    "commission",
    "refund",
    "refunded",
];
/// Words in the names of counts.
const COUNTS: [&str; 11] = [
    "count", "counts", "items", "pages", "page", "number", "elements", "results", "rows", "size",
    "lines",
];
/// Words in the names of amounts.
const AMOUNTS: [&str; 8] = [
    "amount", "total", "subtotal", "price", "cost", "value", "quantity", "sum",
];

/// A total that is not the sum of its parts.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Uneven {
    pub(super) total: String,
    pub(super) parts: String,
    pub(super) formula: Formula,
    /// The number of the item that shows it.
    pub(super) sample: usize,
    pub(super) pointer: String,
    pub(super) expected: String,
    pub(super) actual: String,
}

/// A total and its parts: the pointer of the object, and the names of both.
type Place = (String, String, String);

/// The values of one item in a place.
struct Row {
    sample: usize,
    total: i128,
    of_parts: BTreeMap<Formula, i128>,
}

/// Returns whether a property has the name of a sum.
pub(super) fn is_total(name: &str) -> bool {
    let words = tokens(name);
    let has = |all: &[&str]| words.iter().any(|word| all.contains(&word.as_str()));
    has(&["total", "totals", "sum", "subtotal"]) && !has(&COUNTS)
}

/// Returns the first total of several items that is not the sum of its parts. `is_sent` says which
/// properties clients set.
pub(super) fn uneven(items: &[&Json], is_sent: impl Fn(&str) -> bool) -> Option<Uneven> {
    let mut places: BTreeMap<Place, Vec<Row>> = BTreeMap::new();
    for (sample, item) in items.iter().enumerate() {
        collect(sample, item, "", super::DEPTH, &mut places);
    }
    let mut own = places
        .into_iter()
        .filter(|((_, total, _), _)| !is_sent(total));
    own.find_map(|(place, rows)| check(place, &rows))
}

fn collect(
    sample: usize,
    item: &Json,
    at: &str,
    depth: usize,
    places: &mut BTreeMap<Place, Vec<Row>>,
) {
    let Some(members) = item.as_object() else {
        return;
    };
    let is_adjusted = |object: &Json| {
        let names = object.as_object().into_iter().flatten();
        let mut words = names.flat_map(|(name, _)| tokens(name));
        words.any(|word| ADJUSTMENTS.contains(&word.as_str()))
    };
    let lists: Vec<(&str, &[Json])> = members
        .iter()
        .filter_map(|(name, value)| Some((&**name, value.as_array()?)))
        .filter(|(_, parts)| parts.iter().any(|part| part.as_object().is_some()))
        .collect();
    if let ([(parts, values)], false) = (lists.as_slice(), is_adjusted(item))
        && !values.iter().any(is_adjusted)
    {
        let totals = members.iter().filter(|(name, _)| is_total(name));
        for (total, amount) in totals.filter_map(|(name, value)| Some((name, amount(value)?))) {
            let place = (at.to_owned(), total.to_string(), (*parts).to_owned());
            places.entry(place).or_default().push(Row {
                sample,
                total: amount,
                of_parts: formulas(values),
            });
        }
    }
    for (name, inner) in members.iter().filter(|_| depth > 0) {
        let at = format!("{at}/{}", escape(name));
        collect(sample, inner, &at, depth - 1, places);
    }
}

fn check((at, total, parts): Place, rows: &[Row]) -> Option<Uneven> {
    let first = rows.first()?;
    let known = |formula: &&Formula| rows.iter().all(|row| row.of_parts.contains_key(*formula));
    let all: Vec<&Formula> = first.of_parts.keys().filter(known).collect();
    let holds = |row: &Row, formula: &Formula| row.of_parts[formula] == row.total;
    let is_followed = |formula: &Formula| rows.iter().all(|row| holds(row, formula));
    if all
        .iter()
        .any(|one| is_followed(one) || is_converted(rows, one))
    {
        return None;
    }
    let meant = meant(&total, &all)?;
    // Items with equal sums prove nothing.
    let sums: BTreeSet<i128> = rows.iter().map(|row| row.of_parts[meant]).collect();
    let row = rows
        .iter()
        .find(|row| !holds(row, meant))
        .filter(|_| sums.len() > 1)?;
    Some(Uneven {
        sample: row.sample,
        pointer: format!("{at}/{}", escape(&total)),
        expected: formatted(row.of_parts[meant]),
        actual: formatted(row.total),
        formula: meant.clone(),
        total,
        parts,
    })
}

/// Returns whether all totals are the same multiple of the sum of the parts, but not the sum: they
/// have another unit, or include something proportional.
fn is_converted(rows: &[Row], formula: &Formula) -> bool {
    let pairs = || rows.iter().map(|row| (row.total, row.of_parts[formula]));
    let Some((total, sum)) = pairs().find(|(_, sum)| *sum != 0) else {
        return false;
    };
    let sums: BTreeSet<i128> = pairs().map(|(_, sum)| sum).collect();
    let is_same = |(other, of): (i128, i128)| {
        total
            .checked_mul(of)
            .is_some_and(|product| Some(product) == other.checked_mul(sum))
    };
    total != sum && sums.len() > 1 && pairs().all(is_same)
}

/// Returns the formula that names suggest: with the property that the total is named after, or else
/// with the only amount.
fn meant<'f>(total: &str, all: &[&'f Formula]) -> Option<&'f Formula> {
    let words: Vec<String> = tokens(total)
        .into_iter()
        .filter(|word| {
            !matches!(
                word.as_str(),
                "total" | "totals" | "sum" | "subtotal" | "grand"
            )
        })
        .collect();
    let sums = || {
        all.iter().filter_map(|one| match one {
            Formula::Sum(name) => Some((*one, tokens(name))),
            _ => None,
        })
    };
    let named = sums().find(|(_, own)| !words.is_empty() && *own == words);
    if let Some((formula, _)) = named {
        return Some(formula);
    }
    let is_amount = |own: &[String]| own.iter().any(|word| AMOUNTS.contains(&word.as_str()));
    let mut amounts = sums().filter(|(_, own)| words.is_empty() && is_amount(own));
    match (amounts.next(), amounts.next()) {
        (Some((formula, _)), None) => Some(formula),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::uneven;
    use conformance_core::json::Json;

    fn found(items: &[&str]) -> Option<(String, String)> {
        let items: Vec<Json> = items
            .iter()
            .map(|text| Json::parse(text.as_bytes()).expect("JSON"))
            .collect();
        let items: Vec<&Json> = items.iter().collect();
        let found = uneven(&items, |name| name == "sentTotal")?;
        Some((found.expected, found.actual))
    }

    #[test]
    fn sums_hold() {
        for items in [
            // Exact, also for decimals in texts and for products.
            [
                r#"{"lines":[{"amount":1},{"amount":2}],"total":3}"#,
                r#"{"lines":[{"amount":5}],"total":5}"#,
            ],
            [
                r#"{"lines":[{"amount":"0.1"},{"amount":"0.2"}],"total":"0.30"}"#,
                r#"{"lines":[],"total":"0"}"#,
            ],
            [
                r#"{"rows":[{"price":1.5,"quantity":2}],"total":3}"#,
                r#"{"rows":[{"price":2,"quantity":2},{"price":1,"quantity":1}],"total":5}"#,
            ],
            // In another unit, with a tax, or as a count.
            [
                r#"{"lines":[{"amount":1}],"total":100}"#,
                r#"{"lines":[{"amount":2}],"total":200}"#,
            ],
            [
                r#"{"lines":[{"amount":1}],"tax":2,"total":3}"#,
                r#"{"lines":[{"amount":2}],"tax":2,"total":4}"#,
            ],
            [
                r#"{"comments":[{"likes":4}],"total":25}"#,
                r#"{"comments":[{"likes":5}],"total":3}"#,
            ],
            // It is unclear which list or property counts, or who sets the total.
            [
                r#"{"a":[{"amount":1}],"b":[{"amount":1}],"total":9}"#,
                r#"{"a":[{"amount":2}],"b":[{"amount":1}],"total":8}"#,
            ],
            [
                r#"{"lines":[{"amount":1,"cost":4}],"total":9}"#,
                r#"{"lines":[{"amount":2,"cost":5}],"total":8}"#,
            ],
            [
                r#"{"lines":[{"amount":1}],"sentTotal":9}"#,
                r#"{"lines":[{"amount":2}],"sentTotal":8}"#,
            ],
        ] {
            assert_eq!(found(&items), None, "{items:?}");
        }
    }

    #[test]
    fn sums_are_wrong() {
        let expect = |items: &[&str], expected: &str, actual: &str| {
            assert_eq!(found(items), Some((expected.to_owned(), actual.to_owned())));
        };
        expect(
            &[
                r#"{"lines":[{"amount":1},{"amount":2}],"total":4}"#,
                r#"{"lines":[{"amount":5}],"total":6}"#,
            ],
            "3",
            "4",
        );
        expect(
            &[
                r#"{"data":{"entries":[{"price":"1.25","weight":4}],"totalPrice":"1.25"}}"#,
                r#"{"data":{"entries":[{"price":"1.25","weight":2},{"price":"2","weight":2}],"totalPrice":"-0.5"}}"#,
            ],
            "3.25",
            "-0.5",
        );
    }
}
