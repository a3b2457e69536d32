//! Joins two rows about the same subject.

use std::collections::{BTreeMap, BTreeSet};

use super::super::model::{
    Cell, CheckRow, ELSEWHERE, Finding, Latency, OperationCoverage, RequirementRow, State, Sunset,
    UNSEEN,
};

/// Adds new rows, and joins existing ones by key. The order stays.
pub fn unite<T, K: Ord>(
    whole: &mut Vec<T>,
    part: Vec<T>,
    key: impl Fn(&T) -> K,
    join: impl Fn(&mut T, T),
) {
    let mut places: BTreeMap<K, usize> = BTreeMap::new();
    places.extend(
        whole
            .iter()
            .enumerate()
            .map(|(index, row)| (key(row), index)),
    );
    for row in part {
        if let Some(index) = places.get(&key(&row)) {
            join(&mut whole[*index], row);
        } else {
            places.insert(key(&row), whole.len());
            whole.push(row);
        }
    }
}

pub fn union<T: Clone + Ord>(whole: &mut Vec<T>, part: Vec<T>) {
    let seen: BTreeSet<_> = whole.iter().cloned().collect();
    whole.extend(part.into_iter().filter(|one| !seen.contains(one)));
}

/// Returns the more significant of two states: failed, passed, inconclusive, skipped.
fn state(one: State, other: State) -> State {
    let rank = |state| match state {
        State::Failed => 0,
        State::Passed => 1,
        State::Inconclusive => 2,
        State::Skipped => 3,
    };
    if rank(other) < rank(one) { other } else { one }
}

pub fn check(one: &mut CheckRow, other: CheckRow) {
    one.state = state(one.state, other.state);
    one.passed = one.passed.saturating_add(other.passed);
    one.failed = one.failed.saturating_add(other.failed);
    union(&mut one.why, other.why);
    union(&mut one.lacks, other.lacks);
}

/// Drops the reason of a shard that did not run the check, if another one did.
pub fn settle(row: &mut CheckRow) {
    let is_word = |why: &String| why != ELSEWHERE && why != UNSEEN;
    if row.state != State::Skipped || row.why.iter().any(is_word) {
        row.why.retain(is_word);
    } else if row.why.iter().any(|why| why == UNSEEN) {
        row.why.retain(|why| why == UNSEEN);
    }
}

pub fn requirement(one: &mut RequirementRow, other: RequirementRow) {
    one.state = state(one.state, other.state);
    union(&mut one.checks, other.checks);
    union(&mut one.findings, other.findings);
}

/// Keeps the shrunk evidence, otherwise the first.
pub fn finding(one: &mut Finding, other: Finding) {
    let count = one.count.saturating_add(other.count);
    let level = one.level.min(other.level);
    let seen_after = one.seen_after.min(other.seen_after);
    if other.shrunk && !one.shrunk {
        *one = other;
    }
    one.count = count;
    one.level = level;
    one.seen_after = seen_after;
}

pub fn coverage(one: &mut OperationCoverage, other: OperationCoverage) {
    cells(&mut one.intents, other.intents);
    cells(&mut one.statuses, other.statuses);
}

fn cells<K: Ord>(whole: &mut BTreeMap<K, Cell>, part: BTreeMap<K, Cell>) {
    for (key, other) in part {
        match whole.get_mut(&key) {
            Some(one) => cell(one, other),
            None => drop(whole.insert(key, other)),
        }
    }
}

/// Joins two cells: exercised in one shard is exercised, and what no shard can exercise is
/// unreachable, not skipped.
fn cell(one: &mut Cell, other: Cell) {
    match (&mut *one, other) {
        (Cell::Skipped { why }, other) if why == ELSEWHERE => *one = other,
        (
            Cell::Exercised { count, findings },
            Cell::Exercised {
                count: more,
                findings: found,
            },
        ) => {
            *count = count.saturating_add(more);
            *findings = findings.saturating_add(found);
        }
        (Cell::Exercised { .. } | Cell::Unreachable { .. }, Cell::Skipped { .. })
        | (Cell::Exercised { .. }, Cell::Unreachable { .. })
        | (Cell::Unreachable { .. }, Cell::Unreachable { .. })
        | (Cell::Skipped { .. }, Cell::Skipped { .. }) => {}
        (_, better) => *one = better,
    }
}

pub fn latency(one: &mut Latency, other: Latency) {
    if one.histogram.len() < other.histogram.len() {
        one.histogram.resize(other.histogram.len(), 0);
    }
    for (bucket, more) in one.histogram.iter_mut().zip(other.histogram) {
        *bucket = bucket.saturating_add(more);
    }
    one.count = one.count.saturating_add(other.count);
    one.max_us = one.max_us.max(other.max_us);
    one.p50_us = percentile(&one.histogram, 50).min(one.max_us);
    one.p90_us = percentile(&one.histogram, 90).min(one.max_us);
    one.p99_us = percentile(&one.histogram, 99).min(one.max_us);
}

/// Returns an estimate, in microseconds, of the duration that a percentage of responses stays
/// below. Within a bucket of the histogram, from 2^(n-1) to 2^n, responses are assumed to be spread
/// evenly.
#[must_use]
pub fn percentile(histogram: &[u64], percent: u64) -> u64 {
    let total: u128 = histogram.iter().map(|count| u128::from(*count)).sum();
    let wanted = (total * u128::from(percent)).div_ceil(100);
    let mut before = 0;
    for (n, count) in histogram.iter().map(|count| u128::from(*count)).enumerate() {
        if count > 0 && before + count >= wanted {
            let low = n.checked_sub(1).map_or(0, power);
            let width = power(n) - low;
            let at = low + width * (wanted - before) / count;
            return u64::try_from(at).unwrap_or(u64::MAX);
        }
        before += count;
    }
    0
}

/// Returns 2^n, within the range of durations.
fn power(n: usize) -> u128 {
    1 << n.min(64)
}

pub fn sunset(one: &mut Sunset, other: Sunset) {
    one.described |= other.described;
    one.deprecated = one.deprecated.take().or(other.deprecated);
    one.header = one.header.take().or(other.header);
    one.guide = one.guide.take().or(other.guide);
    if one.ends.is_none() {
        (one.ends, one.days_left) = (other.ends, other.days_left);
    }
    one.first_seen = match (one.first_seen.take(), other.first_seen) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    };
}
