//! Compares the contents of submissions, to distinguish a repetition from a conflict.

use std::collections::BTreeMap;

use rust_decimal::Decimal;
use types::{Metadata, UsageRecord, UsageRecordGroup};

/// Returns whether a group has the same contents as a submission: the records (in order, quantities
/// as numbers), the time as it was sent or its absence, and the metadata.
pub(super) fn is_same(
    stored: &UsageRecordGroup,
    stored_time: Option<&str>,
    records: &[UsageRecord],
    time: Option<&str>,
    metadata: Option<&Metadata>,
) -> bool {
    let same =
        |a: &UsageRecord, b: &UsageRecord| a.dimension == b.dimension && a.quantity == b.quantity;
    stored.records.len() == records.len()
        && stored.records.iter().zip(records).all(|(a, b)| same(a, b))
        && stored_time == time
        && stored.metadata.as_ref() == metadata
}

/// Returns the sum for each dimension, in the order of their keys.
pub(super) fn totals(records: &[UsageRecord]) -> BTreeMap<&str, Decimal> {
    let mut totals = BTreeMap::new();
    for record in records {
        *totals
            .entry(record.dimension.0.as_str())
            .or_insert(Decimal::ZERO) += record.quantity;
    }
    totals
}

/// Returns a fingerprint, which is the same for equal totals.
pub(super) fn fingerprint(totals: &BTreeMap<&str, Decimal>) -> String {
    let line = |(key, sum): (&&str, &Decimal)| format!("{key}={}\n", sum.normalize());
    crate::ids::hash(&totals.iter().map(line).collect::<String>())
}
